import DBus
import EventLoop
import FormEngine

/// `org.formd.Forms1.Field`.
extension FieldObject {
    static let interface = Interface<FieldObject>(
        "org.formd.Forms1.Field",
        methods + [listOptions] + properties + signals
    )

    /// Reads, and so is no operation.
    private static let listOptions = Interface<FieldObject>.Member.method(
        "ListOptions",
        in: [("filter", "s"), ("offset", "u"), ("limit", "u")],
        out: [("total", "u"), ("options", "a(uss)")],
        access: .viewer
    ) { field, call in
        let page = try field.reading.listOptions(
            filter: call.arguments.string(0),
            offset: call.arguments.count(1),
            limit: call.arguments.count(2)
        )
        call.reply([.uint32(UInt32(clamping: page.total)), .options(page.options)])
    }

    private static let methods: [Interface<FieldObject>.Member] = OperationMethod.field.map { method in
        .method(method.name, in: method.inputs, out: method.outputs, access: .editor) { field, call in
            try field.perform(method, call)
        }
    }

    private static let properties: [Interface<FieldObject>.Member] = FieldProperty.all.map { property in
        let get: Interface<FieldObject>.Getter = { property.content.value(of: $0.reading) }
        guard let write = property.write else {
            return .property(property.name, property.content.type, access: .viewer, emits: property.emission, get: get)
        }
        return .property(
            property.name,
            property.content.type,
            access: .viewer,
            writeAccess: .editor,
            emits: property.emission,
            get: get,
            set: { field, value, call in field.set(try write(value), call) }
        )
    }

    private static let signals: [Interface<FieldObject>.Member] = [
        .signal("TextChanged", [("text", "s"), ("value", "s"), ("origin", "s"), ("revision", "t")]),
        .signal("StateChanged", [("state", "s"), ("previous", "s"), ("revision", "t")]),
        .signal("HeightChanged", [("height", "d"), ("previous", "d"), ("revision", "t")]),
        .signal("EditingBegan", [("revision", "t")]),
        .signal("EditingEnded", [("revision", "t")]),
        .signal("ReturnPressed", [("revision", "t")]),
        .signal("ActionPressed", [("revision", "t")]),
        .signal("ValidationFailed", [("message", "s"), ("revision", "t")]),
        .signal("DateChanged", [("date", "s"), ("revision", "t")]),
    ]
}

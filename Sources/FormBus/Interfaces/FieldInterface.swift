import DBus
import FormEngine

/// `org.formd.Forms1.Field`.
extension FieldObject {
    static let interface = Interface<FieldObject>(
        "org.formd.Forms1.Field",
        methods + properties + signals
    )

    private static let methods: [Member<FieldObject>] = OperationMethod.field.map { method in
        .method(method.name, in: method.inputs, out: method.outputs, access: .editor) { field, call in
            try field.perform(method, call)
        }
    }

    private static let properties: [Member<FieldObject>] = FieldProperty.all.map { property in
        let get: @LoopActor @Sendable (FieldObject) throws -> Value = { property.value($0.reading) }
        guard let write = property.write else {
            return .property(property.name, property.type, access: .viewer, get: get)
        }
        return .property(
            property.name,
            property.type,
            access: .viewer,
            get: get,
            set: (access: .editor, { field, value, call in field.set(try write(value), call) })
        )
    }

    private static let signals: [Member<FieldObject>] = [
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

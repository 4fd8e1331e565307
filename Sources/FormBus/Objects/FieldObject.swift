import DBus
import EventLoop
import FormContract
import FormEngine
import FormRuntime

/// A field of an open session, as the bus sees it.
struct FieldObject: Sendable {
    let runtime: FormRuntime
    let recorders: any RecordingObserver
    let session: Session
    let index: Int

    static let interface = Interface<FieldObject>(
        Contract.field,
        [
            .method("ListOptions", FieldObject.listOptions),
            .method("Reveal", FieldObject.reveal),
        ] + operations + properties
    )

    private static let operations: [Interface<FieldObject>.Handler] = OperationMethod.field.map { method in
        .method(method.name, inputs: method.inputs, outputs: method.outputs) { object, call in
            let context = object.runtime.context(for: object.session, field: object.index)
            let operation = try method.operation(call.arguments, context)
            let recording = Recording(of: object.session, object.recorders) {
                [AppliedOperation(method, of: object.reading.id, call.arguments)?.recorded(in: object.session.form)]
            }
            object.runtime.perform(operation, on: object.session, for: call, recording, reply: method.reply)
        }
    }

    private static let properties: [Interface<FieldObject>.Handler] = PropertyTable.field.entries.map { property in
        let get: @LoopActor @Sendable (FieldObject) -> Value = { property.value(of: $0.reading, in: $0.session.path) }
        guard property.write != nil else { return .property(property.name, property.type, get: get) }
        return .property(property.name, property.type, get: get) { object, value, call in
            let operation = FormEngine.Operation.field(object.index, try property.operation(value))
            let recording = Recording(of: object.session, object.recorders) {
                let arguments = [("property", Value.string(property.name.string)), ("value", value)]
                return [.recorded("Set", field: object.reading.id, arguments, in: object.session.form)]
            }
            object.runtime.perform(operation, on: object.session, for: call, recording) { _ in [] }
        }
    }
}

@LoopActor
extension FieldObject {
    var reading: FieldReading { session.form.field(index) }

    /// The object as `ObjectManager` tells of it.
    func managed(readableWith access: AccessLevel) -> ManagedObject {
        ManagedObject(path: session.path(ofField: index), interfaces: [Self.interface.bound(to: self)], access: access)
    }

    /// What the reveal button shows. Nobody but the caller hears it.
    private func reveal(_ request: Request<String>) throws {
        guard !reading.isSecureEntry else {
            throw RuntimeError(.accessDenied, "the text of \(reading.id) is hidden while SecureEntry is true")
        }
        request.reply(reading.revealedText)
    }

    private func listOptions(
        _ request: Request<UInt32, [ListedOption]>,
        filter: String,
        offset: UInt32,
        limit: UInt32
    ) throws {
        let page = try reading.listOptions(filter: filter, offset: Int(offset), limit: Int(limit))
        request.reply(UInt32(clamping: page.total), page.options)
    }
}

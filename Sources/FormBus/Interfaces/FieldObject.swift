import DBus
import EventLoop
import FormEngine
import FormModel
import FormRuntime

/// A field of an open session, as the bus sees it.
struct FieldObject: Sendable {
    let service: FormService
    let session: Session
    let index: Int
}

@LoopActor
extension FieldObject {
    var path: ObjectPath {
        FormPaths.path(ofField: session.definition.fields[index].id, in: session.identifier)
    }

    /// The object as `ObjectManager` tells of it.
    func managed(readableWith access: AccessLevel) -> ManagedObject {
        ManagedObject(path: path, interfaces: [FieldObject.interface.bound(to: self)], access: access)
    }

    var reading: FieldReading { session.form.field(index) }

    /// Carries out a method; the reply leaves after the signals of what it changed.
    func perform(_ method: OperationMethod, _ call: Call) throws {
        let operation = try method.operation(call.arguments, service.context(for: session, field: index))
        service.perform(operation, on: session, for: call, reply: method.reply)
    }

    func set(_ operation: FieldOperation, _ call: Call) {
        service.perform(.field(index, operation), on: session, for: call) { _ in [] }
    }
}

import DBus
import EventLoop
import FormEngine
import FormRuntime

/// A session or one of its fields, whose methods are operations of the form.
protocol FormTarget: Sendable {
    var runtime: FormRuntime { get }
    var recorders: any RecordingObserver { get }
    var session: Session { get }
    var subject: OperationSubject { get }
}

extension FormTarget {
    /// The handlers of the target's methods that are operations.
    static func handlers(of methods: [OperationMethod]) -> [Interface<Self>.Handler] {
        methods.map { method in
            .method(method.name, inputs: method.inputs, outputs: method.outputs) { target, call in
                let context = OperationContext(
                    session: target.session,
                    subject: target.subject,
                    runtime: target.runtime
                )
                let operation = try method.operation(call.arguments, context)
                target.perform(operation, for: call, reply: method.reply) { field in
                    AppliedOperation(method, of: field, call.arguments)?.recorded
                }
            }
        }
    }

    /// The handlers of the target's properties. Setting a property is an operation.
    static func handlers<Property, Owner, Operation>(
        of table: PropertyTable<Property, Owner, Operation>,
        reading: @escaping @LoopActor @Sendable (Self) throws -> Owner,
        setting: @escaping @Sendable (Self, Operation) -> FormEngine.Operation
    ) -> [Interface<Self>.Handler] {
        table.entries.map { property in
            let get: Interface<Self>.Getter = { target, writer in
                try property.writeValue(try reading(target), target.session.path, &writer)
            }
            guard property.write != nil else { return .property(property.name, property.type, writing: get) }
            return .property(property.name, property.type, writing: get) { target, value, call in
                let operation = setting(target, try property.operation(value))
                target.perform(operation, for: call, reply: { _ in [] }) { field in
                    let arguments = [("property", Value.string(property.name.string)), ("value", value)]
                    return RecordedOperation(name: "Set", field: field, arguments: arguments)
                }
            }
        }
    }

    /// Performs one operation as a transaction. The reply is sent after the signals of the changes.
    ///
    /// - Parameter recorded: called with the field's name if the session is being recorded; returns the operation for
    ///   the recording.
    @LoopActor
    private func perform(
        _ operation: FormEngine.Operation,
        for call: Call,
        reply: @escaping @Sendable (OperationReply) -> [Value],
        recorded: (_ field: String?) -> RecordedOperation?
    ) {
        let recording = Recording(of: session, recorders) { [recorded(subject.name(in: session))].compactMap(\.self) }
        runtime.perform([operation], on: session, as: call.caller.uid) { result in
            recording?.end(result)
            switch result {
            case .success(let transaction):
                let result = transaction.results.first ?? .none
                call.reply(reply(OperationReply(result: result, revision: transaction.revision)))
            case .failure(let error): call.fail(error)
            }
        }
    }
}

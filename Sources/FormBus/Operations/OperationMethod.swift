import DBus
import EventLoop
import FormEngine
import FormModel
import FormRuntime

/// A method of the Session or Field interface that is an operation of the form: converts the arguments to the
/// operation, and its result to the reply. The interfaces and `Session.Apply` use the same list.
///
/// The signature is derived from the Swift types of `operation` and `reply`.
struct OperationMethod: Sendable {
    let name: MemberName
    let inputs: [ValueType]
    let outputs: [ValueType]
    /// Creates the operation. The arguments have the types of `inputs`.
    let operation: @LoopActor @Sendable ([Value], OperationContext) throws -> FormEngine.Operation
    let reply: @Sendable (OperationReply) -> [Value]

    /// - Parameter reply: converts the result to the reply, which is empty by default.
    init<each Input: BusDecodable, each Output: BusEncodable>(
        _ name: MemberName,
        reply: @escaping @Sendable (OperationReply) -> (repeat each Output) = { _ in () },
        operation: @escaping @LoopActor @Sendable (OperationContext, repeat each Input) throws -> FormEngine.Operation
    ) {
        self.name = name
        inputs = Signature.types(repeat (each Input).self)
        outputs = Signature.types(repeat (each Output).self)
        self.operation = { values, context in
            var arguments = ArgumentReader(values)
            return try operation(context, repeat try arguments.next((each Input).self))
        }
        self.reply = { Signature.values(repeat each reply($0)) }
    }

    /// A method of the Field interface.
    init<each Input: BusDecodable, each Output: BusEncodable>(
        field name: MemberName,
        reply: @escaping @Sendable (OperationReply) -> (repeat each Output) = { _ in () },
        operation: @escaping @LoopActor @Sendable (OperationContext, repeat each Input) throws -> FieldOperation
    ) {
        self.init(name, reply: reply) { (context: OperationContext, inputs: repeat each Input) in
            context.subject.operation(try operation(context, repeat each inputs))
        }
    }
}

/// The data for a reply.
struct OperationReply: Sendable {
    let result: OperationResult
    /// The session's revision after the operation.
    let revision: UInt64
}

/// The data from which an operation is created, besides the arguments of the call.
struct OperationContext: Sendable {
    let session: Session
    var subject = OperationSubject.session
    let runtime: FormRuntime
    /// The time limit for decoding all operations of the call; `nil` if the call has one operation.
    var budget: WorkBudget?

    /// Decodes definitions that are arguments.
    @LoopActor
    var compiler: FormCompiler { runtime.library.compiler }

    /// The time limit for decoding a definition, which is separate from that of the transaction.
    @LoopActor
    var timeToRead: WorkBudget { budget ?? runtime.budget(part: 3) }

    /// Throws `unknownField` for a name that the form does not have.
    @LoopActor
    func index(ofField name: String) throws -> Int {
        guard let index = session.form.index(ofField: name) else {
            throw FormError(.unknownField, "the form has no field \"\(name.prefix(80))\"")
        }
        return index
    }
}

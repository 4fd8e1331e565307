import DBus
import EventLoop
import FormEngine
import FormModel
import FormRuntime

/// A method of the Session or Field interface that is an operation of the form: how its arguments become the operation, and
/// the operation's result its reply. The interfaces and `Session.Apply` read the same list.
///
/// Its signature is that of the Swift types of `operation` and `reply`.
struct OperationMethod: Sendable {
    let name: MemberName
    let inputs: [ValueType]
    let outputs: [ValueType]
    /// Makes the operation. The arguments have the types of `inputs`.
    let operation: @LoopActor @Sendable ([Value], OperationContext) throws -> FormEngine.Operation
    let reply: @Sendable (OperationReply) -> [Value]

    /// - Parameter reply: what the call is answered with; nothing unless another is given.
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
            .field(context.field, try operation(context, repeat each inputs))
        }
    }
}

/// What a reply is made of.
struct OperationReply: Sendable {
    let result: OperationResult
    /// The session's, after the operation.
    let revision: UInt64
}

/// What an operation may be made from besides the arguments of its call.
struct OperationContext: Sendable {
    let session: Session
    /// The field whose method is called.
    var field = 0
    let runtime: FormRuntime
    /// How long all operations of the call may take to be read; `nil` if the call has one operation.
    var budget: WorkBudget?

    /// What reads definitions that are arguments.
    @LoopActor
    var compiler: FormCompiler { runtime.library.compiler }

    /// How long a definition may take to be read, before the time of the transaction itself.
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

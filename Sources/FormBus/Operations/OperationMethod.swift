import DBus
import EventLoop
import FormEngine
import FormModel
import FormRuntime

/// One method of the Session or Field interface that is an operation of a form: how its arguments become the operation,
/// and the operation's result its reply. The interface tables and `Session.Apply` read the same declarations.
struct OperationMethod: Sendable {
    let name: MemberName
    let inputs: [Argument]
    let outputs: [Argument]
    /// The arguments' types have been checked against `inputs`.
    let operation: @LoopActor @Sendable ([Value], OperationContext) throws -> FormEngine.Operation
    let reply: @Sendable (OperationResult) -> [Value]

    typealias Argument = (name: String, type: ValueType)

    init(
        _ name: MemberName,
        _ inputs: [Argument] = [],
        returns outputs: [Argument] = [],
        operation: @escaping @LoopActor @Sendable ([Value], OperationContext) throws -> FormEngine.Operation,
        reply: @escaping @Sendable (OperationResult) -> [Value] = { _ in [] }
    ) {
        self.name = name
        self.inputs = inputs
        self.outputs = outputs
        self.operation = operation
        self.reply = reply
    }

    /// A method of the Field interface: its operation is the field's.
    init(
        field name: MemberName,
        _ inputs: [Argument] = [],
        returns outputs: [Argument] = [],
        operation: @escaping @LoopActor @Sendable ([Value], OperationContext) throws -> FieldOperation,
        reply: @escaping @Sendable (OperationResult) -> [Value] = { _ in [] }
    ) {
        self.init(
            name,
            inputs,
            returns: outputs,
            operation: { .field($1.field, try operation($0, $1)) },
            reply: reply
        )
    }
}

/// What making an operation of arguments may need besides them.
struct OperationContext: Sendable {
    /// Where the fields of the session's form stand.
    let definition: FormDefinition
    /// The field whose method is called.
    var field = 0
    /// Reads definitions that stand in arguments.
    let compiler: FormCompiler

    /// Throws `unknownField` for a name that the form does not have.
    func index(ofField name: String) throws -> Int {
        guard let index = definition.indices[name] else {
            throw FormError(.unknownField, "the form has no field \"\(name.prefix(80))\"")
        }
        return index
    }
}

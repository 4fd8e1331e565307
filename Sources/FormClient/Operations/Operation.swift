public import DBus
import FormContract

/// A method call to a session or to one of its fields.
public struct Operation: Sendable, Hashable {
    /// What an operation is performed on.
    public enum Target: Sendable, Hashable {
        case session
        case field(String)
        /// The field that has the focus when the daemon performs the operation.
        case focusedField
    }

    /// The session or the field that the operation is performed on.
    public let target: Target
    /// The name of the method.
    public let method: MemberName
    /// The method's arguments, in their order.
    public let arguments: [Value]
    /// The interface, if it is not the Session or Field interface.
    let interface: InterfaceName?

    /// Creates an operation.
    public init(_ target: Target, _ method: MemberName, _ arguments: [Value] = []) {
        self.init(target, method, arguments, interface: nil)
    }

    private init(_ target: Target, _ method: MemberName, _ arguments: [Value], interface: InterfaceName?) {
        self.target = target
        self.method = method
        self.arguments = arguments
        self.interface = interface
    }

    /// Sets a property.
    public static func set(_ property: String, of target: Target, to value: Value) -> Operation {
        let owner = target == .session ? Contract.session.name : Contract.field.name
        return Operation(
            target,
            "Set",
            [.string(owner.string), .string(property), .variant(value)],
            interface: .properties
        )
    }

    /// Reads a property from the daemon. This is necessary for properties without change signals.
    public static func get(_ property: String, of target: Target) -> Operation {
        let owner = target == .session ? Contract.session.name : Contract.field.name
        return Operation(target, "Get", [.string(owner.string), .string(property)], interface: .properties)
    }

    /// The operation in the format of `Apply`: the method's name, and the arguments with their names in the contract.
    ///
    /// - Throws: `InvalidArgs` if the contract has no such method, or the number of arguments differs.
    func applied() throws(BusError) -> Value {
        var arguments: [PropertyChange] = []
        let interface: InterfaceDescription
        switch target {
        case .session: interface = Contract.session
        case .field(let name):
            interface = Contract.field
            arguments.append(("field", .string(name)))
        case .focusedField:
            interface = Contract.field
            arguments.append(("field", .string("")))
        }
        guard let declared = interface.methods.first(where: { $0.name == method }),
            declared.inputs.count == self.arguments.count
        else { throw BusError(.invalidArgs, "\(method) is no operation with \(self.arguments.count) arguments") }
        arguments += zip(declared.inputs, self.arguments).map { ($0.name, $1) }
        return .structure([.string(method.string), .properties(arguments)])
    }
}

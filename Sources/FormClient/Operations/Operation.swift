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

        /// The interface of the object.
        var interface: InterfaceDescription { self == .session ? Contract.session : Contract.field }

        /// The argument `field` in `Apply`.
        var field: [PropertyChange] {
            switch self {
            case .session: []
            case .field(let name): [("field", .string(name))]
            case .focusedField: [("field", .string(""))]
            }
        }
    }

    /// The session or the field that the operation is performed on.
    public let target: Target
    /// The name of the method.
    public let method: MemberName
    /// The method's arguments, in their order.
    public let arguments: [Value]
    /// The interface of the method.
    private(set) var interface: InterfaceName

    /// Creates an operation.
    public init(_ target: Target, _ method: MemberName, _ arguments: [Value] = []) {
        self.target = target
        self.method = method
        self.arguments = arguments
        interface = target.interface.name
    }

    /// Sets a property.
    public static func set(_ property: String, of target: Target, to value: Value) -> Operation {
        ofProperties("Set", target, [.string(property), .variant(value)])
    }

    /// Reads a property from the daemon. This is necessary for properties without change signals.
    public static func get(_ property: String, of target: Target) -> Operation {
        ofProperties("Get", target, [.string(property)])
    }

    private static func ofProperties(_ method: MemberName, _ target: Target, _ arguments: [Value]) -> Operation {
        var operation = Operation(target, method, [.string(target.interface.name.string)] + arguments)
        operation.interface = .properties
        return operation
    }

    /// The operation in the format of `Apply`: the method's name, and the arguments with their names in the contract.
    ///
    /// - Throws: `InvalidArgs` if the contract has no such method, or the number of arguments differs.
    func applied() throws(BusError) -> Value {
        guard let declared = target.interface.methods.first(where: { $0.name == method }),
            declared.inputs.count == arguments.count
        else { throw BusError(.invalidArgs, "\(method) is no operation with \(arguments.count) arguments") }
        let named = target.field + zip(declared.inputs, arguments).map { ($0.name, $1) }
        return .structure([.string(method.string), .properties(named)])
    }
}

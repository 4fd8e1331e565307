package import DBus
import FormContract

/// A method call to a session or to one of its fields.
package struct Operation: Sendable, Hashable {
    package enum Target: Sendable, Hashable {
        case session
        case field(String)
        /// The field that is focused when the operation is sent.
        case focusedField
    }

    package let target: Target
    package let method: MemberName
    package let arguments: [Value]
    /// The interface, if it is not the Session or Field interface.
    let interface: InterfaceName?

    package init(_ target: Target, _ method: MemberName, _ arguments: [Value] = []) {
        self.init(target, method, arguments, interface: nil)
    }

    private init(_ target: Target, _ method: MemberName, _ arguments: [Value], interface: InterfaceName?) {
        self.target = target
        self.method = method
        self.arguments = arguments
        self.interface = interface
    }

    /// Sets a property.
    package static func set(_ property: String, of target: Target, to value: Value) -> Operation {
        let owner = target == .session ? Contract.session.name : Contract.field.name
        return Operation(
            target,
            "Set",
            [.string(owner.string), .string(property), .variant(value)],
            interface: .properties
        )
    }

    /// Reads a property from the daemon. This is necessary for properties without change signals.
    package static func get(_ property: String, of target: Target) -> Operation {
        let owner = target == .session ? Contract.session.name : Contract.field.name
        return Operation(target, "Get", [.string(owner.string), .string(property)], interface: .properties)
    }

    /// Whether the operation never changes the focus, so that keys can be sent at once after it.
    var keepsFocus: Bool { Self.keepingFocus.contains(method) }

    private static let keepingFocus: Set<MemberName> = [
        "InsertText", "DeleteBackward", "DeleteForward", "Delete", "ReplaceRange", "MoveCaret", "Select",
        "SetComposition", "StepUp", "StepDown", "Toggle", "Reveal", "ListOptions", "GetValues", "GetReview", "Explain",
        "GetDefinition", "Get", "Extend", "Grant", "Revoke", "Record",
        "SetViewport", "SetMetrics",
    ]

    /// The index of the session's revision in the reply; `nil` if the reply does not contain it.
    var revisionPosition: Int? { Self.revisionPositions[method] }

    private static let revisionPositions: [MemberName: Int] = {
        var positions: [MemberName: Int] = [:]
        for method in Contract.session.methods + Contract.field.methods {
            positions[method.name] = method.outputs.firstIndex { $0.name == "revision" }
        }
        return positions
    }()

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
        case .focusedField: throw BusError(.invalidArgs, "a transaction names its fields")
        }
        guard let declared = interface.methods.first(where: { $0.name == method }),
            declared.inputs.count == self.arguments.count
        else { throw BusError(.invalidArgs, "\(method) is no operation with \(self.arguments.count) arguments") }
        arguments += zip(declared.inputs, self.arguments).map { ($0.name, $1) }
        return .structure([.string(method.string), .properties(arguments)])
    }
}

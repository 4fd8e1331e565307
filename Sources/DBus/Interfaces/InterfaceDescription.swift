/// What an interface looks like from outside: its members with their signatures and access.
package struct InterfaceDescription: Sendable {
    package struct Argument: Sendable {
        package let name: String
        package let type: ValueType
    }

    /// One object: each call hands it on several times.
    package final class Method: Sendable {
        package let name: MemberName
        package let inputs: [Argument]
        package let outputs: [Argument]
        package let access: AccessLevel
        package let documentation: String
        let inputSignature: String
        let outputSignature: String

        init(
            name: MemberName,
            inputs: [Argument],
            outputs: [Argument],
            access: AccessLevel,
            documentation: String
        ) {
            self.name = name
            self.inputs = inputs
            self.outputs = outputs
            self.access = access
            self.documentation = documentation
            inputSignature = inputs.map(\.type.string).joined()
            outputSignature = outputs.map(\.type.string).joined()
        }
    }

    package struct Property: Sendable {
        package let name: MemberName
        package let type: ValueType
        /// What reading takes.
        package let access: AccessLevel
        /// What writing takes; nil when nobody may.
        package let writeAccess: AccessLevel?
        package let emission: PropertyEmission
        package let documentation: String
    }

    package struct Signal: Sendable {
        package let name: MemberName
        package let arguments: [Argument]
        package let documentation: String
        let signature: String

        init(name: MemberName, arguments: [Argument], documentation: String) {
            self.name = name
            self.arguments = arguments
            self.documentation = documentation
            signature = arguments.map(\.type.string).joined()
        }
    }

    package let name: InterfaceName
    package internal(set) var methods: [Method] = []
    package internal(set) var properties: [Property] = []
    package internal(set) var signals: [Signal] = []
    package internal(set) var documentation = ""
}

/// What `PropertiesChanged` says when a property changes. The raw value is that of the annotation
/// `org.freedesktop.DBus.Property.EmitsChangedSignal`.
package enum PropertyEmission: String, Sendable, Hashable {
    /// The new value.
    case value = "true"
    /// Only that it changed: the value is large, or made when asked for.
    case invalidates
    /// It never changes.
    case constant = "const"
    /// Nothing.
    case never = "false"
}

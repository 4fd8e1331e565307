/// The declaration of an interface: its members with their signatures, access levels and documentation.
///
/// A description is plain data. `Interface` adds the implementation of the members.
package struct InterfaceDescription: Sendable {
    package struct Argument: Sendable {
        package let name: String
        package let type: ValueType
    }

    /// A class, so that the dispatch of a call, which passes the method on several times, does not copy it.
    package final class Method: Sendable {
        package let name: MemberName
        package let inputs: [Argument]
        package let outputs: [Argument]
        /// The access level that calling requires.
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
        /// The access level that reading requires.
        package let access: AccessLevel
        /// The access level that writing requires; `nil` if the property is read-only.
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

extension InterfaceDescription {
    package enum Member: Sendable {
        case method(Method)
        case property(Property)
        case signal(Signal)

        /// - Parameters:
        ///   - inputs: names and types of the arguments.
        ///   - outputs: names and types of the values in the reply.
        ///   - access: the access level that calling requires.
        package static func method(
            _ name: MemberName,
            in inputs: [(String, ValueType)] = [],
            out outputs: [(String, ValueType)] = [],
            access: AccessLevel,
            _ documentation: String = ""
        ) -> Member {
            .method(
                Method(
                    name: name,
                    inputs: inputs.map(Argument.init),
                    outputs: outputs.map(Argument.init),
                    access: access,
                    documentation: documentation
                )
            )
        }

        /// - Parameters:
        ///   - access: the access level that reading requires.
        ///   - writeAccess: the access level that writing requires; `nil` if the property is read-only.
        package static func property(
            _ name: MemberName,
            _ type: ValueType,
            access: AccessLevel,
            writeAccess: AccessLevel? = nil,
            emits emission: PropertyEmission = .value,
            _ documentation: String = ""
        ) -> Member {
            .property(
                Property(
                    name: name,
                    type: type,
                    access: access,
                    writeAccess: writeAccess,
                    emission: emission,
                    documentation: documentation
                )
            )
        }

        package static func signal(
            _ name: MemberName,
            _ arguments: [(String, ValueType)] = [],
            _ documentation: String = ""
        ) -> Member {
            .signal(Signal(name: name, arguments: arguments.map(Argument.init), documentation: documentation))
        }
    }

    /// Names and types are literals; one that is not valid in D-Bus traps, because it is a mistake in the program.
    package init(_ name: InterfaceName, _ documentation: String = "", _ members: [Member]) {
        self.init(name: name, documentation: documentation)
        for member in members {
            switch member {
            case .method(let method): methods.append(method)
            case .property(let property): properties.append(property)
            case .signal(let signal): signals.append(signal)
            }
        }
    }
}

/// What the signal `PropertiesChanged` contains when a property has changed. The raw value is the value of the
/// annotation `org.freedesktop.DBus.Property.EmitsChangedSignal`.
package enum PropertyEmission: String, Sendable, Hashable {
    /// The signal contains the new value.
    case value = "true"
    /// The signal contains only the property's name, because its value is large or is computed when it is read.
    case invalidates
    /// The property never changes.
    case constant = "const"
    /// No signal is sent when the property changes.
    case never = "false"
}

extension Interface {
    /// One member's declaration. Names and signatures are written by the programmer and checked when the interface is
    /// made.
    package struct Member: Sendable {
        enum Kind: Sendable {
            case method(InterfaceDescription.Method, MethodHandler)
            case property(InterfaceDescription.Property, Getter, Setter?)
            case signal(InterfaceDescription.Signal)
        }

        let kind: Kind

        /// A method. The handler replies through the call, exactly once, before it returns or later.
        /// - Parameters:
        ///   - inputs: names and types of the arguments.
        ///   - outputs: names and types of what is replied.
        ///   - access: what calling it takes.
        package static func method(
            _ name: MemberName,
            in inputs: [(String, ValueType)] = [],
            out outputs: [(String, ValueType)] = [],
            access: AccessLevel,
            documentation: String = "",
            _ handler: @escaping MethodHandler
        ) -> Member {
            let method = InterfaceDescription.Method(
                name: name,
                inputs: inputs.map(InterfaceDescription.Argument.init),
                outputs: outputs.map(InterfaceDescription.Argument.init),
                access: access,
                documentation: documentation
            )
            return Member(kind: .method(method, handler))
        }

        /// A property that cannot be written.
        /// - Parameter access: what reading it takes.
        package static func property(
            _ name: MemberName,
            _ type: ValueType,
            access: AccessLevel,
            emits emission: PropertyEmission = .value,
            documentation: String = "",
            get: @escaping Getter
        ) -> Member {
            let property = InterfaceDescription.Property(
                name: name,
                type: type,
                access: access,
                writeAccess: nil,
                emission: emission,
                documentation: documentation
            )
            return Member(kind: .property(property, get, nil))
        }

        /// A property that can be written.
        /// - Parameters:
        ///   - access: what reading it takes.
        ///   - writeAccess: what writing it takes.
        ///   - set: replies with nothing through the call, exactly once, before it returns or later.
        package static func property(
            _ name: MemberName,
            _ type: ValueType,
            access: AccessLevel,
            writeAccess: AccessLevel,
            emits emission: PropertyEmission = .value,
            documentation: String = "",
            get: @escaping Getter,
            set: @escaping Setter
        ) -> Member {
            let property = InterfaceDescription.Property(
                name: name,
                type: type,
                access: access,
                writeAccess: writeAccess,
                emission: emission,
                documentation: documentation
            )
            return Member(kind: .property(property, get, set))
        }

        package static func signal(
            _ name: MemberName,
            _ arguments: [(String, ValueType)] = [],
            documentation: String = ""
        ) -> Member {
            let signal = InterfaceDescription.Signal(
                name: name,
                arguments: arguments.map(InterfaceDescription.Argument.init),
                documentation: documentation
            )
            return Member(kind: .signal(signal))
        }
    }
}

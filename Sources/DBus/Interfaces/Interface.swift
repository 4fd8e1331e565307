import EventLoop

/// An interface: its description, and a handler for each method and property. The dispatch of calls, the checks of
/// arguments and access, the introspection document and the signals all use the same description.
///
/// ```swift
/// static let interface = Interface<Lamp>("org.example.Lamp1", [
///     .method("Dim", in: [("percent", "u")], out: [("watts", "d")], access: .user) { lamp, call in
///         call.reply([.double(try lamp.dim(to: call.arguments[0].uint32))])
///     },
///     .property("Color", "s", access: .anyone, get: { .string($0.color) }),
///     .signal("BurntOut", [("hours", "t")]),
/// ])
/// ```
///
/// Handlers run on the event loop, after the arguments and the access of the caller have been checked against the
/// declaration. An error that a handler throws is sent as the reply.
package final class Interface<Target>: Sendable {
    package let description: InterfaceDescription
    let methods: [MemberName: Method]
    let properties: [MemberName: Property]
    let signals: [MemberName: InterfaceDescription.Signal]

    struct Method: Sendable {
        let description: InterfaceDescription.Method
        let handler: MethodHandler
    }

    struct Property: Sendable {
        let description: InterfaceDescription.Property
        let get: Getter
        let set: Setter?
    }

    /// Adds handlers to a description. Traps for mistakes in the program: a member that is declared twice, a declared
    /// member without a handler, a handler without a declared member, and a handler of another signature.
    package init(_ description: InterfaceDescription, _ handlers: [Handler]) {
        var rest = Dictionary(uniqueKeysWithValues: handlers.map { ($0.name, $0.kind) })
        let methods = description.methods.map { method in
            guard
                case .method(method.inputs.map(\.type), method.outputs.map(\.type), let handler) = rest.removeValue(
                    forKey: method.name
                )
            else { preconditionFailure("\(description.name).\(method.name) has no handler of its signature") }
            return (method.name, Method(description: method, handler: handler))
        }
        let properties = description.properties.map { property in
            guard case .property(property.type, let get, let set) = rest.removeValue(forKey: property.name),
                (set == nil) == (property.writeAccess == nil)
            else { preconditionFailure("\(description.name).\(property.name) has no handler of its type") }
            return (property.name, Property(description: property, get: get, set: set))
        }
        precondition(rest.isEmpty, "\(description.name) declares no \(rest.keys)")
        self.description = description
        self.methods = Dictionary(uniqueKeysWithValues: methods)
        self.properties = Dictionary(uniqueKeysWithValues: properties)
        signals = Dictionary(uniqueKeysWithValues: description.signals.map { ($0.name, $0) })
    }

    /// Creates an interface whose members are declared together with their handlers.
    package convenience init(_ name: InterfaceName, documentation: String = "", _ members: [Member]) {
        self.init(
            InterfaceDescription(name, documentation, members.map(\.declaration)),
            members.compactMap(\.handler)
        )
    }

    /// The declaration of a member together with its handler. Names and signatures are literals, which are checked when
    /// the interface is created.
    package struct Member: Sendable {
        let declaration: InterfaceDescription.Member
        /// `nil` for a signal.
        let handler: Handler?

        /// - Parameters:
        ///   - access: the access level that calling the method requires.
        ///   - handler: replies through the call, exactly once, before it returns or later.
        package static func method(
            _ name: MemberName,
            in inputs: [(String, ValueType)] = [],
            out outputs: [(String, ValueType)] = [],
            access: AccessLevel,
            documentation: String = "",
            _ handler: @escaping MethodHandler
        ) -> Member {
            Member(
                declaration: .method(name, in: inputs, out: outputs, access: access, documentation),
                handler: .method(name, inputs: inputs.map(\.1), outputs: outputs.map(\.1), handler)
            )
        }

        /// - Parameters:
        ///   - access: the access level that reading the property requires.
        ///   - writeAccess: the access level that writing it requires; `nil` if the property is read-only.
        ///   - set: sets the property, then sends an empty reply to the call, exactly once; `nil` if the property is
        ///     read-only.
        package static func property(
            _ name: MemberName,
            _ type: ValueType,
            access: AccessLevel,
            writeAccess: AccessLevel? = nil,
            emits emission: PropertyEmission = .value,
            documentation: String = "",
            get: @escaping @LoopActor @Sendable (Target) -> Value,
            set: Setter? = nil
        ) -> Member {
            Member(
                declaration: .property(
                    name,
                    type,
                    access: access,
                    writeAccess: writeAccess,
                    emits: emission,
                    documentation
                ),
                handler: .property(name, type, get: get, set: set)
            )
        }

        package static func signal(
            _ name: MemberName,
            _ arguments: [(String, ValueType)] = [],
            documentation: String = ""
        ) -> Member {
            Member(declaration: .signal(name, arguments, documentation), handler: nil)
        }
    }
}

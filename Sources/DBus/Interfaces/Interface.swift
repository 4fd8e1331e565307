/// An interface that is declared once: dispatch, the checks of arguments and access, the introspection document and the
/// signals are all read from the list of its members.
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
/// Handlers run on the loop, after the arguments and the access of the caller have been checked against the declaration. An
/// error that a handler throws is the reply.
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

    /// Traps if a member is declared twice, which is a mistake in the program.
    package init(_ name: InterfaceName, documentation: String = "", _ members: [Member]) {
        var description = InterfaceDescription(name: name, documentation: documentation)
        var methods: [MemberName: Method] = [:]
        var properties: [MemberName: Property] = [:]
        var signals: [MemberName: InterfaceDescription.Signal] = [:]
        for member in members {
            switch member.kind {
            case .method(let method, let handler):
                description.methods.append(method)
                let former = methods.updateValue(Method(description: method, handler: handler), forKey: method.name)
                precondition(former == nil, "\(name).\(method.name) is declared twice")
            case .property(let property, let getter, let setter):
                description.properties.append(property)
                let former = properties.updateValue(
                    Property(description: property, get: getter, set: setter),
                    forKey: property.name
                )
                precondition(former == nil, "\(name).\(property.name) is declared twice")
            case .signal(let signal):
                description.signals.append(signal)
                let former = signals.updateValue(signal, forKey: signal.name)
                precondition(former == nil, "\(name).\(signal.name) is declared twice")
            }
        }
        self.description = description
        self.methods = methods
        self.properties = properties
        self.signals = signals
    }
}

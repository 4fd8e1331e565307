import EventLoop

/// An interface, declared once: from the list of its members come dispatch, the checks of arguments and access, the
/// introspection document and the signals.
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
/// Handlers run on the loop, after the arguments were found to have the declared types and the caller the declared
/// access. What a handler throws is the reply.
package final class Interface<Target>: Sendable {
    package typealias MethodHandler = @LoopActor @Sendable (Target, Call) throws -> Void
    package typealias Getter = @LoopActor @Sendable (Target) -> Value
    package typealias Setter = @LoopActor @Sendable (Target, Value, Call) throws -> Void

    package let description: InterfaceDescription
    private let methods: [MemberName: (InterfaceDescription.Method, MethodHandler)]
    private let properties: [MemberName: (InterfaceDescription.Property, Getter, Setter?)]
    let signals: [MemberName: InterfaceDescription.Signal]

    package init(_ name: InterfaceName, documentation: String = "", _ members: [Member]) {
        var description = InterfaceDescription(name: name, documentation: documentation)
        var methods: [MemberName: (InterfaceDescription.Method, MethodHandler)] = [:]
        var properties: [MemberName: (InterfaceDescription.Property, Getter, Setter?)] = [:]
        var signals: [MemberName: InterfaceDescription.Signal] = [:]
        for member in members {
            switch member.kind {
            case .method(let method, let handler):
                description.methods.append(method)
                methods[method.name] = (method, handler)
            case .property(let property, let getter, let setter):
                description.properties.append(property)
                properties[property.name] = (property, getter, setter)
            case .signal(let signal):
                description.signals.append(signal)
                signals[signal.name] = signal
            }
        }
        self.description = description
        self.methods = methods
        self.properties = properties
        self.signals = signals
    }

    /// The interface of one object.
    @LoopActor
    package func bound(to target: Target) -> any BoundInterface {
        Binding(interface: self, target: target)
    }

    private struct Binding: BoundInterface {
        let interface: Interface
        let target: Target

        var description: InterfaceDescription { interface.description }

        func method(_ name: MemberName) -> BoundMethod? {
            guard let (method, handler) = interface.methods[name] else { return nil }
            return BoundMethod(description: method, invoke: { [target] call in try handler(target, call) })
        }

        func property(_ name: MemberName) -> BoundProperty? {
            guard let (property, getter, setter) = interface.properties[name] else { return nil }
            var write: (@LoopActor (Value, Call) throws -> Void)?
            if let setter { write = { [target] value, call in try setter(target, value, call) } }
            return BoundProperty(description: property, read: { [target] in getter(target) }, write: write)
        }
    }
}

package import EventLoop

/// An interface together with the object that implements it. `Interface.bound(to:)` creates it.
@LoopActor
package protocol BoundInterface {
    nonisolated var name: InterfaceName { get }
    nonisolated var description: InterfaceDescription { get }

    func method(_ name: MemberName) -> BoundMethod?
    func property(_ name: MemberName) -> BoundProperty?
}

/// A method of one object. It does not check access; the dispatcher does (`Gate`).
@LoopActor
package struct BoundMethod {
    let description: InterfaceDescription.Method
    let invoke: @LoopActor (Call) throws -> Void
}

/// A property of one object. It does not check access; the dispatcher does (`Gate`).
@LoopActor
package struct BoundProperty {
    let description: InterfaceDescription.Property
    /// Writes the property's value to a message. Throws `typeMismatch` if the value does not have the declared type.
    let read: @LoopActor (inout ValueWriter) throws -> Void
    /// Sets the property and replies to the call, now or later; `nil` if the property is read-only.
    let write: (@LoopActor (Value, Call) throws -> Void)?
}

extension Interface {
    package typealias MethodHandler = @LoopActor @Sendable (Target, Call) throws -> Void
    package typealias Getter = @LoopActor @Sendable (Target, inout ValueWriter) throws -> Void
    package typealias Setter = @LoopActor @Sendable (Target, Value, Call) throws -> Void

    /// This interface, implemented by one object.
    @LoopActor
    package func bound(to target: Target) -> any BoundInterface {
        Binding(interface: self, target: target)
    }

    private struct Binding: BoundInterface {
        let interface: Interface
        let target: Target

        var name: InterfaceName { interface.description.name }
        var description: InterfaceDescription { interface.description }

        func method(_ name: MemberName) -> BoundMethod? {
            guard let method = interface.methods[name] else { return nil }
            return BoundMethod(
                description: method.description,
                invoke: { [target, handler = method.handler] call in try handler(target, call) }
            )
        }

        func property(_ name: MemberName) -> BoundProperty? {
            guard let property = interface.properties[name] else { return nil }
            var write: (@LoopActor (Value, Call) throws -> Void)?
            if let set = property.set { write = { [target] value, call in try set(target, value, call) } }
            return BoundProperty(
                description: property.description,
                read: { [target, get = property.get] writer in try get(target, &writer) },
                write: write
            )
        }
    }
}

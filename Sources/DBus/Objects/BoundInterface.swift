package import EventLoop

/// An interface together with the object that has it. Made by `Interface.bound(to:)`.
@LoopActor
package protocol BoundInterface {
    nonisolated var description: InterfaceDescription { get }

    func method(_ name: MemberName) -> BoundMethod?
    func property(_ name: MemberName) -> BoundProperty?
}

/// A method of one object. Nothing here asks who calls: that is the dispatcher's gate.
@LoopActor
package struct BoundMethod {
    let description: InterfaceDescription.Method
    let invoke: @LoopActor (Call) throws -> Void
}

/// A property of one object. Nothing here asks who calls: that is the dispatcher's gate.
@LoopActor
package struct BoundProperty {
    let description: InterfaceDescription.Property
    let read: @LoopActor () -> Value
    /// Replies to the call, now or later; nil when the property cannot be written.
    let write: (@LoopActor (Value, Call) throws -> Void)?
}

package import EventLoop

/// Finds objects by their paths. Objects are not registered, so that a tree of any size only costs its look-up.
@LoopActor
package protocol ObjectTree: AnyObject {
    /// The object at a path, as this caller may see it. A node without interfaces represents a path that only leads to
    /// objects that the caller may see.
    /// - Returns: `nil` if there is no object; the call then fails with `UnknownObject`.
    /// - Throws: the error with which the call fails instead; `ObjectNotReady` if it is not known yet.
    func node(at path: ObjectPath, for caller: Caller) throws -> ObjectNode?
}

/// Thrown for an object that cannot serve a call yet, because a disk is being read or written. The call is served again when
/// that is done.
package struct ObjectNotReady: Error {
    /// Calls a function when the object is ready and it is the caller's turn, or with the error with which the call fails.
    /// Gets the approximate number of bytes that the call uses while it waits.
    let wait: @LoopActor (Int, @escaping @LoopActor (Result<Void, any Error>) -> Void) throws -> Void

    package init(
        wait: @escaping @LoopActor (Int, @escaping @LoopActor (Result<Void, any Error>) -> Void) throws -> Void
    ) {
        self.wait = wait
    }
}

/// An object as one caller may see it, for the duration of one call.
@LoopActor
package struct ObjectNode {
    package var interfaces: [any BoundInterface]
    /// Refuses members that require more access than the caller has.
    package var gate: Gate
    /// The names of the nodes directly below that the caller may see. Called when the node is introspected.
    package var children: @LoopActor () -> [String]
    /// The objects that `GetManagedObjects` lists; `nil` if the object is not an `org.freedesktop.DBus.ObjectManager`.
    package var managedObjects: (@LoopActor () -> [ManagedObject])?
    /// Sends replies later, if what they tell is not on a disk yet; `nil` to send each at once.
    package var deferral: Outlet.Deferral?

    package init(
        interfaces: [any BoundInterface] = [],
        gate: Gate = Gate(.anyone),
        children: @escaping @LoopActor () -> [String] = { [] },
        managedObjects: (@LoopActor () -> [ManagedObject])? = nil,
        deferral: Outlet.Deferral? = nil
    ) {
        self.interfaces = interfaces
        self.gate = gate
        self.children = children
        self.managedObjects = managedObjects
        self.deferral = deferral
    }
}

/// An object that `GetManagedObjects` lists, as one caller may see it.
@LoopActor
package struct ManagedObject {
    package var path: ObjectPath
    package var interfaces: [any BoundInterface]
    package var access: AccessLevel

    package init(path: ObjectPath, interfaces: [any BoundInterface], access: AccessLevel) {
        self.path = path
        self.interfaces = interfaces
        self.access = access
    }
}

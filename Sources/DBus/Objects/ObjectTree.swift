package import EventLoop

/// Finds objects by their path. Nothing is registered: a tree of any size costs what its look-up costs.
@LoopActor
package protocol ObjectTree: AnyObject {
    /// The object at a path, as this caller may see it. A node between objects that leads to one that the caller may see
    /// is an object without interfaces.
    /// - Returns: nil when there is nothing, which answers `UnknownObject`.
    /// - Throws: what the caller is told instead.
    func node(at path: ObjectPath, for caller: Caller) throws -> ObjectNode?
}

/// An object as one caller may see it, for the length of one call.
@LoopActor
package struct ObjectNode {
    package var interfaces: [any BoundInterface]
    /// What the caller may do here. Members above it are refused.
    package var access: AccessLevel
    /// The next path elements below this one that the caller may know of; asked for when the node is introspected.
    package var children: @LoopActor () -> [String]
    /// The objects of this node's `org.freedesktop.DBus.ObjectManager`; nil when it has none.
    package var managedObjects: (@LoopActor () -> [ManagedObject])?

    package init(
        interfaces: [any BoundInterface] = [],
        access: AccessLevel = .anyone,
        children: @escaping @LoopActor () -> [String] = { [] },
        managedObjects: (@LoopActor () -> [ManagedObject])? = nil
    ) {
        self.interfaces = interfaces
        self.access = access
        self.children = children
        self.managedObjects = managedObjects
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

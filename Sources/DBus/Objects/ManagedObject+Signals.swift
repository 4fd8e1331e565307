import EventLoop

/// What `org.freedesktop.DBus.ObjectManager` says of objects that come and go.
extension ManagedObject {
    /// Says that the object is there, with every property that its access may read.
    /// - Parameters:
    ///   - manager: the object whose `GetManagedObjects` lists it.
    ///   - report: takes a sentence about a property that cannot be read.
    /// - Throws: `MessageError` when D-Bus cannot carry a value.
    package func added(to manager: ObjectPath, report: @escaping @LoopActor (String) -> Void) throws -> Message {
        let node = ObjectNode(interfaces: interfaces, access: access)
        let object = StandardObject(node: node, path: manager, report: report)
        return try .signal(
            path: manager,
            interface: .objectManager,
            member: "InterfacesAdded",
            arguments: [.objectPath(path), object.interfacesAndProperties(of: self)]
        )
    }

    /// Says that an object is gone.
    package static func removed(
        _ path: ObjectPath,
        interfaces: [InterfaceDescription],
        from manager: ObjectPath
    ) throws -> Message {
        try .signal(
            path: manager,
            interface: .objectManager,
            member: "InterfacesRemoved",
            arguments: [.objectPath(path), .strings(interfaces.map(\.name.string))]
        )
    }
}

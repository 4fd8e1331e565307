import CDBus
import EventLoop

/// The implementation of the interfaces that every object has. Their target is an object as one caller sees it.
@LoopActor
struct StandardObject {
    let node: ObjectNode
    let path: ObjectPath
    let report: @LoopActor (String) -> Void

    /// The node's own interfaces, then the standard ones.
    var interfaces: [any BoundInterface] { node.interfaces + standardInterfaces }

    var standardInterfaces: [any BoundInterface] {
        var interfaces = [
            Self.properties.bound(to: self), Self.introspectable.bound(to: self), Self.peer.bound(to: self),
        ]
        if node.managedObjects != nil { interfaces.append(Self.objectManager.bound(to: self)) }
        return interfaces
    }

    func interface(_ name: String) throws -> any BoundInterface {
        guard let interface = interfaces.first(where: { $0.description.name.string == name }) else {
            throw BusError(.unknownInterface, "\(path) has no interface “\(name.printable(limit: 255))”")
        }
        return interface
    }
}

// MARK: - Peer and Introspectable

extension StandardObject {
    static let peer = Interface<StandardObject>(
        .peer,
        [
            .method("Ping", access: .anyone) { _, call in call.reply() },
            .method("GetMachineId", out: [("machine_uuid", "s")], access: .anyone) { _, call in
                call.reply([.string(try machineID())])
            },
        ]
    )

    static let introspectable = Interface<StandardObject>(
        .introspectable,
        [
            .method("Introspect", out: [("xml_data", "s")], access: .anyone) { object, call in
                let visible = object.interfaces.map(\.description).filter { $0.isOpen(to: object.node.gate.access) }
                let document = IntrospectionDocument(interfaces: visible, children: object.node.children())
                call.reply([.string(document.xml)])
            }
        ]
    )
}

/// The machine's identity, which systemd or D-Bus wrote to a file once.
private func machineID() throws(BusError) -> String {
    guard let pointer = unsafe dbus_try_get_local_machine_id(nil) else {
        throw BusError(.failed, "This machine has no machine-id")
    }
    defer { unsafe dbus_free(pointer) }
    return unsafe String(cString: pointer)
}

extension InterfaceDescription {
    /// Whether this access allows anything of the interface. An interface that allows nothing is not shown.
    func isOpen(to access: AccessLevel) -> Bool {
        methods.isEmpty && properties.isEmpty
            || methods.contains { $0.access <= access }
            || properties.contains { $0.access <= access }
    }
}

// MARK: - Properties

extension StandardObject {
    static let properties = Interface<StandardObject>(
        .properties,
        [
            .method(
                "Get",
                in: [("interface_name", "s"), ("property_name", "s")],
                out: [("value", "v")],
                access: .anyone
            ) { object, call in
                let property = try object.property(named: call)
                let description = property.description
                try object.node.gate.check(description.access, "read \(description.name)", object.path)
                guard let value = object.value(of: property) else {
                    throw BusError(.failed, "\(description.name) of \(object.path) has no value of its type")
                }
                call.reply([.variant(value)])
            },
            .method(
                "Set",
                in: [("interface_name", "s"), ("property_name", "s"), ("value", "v")],
                access: .anyone
            ) { object, call in
                try object.write(try object.property(named: call), call)
            },
            .method(
                "GetAll",
                in: [("interface_name", "s")],
                out: [("properties", "a{sv}")],
                access: .anyone
            ) { object, call in
                let name = call.arguments[0].string ?? ""
                // An empty name stands for all interfaces.
                let interfaces = name.isEmpty ? object.interfaces : [try object.interface(name)]
                call.reply([.properties(interfaces.flatMap { object.readableProperties(of: $0) })])
            },
            .signal(
                "PropertiesChanged",
                [("interface_name", "s"), ("changed_properties", "a{sv}"), ("invalidated_properties", "as")]
            ),
        ]
    )

    /// The property that the first two arguments name. An empty interface name stands for all interfaces.
    private func property(named call: Call) throws -> BoundProperty {
        let interface = call.arguments[0].string ?? ""
        let name = call.arguments[1].string ?? ""
        let candidates = interface.isEmpty ? interfaces : [try self.interface(interface)]
        if let name = MemberName(name) {
            for candidate in candidates {
                if let property = candidate.property(name) { return property }
            }
        }
        throw BusError(
            .unknownProperty,
            "\(path) has no property “\(name.printable(limit: 255))”" + (interface.isEmpty ? "" : " in \(interface)")
        )
    }

    private func write(_ property: BoundProperty, _ call: Call) throws {
        let description = property.description
        guard let write = property.write, let needed = description.writeAccess else {
            // A caller who may not read the property is not told that it cannot be written.
            try node.gate.check(description.access, "read \(description.name)", path)
            throw BusError(.propertyReadOnly, "\(description.name) of \(path) cannot be written")
        }
        try node.gate.check(needed, "write \(description.name)", path)
        guard let value = call.arguments[2].variant, value.type == description.type else {
            let actual = call.arguments[2].variant?.type.string ?? ""
            throw BusError(.invalidArgs, "\(description.name) takes “\(description.type)”, not “\(actual)”")
        }
        try write(value, call)
    }

    /// The properties of an interface that the caller may read, in the order of their declaration.
    func readableProperties(of interface: any BoundInterface) -> [(String, Value)] {
        interface.description.properties.compactMap { description in
            guard description.access <= node.gate.access, let property = interface.property(description.name),
                let value = value(of: property)
            else { return nil }
            return (description.name.string, value)
        }
    }

    /// The value of a property; `nil`, and reported, if it is not of the declared type.
    private func value(of property: BoundProperty) -> Value? {
        let value = property.read()
        guard value.type == property.description.type else {
            report("\(property.description.name) at \(path) is “\(value.type)”, not “\(property.description.type)”")
            return nil
        }
        return value
    }
}

// MARK: - ObjectManager

extension StandardObject {
    static let objectManager = Interface<StandardObject>(
        .objectManager,
        [
            .method(
                "GetManagedObjects",
                out: [("objects", "a{oa{sa{sv}}}")],
                access: .anyone
            ) { object, call in
                call.reply([object.managedObjects()])
            },
            .signal("InterfacesAdded", [("object", "o"), ("interfaces", "a{sa{sv}}")]),
            .signal("InterfacesRemoved", [("object", "o"), ("interfaces", "as")]),
        ]
    )
}

extension StandardObject {
    private func managedObjects() -> Value {
        let objects = node.managedObjects?() ?? []
        return .dictionary(
            .objectPath,
            .dictionary(key: .string, value: .properties),
            objects.map { Value.Entry(.objectPath($0.path), interfacesAndProperties(of: $0)) }
        )
    }

    func interfacesAndProperties(of managed: ManagedObject) -> Value {
        let node = ObjectNode(interfaces: managed.interfaces, gate: Gate(managed.access))
        let object = StandardObject(node: node, path: managed.path, report: report)
        let visible = managed.interfaces.filter { $0.description.isOpen(to: managed.access) }
        return .dictionary(
            .string,
            .properties,
            visible.map {
                Value.Entry(.string($0.description.name.string), .properties(object.readableProperties(of: $0)))
            }
        )
    }
}

/// The signals of `org.freedesktop.DBus.ObjectManager`.
extension ManagedObject {
    /// The signal that an object has been added, with every property that its access may read.
    /// - Parameters:
    ///   - manager: the object whose `GetManagedObjects` lists it.
    ///   - report: logs a sentence about a property that cannot be read.
    /// - Throws: `MessageError` if D-Bus cannot carry a value.
    package func added(to manager: ObjectPath, report: @escaping @LoopActor (String) -> Void) throws -> Message {
        let node = ObjectNode(interfaces: interfaces, gate: Gate(access))
        let object = StandardObject(node: node, path: manager, report: report)
        return try .signal(
            path: manager,
            interface: .objectManager,
            member: "InterfacesAdded",
            arguments: [.objectPath(path), object.interfacesAndProperties(of: self)]
        )
    }

    /// The signal that an object has been removed.
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

/// The interfaces that objects have besides their own.
@LoopActor
extension InterfaceDescription {
    package static var peer: InterfaceDescription { StandardObject.peer.description }
    package static var introspectable: InterfaceDescription { StandardObject.introspectable.description }
    package static var properties: InterfaceDescription { StandardObject.properties.description }
    package static var objectManager: InterfaceDescription { StandardObject.objectManager.description }
}

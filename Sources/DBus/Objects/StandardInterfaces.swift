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

/// The machine ID, which systemd or D-Bus has stored in a file.
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
                call.reply { writer in
                    try writer.append(.variant) { writer in
                        try writer.beginVariant(description.type)
                        try object.read(property, to: &writer)
                    }
                }
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
                call.reply { writer in
                    try writer.append(.properties) { try object.writeProperties(of: interfaces, to: &$0) }
                }
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

    /// Writes an `a{sv}`: the properties of interfaces that the caller may read, in the order of their declaration.
    /// Omits a property whose value does not have the declared type.
    private func writeProperties(of interfaces: [any BoundInterface], to writer: inout ValueWriter) throws {
        try writer.writeProperties { writer in
            for interface in interfaces {
                for description in interface.description.properties where description.access <= node.gate.access {
                    guard let property = interface.property(description.name) else { continue }
                    let start = writer.count
                    writer.beginStructure()
                    try writer.write(description.name.string)
                    try writer.beginVariant(description.type)
                    do {
                        try read(property, to: &writer)
                    } catch is BusError {
                        writer.removeLast(to: start)
                    }
                }
            }
        }
    }

    /// Writes the value of a property. If the value does not have the declared type, logs that and throws a `BusError`.
    private func read(_ property: BoundProperty, to writer: inout ValueWriter) throws {
        do {
            try property.read(&writer)
        } catch MessageError.typeMismatch(_, let found) {
            let (name, type) = (property.description.name, property.description.type)
            report("\(name) at \(path) is “\(found)”, not “\(type)”")
            throw BusError(.failed, "\(name) of \(path) has no value of its type")
        }
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
                call.reply { try $0.append("a{oa{sa{sv}}}") { try object.writeManagedObjects(to: &$0) } }
            },
            .signal("InterfacesAdded", [("object", "o"), ("interfaces", "a{sa{sv}}")]),
            .signal("InterfacesRemoved", [("object", "o"), ("interfaces", "as")]),
        ]
    )
}

extension StandardObject {
    /// Writes an `a{oa{sa{sv}}}`: the objects that this one lists.
    private func writeManagedObjects(to writer: inout ValueWriter) throws {
        let objects = writer.openDictionary()
        for object in node.managedObjects?() ?? [] {
            writer.beginStructure()
            try writer.write(object.path.string)
            try StandardObject(managed: object, report: report).writeInterfaces(to: &writer)
        }
        writer.close(objects)
    }

    /// An object that another one lists.
    init(managed object: ManagedObject, report: @escaping @LoopActor (String) -> Void) {
        let node = ObjectNode(interfaces: object.interfaces, gate: Gate(object.access))
        self.init(node: node, path: object.path, report: report)
    }

    /// Writes an `a{sa{sv}}`: the object's own interfaces that the caller may see, and their properties.
    func writeInterfaces(to writer: inout ValueWriter) throws {
        let interfaces = writer.openDictionary()
        for interface in node.interfaces where interface.description.isOpen(to: node.gate.access) {
            writer.beginStructure()
            try writer.write(interface.name.string)
            try writeProperties(of: [interface], to: &writer)
        }
        writer.close(interfaces)
    }
}

/// The signals of `org.freedesktop.DBus.ObjectManager`.
extension ManagedObject {
    /// The signal that an object has been added, with every property that its access may read.
    /// - Parameters:
    ///   - manager: the object whose `GetManagedObjects` lists it.
    ///   - report: logs a sentence about a property that cannot be read.
    /// - Throws: `MessageError` if a value is not valid in D-Bus.
    package func added(to manager: ObjectPath, report: @escaping @LoopActor (String) -> Void) throws -> Message {
        let object = StandardObject(managed: self, report: report)
        return try .signal(path: manager, interface: .objectManager, member: "InterfacesAdded") { writer in
            try writer.append(path)
            try writer.append("a{sa{sv}}") { try object.writeInterfaces(to: &$0) }
        }
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

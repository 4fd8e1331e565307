public import DBus
public import EventLoop
import FormContract

/// A session that can be called without being followed, for commands that perform one action and exit.
@LoopActor
public struct SessionProxy: SessionCalls {
    let forms: Forms
    /// The path of the object.
    public let path: ObjectPath

    /// Calls a method, and waits for the reply.
    @discardableResult
    public func call(_ method: MemberName, _ arguments: Value...) async throws(BusError) -> [Value] {
        try await forms.call(path, Contract.session.name, method, arguments)
    }

    /// A field by its name.
    public func field(_ name: String) -> Field { Field(session: self, name: name) }

    /// A field that can be called without following its session.
    @LoopActor
    public struct Field: FieldCalls {
        let session: SessionProxy
        /// The field's name.
        public let name: String

        /// Calls a method, and waits for the reply.
        @discardableResult
        public func call(_ method: MemberName, _ arguments: Value...) async throws(BusError) -> [Value] {
            let path = Contract.path(ofField: name, in: session.path)
            return try await session.forms.call(path, Contract.field.name, method, arguments)
        }

        /// Reads a property from the daemon.
        public func get<Item>(_ key: KeyPath<FieldProperties, PropertyKey<Item>>) async throws(BusError) -> Item {
            try [await session.get(FieldProperties.all[keyPath: key].name, of: name)].answer()
        }
    }

    // MARK: Properties

    /// Reads a property of the session from the daemon.
    public func get<Item>(_ key: KeyPath<SessionProperties, PropertyKey<Item>>) async throws(BusError) -> Item {
        try [await get(SessionProperties.all[keyPath: key].name)].answer()
    }

    /// Reads a property of the session (`nil`) or of a field by its name from the daemon.
    public func get(_ property: String, of field: String? = nil) async throws(BusError) -> Value {
        let arguments: [Value] = [.string(interface(of: field)), .string(property)]
        return try await forms.call(path(of: field), .properties, "Get", arguments).answer()
    }

    /// Reads all properties of the session or of a field, in the contract's order.
    public func properties(of field: String? = nil) async throws(BusError) -> [PropertyChange] {
        let reply = try await forms.call(path(of: field), .properties, "GetAll", [.string(interface(of: field))])
        return reply.first?.propertyChanges ?? []
    }

    /// Sets a property of the session or, with a name, of a field.
    public func set(_ property: String, of field: String? = nil, to value: Value) async throws(BusError) {
        let arguments: [Value] = [.string(interface(of: field)), .string(property), .variant(value)]
        try await forms.call(path(of: field), .properties, "Set", arguments)
    }

    /// The session's present state.
    public func state() async throws(BusError) -> SessionMirror {
        try await forms.reply(path, Contract.session.name, "GetSnapshot", [.uint64(0)], take: FormSession.state).get()
    }

    private func path(of field: String?) -> ObjectPath {
        field.map { Contract.path(ofField: $0, in: path) } ?? path
    }

    private func interface(of field: String?) -> String {
        (field == nil ? Contract.session : Contract.field).name.string
    }
}

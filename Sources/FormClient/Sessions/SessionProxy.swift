package import DBus
package import EventLoop
import FormContract

/// A session that can be called without being followed, for commands that perform one action and exit.
@LoopActor
package struct SessionProxy: SessionCalls {
    let forms: Forms
    package let path: ObjectPath

    @discardableResult
    package func call(_ method: MemberName, _ arguments: Value...) async throws(BusError) -> [Value] {
        try await forms.call(path, Contract.session.name, method, arguments)
    }

    package func field(_ name: String) -> Field { Field(session: self, name: name) }

    /// A field that can be called without following its session.
    @LoopActor
    package struct Field: FieldCalls {
        let session: SessionProxy
        package let name: String

        @discardableResult
        package func call(_ method: MemberName, _ arguments: Value...) async throws(BusError) -> [Value] {
            let path = Contract.path(ofField: name, in: session.path)
            return try await session.forms.call(path, Contract.field.name, method, arguments)
        }
    }

    // MARK: Properties

    /// Reads a property of the session (`nil`) or of a field from the daemon.
    package func get(_ property: String, of field: String? = nil) async throws(BusError) -> Value {
        let arguments: [Value] = [.string(interface(of: field)), .string(property)]
        return try await forms.call(path(of: field), .properties, "Get", arguments).answer()
    }

    /// Reads all properties of the session or of a field, in the contract's order.
    package func properties(of field: String? = nil) async throws(BusError) -> [PropertyChange] {
        let reply = try await forms.call(path(of: field), .properties, "GetAll", [.string(interface(of: field))])
        return reply.first?.propertyChanges ?? []
    }

    package func set(_ property: String, of field: String? = nil, to value: Value) async throws(BusError) {
        let arguments: [Value] = [.string(interface(of: field)), .string(property), .variant(value)]
        try await forms.call(path(of: field), .properties, "Set", arguments)
    }

    /// The revision, and all properties of each object that has changed since `revision`.
    package func snapshot(since revision: UInt64 = 0) async throws(BusError) -> Snapshot {
        try Snapshot(await forms.reply(path, Contract.session.name, "GetSnapshot", [.uint64(revision)]))
    }

    private func path(of field: String?) -> ObjectPath {
        field.map { Contract.path(ofField: $0, in: path) } ?? path
    }

    private func interface(of field: String?) -> String {
        (field == nil ? Contract.session : Contract.field).name.string
    }
}

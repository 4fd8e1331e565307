import DBus
import EventLoop
import FormContract

/// An open session as one client uses it.
@LoopActor
struct SessionObject {
    let client: Client
    let path: ObjectPath

    @discardableResult
    func call(_ member: MemberName, _ arguments: [Value] = []) async throws -> [Value] {
        try await client.call(path, Contract.session.name, member, arguments)
    }

    func refusal(_ member: MemberName, _ arguments: [Value] = []) async throws -> BusError? {
        try await client.refusal(path, Contract.session.name, member, arguments)
    }

    func get(_ property: String) async throws -> Value {
        try await client.get(property, of: path, Contract.session.name)
    }

    func set(_ property: String, _ value: Value) async throws {
        try await client.set(property, of: path, Contract.session.name, value)
    }

    func field(_ name: String) -> FieldObject {
        FieldObject(client: client, path: ObjectPath(unchecked: "\(path)/field/\(name)"))
    }

    func revision() async throws -> UInt64 {
        guard let revision = try await get("Revision").uint64 else { throw UnexpectedReply(arguments: []) }
        return revision
    }

    /// Everything that can be known of the session.
    func snapshot(since revision: UInt64 = 0) async throws -> [Value] {
        try await call("GetSnapshot", [.uint64(revision)])
    }

    /// The same session as another program sees it.
    func seen(by other: Client) -> SessionObject {
        SessionObject(client: other, path: path)
    }

    /// `Apply` with operations written as name and arguments.
    func apply(
        _ operations: [(String, [(String, Value)])],
        options: [(String, Value)] = []
    ) async throws -> [Value] {
        let list = operations.map { Value.structure([.string($0.0), .properties($0.1)]) }
        return try await call(
            "Apply",
            [.array(.structure([.string, .properties]), list), .properties(options)]
        )
    }
}

/// A field of an open session as one client uses it.
@LoopActor
struct FieldObject {
    let client: Client
    let path: ObjectPath

    @discardableResult
    func call(_ member: MemberName, _ arguments: [Value] = []) async throws -> [Value] {
        try await client.call(path, Contract.field.name, member, arguments)
    }

    func refusal(_ member: MemberName, _ arguments: [Value] = []) async throws -> BusError? {
        try await client.refusal(path, Contract.field.name, member, arguments)
    }

    /// Types as a user does, at the caret: the text there is then.
    @discardableResult
    func type(_ text: String) async throws -> String {
        try await call("InsertText", [.string(text)]).string()
    }

    /// Types one key after the other without waiting for answers in between.
    ///
    /// - Returns: how many were answered as typed.
    func type(each keys: [String]) async -> Int {
        var (taken, answered) = (0, 0)
        await withCheckedContinuation { continuation in
            for key in keys {
                client.send(path, Contract.field.name, "InsertText", [.string(key)]) { isTaken in
                    answered += 1
                    if isTaken { taken += 1 }
                    if answered == keys.count { continuation.resume() }
                }
            }
        }
        return taken
    }

    func get(_ property: String) async throws -> Value {
        try await client.get(property, of: path, Contract.field.name)
    }

    func text() async throws -> String {
        try await get("Text").string ?? ""
    }

    func set(_ property: String, _ value: Value) async throws {
        try await client.set(property, of: path, Contract.field.name, value)
    }
}

extension Client {
    func get(_ property: String, of path: ObjectPath, _ interface: InterfaceName) async throws -> Value {
        let reply = try await call(path, .properties, "Get", [.string(interface.string), .string(property)])
        guard let value = reply.first?.variant else { throw UnexpectedReply(arguments: reply) }
        return value
    }

    func set(_ property: String, of path: ObjectPath, _ interface: InterfaceName, _ value: Value) async throws {
        try await call(path, .properties, "Set", [.string(interface.string), .string(property), .variant(value)])
    }
}

/// Makes a call that must fail, and gives its error.
@LoopActor
func failure(of call: () async throws -> Void) async throws -> BusError? {
    do {
        try await call()
        return nil
    } catch let error as BusError {
        return error
    }
}

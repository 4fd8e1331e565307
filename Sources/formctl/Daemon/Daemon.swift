import DBus
import FormContract
import EventLoop

/// A connection to the daemon. Every error here is a `CommandFailure`.
@LoopActor
final class Daemon {
    let connection: Connection
    /// nil for a command that may be interrupted anywhere.
    let interrupts: Interrupts?
    private let place: BusAddress

    init(at place: BusAddress, interrupts: Interrupts?) async throws(CommandFailure) {
        self.interrupts = interrupts
        self.place = place
        do {
            connection = try await Connection.openBus(place)
        } catch {
            throw CommandFailure(connecting: error, to: place)
        }
    }

    /// - Returns: the reply's arguments.
    @discardableResult
    func call(
        _ path: ObjectPath,
        _ interface: InterfaceName,
        _ member: MemberName,
        _ arguments: [Value] = []
    ) async throws(CommandFailure) -> [Value] {
        try await told { connection in
            let call = try Message.call(
                destination: Contract.busName,
                path: path,
                interface: interface,
                member: member,
                arguments: arguments
            )
            return try await connection.call(call, timeout: .seconds(30)).arguments()
        }
    }

    func addMatch(_ rule: String) async throws(CommandFailure) {
        try await told { try await $0.addMatch(rule) }
    }

    /// The unique name of the connection that owns the daemon's name now.
    func owner() async throws(CommandFailure) -> BusName {
        try await told { try await $0.owner(of: Contract.busName) }
    }

    /// Turns every error into a `CommandFailure`.
    private func told<Result: Sendable>(
        _ body: @LoopActor (Connection) async throws -> Result
    ) async throws(CommandFailure) -> Result {
        do {
            return try await body(connection)
        } catch let error as BusError {
            throw CommandFailure(error, at: place)
        } catch {
            // The user typed something that D-Bus cannot carry, such as a string with NUL.
            throw CommandFailure(.usage, "\(error)")
        }
    }

    @discardableResult
    func manager(_ member: MemberName, _ arguments: [Value] = []) async throws(CommandFailure) -> [Value] {
        try await call(Contract.root, Contract.manager.name, member, arguments)
    }

    @discardableResult
    func session(
        _ session: SessionArgument,
        _ member: MemberName,
        _ arguments: [Value] = []
    ) async throws(CommandFailure) -> [Value] {
        try await call(session.path, Contract.session.name, member, arguments)
    }

    @discardableResult
    func field(
        _ field: FieldArgument,
        of session: SessionArgument,
        _ member: MemberName,
        _ arguments: [Value] = []
    ) async throws(CommandFailure) -> [Value] {
        try await call(session.object(field.required()), Contract.field.name, member, arguments)
    }
}

// MARK: - Properties

extension Daemon {
    func property(_ name: String, _ interface: InterfaceName, of path: ObjectPath) async throws(CommandFailure) -> Value
    {
        let reply = try await call(path, .properties, "Get", [.string(interface.string), .string(name)])
        guard let value = reply.first?.variant else { throw CommandFailure(.refused, "the reply of Get has no value") }
        return value
    }

    /// All properties of an interface, in the daemon's order.
    func properties(_ interface: InterfaceName, of path: ObjectPath) async throws(CommandFailure) -> [(String, Value)] {
        try await call(path, .properties, "GetAll", [.string(interface.string)]).first?.orderedProperties ?? []
    }

    /// The fields that show an error, with its message, in the form's order. Reading them changes nothing.
    func shownErrors(of session: SessionArgument) async throws(CommandFailure) -> [FieldMessage] {
        let fields = try await call(session.path, .objectManager, "GetManagedObjects").first?.entries ?? []
        var messages: [FieldMessage] = []
        for field in fields {
            guard let properties = field.value.entries?.first(where: { $0.key.string == Contract.field.name.string }),
                let message = properties.value.properties?["Error"]?.string, !message.isEmpty,
                let name = field.key.objectPath?.elements.last
            else { continue }
            messages.append(FieldMessage(field: String(name), message: message))
        }
        return messages
    }
}

extension Value {
    /// The entries of `a{sv}` without their variants, in order.
    var orderedProperties: [(String, Value)]? {
        entries?.compactMap { entry in
            guard let name = entry.key.string, let value = entry.value.variant else { return nil }
            return (name, value)
        }
    }
}

/// A field and what is wrong with it.
struct FieldMessage {
    let field: String
    let message: String

    init(field: String, message: String) {
        self.field = field
        self.message = message
    }

    /// Reads an `(ss)` of the contract.
    init?(_ value: Value) {
        guard let members = value.members, members.count == 2, let field = members[0].string,
            let message = members[1].string
        else { return nil }
        self.init(field: field, message: message)
    }

    var line: String { "\(field.escapingControls): \(message.escapingControls)" }
    var json: JSON { .object(["field": .string(field), "message": .string(message)]) }
}

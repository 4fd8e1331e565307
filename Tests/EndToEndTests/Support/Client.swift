import DBus
import EventLoop
import FormContract
import FormdTesting

/// A program that uses the daemon: makes calls, and keeps every signal that it gets, in order.
///
/// When a call returns, `signals` has what came before its reply, and nothing that came after.
@LoopActor
final class Client {
    struct Signal: Sendable, Hashable {
        let path: String
        let interface: String
        let name: String
        let arguments: [Value]
    }

    let connection: Connection
    private(set) var signals: [Signal] = []
    private(set) var isDisconnected = false
    /// Lives on as long as somebody uses it.
    private let service: Service?

    init(_ connection: Connection, of service: Service? = nil) {
        self.connection = connection
        self.service = service
        connection.onMessage = { [weak self] message in
            self?.receive(message)
            return message.kind == .signal
        }
        connection.onDisconnect = { [weak self] in self?.isDisconnected = true }
    }

    isolated deinit {
        connection.closeNow()
    }

    private func receive(_ message: Message) {
        guard message.kind == .signal, let path = message.path, let interface = message.interface,
            let name = message.member, interface != .bus
        else { return }
        let arguments = (try? message.arguments()) ?? []
        signals.append(
            Signal(path: path.string, interface: interface.string, name: name.string, arguments: arguments)
        )
    }

    /// What came until now; the next time only what came since.
    func takeSignals() -> [Signal] {
        defer { signals = [] }
        return signals
    }

    /// Hears of everything under a path: whatever was sent before this returns is not heard.
    func listen(under path: String = Contract.root.string) async throws {
        try await connection.addMatch("type='signal',path_namespace='\(path)'")
    }

    /// - Throws: `BusError` when the reply is an error.
    @discardableResult
    func call(
        _ path: ObjectPath,
        _ interface: InterfaceName,
        _ member: MemberName,
        _ arguments: [Value] = [],
        timeout: Duration = .seconds(60)
    ) async throws -> [Value] {
        let message = try Message.call(
            destination: Contract.busName,
            path: path,
            interface: interface,
            member: member,
            arguments: arguments
        )
        return try await connection.call(message, timeout: timeout).arguments()
    }

    /// Calls without waiting. The completion is told whether the reply is no error, once, and in the order of the
    /// calls.
    func send(
        _ path: ObjectPath,
        _ interface: InterfaceName,
        _ member: MemberName,
        _ arguments: [Value],
        completion: @escaping @LoopActor (Bool) -> Void
    ) {
        let message = try? Message.call(
            destination: Contract.busName,
            path: path,
            interface: interface,
            member: member,
            arguments: arguments
        )
        guard let message else { return completion(false) }
        connection.call(message, timeout: nil) { result in completion((try? result.get()) != nil) }
    }

    /// The error that a call is answered with; nil when it is carried out.
    func refusal(
        _ path: ObjectPath,
        _ interface: InterfaceName,
        _ member: MemberName,
        _ arguments: [Value] = []
    ) async throws -> BusError? {
        do {
            try await call(path, interface, member, arguments)
            return nil
        } catch let error as BusError {
            return error
        }
    }

    @discardableResult
    func manager(_ member: MemberName, _ arguments: [Value] = []) async throws -> [Value] {
        try await call(Contract.root, Contract.manager.name, member, arguments)
    }

    func openSession(_ form: String, _ options: [(String, Value)] = []) async throws -> SessionObject {
        let reply = try await manager("OpenSession", [.string(form), .properties(options)])
        return SessionObject(client: self, path: try reply.objectPath())
    }

    /// Waits until a signal of that name has come.
    func waits(for name: String) async throws -> Bool {
        try await eventually { self.signals.contains { $0.name == name } }
    }

    func disconnect() async {
        await connection.close()
    }
}

/// A reply that has not the arguments that it should have.
struct UnexpectedReply: Error {
    let arguments: [Value]
}

extension [Value] {
    func objectPath() throws -> ObjectPath {
        guard let path = first?.objectPath else { throw UnexpectedReply(arguments: self) }
        return path
    }

    func string(_ index: Int = 0) throws -> String {
        guard indices.contains(index), let string = self[index].string else { throw UnexpectedReply(arguments: self) }
        return string
    }

    func texts(_ index: Int = 0) throws -> [String: String] {
        guard indices.contains(index), let entries = self[index].entries else {
            throw UnexpectedReply(arguments: self)
        }
        return Dictionary(entries.map { ($0.key.string ?? "", $0.value.string ?? "") }) { $1 }
    }
}

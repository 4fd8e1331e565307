import DBus
import EventLoop
import FormContract
import FormdTesting
import Testing

/// A program that means no good, and what must hold after each of its calls.
@LoopActor
final class HostileProgram {
    typealias Method = (interface: InterfaceName, declaration: InterfaceDescription.Method)
    typealias Property = (interface: InterfaceName, declaration: InterfaceDescription.Property)

    nonisolated static let methods: [Method] = Contract.interfaces.flatMap { interface in
        interface.methods.map { (interface.name, $0) }
    }
    nonisolated static let properties: [Property] = Contract.interfaces.flatMap { interface in
        interface.properties.map { (interface.name, $0) }
    }

    private let service: Service
    private let transport: Transport
    private var client: Client
    private var session: SessionObject
    /// The session as it was after the last call.
    private var known: [Value]
    private(set) var refusals = 0
    private(set) var acceptances = 0

    init(_ service: Service, _ transport: Transport) async throws {
        self.service = service
        self.transport = transport
        client = try await service.connect(transport)
        session = try await client.openSession("sample", [("audience", .string("members"))])
        known = try await session.snapshot()
    }

    /// Makes a call. Whatever the daemon makes of it, it must live on; where it refuses, it must say so in the
    /// contract's words, and the session must be as it was.
    func call(_ method: Method, _ arguments: [Value], mustFail: Bool = false) async throws {
        let (interface, name) = (method.interface, method.declaration.name)
        try await attempt("\(interface).\(name)", arguments, mustFail: mustFail) { [self] in
            try await client.call(path(of: interface), interface, name, arguments)
        }
    }

    func write(_ property: Property, _ value: Value, mustFail: Bool = false) async throws {
        let (interface, name) = (property.interface, property.declaration.name)
        try await attempt("Set \(interface).\(name)", [value], mustFail: mustFail) { [self] in
            try await client.set(name.string, of: path(of: interface), interface, value)
        }
    }

    private func path(of interface: InterfaceName) -> ObjectPath {
        switch interface {
        case Contract.field.name: session.field("name").path
        case Contract.session.name: session.path
        default: Contract.root
        }
    }

    /// Whether an error of this name may come back from a call.
    private func isKnown(_ error: ErrorName) -> Bool {
        Contract.Failure.allCases.contains { $0.name == error }
            || error.string.hasPrefix("org.freedesktop.DBus.Error.")
    }

    private func attempt(
        _ name: String,
        _ arguments: [Value],
        mustFail: Bool,
        _ perform: () async throws -> some Sendable
    ) async throws {
        let before = known
        do {
            let reply = try await perform()
            acceptances += 1
            if mustFail { Issue.record("\(name) accepted \(shown(arguments))") }
            if let path = (reply as? [Value])?.first?.objectPath, name.contains("Manager.Open") {
                try await SessionObject(client: client, path: path).call("Close")
            }
            try await recover()
        } catch let error as BusError {
            refusals += 1
            let said = "\(name) \(shown(arguments)): \(error.name): \(error.message.prefix(300))"
            #expect(isKnown(error.name), "\(said)")
            #expect(!error.message.isEmpty, "\(said)")
            #expect(error.message.utf8.count < 8_192, "\(said)")
            #expect(error.name != .noReply && error.name != .disconnected, "\(said)")
            #expect(error.name != .failed, "a general failure says nothing: \(said)")
            if client.isDisconnected || !client.connection.isOpen {
                Issue.record("the connection was closed: \(said)")
                client = try await service.connect(transport)
                session = session.seen(by: client)
            }
            // A submission that is not valid shows why: that is its effect.
            let after = try await session.snapshot()
            known = after
            if error.name != .form(.notValid), after != before {
                Issue.record("it left something: \(said)\n\(differing(before, after))")
            }
        }
        try await client.call(Contract.root, .peer, "Ping")
    }

    /// What was accepted may have closed the session, or filled it: the next call gets a fresh one.
    private func recover() async throws {
        _ = try await session.refusal("Close")
        session = try await client.openSession("sample", [("audience", .string("members"))])
        known = try await session.snapshot()
    }

    private func differing(_ before: [Value], _ after: [Value]) -> String {
        let old = before.last?.elements ?? []
        let new = after.last?.elements ?? []
        return zip(old, new).filter { $0 != $1 }
            .flatMap { pair -> [String] in
                let (left, right) = (pair.0.members?[1].properties ?? [:], pair.1.members?[1].properties ?? [:])
                return left.filter { right[$0.key] != $0.value }.map {
                    "\($0.key): \($0.value) became \(right[$0.key].map { "\($0)" } ?? "nothing")"
                }
            }
            .joined(separator: "\n")
            + " revisions \(before.first.map { "\($0)" } ?? ""), \(after.first.map { "\($0)" } ?? "")"
    }

    private func shown(_ arguments: [Value]) -> String {
        arguments.map { String("\($0)".prefix(120)) }.joined(separator: ", ")
    }
}

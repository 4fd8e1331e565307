import DBus
import EventLoop
import FormdTesting
import Glibc

/// How the toy is reached.
enum Transport: String, CaseIterable, Sendable {
    case bus
    case privateSocket
}

/// The toy tree, served on a dbus-daemon of its own or on a private socket.
@LoopActor
final class ServedLamps {
    nonisolated static let name: BusName = "org.example.Lamps1"
    nonisolated static let kitchen: ObjectPath = "/org/example/Lamps1/kitchen"

    let tree = ToyTree()
    private(set) lazy var dispatcher = ObjectDispatcher(tree)
    let address: String
    private(set) var peerBus: PeerBus?
    private(set) var server: Server?
    private(set) var reports: [String] = []
    private(set) var gone: [Caller] = []
    private var busConnection: Connection?

    private init(address: String) {
        self.address = address
    }

    /// Serves the toy while `body` runs.
    static func run(
        on transport: Transport = .privateSocket,
        limits: PeerBus.Limits = PeerBus.Limits(),
        callers: BusService.Identity = .fixed(uid: geteuid()),
        _ body: @LoopActor (ServedLamps) async throws -> Void
    ) async throws {
        switch transport {
        case .privateSocket:
            let folder = try TemporaryFolder()
            try await serveSocket(in: folder, limits, body)
        case .bus:
            let bus = try PrivateBus()
            try await serveBus(at: bus.address, callers, body)
            bus.stop()
        }
    }

    private static func serveSocket(
        in folder: TemporaryFolder,
        _ limits: PeerBus.Limits,
        _ body: @LoopActor (ServedLamps) async throws -> Void
    ) async throws {
        let server = try Server(path: folder.path + "/private/bus")
        // All tests share one loop, which others may keep busy.
        server.authenticationTimeout = .seconds(60)
        let lamps = ServedLamps(address: server.address)
        let peerBus = PeerBus(server, serving: lamps.dispatcher, as: name, limits: limits) { [weak lamps] in
            lamps?.reports.append($0)
        }
        peerBus.onPeerGone = { [weak lamps] in lamps?.gone.append($0) }
        lamps.peerBus = peerBus
        lamps.server = server
        defer { peerBus.close() }
        try await body(lamps)
    }

    private static func serveBus(
        at address: String,
        _ callers: BusService.Identity,
        _ body: @LoopActor (ServedLamps) async throws -> Void
    ) async throws {
        let lamps = ServedLamps(address: address)
        let connection = try await Connection.openBus(.at(address))
        let service = BusService(connection, serving: lamps.dispatcher, callers: callers) { [weak lamps] in
            lamps?.reports.append($0)
        }
        connection.onMessage = { message in
            service.receive(message)
            return true
        }
        lamps.busConnection = connection
        _ = try await connection.requestName(name)
        defer { connection.closeNow() }
        try await body(lamps)
    }

    /// A connection of a client: it said hello.
    func connect() async throws -> Connection {
        try await Connection.openBus(.at(address))
    }

    /// A message to the kitchen's lamp.
    func call(_ member: MemberName, _ arguments: [Value] = [], expectsReply: Bool = true) throws -> Message {
        try .call(
            destination: Self.name,
            path: Self.kitchen,
            interface: "org.example.Lamp1",
            member: member,
            expectsReply: expectsReply,
            arguments: arguments
        )
    }

    /// Tells everybody who may and wants to know that the kitchen's lamp burnt out.
    func burnOut(hours: UInt64 = 7, audience: (Caller) -> PeerBus.Audience = { _ in .visible }) throws {
        let signal = try Lamp.interface.signal("BurntOut", at: Self.kitchen, [.uint64(hours), .string("age")])
        if let peerBus { peerBus.deliver(signal, to: audience) } else { busConnection?.send(signal) }
    }

    /// What a tool printed, and its status, when it spoke to the toy.
    func busctl(_ arguments: String...) async throws -> Tool.Result {
        try await Tool.run("busctl", ["--address=\(address)"] + arguments)
    }
}

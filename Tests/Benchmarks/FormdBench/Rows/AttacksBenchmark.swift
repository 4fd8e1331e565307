import ArgumentParser
import CBusBench
import Glibc

/// A quiet user's keys at the private socket of a machine's daemon while another user does what could slow them.
struct AttacksBenchmark: Benchmark {
    let name = "attacks"
    private static let nobody: uid_t = 65_534
    private static let setpriv = "/usr/bin/setpriv"

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        guard geteuid() == 0, unsafe access(Self.setpriv, X_OK) == 0 else {
            throw BenchmarkSkipped(description: "to be two users takes root, and setpriv")
        }
        var table = Table("A quiet user's key", columns: ["", "p50", "p99", "p50 alone", "p99 alone"])
        var measurements: [Measurement] = []
        for attack in Attack.allCases {
            let (alone, beside) = try measure(attack, settings)
            table.append(
                [attack.text]
                    + [beside, alone].flatMap { times in
                        [0.5, 0.99].map { (Self.median(times, $0) / 1000).fixed(1) + " µs" }
                    }
            )
            measurements += [0.5, 0.99].map { fraction in
                Measurement(
                    "a quiet user's key beside \(attack.text), \(fraction == 0.5 ? "p50" : "p99")",
                    Self.median(beside, fraction) / Self.median(alone, fraction),
                    .factor,
                    limit: fraction == 0.99 ? 2 : nil
                )
            }
        }
        print(table.printed())
        return measurements
    }

    /// The times of keys without and with the attack, sorted, by round.
    private func measure(
        _ attack: Attack,
        _ settings: BenchmarkSettings
    ) throws -> (alone: [[Double]], beside: [[Double]]) {
        let bus = try PrivateBus(.system)
        let formd = try Service.formdOfMachine(
            settings,
            keepsSessions: attack == .stalledDisk,
            servesSocket: true,
            diskStalls: attack == .stalledDisk
        ).start(on: bus).process
        defer { formd.stop() }
        let address = attack.isOnBus ? bus.address : "unix:path=" + Service.socketPath(beside: bus)
        let client = try BusClient(address: address)
        let field = try PhoneField(openedBy: client, isStored: false)
        _ = try client.latencies(of: field.load, calls: settings.callsPerRound)
        var alone: [[Double]] = []
        var beside: [[Double]] = []
        for _ in 0..<settings.rounds {
            alone.append(try client.latencies(of: field.load, calls: settings.callsPerRound))
            let attacker = try ChildProcess(
                Self.setpriv,
                [
                    "--reuid", "\(Self.nobody)", "--clear-groups", settings.buildFolder + "/formd-bench",
                    "--attack", attack.rawValue, "--address", address,
                ],
                folder: bus.folder
            )
            defer { attacker.stop() }
            usleep(300_000)
            beside.append(try client.latencies(of: field.load, calls: settings.callsPerRound))
            guard attacker.isRunning else {
                throw BenchmarkFailure(description: "\(attack.text) ended; \(attacker.lastWords)")
            }
        }
        return (alone, beside)
    }

    private static func median(_ rounds: [[Double]], _ fraction: Double) -> Double {
        rounds.map { $0.percentile(fraction) }.median
    }
}

/// What a user does without end, at any cost to others.
enum Attack: String, CaseIterable, ExpressibleByArgument {
    case shortCallsOnBus, shortCalls, connections, longCalls, bigMessages, sessions, unread, halfSent, stalledDisk

    var text: String {
        switch self {
        case .shortCallsOnBus: "short calls on the system bus"
        case .shortCalls: "short calls"
        case .connections: "short calls of 60 connections"
        case .longCalls: "calls that take as long as they may"
        case .bigMessages: "messages of 8 MB"
        case .sessions: "sessions that are opened and closed"
        case .unread: "signals that 20 followers do not read"
        case .halfSent: "60 messages of which a half is sent"
        case .stalledDisk: "stored sessions on a disk that stalls for a half of each second"
        }
    }

    var isOnBus: Bool { self == .shortCallsOnBus }

    /// Attacks until the process is ended. Refused calls are part of it.
    func run(at address: String) throws {
        let client = try BusClient(address: address)
        switch self {
        case .shortCallsOnBus, .shortCalls:
            let field = try PhoneField(openedBy: client)
            while true { _ = try? client.throughput(of: field.load, calls: 10_000) }
        case .connections, .stalledDisk:
            let field = try PhoneField(openedBy: client)
            let clients = (0..<60).compactMap { _ in try? BusClient(address: address) }
            while true { for client in clients { _ = try? client.throughput(of: field.load, calls: 64) } }
        case .longCalls:
            let rules = (0..<12).map { #"{"type": "regex", "pattern": "[a-z]{1,50}[a-z]{1,50}\#($0)"}"# }
            let fields = (0..<1_000).map { #"{"id": "f\#($0)", "validators": [\#(rules.joined(separator: ","))]}"# }
            let definition = #"{"fields": [\#(fields.joined(separator: ","))]}"#
            while true { _ = try? client.call(.checkDefinition, definition) }
        case .bigMessages:
            let text = String(repeating: "x", count: 8_000_000)
            while true { _ = try? client.call(.checkDefinition, text) }
        case .sessions:
            while true {
                guard let session = try? client.call(.openDefinition, PhoneField.definition) else { continue }
                _ = try? client.call(.close(session))
            }
        case .unread:
            let field = try PhoneField(openedBy: client)
            // Nobody reads from these any more.
            let followers = try (0..<20).map { _ in try BusClient(address: address) }
            for follower in followers { try follower.call(.follow(field.session)) }
            while true { _ = try? client.throughput(of: field.load, calls: 10_000) }
        case .halfSent:
            while true {
                let sockets = (0..<60).compactMap { _ in
                    try? HalfMessage(to: String(address.dropFirst("unix:path=".count)))
                }
                sleep(1)
                _ = sockets.count
            }
        }
    }
}

/// A connection that has sent the beginning of a message of 100 MB, and sends no more.
private final class HalfMessage {
    private let socket: Int32

    init(to path: String) throws {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8.prefix(107)) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let connected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(socket, $0, length) }
        }
        guard connected == 0 else { throw BenchmarkFailure(description: "cannot connect to \(path)") }
        let user = String(geteuid()).utf8.map { String($0, radix: 16) }.joined()
        var bytes = Array("\0AUTH EXTERNAL \(user)\r\nBEGIN\r\n".utf8)
        // A call with a body of 100 MB in little-endian order, whose header does not end.
        bytes += [0x6C, 1, 0, 1, 0, 0xE1, 0xF5, 0x05, 1, 0, 0, 0, 0x40, 0, 0, 0, 1, 1]
        _ = unsafe write(socket, bytes, bytes.count)
    }

    deinit {
        Glibc.close(socket)
    }
}

extension BusMethod {
    static let checkDefinition = BusMethod(
        destination: PhoneField.serviceName,
        path: "/org/formd/Forms1",
        interface: "org.formd.Forms1.Manager",
        member: "CheckDefinition",
        signature: "s"
    )

    fileprivate static func close(_ session: String) -> BusMethod {
        BusMethod(
            destination: PhoneField.serviceName,
            path: session,
            interface: "org.formd.Forms1.Session",
            member: "Close",
            signature: ""
        )
    }
}

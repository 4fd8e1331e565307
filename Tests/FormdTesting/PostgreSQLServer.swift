import Foundation
import Synchronization

/// A real PostgreSQL of a test's own on 127.0.0.1, with its data in a temporary folder. It ends with the object.
package final class PostgreSQLServer: Sendable {
    package let port: Int
    private let folder: TemporaryFolder
    private let options: [String]
    private let process = Mutex<RunningTool?>(nil)

    /// The user who may do everything.
    package static let user = "formd"
    package static let database = "postgres"

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Makes the server; returns when it can be used.
    ///
    /// - Parameters:
    ///   - access: the contents of `pg_hba.conf`.
    ///   - settings: the server's own, by their names.
    ///   - files: copied to the folder of the data under these names, so that only the server can read them.
    ///   - isSynchronous: whether what is committed is on the disk; without it, tests are faster.
    package init(
        access: String = "host all all 127.0.0.1/32 trust",
        settings: [String: String] = [:],
        files: [String: String] = [:],
        isSynchronous: Bool = false
    ) async throws {
        folder = try TemporaryFolder()
        try folder.letOthersIn()
        port = try Self.freePort()
        let data = folder.path + "/data"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
        try Self.giveAway(data)
        let made = try await Self.run(
            "initdb",
            [
                "-D", data, "-U", Self.user, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--wal-segsize=1",
                "--no-instructions",
            ]
        )
        guard made.status == 0 else { throw Failure(description: "initdb: \(made.errors)") }
        try (access + "\n").write(toFile: data + "/pg_hba.conf", atomically: false, encoding: .utf8)
        for (name, source) in files {
            try FileManager.default.copyItem(atPath: source, toPath: "\(data)/\(name)")
            chmod("\(data)/\(name)", 0o600)
            try Self.giveAway("\(data)/\(name)")
        }
        let all = [
            "listen_addresses": "127.0.0.1", "port": "\(port)", "unix_socket_directories": "",
            "fsync": isSynchronous ? "on" : "off", "shared_buffers": "16MB", "max_connections": "30",
            "min_wal_size": "8MB", "max_wal_size": "512MB", "log_min_messages": "log",
        ].merging(settings) { $1 }
        options = ["-D", data] + all.sorted { $0.key < $1.key }.flatMap { ["-c", "\($0.key)=\($0.value)"] }
        try await start()
    }

    deinit {
        // So that it removes its shared memory. What it has not written is not needed.
        guard let process = process.withLock({ $0 }) else { return }
        process.send(SIGQUIT)
        let end = ContinuousClock.now + .seconds(5)
        while !process.hasEnded, ContinuousClock.now < end { usleep(5_000) }
    }

    /// Starts the server that was stopped; returns when it can be used.
    package func start() async throws {
        let (program, arguments) = Self.command("postgres", options)
        let started = try RunningTool(program, arguments)
        process.withLock { $0 = started }
        try await started.waits(for: "ready to accept connections", within: .seconds(60))
    }

    /// Stops the server: with `SIGINT` it ends transactions and connections, with `SIGQUIT` everything as it is.
    package func stop(_ signal: Int32 = SIGINT) async throws {
        guard let running = process.withLock({ $0 }) else { return }
        running.send(signal)
        _ = try await running.result(within: .seconds(60))
        process.withLock { $0 = nil }
    }

    /// The address for `DatabaseAddress`.
    package func address(
        user: String = user,
        host: String = "127.0.0.1",
        _ parameters: String = "sslmode=disable"
    ) -> String {
        "postgresql://\(user)@\(host):\(port)/\(Self.database)?\(parameters)"
    }

    /// Performs SQL and returns the rows, each on a line, with `|` between the columns.
    @discardableResult
    package func query(_ sql: String) async throws -> String {
        let result = try await Self.run(
            "psql",
            [
                "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", "\(port)", "-U", Self.user,
                "-d", Self.database, "-c", sql,
            ]
        )
        guard result.status == 0 else { throw Failure(description: result.errors) }
        return result.output.trimmingCharacters(in: .newlines)
    }

    // MARK: Programs

    private static func run(_ name: String, _ arguments: [String]) async throws -> Tool.Result {
        let (program, arguments) = command(name, arguments)
        return try await Tool.run(program, arguments, limit: .seconds(120))
    }

    /// A program of the newest PostgreSQL. The server refuses to run as root.
    private static func command(_ name: String, _ arguments: [String]) -> (String, [String]) {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let newest = versions.compactMap { Int($0) }.max() ?? 0
        let program = "/usr/lib/postgresql/\(newest)/bin/\(name)"
        guard geteuid() == 0 else { return (program, arguments) }
        return ("setpriv", ["--reuid=postgres", "--regid=postgres", "--clear-groups", program] + arguments)
    }

    private static func giveAway(_ path: String) throws {
        guard geteuid() == 0 else { return }
        guard let user = getpwnam("postgres"), chown(path, user.pointee.pw_uid, user.pointee.pw_gid) == 0 else {
            throw Failure(description: "\(path) cannot be given to the user postgres")
        }
    }

    private static func freePort() throws -> Int {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 ? getsockname(socket, $0, &length) : -1
            }
        }
        guard result == 0 else { throw Failure(description: "no port is free") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}

/// A program that listens as PostgreSQL does, and is none.
package final class FakeDatabase: Sendable {
    package enum Conduct: String, Sendable, CaseIterable {
        /// It answers nothing.
        case hangs
        /// It answers with another protocol.
        case babbles
        /// It lets formd in and answers the first request with garbage.
        case lies
        /// It lets formd in and answers requests with rows without end.
        case floods
        /// It lets formd in and ends the connection at the first request.
        case leaves
    }

    private let process: RunningTool
    package let port: Int

    package init(_ conduct: Conduct) async throws {
        process = try RunningTool("/usr/bin/python3", ["-c", Self.program, conduct.rawValue])
        try await process.waits(for: ";")
        port = Int(process.output.prefix { $0.isNumber }) ?? 0
    }

    package var address: String { "postgresql://formd@127.0.0.1:\(port)/postgres?sslmode=disable" }

    private static let program = """
        import random, socket, struct, sys, threading, time
        conduct = sys.argv[1]
        def frame(kind, body): return kind + struct.pack(">I", len(body) + 4) + body
        def serve(client):
            try:
                client.recv(65536)
                if conduct == "hangs": return time.sleep(600)
                if conduct == "babbles": return client.sendall(b"HTTP/1.1 400 Bad Request\\r\\n\\r\\n<html>")
                client.sendall(frame(b"R", struct.pack(">I", 0)) + frame(b"Z", b"I"))
                client.recv(65536)
                if conduct == "lies": client.sendall(frame(b"D", b"\\xff\\xff\\x00\\x00") + random.Random(7).randbytes(5000))
                if conduct == "floods":
                    client.sendall(frame(b"1", b"") + frame(b"2", b""))
                    client.sendall(frame(b"T", b"\\x00\\x01x\\x00" + struct.pack(">IHIhih", 0, 0, 25, -1, -1, 0)))
                    row = frame(b"D", struct.pack(">HI", 1, 1 << 20) + b"x" * (1 << 20))
                    while True: client.sendall(row)
            except OSError: pass
            finally: client.close()
        listener = socket.create_server(("127.0.0.1", 0))
        print(f"{listener.getsockname()[1]};", flush=True)
        while True: threading.Thread(target=serve, args=listener.accept()[:1], daemon=True).start()
        """
}

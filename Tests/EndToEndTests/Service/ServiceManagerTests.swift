import DBus
import EventLoop
import FormdTesting
import Foundation
import Testing

/// formd under a systemd of its own, in namespaces of processes and mounts.
@Suite("Under systemd", .loop, .timeLimit(.minutes(2)))
struct ServiceManagerTests {
    private let folder: TemporaryFolder
    private var socket: String { folder.path + "/formd/bus" }

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let namespaces = ["--fork", "--kill-child", "--pid", "--mount", "--mount-proc", "--cgroup"]

    /// Mounts what systemd needs. It replaces only what this process sees.
    private static let mounts = """
        umount -R /sys/fs/cgroup 2>/dev/null
        mount -t cgroup2 none /sys/fs/cgroup && mount -t tmpfs none /run
        """

    /// Starts systemd with the project's unit; returns `nil` where that is impossible, as in most containers.
    private func start() async throws -> RunningTool? {
        let test = try await Tool.run("/usr/bin/unshare", Self.namespaces + ["sh", "-c", Self.mounts])
        guard test.status == 0 else { return nil }
        let unit = try String(contentsOfFile: BuiltProducts.project + "/systemd/formd.service.in", encoding: .utf8)
        let command =
            "\(BuiltProducts.path(of: "formd")) --socket \(socket) --state \(folder.path)/state"
        let own = unit.replacing("@bindir@/formd --session --socket %t/formd/bus", with: command)
            .replacing("BusName=org.formd.Forms1\n", with: "")
            .replacing("[Unit]\n", with: "[Unit]\nDefaultDependencies=no\n")
            .replacing("[Service]\n", with: "[Service]\nStandardError=append:\(folder.path)/log\n")
        try #require(own.contains(command) && own.contains("FileDescriptorStoreMax=2"))
        let units = folder.path + "/units"
        try FileManager.default.createDirectory(atPath: units, withIntermediateDirectories: false)
        try own.write(toFile: units + "/formd.service", atomically: true, encoding: .utf8)
        try "[Unit]\nWants=formd.service\n".write(toFile: units + "/default.target", atomically: true, encoding: .utf8)
        return try RunningTool(
            "/usr/bin/unshare",
            Self.namespaces + ["sh", "-c", Self.mounts + "\nexec /lib/systemd/systemd --system --log-target=console"],
            environment: ["container": "test", "SYSTEMD_UNIT_PATH": units]
        )
    }

    @LoopActor
    private func connect() async throws -> Client {
        Client(try await Connection.openBus(.at("unix:path=\(socket)")))
    }

    /// The daemon's process.
    private func daemon() async throws -> pid_t {
        let found = try await Tool.run("/usr/bin/pgrep", ["-f", "^[^ ]*/formd --socket \(socket) "])
        return try #require(pid_t(found.output.trimmingCharacters(in: .newlines)), "\(found)")
    }

    private func inode() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: socket)[.systemFileNumber] as? Int
    }

    @Test(
        "the socket listens without a break while formd is restarted after a crash, and the sessions are back",
        .enabled(if: geteuid() == 0, "only root can mount")
    )
    @LoopActor
    func restarted() async throws {
        guard let systemd = try await start() else { return }
        let isThere = try await eventually { FileManager.default.fileExists(atPath: socket) || systemd.hasEnded }
        let log = (try? String(contentsOfFile: folder.path + "/log", encoding: .utf8)) ?? ""
        try #require(isThere && !systemd.hasEnded, "\(log)\(systemd.errors)")
        let definition = #"{"fields": [{"id": "name", "placeholders": ["Name"]}]}"#
        let first = try await connect()
        let options = [("token", Value.string("t"))]
        let reply = try await first.manager("OpenDefinition", [.string(definition), .properties(options)])
        let path = try reply.objectPath()
        try await SessionObject(client: first, path: path).field("name").type("Ada")
        let (listening, process) = (try inode(), try await daemon())

        kill(process, SIGKILL)
        // Nobody waits for the new process: systemd keeps the listening socket.
        let second = try await connect()
        #expect(try await SessionObject(client: second, path: path).field("name").text() == "Ada")
        let next = try await daemon()
        #expect(try inode() == listening && next != process)

        // What `systemctl reload` does.
        kill(next, SIGUSR1)
        #expect(try await eventually { second.isDisconnected })
        let third = try await connect()
        try await SessionObject(client: third, path: path).field("name").type("!")
        #expect(try await SessionObject(client: third, path: path).field("name").text() == "Ada!")
        #expect(try inode() == listening)
        #expect(try await daemon() == next)
        _ = try await systemd.stop()
    }
}

import DBus
import EventLoop
import FormdTesting
import Foundation

/// A daemon that keeps its sessions in a folder, ends, and comes back.
@LoopActor
final class Survivor {
    let folder: TemporaryFolder
    private(set) var daemon: Daemon
    let arguments: [String]

    static let forms = ["sample": SampleForm.definition]

    var state: String { folder.path + "/state" }

    init(state: String? = nil) async throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        arguments = ["--state", state ?? folder.path + "/state"]
        daemon = try await Daemon.start(.socket, forms: Self.forms, arguments: arguments, in: folder)
    }

    func connect() async throws -> Client {
        Client(try await Connection.openBus(.at(daemon.socketAddress)))
    }

    /// Ends the daemon as no program can prevent, and starts it anew.
    func crash() async throws {
        daemon.send(SIGKILL)
        _ = try await daemon.exitStatus()
        try await start()
    }

    func start() async throws {
        daemon = try await Daemon.start(.socket, forms: Self.forms, arguments: arguments, in: folder)
    }

    /// All bytes of all files.
    func kept() throws -> Data {
        (FileManager.default.enumerator(atPath: state)?.compactMap { $0 as? String } ?? []).reduce(into: Data()) {
            $0 += FileManager.default.contents(atPath: "\(state)/\($1)") ?? Data()
        }
    }
}

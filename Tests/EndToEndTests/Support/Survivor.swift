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
    private let installed: [String: String]

    static let forms = ["sample": SampleForm.definition]

    var state: String { folder.path + "/state" }

    init(
        state: String? = nil,
        forms: [String: String] = forms,
        arguments: [String] = [],
        in folder: TemporaryFolder? = nil
    ) async throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        installed = forms
        self.arguments = arguments + ["--state", state ?? folder.path + "/state"]
        daemon = try await Daemon.start(
            .socket,
            forms: forms,
            arguments: self.arguments,
            in: folder
        )
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
        daemon = try await Daemon.start(
            .socket,
            forms: installed,
            arguments: arguments,
            in: folder
        )
    }

    /// All bytes of all files.
    func kept() throws -> Data {
        (FileManager.default.enumerator(atPath: state)?.compactMap { $0 as? String } ?? []).reduce(into: Data()) {
            $0 += FileManager.default.contents(atPath: "\(state)/\($1)") ?? Data()
        }
    }
}

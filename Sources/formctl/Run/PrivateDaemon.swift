import DBus
import EventLoop
import FormClient
import Glibc

/// A formd for this program alone: on a socket that only this user can reach, and ended with this program.
@LoopActor
final class PrivateDaemon {
    /// Called when the daemon has ended unexpectedly.
    var onEnd: (@LoopActor () -> Void)?
    private let folder: String
    private var process: Int32 = 0
    private var ending: EventSource?
    private var forms: Forms?

    /// How long the daemon may take to start.
    private static let startTimeout: Duration = .seconds(10)

    /// - Parameter keepsDrafts: whether the daemon uses the user's state folder, which only one daemon at a time can
    ///   do.
    init(formFolders: [String], keepsDrafts: Bool) throws {
        guard let program = InstalledProgram.path(of: "formd") else {
            throw CommandFailure(.noDaemon, "no formd runs, and none is beside formctl or in PATH to be started")
        }
        folder = try Self.makeFolder()
        var arguments = [program, "--socket", folder + "/bus", "--log-level", "error"]
        if !keepsDrafts { arguments += ["--state", "none"] }
        for folder in formFolders { arguments += ["--forms", folder] }
        #if DEBUG
            // A debug build takes ten times as long.
            arguments += ["--call-time", "750"]
        #endif
        let log = Descriptor(owning: open(folder + "/log", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        let started = EventLoop.startChild(program, arguments, output: log)
        guard started > 0 else {
            removeFolder()
            throw CommandFailure(.noDaemon, "\(program) cannot be started: \(String(cString: strerror(-started)))")
        }
        process = started
        ending = try EventLoop.shared.addChild(started) { [weak self] _ in
            self?.process = 0
            self?.onEnd?()
        }
    }

    var place: BusAddress { .at(BusAddress.unixPath(folder + "/bus")) }

    private static func makeFolder() throws -> String {
        let own = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        let parent = access(own, W_OK) == 0 ? own : "/tmp"
        var template = Array("\(parent)/formctl-run-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandFailure(.noDaemon, "no folder for a socket: \(String(cString: strerror(errno)))")
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Connects as soon as the daemon listens.
    func connect() async throws -> Forms {
        let end = EventLoop.now + Self.startTimeout
        while true {
            if let forms = try? await Forms.connect(place) {
                self.forms = forms
                return forms
            }
            guard process > 0 else { throw CommandFailure(.noDaemon, "formd ended at once: \(lastLogLine)") }
            guard EventLoop.now < end else {
                throw CommandFailure(.noDaemon, "formd did not listen within \(Self.startTimeout)")
            }
            try await EventLoop.shared.sleep(for: .milliseconds(1))
        }
    }

    /// The last line of the daemon's log.
    private var lastLogLine: String {
        let log = (try? TextFile.read(folder + "/log")) ?? ""
        return (log.split(separator: "\n").last.map(String.init) ?? "").escapingControls
    }

    /// Ends the daemon, and removes its files.
    func stop() async {
        onEnd = nil
        if process > 0 {
            kill(process, SIGTERM)
            // A daemon that was stopped does not take the signal.
            kill(process, SIGCONT)
            let end = EventLoop.now + .seconds(2)
            while process > 0, EventLoop.now < end { try? await EventLoop.shared.sleep(for: .milliseconds(1)) }
            if process > 0 { kill(process, SIGKILL) }
        }
        await forms?.disconnect()
        removeFolder()
    }

    private func removeFolder() {
        for name in ["bus", "bus.lock", "log"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }
}

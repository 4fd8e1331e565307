import CBusBench
import Glibc

/// A program that was started for a measurement; ended with the value.
final class ChildProcess {
    let name: String
    let identifier: pid_t
    /// When it was started, in nanoseconds of the monotonic clock.
    let started: UInt64
    private let log: String
    private var hasEnded = false

    /// Starts `executable` with nothing but `environment`; what it prints goes to a file in `folder`.
    ///
    /// - Parameter terminal: the path of a terminal that is to be the program's own, and its standard input.
    init(
        _ executable: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        folder: TemporaryFolder,
        terminal: String? = nil
    ) throws {
        name = executable.split(separator: "/").last.map(String.init) ?? executable
        log = folder.path + "/" + name + ".log"

        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // The first terminal that the leader of a session opens becomes its own.
        if terminal != nil { unsafe posix_spawnattr_setflags(&attributes, bench_spawn_in_session) }
        unsafe posix_spawn_file_actions_addopen(
            &actions,
            0,
            terminal ?? "/dev/null",
            terminal == nil ? O_RDONLY : O_RDWR,
            0
        )
        unsafe posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)

        var argumentStrings = unsafe ([executable] + arguments).map { unsafe strdup($0) } + [nil]
        var environmentStrings = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer {
            unsafe (argumentStrings + environmentStrings).forEach { unsafe free($0) }
        }
        var identifier: pid_t = 0
        started = bench_now()
        let result = unsafe posix_spawn(
            &identifier,
            executable,
            &actions,
            &attributes,
            &argumentStrings,
            &environmentStrings
        )
        guard result == 0 else {
            throw BenchmarkSkipped(description: "cannot start \(executable): \(errorText(result))")
        }
        self.identifier = identifier
    }

    deinit {
        stop()
    }

    /// Whether it still runs.
    var isRunning: Bool {
        if !hasEnded {
            hasEnded = waitpid(identifier, nil, WNOHANG) != 0
        }
        return !hasEnded
    }

    /// Asks it to end, makes it end after five seconds, and waits for that.
    func stop() {
        guard isRunning else { return }
        kill(identifier, SIGTERM)
        for _ in 0..<5000 where isRunning {
            usleep(1000)
        }
        guard isRunning else { return }
        kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
        hasEnded = true
    }

    /// The last lines that it printed, for a message about its failure.
    var lastWords: String {
        let lines = (readFile(log) ?? "").split(separator: "\n").suffix(3)
        return lines.isEmpty ? "it printed nothing" : "it printed: " + lines.joined(separator: " / ")
    }
}

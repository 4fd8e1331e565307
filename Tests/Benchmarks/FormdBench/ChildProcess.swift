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
    init(
        _ executable: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        folder: TemporaryFolder
    ) throws {
        name = executable.split(separator: "/").last.map(String.init) ?? executable
        log = folder.path + "/" + name + ".log"

        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
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
            nil,
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

import Foundation
import Synchronization

/// A child process with its output and errors in pipes, no input, no signal mask and no descriptors of ours.
///
/// Foundation's own cannot be used beside an event loop: its children inherit blocked signals, and it may miss their
/// end.
final class ChildProcess: Sendable {
    private let output: FileHandle
    private let errors: FileHandle
    /// Nil once it was waited for: the number may be another's by then.
    private let pid: Mutex<pid_t?>
    /// 0 once it has ended.
    var identifier: pid_t { pid.withLock { $0 ?? 0 } }

    /// - Parameter descriptors: what the child has under the numbers from 3 on.
    init(_ command: [String], environment: [String: String], descriptors: [Int32] = []) throws {
        let (output, errors) = (try PrivatePipe(), try PrivatePipe())
        self.output = output.reading
        self.errors = errors.reading
        let ends = [output.writing.fileDescriptor, errors.writing.fileDescriptor]
        pid = Mutex(try Self.spawn(command, environment, ends + descriptors))
        try output.writing.close()
        try errors.writing.close()
    }

    /// Blocks until the child has closed its output.
    func readOutput(_ take: (Data) -> Void) { Self.read(output, take) }
    func readErrors(_ take: (Data) -> Void) { Self.read(errors, take) }

    /// Blocks until the child has ended. Returns its status, or the negated signal that ended it.
    func waitForEnd() -> Int32 {
        guard let child = pid.withLock({ $0 }) else { return 0 }
        // Its number stays its own until it is reaped, under the lock.
        var information = siginfo_t()
        while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        return pid.withLock {
            $0 = nil
            var status: Int32 = 0
            waitpid(child, &status, 0)
            return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
        }
    }

    /// Does nothing once the child was waited for.
    func signal(_ number: Int32) {
        pid.withLock { if let child = $0 { _ = kill(child, number) } }
    }

    private static func read(_ end: FileHandle, _ take: (Data) -> Void) {
        while true {
            let chunk = end.availableData
            if chunk.isEmpty { return }
            take(chunk)
        }
    }

    private static func spawn(
        _ command: [String],
        _ environment: [String: String],
        _ descriptors: [Int32]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        // First out of the way of the numbers that they get.
        let copies = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
        defer { for copy in copies { close(copy) } }
        for (number, copy) in copies.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, copy, Int32(number + 1))
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
        let arguments: [UnsafeMutablePointer<CChar>?] = command.map { (word: String) in strdup(word) }
        let settings: [UnsafeMutablePointer<CChar>?] = variables.map { (word: String) in strdup(word) }
        defer { for word in arguments + settings { free(word) } }
        var child: pid_t = 0
        let code = PrivatePipe.lock.withLock { _ in
            posix_spawnp(&child, command[0], &actions, &attributes, arguments + [nil], settings + [nil])
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .ENOENT) }
        return child
    }
}

/// A pipe whose ends no child inherits unless it is given them.
///
/// A child that another thread starts before the ends are marked would inherit them. If it were a server that stays, such
/// as tmux, the pipe would not end before this server does.
struct PrivatePipe {
    let reading: FileHandle
    let writing: FileHandle

    /// Held while a pipe is made, and while a child is started.
    static let lock = Mutex(())

    init() throws {
        var ends: [Int32] = [-1, -1]
        let isMade = Self.lock.withLock { _ in
            guard pipe(&ends) == 0 else { return false }
            return ends.allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }
        }
        guard isMade else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE) }
        reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    }
}

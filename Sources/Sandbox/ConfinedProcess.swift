import CLinux
package import EventLoop
import Glibc

/// One run of a confined program, from its start until it is reaped. The object keeps itself alive until then.
@LoopActor
package final class ConfinedProcess {
    package let pid: Int32
    private var source: EventSource?
    package private(set) var isReaped = false

    /// The status with which the launcher ends if it cannot start the program.
    package static let launcherFailed: Int32 = 126

    /// Starts a program. Throws `SystemError` if the launcher cannot be started.
    ///
    /// - Parameters:
    ///   - input: the standard input, and so on; `nil` for none. All descriptors remain the caller's.
    ///   - socket: the process's descriptor 3.
    ///   - onEnd: called once, in a later iteration of the loop.
    package init(
        _ program: ConfinedProgram,
        launcher: String,
        input: Descriptor? = nil,
        output: Descriptor? = nil,
        socket: Descriptor? = nil,
        errors: Descriptor,
        loop: EventLoop,
        onEnd: @escaping @LoopActor (ExitStatus) -> Void
    ) throws {
        let words = unsafe program.commandLine(of: launcher).map { unsafe strdup($0) }
        defer { unsafe words.forEach { unsafe free($0) } }
        pid = try unsafe SystemError.check(
            plugin_process_start(
                launcher,
                words + [nil],
                program.folder,
                input?.number ?? -1,
                output?.number ?? -1,
                socket?.number ?? -1,
                errors.number
            ),
            "start \(launcher)"
        )
        do {
            source = try loop.addChild(pid) { status in
                self.isReaped = true
                onEnd(status)
            }
        } catch {
            Glibc.kill(-pid, SIGKILL)
            waitpid(pid, nil, 0)
            throw error
        }
    }

    /// Kills the process, and those that it may have started. Does nothing when it is reaped.
    package func kill() {
        // Until then nothing else has its number, which is that of its process group as well.
        if !isReaped { Glibc.kill(-pid, SIGKILL) }
    }

    /// A pipe whose reading end does not block.
    package static func pipe() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [-1, -1]
        try unsafe SystemError.check(plugin_process_pipe(&ends), "make a pipe")
        return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    }

    /// A pair of sockets; the first one, which is formd's, does not block.
    package static func sockets(_ kind: SocketKind) throws(SystemError) -> (ours: Descriptor, theirs: Descriptor) {
        var ends: [Int32] = [-1, -1]
        let result =
            switch kind {
            case .packets(let room): unsafe plugin_process_socket_pair(&ends, Int32(clamping: room))
            case .stream: unsafe plugin_process_stream_pair(&ends)
            }
        try SystemError.check(result, "make a socket pair")
        return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    }

    package enum SocketKind {
        /// Packets, with room for so many bytes of them.
        case packets(room: Int)
        case stream
    }
}

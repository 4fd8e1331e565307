import CLinux
import CSystemd
import Glibc

/// The descriptors that this process was started with, each with a name: by the service manager, which keeps them for the
/// service, or by the program that the process ran before (`ProgramChange`). Both say so in the variables of `sd_listen_fds`.
package struct InheritedDescriptors: Sendable {
    private let descriptors: [(name: String, descriptor: Descriptor)]

    /// Takes the descriptors. The environment does not mention them any more, so that child processes do not look for them.
    package static func take() -> InheritedDescriptors {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = unsafe sd_listen_fds_with_names(1, &names)
        guard count > 0, let names = unsafe names else { return InheritedDescriptors(descriptors: []) }
        defer { unsafe free(names) }
        return InheritedDescriptors(
            descriptors: (0..<Int(count)).map { index in
                let name = unsafe names[index].map { unsafe String(cString: $0) } ?? ""
                unsafe free(names[index])
                return (name, Descriptor(owning: SD_LISTEN_FDS_START + Int32(index)))
            }
        )
    }

    /// The first descriptor that has a name.
    package func named(_ name: String) -> Descriptor? { descriptors.first { $0.name == name }?.descriptor }
}

/// Makes this process run another program, as an upgrade does: the process keeps its number, its arguments and its environment.
package struct ProgramChange: Sendable {
    /// The path of the program, which may be another file by now than the one that runs.
    package let program: String

    /// To be made before the process changes its folder.
    package init() {
        let path = unsafe linux_program_path().map { unsafe String(cString: $0) } ?? ""
        var folder = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard !path.hasPrefix("/"), unsafe getcwd(&folder, folder.count) != nil else {
            program = path
            return
        }
        program = String(decoding: folder.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) + "/" + path
    }

    /// Whether the program can be run: asked for its version it ends with success. A file that was replaced in part, or lacks
    /// a library, is found out while nothing has been given up.
    @LoopActor
    package func check(within limit: Duration = .seconds(10)) async throws {
        let number = unsafe Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard number >= 0 else { throw SystemError("open /dev/null", code: errno) }
        let null = Descriptor(owning: number)
        let pid = EventLoop.startChild(program, [program, "--version"], output: null)
        try SystemError.check(pid, "run \(program)")
        let status: ExitStatus
        do {
            status = try await Self.end(of: pid, within: limit)
        } catch {
            // Nobody would end or reap it.
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
            throw error
        }
        guard status.isSuccess else { throw Refusal(program: program, status: status) }
    }

    /// Waits for the end of a child process, which is killed after a time limit. Throws if it cannot be watched.
    @LoopActor
    private static func end(of pid: pid_t, within limit: Duration) async throws -> ExitStatus {
        let timer = try EventLoop.shared.addTimer(after: limit) { kill(pid, SIGKILL) }
        var source: EventSource?
        defer { source?.cancel() }
        return try await withCheckedThrowingContinuation { continuation in
            do {
                source = try EventLoop.shared.addChild(pid) { status in
                    // The number may be another process's from now on.
                    timer.cancel()
                    continuation.resume(returning: status)
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// A program that does not run.
    package struct Refusal: Error, CustomStringConvertible {
        let program: String
        let status: ExitStatus

        package var description: String { "\(program) does not run: asked for its version, it ended with \(status)" }
    }

    /// Returns when this process has no children any more, which the next program would not know, or the limit has passed.
    @LoopActor
    package static func waitForChildren(within limit: Duration) async throws {
        let end = EventLoop.now + limit
        while linux_has_children() != 0, EventLoop.now < end { try await EventLoop.shared.sleep(for: .milliseconds(2)) }
    }

    /// Runs the program, which takes the descriptors with `InheritedDescriptors.take`. Returns only by throwing; then this
    /// program goes on as if nothing had happened.
    package func perform(handingOver descriptors: [(name: String, descriptor: Descriptor)]) throws(SystemError) {
        let variables = [
            "LISTEN_PID": "\(getpid())", "LISTEN_FDS": "\(descriptors.count)",
            "LISTEN_FDNAMES": descriptors.map(\.name).joined(separator: ":"),
        ]
        for (name, value) in variables { unsafe setenv(name, value, 1) }
        defer { for name in variables.keys { unsafe unsetenv(name) } }
        let numbers = descriptors.map(\.descriptor.number)
        let code = unsafe linux_become(program, CommandLine.unsafeArgv, numbers, Int32(numbers.count))
        try SystemError.check(code, "run \(program)")
    }
}

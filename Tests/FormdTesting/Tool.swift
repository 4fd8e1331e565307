import Foundation
import Synchronization

/// A program that a test runs as a user would: `busctl`, `gdbus`, `dbus-send`.
package enum Tool {
    package struct Result: Sendable {
        /// The exit status; the negated signal when one ended it.
        package var status: Int32
        package var output: String
        package var errors: String
    }

    package struct TimeLimit: Error, CustomStringConvertible {
        package let description: String
    }

    /// Runs a program to its end. No thread is blocked meanwhile.
    /// - Parameters:
    ///   - executable: a name that is looked up in `PATH`, or a path.
    ///   - environment: added to the test's own.
    ///   - limit: after which the program is killed and `TimeLimit` is thrown.
    package static func run(
        _ executable: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        limit: Duration = .seconds(30)
    ) async throws -> Result {
        let tool = try RunningTool(executable, arguments, environment: environment)
        return try await tool.result(within: limit)
    }

    /// Runs a program that prints little to its end, and blocks meanwhile: for a deinitialiser.
    package static func runBlocking(_ executable: String, _ arguments: [String]) {
        guard let process = try? ChildProcess([executable] + arguments, environment: [:]) else { return }
        process.readOutput { _ in }
        process.readErrors { _ in }
        _ = process.waitForEnd()
    }
}

/// A program that runs beside the test, such as a monitor. It is killed when the test forgets it.
package final class RunningTool: Sendable {
    private struct State: Sendable {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var errorsHaveEnded = false
        /// Known after all output.
        var status: Int32?

        var hasEnded: Bool { errorsHaveEnded && status != nil }
    }

    private final class Shared: Sendable {
        let state = Mutex(State())

        func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
            state.withLock { body(&$0) }
        }
    }

    private let process: ChildProcess
    private let state = Shared()
    private let name: String

    package init(_ executable: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        name = ([executable] + arguments).joined(separator: " ")
        process = try ChildProcess([executable] + arguments, environment: environment)
        // Threads of their own: reading blocks. They keep what they fill, not this object, whose end kills the process.
        Thread.detachNewThread { [process, state] in
            process.readOutput { chunk in state.withLock { $0.output += chunk } }
            let status = process.waitForEnd()
            state.withLock { $0.status = status }
        }
        Thread.detachNewThread { [process, state] in
            process.readErrors { chunk in state.withLock { $0.errors += chunk } }
            state.withLock { $0.errorsHaveEnded = true }
        }
    }

    deinit {
        process.signal(SIGKILL)
    }

    package var output: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }
    package var errors: String { state.withLock { String(decoding: $0.errors, as: UTF8.self) } }
    package var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Waits until the program has printed `text`, on either stream.
    package func waits(for text: String, within limit: Duration = .seconds(30)) async throws {
        try await poll(within: limit, what: "“\(text)”") { output.contains(text) || errors.contains(text) }
    }

    /// Waits for the end of the program.
    package func result(within limit: Duration = .seconds(30)) async throws -> Tool.Result {
        try await poll(within: limit, what: "its end") { hasEnded }
        return Tool.Result(status: state.withLock { $0.status ?? 0 }, output: output, errors: errors)
    }

    /// Stops the program where it is: it neither reads nor goes away.
    package func pause() {
        process.signal(SIGSTOP)
    }

    /// Lets a paused program go on.
    package func resume() {
        process.signal(SIGCONT)
    }

    package func send(_ signal: Int32) {
        process.signal(signal)
    }

    /// Ends the program and returns what it printed.
    package func stop() async throws -> Tool.Result {
        process.signal(SIGKILL)
        return try await result()
    }

    private func poll(within limit: Duration, what: String, until condition: () -> Bool) async throws {
        let deadline = ContinuousClock.now + limit
        while !condition() {
            guard ContinuousClock.now < deadline else {
                process.signal(SIGKILL)
                throw Tool.TimeLimit(
                    description: "\(name): waited \(limit) for \(what)\n\(output)\n\(errors)"
                )
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

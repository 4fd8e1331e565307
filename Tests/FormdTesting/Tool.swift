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
}

/// A program that runs beside the test, such as a monitor. It is killed when the test forgets it.
package final class RunningTool: Sendable {
    private struct State: Sendable {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        /// Of output, of errors, and of the process: all three before the result is complete.
        var endsAwaited = 3
        var status: Int32 = 0
    }

    private let process: ProcessHandle
    private let state = Mutex(State())
    private let name: String

    package init(_ executable: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        name = ([executable] + arguments).joined(separator: " ")
        process = ProcessHandle(executable, arguments, environment: environment)
        try process.start(
            onOutput: { [weak self] in self?.take($0, into: \.output) },
            onErrors: { [weak self] in self?.take($0, into: \.errors) },
            onEnd: { [weak self] status in
                self?.state.withLock {
                    $0.status = status
                    $0.endsAwaited -= 1
                }
            }
        )
    }

    deinit {
        process.kill()
    }

    package var output: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }
    package var errors: String { state.withLock { String(decoding: $0.errors, as: UTF8.self) } }
    package var hasEnded: Bool { state.withLock { $0.endsAwaited == 0 } }

    /// Waits until the program has printed `text`, on either stream.
    package func waits(for text: String, within limit: Duration = .seconds(30)) async throws {
        try await poll(within: limit, what: "“\(text)”") { output.contains(text) || errors.contains(text) }
    }

    /// Waits for the end of the program.
    package func result(within limit: Duration = .seconds(30)) async throws -> Tool.Result {
        try await poll(within: limit, what: "its end") { hasEnded }
        return Tool.Result(status: state.withLock { $0.status }, output: output, errors: errors)
    }

    /// Ends the program and returns what it printed.
    package func stop() async throws -> Tool.Result {
        process.kill()
        return try await result()
    }

    private func poll(within limit: Duration, what: String, until condition: () -> Bool) async throws {
        let deadline = ContinuousClock.now + limit
        while !condition() {
            guard ContinuousClock.now < deadline else {
                process.kill()
                throw Tool.TimeLimit(
                    description: "\(name): waited \(limit) for \(what)\n\(output)\n\(errors)"
                )
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// An empty chunk is the end of the stream.
    private func take(_ chunk: [UInt8], into stream: any WritableKeyPath<State, [UInt8]> & Sendable) {
        state.withLock {
            if chunk.isEmpty { $0.endsAwaited -= 1 }
            $0[keyPath: stream] += chunk
        }
    }
}

/// Foundation's process behind a lock: its own type may not cross threads.
private final class ProcessHandle: Sendable {
    /// Sound because every use is under the lock.
    private struct Guarded: @unchecked Sendable {
        let process = Process()
        let output = Pipe()
        let errors = Pipe()
    }

    private let guarded: Mutex<Guarded>

    init(_ executable: String, _ arguments: [String], environment: [String: String]) {
        let guarded = Guarded()
        guarded.process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        guarded.process.arguments = [executable] + arguments
        guarded.process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        guarded.process.standardInput = FileHandle.nullDevice
        guarded.process.standardOutput = guarded.output
        guarded.process.standardError = guarded.errors
        self.guarded = Mutex(guarded)
    }

    func start(
        onOutput: @escaping @Sendable ([UInt8]) -> Void,
        onErrors: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable (Int32) -> Void
    ) throws {
        try guarded.withLock {
            $0.process.terminationHandler = {
                onEnd($0.terminationReason == .exit ? $0.terminationStatus : -$0.terminationStatus)
            }
            for (pipe, deliver) in [($0.output, onOutput), ($0.errors, onErrors)] {
                pipe.fileHandleForReading.readabilityHandler = { handle in
                    let chunk = [UInt8](handle.availableData)
                    if chunk.isEmpty { handle.readabilityHandler = nil }
                    deliver(chunk)
                }
            }
            try $0.process.run()
        }
    }

    func kill() {
        guarded.withLock {
            if $0.process.isRunning { _ = Foundation.kill($0.process.processIdentifier, SIGKILL) }
        }
    }
}

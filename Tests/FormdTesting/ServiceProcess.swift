import Foundation
import Synchronization

/// A process that runs as long as a test likes, and takes signals.
final class ServiceProcess: Sendable {
    private struct State {
        var errors: [UInt8] = []
        /// Nil as long as it runs.
        var status: Int32?
    }

    /// Sound because every use is under the lock.
    private struct Guarded: @unchecked Sendable {
        let process = Process()
        let errors = Pipe()
    }

    private let guarded: Mutex<Guarded>
    private let state = Mutex(State())

    init(_ executable: String, _ arguments: [String], environment: [String: String]) {
        let guarded = Guarded()
        guarded.process.executableURL = URL(fileURLWithPath: executable)
        guarded.process.arguments = arguments
        guarded.process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        guarded.process.standardInput = FileHandle.nullDevice
        guarded.process.standardError = guarded.errors
        self.guarded = Mutex(guarded)
    }

    func start() throws {
        try guarded.withLock {
            $0.process.terminationHandler = { [weak self] process in
                let status = process.terminationStatus
                let result = process.terminationReason == .exit ? status : -status
                self?.state.withLock { $0.status = result }
            }
            $0.errors.fileHandleForReading.readabilityHandler = { [weak self] handle in
                let chunk = [UInt8](handle.availableData)
                if chunk.isEmpty { handle.readabilityHandler = nil }
                self?.state.withLock { $0.errors += chunk }
            }
            try $0.process.run()
        }
    }

    var identifier: Int32 { guarded.withLock { $0.process.processIdentifier } }
    var errors: String { state.withLock { String(decoding: $0.errors, as: UTF8.self) } }

    /// The exit status, the negated signal when one ended it; nil as long as it runs.
    var status: Int32? { state.withLock { $0.status } }

    func send(_ signal: Int32) {
        guarded.withLock {
            if $0.process.isRunning { _ = kill($0.process.processIdentifier, signal) }
        }
    }
}

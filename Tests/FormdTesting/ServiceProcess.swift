import Foundation
import Synchronization

/// A process that runs as long as a test likes, and takes signals. It is killed with the object.
final class ServiceProcess: Sendable {
    private struct State {
        var errors: [UInt8] = []
        /// Nil as long as it runs.
        var status: Int32?
    }

    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    private let process: ChildProcess
    private let shared = Shared()

    init(_ command: [String], environment: [String: String], descriptors: [Int32] = []) throws {
        process = try ChildProcess(command, environment: environment, descriptors: descriptors)
        // Threads of their own: reading blocks. They keep what they fill, not this object, whose end kills the process.
        Thread.detachNewThread { [process] in
            process.readOutput { _ in }
        }
        Thread.detachNewThread { [process, shared] in
            process.readErrors { chunk in shared.state.withLock { $0.errors += chunk } }
            // After the last line of its log.
            let status = process.waitForEnd()
            shared.state.withLock { $0.status = status }
        }
    }

    deinit {
        process.signal(SIGKILL)
    }

    /// 0 once it has ended.
    var identifier: Int32 { process.identifier }
    var errors: String { shared.state.withLock { String(decoding: $0.errors, as: UTF8.self) } }

    /// The exit status, the negated signal when one ended it; nil as long as it runs.
    var status: Int32? { shared.state.withLock { $0.status } }

    func send(_ signal: Int32) {
        process.signal(signal)
    }
}

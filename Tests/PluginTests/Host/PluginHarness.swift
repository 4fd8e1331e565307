import EventLoop
import FormPlugin
import FormRuntime
import Foundation
import Logging
import Synchronization
import Testing

/// A host with plug-ins of its own in a folder of its own, on the tests' event loop.
@LoopActor
final class PluginHarness {
    let directory: TemporaryDirectory
    let host: PluginHost
    nonisolated let log: RecordedLog

    init(_ directory: TemporaryDirectory, types: [any PluginType.Type] = [], limits: PluginLimits = PluginLimits()) {
        self.directory = directory
        let log = RecordedLog()
        self.log = log
        var logger = Logger(label: "test") { _ in RecordingHandler(log: log) }
        logger.logLevel = .trace
        host = PluginHost(
            paths: [directory.path],
            types: types,
            limits: limits,
            loop: EventLoop.shared,
            logger: logger
        )
    }

    isolated deinit {
        host.stop()
    }

    /// What the asker gets at once, that is within the deadline.
    func ask(_ questions: [PlaceholderQuestion]) async -> [PlaceholderResult] {
        await withCheckedContinuation { continuation in
            host.ask(questions, onLate: { _, _ in }, completion: { continuation.resume(returning: $0) })
        }
    }

    /// What it gets in the end, and whether each was late.
    func askPatiently(_ questions: [PlaceholderQuestion]) async -> (results: [PlaceholderResult], late: [Bool]) {
        await withCheckedContinuation { continuation in
            var results: [PlaceholderResult] = []
            var late: [Bool] = []
            func resumeIfDone() {
                if !results.contains(.late) { continuation.resume(returning: (results, late)) }
            }
            host.ask(
                questions,
                onLate: { index, result in
                    results[index] = result
                    resumeIfDone()
                },
                completion: {
                    results = $0
                    late = $0.map { $0 == .late }
                    resumeIfDone()
                }
            )
        }
    }

    /// Asks until an answer comes in time: the process runs.
    func warmUp(_ question: PlaceholderQuestion) async {
        _ = await askPatiently([question])
    }

    var status: PluginStatus? {
        host.states.first
    }

    /// Waits, in turns of the loop, for something that will come; the time is for machines that are busy.
    func wait(for condition: @LoopActor () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(20)
        while !condition() {
            try #require(ContinuousClock.now < end, "\(log.lines)")
            try await EventLoop.shared.sleep(for: .milliseconds(5))
        }
    }
}

/// Lines as they were logged.
final class RecordedLog: Sendable {
    private let recorded = Mutex<[String]>([])

    var lines: [String] {
        recorded.withLock { $0 }
    }

    func append(_ line: String) {
        recorded.withLock { $0.append(line) }
    }

    func contains(_ part: String) -> Bool {
        lines.contains { $0.contains(part) }
    }
}

struct RecordingHandler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let pairs = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        log.append("\(event.level): \(event.message)\(pairs)")
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }
}

extension PlaceholderQuestion {
    /// What a field with this amount asks the currency placeholder.
    static func currency(_ text: String, configuration: String = "{}") -> PlaceholderQuestion {
        PlaceholderQuestion(
            type: "currency",
            configuration: configuration,
            context: FieldContext(
                fieldState: .active,
                containerState: .active,
                text: text,
                placeholder: "₽",
                width: 320,
                inputFrame: Frame(x: 16, y: 37, width: 254, height: 54),
                hasActionButton: false
            )
        )
    }
}

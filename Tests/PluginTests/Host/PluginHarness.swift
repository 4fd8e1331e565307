import EventLoop
import FormPlugin
import FormRuntime
import Foundation
import Logging
import Synchronization
import FormdTesting
import Testing

/// A host with plug-ins of its own in a folder of its own, on the tests' event loop.
@LoopActor
final class PluginHarness {
    let directory: TemporaryDirectory
    let host: PluginHost
    nonisolated let log: RecordedLog

    init(
        _ directory: TemporaryDirectory,
        types: [any PluginType.Type] = [],
        limits: PluginLimits = PluginLimits(),
        launcher: String? = BuiltProducts.path(of: "formd-plugin-launcher"),
        mayReadSecrets: Set<String> = []
    ) {
        self.directory = directory
        let log = RecordedLog()
        self.log = log
        var logger = Logger(label: "test") { _ in RecordingHandler(log: log) }
        logger.logLevel = .trace
        host = PluginHost(
            paths: [directory.path],
            types: types,
            launcher: launcher,
            mayReadSecrets: mayReadSecrets,
            limits: limits,
            loop: EventLoop.shared,
            logger: logger
        )
    }

    isolated deinit {
        host.stop()
    }

    /// What the asker gets at once, that is within the deadline.
    func ask(_ questions: [TypeQuestion]) async -> [TypeResult] {
        await withCheckedContinuation { continuation in
            host.ask(questions, onLate: { _, _ in }, completion: { continuation.resume(returning: $0) })
        }
    }

    /// What it gets in the end, and whether each was late.
    func askPatiently(_ questions: [TypeQuestion]) async -> (results: [TypeResult], late: [Bool]) {
        await withCheckedContinuation { continuation in
            var results: [TypeResult] = []
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
    func warmUp(_ question: TypeQuestion) async {
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

extension TypeQuestion {
    /// What a field with this amount asks the currency placeholder.
    static func currency(_ text: String, configuration: String = "{}") -> TypeQuestion {
        .placeholder(text, of: "currency", configuration: configuration)
    }

    /// What a field with this text asks a placeholder service.
    static func placeholder(_ text: String, of type: String = "echo", configuration: String = "{}") -> TypeQuestion {
        let context = FieldContext(
            fieldState: .active,
            containerState: .active,
            text: text,
            placeholder: "₽",
            width: 320,
            inputFrame: Frame(x: 16, y: 37, width: 254, height: 54),
            hasActionButton: false
        )
        return TypeQuestion(type, configuration: configuration, .placeholder(context))
    }

    static func validator(
        _ text: String,
        of type: String = "even",
        configuration: String = "{}",
        isSecret: Bool = false
    ) -> TypeQuestion {
        let question = ValidatorQuestion(text: text, value: text, locale: "en")
        return TypeQuestion(type, configuration: configuration, .validator(question), isSecret: isSecret)
    }

    static func format(_ text: String, of type: String = "upper", configuration: String = "{}") -> TypeQuestion {
        TypeQuestion(type, configuration: configuration, .formatter(FormatterQuestion(.format(text), locale: "en")))
    }

    static func measure(_ text: TextToMeasure, of type: String, configuration: String = "{}") -> TypeQuestion {
        TypeQuestion(type, configuration: configuration, .measurer(text))
    }
}

extension TypeResult {
    /// The layers of a placeholder; nil for everything else.
    var layers: [PlaceholderLayer]? {
        if case .answer(.placeholder(let layers)) = self { layers } else { nil }
    }

    var formatted: FieldText? {
        if case .answer(.formatter(let text)) = self { text } else { nil }
    }

    var verdict: ValidatorVerdict? {
        if case .answer(.validator(let verdict)) = self { verdict } else { nil }
    }

    var measure: TextMeasure? {
        if case .answer(.measurer(let measure)) = self { measure } else { nil }
    }
}

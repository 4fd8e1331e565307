import EventLoop
import FormPlugin
import Foundation
import Logging
import FormdTesting
import PluginHost
import Testing

extension PluginLimits {
    /// Those of a busy machine, on which a plug-in that does what it should may be slow.
    static var patient: PluginLimits {
        var limits = PluginLimits()
        limits.hello = .seconds(20)
        limits.dead = .seconds(20)
        return limits
    }
}

/// A host with plug-ins of its own in a folder of its own, on the tests' event loop.
@LoopActor
final class PluginHarness {
    let directory: TemporaryDirectory
    let host: PluginHost
    nonisolated let log: RecordedLog

    init(
        _ directory: TemporaryDirectory,
        limits: PluginLimits = .patient,
        launcher: String? = BuiltProducts.path(of: "formd-plugin-launcher"),
        mayReadSecrets: Set<String> = []
    ) {
        self.directory = directory
        let log = RecordedLog()
        self.log = log
        var logger = log.logger
        logger.logLevel = .trace
        host = PluginHost(
            paths: [directory.path],
            settings: [directory.path + "/plugins.json"],
            reserved: [],
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

    /// The plug-ins of the user whom most tests are about.
    var plugins: UserPlugins { host.plugins(of: 1) }

    /// What the asker gets at once, that is within the deadline.
    func ask(_ questions: [TypeQuestion]) async -> [TypeResult] {
        let results = await withCheckedContinuation { continuation in
            let deadline = EventLoop.now + host.lateness
            let results = plugins.ask(questions, until: deadline) { continuation.resume(returning: $0) }
            if let results { continuation.resume(returning: results) }
        }
        return questions.map { results[$0] ?? .late }
    }

    /// What it gets in the end, and whether each was late.
    func askPatiently(_ questions: [TypeQuestion]) async -> (results: [TypeResult], late: [Bool]) {
        await withCheckedContinuation { continuation in
            var results: TypeResults = [:]
            var late: [Bool] = []
            func resumeIfDone() {
                guard !results.values.contains(.late) else { return }
                continuation.resume(returning: (questions.map { results[$0] ?? .late }, late))
            }
            func take(_ first: TypeResults) {
                results = first
                late = questions.map { first[$0] == .late }
                resumeIfDone()
            }
            let first = plugins.ask(questions, until: EventLoop.now + host.lateness) { question, result in
                results[question] = result
                resumeIfDone()
            } completion: {
                take($0)
            }
            if let first { take(first) }
        }
    }

    /// Asks until an answer comes in time: the process runs.
    func warmUp(_ question: TypeQuestion) async {
        _ = await askPatiently([question])
    }

    var status: PluginStatus? {
        plugins.states.first
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

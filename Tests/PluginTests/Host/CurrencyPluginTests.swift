import EventLoop
import FormPlugin
import FormdTesting
import Foundation
@testable import PluginHost
import PluginWire
import Testing

@testable import CurrencyPlaceholder

@Suite("The currency plug-in as a process")
struct CurrencyPluginTests {
    private let directory: TemporaryDirectory

    init() throws {
        EventLoop.startOnThread()
        directory = try TemporaryDirectory()
        try PluginFolder.install("CurrencyPlaceholder", into: directory.path)
    }

    @Test("the plug-in is found, and not started before the first question")
    @LoopActor
    func lazy() async {
        let harness = PluginHarness(directory)
        #expect(
            harness.host.types == [
                RegisteredType(kind: .placeholder, name: "currency", plugin: "currency-placeholder")
            ]
        )
        #expect(harness.status?.state == .idle)
        #expect(harness.status?.pid == nil)
        _ = await harness.askPatiently([.currency("1")])
        #expect(harness.status?.state == .running)
        #expect(harness.status?.starts == 1)
    }

    @Test("the process gives the same answers as the type in this process")
    @LoopActor
    func equalAnswers() async throws {
        let harness = PluginHarness(directory)
        let questions = ["", "1", "1\u{2009}250", "12345678901", "👨‍👩‍👧", "a\u{301}"].flatMap { text in
            ["{}", #"{"fontSize": 17, "height": 20}"#, ##"{"color": "#80112233"}"##].map {
                TypeQuestion.currency(text, configuration: $0)
            }
        }
        let expected = try questions.map { question in
            let instance = try PluginInstance(CurrencyPlaceholderService.self, configuration: question.configuration)
            let payload = try question.frame.get().bytes.dropFirst(WireFrame.headerLength + MemoryLayout<UInt16>.size)
            return TypeResult.answer(try instance.answer(payload: payload))
        }
        #expect(await harness.askPatiently(questions).results == expected)
        #expect(expected.allSatisfy { $0.layers?.count == 1 })
    }

    @Test("once it runs, the plug-in answers a key press in time")
    @LoopActor
    func inTime() async throws {
        var limits = PluginLimits.patient
        // For busy machines: the question is whether it is answered within the deadline at all.
        limits.late = .seconds(5)
        let harness = PluginHarness(directory, limits: limits)
        for length in 1...50 {
            let results = await harness.ask([.currency(String(repeating: "1", count: length))])
            guard results.first?.layers != nil else {
                Issue.record("\(results)")
                return
            }
        }
        #expect(harness.status?.counters.questions == 50)
        #expect(harness.status?.counters.late == 0)
    }

    @Test("a cached answer is returned at once, without a question")
    @LoopActor
    func remembered() async {
        let harness = PluginHarness(directory)
        let first = await harness.askPatiently([.currency("1")]).results
        let second = harness.plugins.ask([.currency("1")], until: nil) { _ in Issue.record("it is asked again") }
        #expect(second?.values.map { $0 } == first)
        #expect(harness.status?.counters.questions == 1)
    }

    @Test("a thousand questions to many instances are answered correctly")
    @LoopActor
    func many() async {
        let harness = PluginHarness(directory)
        let questions = (0..<1000).map { number in
            TypeQuestion.currency("1", configuration: #"{"height": \#(number)}"#)
        }
        let results = await harness.askPatiently(questions).results
        let heights = results.map { $0.layers?.first?.frame.height }
        #expect(heights == (0..<1000).map { Double($0) })
    }

    @Test("a text of the maximum size is answered, and a larger one has no answer, which is not a failure")
    @LoopActor
    func large() async {
        let harness = PluginHarness(directory)
        let results = await harness.askPatiently([
            .currency(String(repeating: "1", count: 65_000)), .currency(String(repeating: "1", count: 66_000)),
        ]).results
        guard results[0].layers != nil, case .unavailable(let reason) = results[1] else {
            Issue.record("\(results)")
            return
        }
        #expect(reason.hasPrefix("the question cannot be sent: "))
        #expect(harness.status?.recentFailures == 0)
    }

    @Test("a refused configuration is reported with the plug-in's message, and logged once")
    @LoopActor
    func refused() async {
        let harness = PluginHarness(directory)
        let question = TypeQuestion.currency("1", configuration: #"{"color": "gray"}"#)
        let reason = "currency refuses its configuration: /color: gray is neither #RRGGBB nor #AARRGGBB nor a role"
        #expect(await harness.askPatiently([question]).results == [.unavailable(reason: reason)])
        #expect(await harness.askPatiently([question]).results == [.unavailable(reason: reason)])
        #expect(harness.log.lines.filter { $0.contains(reason) }.count == 1)
    }

    @Test("a plug-in that is killed during a question is started again and answers all questions")
    @LoopActor
    func killed() async throws {
        let harness = PluginHarness(directory)
        await harness.warmUp(.currency("0"))
        let pid = try #require(harness.status?.pid)
        kill(pid, SIGSTOP)
        async let answers = harness.askPatiently((1...5).map { .currency(String(repeating: "1", count: $0)) })
        try await harness.wait { harness.status?.pendingQuestions == 5 }
        kill(pid, SIGKILL)
        let expected = (1...5).map { _ in
            TypeResult.answer(
                .placeholder([
                    PlaceholderLayer(
                        text: "₽",
                        isVisible: true,
                        frame: Frame(x: 0, y: 37, width: 0, height: 54),
                        fontSize: 50,
                        color: "secondary",
                        anchor: .text(space: 10, margin: 16)
                    )
                ])
            )
        }
        #expect(await answers.results == expected)
        #expect(harness.status?.starts == 2)
        #expect(harness.status?.pid != pid)
        #expect(harness.log.contains("reason=it was ended by signal 9"))
    }

    @Test("a plug-in that hangs is first late, then killed; the session continues and is answered in the end")
    @LoopActor
    func hanging() async throws {
        // The process that is started next has as long, also on a loaded machine.
        var limits = PluginLimits.patient
        limits.dead = .seconds(2)
        let harness = PluginHarness(directory, limits: limits)
        await harness.warmUp(.currency("0"))
        let pid = try #require(harness.status?.pid)
        kill(pid, SIGSTOP)
        let asked = ContinuousClock.now
        let (results, late) = await harness.askPatiently([.currency("1")])
        #expect(late == [true])
        #expect(harness.status?.counters.questions == 2)
        #expect(ContinuousClock.now - asked >= limits.dead)
        guard results.first?.layers != nil else {
            Issue.record("\(results)")
            return
        }
        #expect(harness.log.contains("reason=it gave no answer within 2.0 seconds"))
        try await harness.wait { kill(pid, 0) != 0 }
    }

    @Test("an idle plug-in is waited for: its answers arrive before the loop continues")
    @LoopActor
    func prompt() async throws {
        var limits = PluginLimits.patient
        limits.promptWait = .seconds(20)
        let harness = PluginHarness(directory, limits: limits)
        await harness.warmUp(.currency("0"))
        let questions = [TypeQuestion.currency("1"), .currency("2"), .currency("1")]
        let results = harness.plugins.ask(questions, until: nil) { _ in Issue.record("the loop went on") }
        #expect(results?.count == 2)
        #expect(results?.values.allSatisfy { $0.layers != nil } == true)
        #expect(harness.status?.counters.questions == 3)
        #expect(harness.status?.pendingQuestions == 0)
    }

    @Test("a plug-in without questions is ended, which is not a failure, and started again by the next question")
    @LoopActor
    func idle() async throws {
        var limits = PluginLimits.patient
        limits.idle = .milliseconds(50)
        let harness = PluginHarness(directory, limits: limits)
        await harness.warmUp(.currency("0"))
        try await harness.wait { harness.status?.state == .idle }
        #expect(harness.status?.pid == nil)
        _ = await harness.askPatiently([.currency("1")])
        #expect(harness.status?.starts == 2)
        #expect(harness.status?.recentFailures == 0)
    }

    @Test("after a reload pending questions are sent to the new process")
    @LoopActor
    func reload() async throws {
        let harness = PluginHarness(directory)
        await harness.warmUp(.currency("0"))
        let pid = try #require(harness.status?.pid)
        kill(pid, SIGSTOP)
        async let answers = harness.askPatiently([.currency("1")])
        try await harness.wait { harness.status?.pendingQuestions == 1 }
        harness.host.reload()
        guard await answers.results.first?.layers != nil else {
            Issue.record("no layers")
            return
        }
        try await harness.wait { kill(pid, 0) != 0 }
    }

    @Test("the plug-in ends when formd stops, and pending questions fail")
    @LoopActor
    func stop() async throws {
        let harness = PluginHarness(directory)
        await harness.warmUp(.currency("0"))
        let pid = try #require(harness.status?.pid)
        kill(pid, SIGSTOP)
        async let answers = harness.askPatiently([.currency("1")])
        try await harness.wait { harness.status?.pendingQuestions == 1 }
        harness.host.stop()
        #expect(await answers.results == [.unavailable(reason: "currency is not available: formd is stopping")])
        #expect(harness.host.types.isEmpty)
        try await harness.wait { kill(pid, 0) != 0 }
    }

    @Test("typed texts are never logged")
    @LoopActor
    func silence() async throws {
        let harness = PluginHarness(directory)
        _ = await harness.askPatiently([.currency("87654321"), .currency("87654321", configuration: "[]")])
        #expect(!harness.log.contains("87654321"))
    }
}

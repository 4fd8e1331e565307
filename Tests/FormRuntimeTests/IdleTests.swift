import EventLoop
import FormEngine
import FormModel
import FormRuntime
import FormdTesting
import Glibc
import PluginHost
import Testing

@Suite("The idle policy of a session")
struct IdleWatchTests {
    private let start = ContinuousClock.now

    private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test("the policy warns once, and performs its action once after the grace time")
    func course() {
        var watch = IdleWatch(IdlePolicy(warn: 60, grace: 10, action: .close), at: start)
        #expect(watch.due == at(60) && watch.event(at: at(59)) == nil)
        #expect(watch.event(at: at(60)) == .warning(seconds: 10))
        #expect(watch.due == at(70) && watch.event(at: at(69)) == nil)
        #expect(watch.event(at: at(70)) == .action(.close))
        #expect(watch.due == nil && watch.event(at: at(700)) == nil)
    }

    @Test("each use restarts the idle time, before and after the warning")
    func use() {
        var watch = IdleWatch(IdlePolicy(warn: 60, grace: 10), at: start)
        watch.use(at: at(59))
        #expect(watch.event(at: at(118)) == nil)
        #expect(watch.event(at: at(119)) == .warning(seconds: 10))
        watch.use(at: at(128))
        #expect(watch.event(at: at(187)) == nil)
        #expect(watch.event(at: at(188)) == .warning(seconds: 10))
    }

    @Test("the grace time is complete even if the warning was late")
    func late() {
        var watch = IdleWatch(IdlePolicy(warn: 60, grace: 10), at: start)
        #expect(watch.event(at: at(1_000)) == .warning(seconds: 10))
        #expect(watch.event(at: at(1_009)) == nil)
        #expect(watch.event(at: at(1_010)) == .action(.reset))
        // There is nothing to reset until somebody comes.
        #expect(watch.event(at: at(9_000)) == nil)
        watch.use(at: at(9_000))
        #expect(watch.event(at: at(9_060)) == .warning(seconds: 10))
    }
}

@Suite("An idle session", .loop)
struct IdleSessionTests {
    @LoopActor
    private func session(_ harness: RuntimeHarness, _ options: (inout SessionOptions) -> Void) async throws -> Session {
        var chosen = SessionOptions(audience: .members)
        options(&chosen)
        chosen.token = try SessionIdentifier.Token("a")
        let form = try harness.runtime.library.compiler.compile(
            #"{"fields": [{"id": "f"}], "idle": {"warn": 60, "grace": 10, "action": "reset"}}"#,
            name: "form"
        )
        let client = Client(user: 1, connection: .bus(":1.1"))
        let complete = chosen
        return try await withCheckedThrowingContinuation { continuation in
            harness.runtime.open(form, options: complete, for: client) { continuation.resume(with: $0) }
        }
    }

    @Test("many sessions that are idle at once are reset in turns, at their owner's expense")
    @LoopActor
    func manyAtOnce() async throws {
        var limits = Limits()
        limits.share = .nanoseconds(1)
        let harness = try RuntimeHarness(limits: limits)
        let json = #"{"fields": [{"id": "f"}], "idle": {"warn": 60, "grace": 10, "action": "reset"}}"#
        for number in 0..<20 {
            let session = try await harness.open(json: json, token: "s\(number)")
            try await harness.perform([.field(0, .insertText("typed"))], on: session)
        }
        harness.clock.advance(by: 61, in: harness.runtime)
        let (time, sessions) = (harness.runtime.accounts[1].time, harness.runtime.sessions)
        func typed() -> Int { sessions.all.count { $0.form.field(0).text == "typed" } }
        harness.clock.advance(by: 11, in: harness.runtime)
        #expect(typed() >= 19)
        #expect(try await eventually { typed() == 0 })
        #expect(harness.runtime.accounts[1].time > time)
    }

    @Test("an idle session is reset as its definition says and continues, without the default idle timeout")
    @LoopActor
    func reset() async throws {
        let harness = try RuntimeHarness()
        let session = try await session(harness) {
            $0.locale = "de"
            $0.values = ["f": "first"]
        }
        try await harness.perform([.field(0, .insertText("typed")), .setLocale("en")], on: session)
        harness.clock.advance(by: 60, in: harness.runtime)
        #expect(harness.told.last == "idle a 10")
        #expect(session.form.field(0).text == "firsttyped")
        harness.clock.advance(by: 10, in: harness.runtime)
        #expect(session.form.field(0).text == "first" && session.form.locale == "de" && !session.form.canUndo)
        #expect(harness.told.last == "changed a 2")
        harness.clock.advance(by: 100_000, in: harness.runtime)
        #expect(harness.told.last == "changed a 2" && !session.isClosed)
    }

    @Test("an option of the session to close it has precedence over the definition")
    @LoopActor
    func close() async throws {
        let harness = try RuntimeHarness()
        let session = try await session(harness) { $0.idle = IdlePolicy(warn: 5, grace: 1, action: .close) }
        try await harness.perform([.field(0, .insertText("typed"))], on: session)
        harness.clock.advance(by: 5, in: harness.runtime)
        harness.clock.advance(by: 1, in: harness.runtime)
        #expect(harness.told.suffix(2) == ["idle a 1", "closed a idle"])
    }

    @Test("an edit or Extend prevents the action")
    @LoopActor
    func extended() async throws {
        let harness = try RuntimeHarness()
        let session = try await session(harness) { _ in }
        harness.clock.advance(by: 60, in: harness.runtime)
        harness.runtime.use(session)
        harness.clock.advance(by: 59, in: harness.runtime)
        try await harness.perform([.field(0, .insertText("typed"))], on: session)
        harness.clock.advance(by: 59, in: harness.runtime)
        #expect(harness.told == ["opened a", "idle a 10", "changed a 1"])
    }

    @Test("a session with an idle timeout is closed when it has passed, with or without a policy")
    @LoopActor
    func timeout() async throws {
        let harness = try RuntimeHarness()
        _ = try await session(harness) { $0.idleTimeout = 30 }
        harness.clock.advance(by: 30, in: harness.runtime)
        #expect(harness.told == ["opened a", "closed a idle"])
    }

    @Test("a plug-in's process, which knows what was typed, ends when the session is reset")
    @LoopActor
    func forgotten() async throws {
        let harness = try RuntimeHarness(zoo: "", answersWithin: .seconds(20))
        let session = try await harness.open(
            json: #"{"fields": [{"id": "a", "formatter": {"type": "upper"}}], "idle": {"warn": 60, "grace": 10}}"#
        )
        try await harness.perform([.field(0, .insertText("typed"))], on: session)
        #expect(session.form.field(0).text == "TYPED")
        let pid = try #require(harness.states.first?.pid)
        harness.clock.advance(by: 60, in: harness.runtime)
        harness.clock.advance(by: 10, in: harness.runtime)
        #expect(try await eventually { session.form.field(0).text.isEmpty && kill(pid, 0) != 0 })
        try await harness.perform([.field(0, .insertText("next"))], on: session)
        #expect(session.form.field(0).text == "NEXT" && harness.states.first?.recentFailures == 0)
    }

    @Test("a session is reset after the transactions that wait for a plug-in")
    @LoopActor
    func suspended() async throws {
        let harness = try RuntimeHarness(zoo: "", answersWithin: .seconds(20), dead: .seconds(1))
        let session = try await harness.open(
            json: """
                {"fields": [{"id": "a", "formatter": {"type": "upper"}}, {"id": "b"}],
                 "idle": {"warn": 60, "grace": 10}}
                """
        )
        var texts: [String] = []
        harness.type("hang!", into: session)
        harness.runtime.perform([.field(1, .insertText("typed"))], on: session) { _ in
            texts.append(session.form.field(1).text)
        }
        harness.clock.advance(by: 60, in: harness.runtime)
        harness.clock.advance(by: 10, in: harness.runtime)
        #expect(texts == [])
        #expect(try await eventually { !texts.isEmpty && session.form.field(1).text.isEmpty })
        #expect(texts == ["typed"] && harness.told.contains("idle a 10"))
    }
}

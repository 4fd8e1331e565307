import EventLoop
import FormEngine
import FormRuntime
import FormdTesting
import Testing

@Suite("Transactions", .loop, .timeLimit(.minutes(1)))
struct TransactionTests {
    @Test("without a plug-in a transaction is complete when perform returns")
    @LoopActor
    func synchronous() async throws {
        let harness = try RuntimeHarness()
        let session = try await harness.open(try harness.form(), token: "a")
        var texts: [String] = []
        for letter in ["A", "d", "a"] { harness.type(letter, into: session) { texts.append($0) } }
        #expect(texts == ["A", "Ad", "Ada"])
        #expect(harness.told == ["opened a", "changed a 1", "changed a 2", "changed a 3"])
    }

    @Test("while a plug-in is asked, later transactions wait in order, and other sessions continue")
    @LoopActor
    func queue() async throws {
        let harness = try RuntimeHarness(zoo: "mute!")
        let session = try await harness.open(try harness.form(placeholder: "echo"), token: "slow")
        let other = try await harness.open(try harness.form(), token: "quick")
        var texts: [String] = []
        for letter in ["A", "d", "a"] { harness.type(letter, into: session) { texts.append($0) } }
        #expect(texts == [])
        harness.type("x", into: other) { texts.append($0) }
        #expect(texts == ["x"])
        #expect(try await eventually { texts.count == 4 })
        #expect(texts == ["x", "A", "Ad", "Ada"])
    }

    @Test("the number of waiting transactions is limited")
    @LoopActor
    func queueLimit() async throws {
        var limits = Limits()
        limits.queuedTransactions = 2
        let harness = try RuntimeHarness(limits: limits, zoo: "mute!")
        let session = try await harness.open(try harness.form(placeholder: "echo"), token: "a")
        var results: [String] = []
        for letter in "abcd" { harness.type(String(letter), into: session) { results.append($0) } }
        #expect(results == ["limitExceeded"])
        #expect(try await eventually { results.count == 4 })
        #expect(results == ["limitExceeded", "a", "ab", "abc"])
    }

    @Test("closing a session answers its waiting transactions, and sends nothing later")
    @LoopActor
    func closedMeanwhile() async throws {
        let harness = try RuntimeHarness(zoo: "mute!")
        let session = try await harness.open(try harness.form(placeholder: "echo"), token: "a")
        var results: [String] = []
        for letter in "ab" { harness.type(String(letter), into: session) { results.append($0) } }
        harness.runtime.close(session, reason: .closed)
        #expect(try await eventually { results.count == 2 })
        #expect(results == ["unknownSession", "unknownSession"])
        #expect(harness.told == ["opened a", "closed a closed"])
    }

    @Test("a session that is closed while it is being opened is never opened")
    @LoopActor
    func closedWhileOpening() async throws {
        let harness = try RuntimeHarness(zoo: "mute!")
        let form = try harness.form(placeholder: "echo")
        let opening = Task { try await harness.open(form, token: "a", lifetime: .connection) }
        #expect(try await eventually { harness.runtime.sessions.count == 1 })
        harness.runtime.connectionClosed(.bus(":1.1"))
        await #expect(throws: RuntimeError.self) { try await opening.value }
        #expect(harness.runtime.sessions.count == 0)
        #expect(harness.told == [])
    }

    @Test("a transaction that requires another revision is refused and changes nothing")
    @LoopActor
    func revision() async throws {
        let harness = try RuntimeHarness()
        let session = try await harness.open(try harness.form(), token: "a")
        harness.type("x", into: session)
        var code: RuntimeError.Code?
        harness.runtime.perform([.field(0, .insertText("y"))], on: session, ifRevision: 0) { result in
            if case .failure(let error) = result { code = (error as? RuntimeError)?.code }
        }
        #expect(code == .staleRevision)
        #expect(session.form.revision == 1)
    }

    @Test("an idle session is closed in time, even if longer timeouts were set before")
    @LoopActor
    func idle() async throws {
        let harness = try RuntimeHarness()
        let form = try harness.form()
        try await harness.open(form, token: "long", idleTimeout: 3_600)
        try await harness.open(form, token: "short", idleTimeout: 1)
        #expect(try await eventually { harness.runtime.sessions.count == 1 })
        #expect(harness.told.last == "closed short idle")
    }

    @Test("all sessions are closed when the daemon ends")
    @LoopActor
    func shutDown() async throws {
        let harness = try RuntimeHarness()
        for token in ["a", "b"] { try await harness.open(try harness.form(), token: token) }
        harness.runtime.shutDown()
        #expect(Set(harness.told.suffix(2)) == ["closed a shutdown", "closed b shutdown"])
        #expect(harness.runtime.sessions.count == 0)
    }
}

@Suite("The time limit of a transaction", .loop)
struct WorkTimeTests {
    @Test("operations that take too long together are refused and change nothing")
    @LoopActor
    func operations() async throws {
        var limits = Limits()
        limits.workTime = .nanoseconds(1)
        let harness = try RuntimeHarness(limits: limits)
        let session = try await harness.open(try harness.form(), token: "a")
        let keys = (0..<100).map { _ in FormEngine.Operation.field(0, .insertText("x")) }
        let error = await #expect(throws: FormError.self) { try await harness.perform(keys, on: session) }
        #expect(error?.code == .limitExceeded)
        #expect(session.form.field(0).text == "" && session.form.revision == 0)
        try await harness.perform([keys[0]], on: session)
        #expect(session.form.field(0).text == "x", "one operation alone is carried out")
    }

    @Test("rules after the time limit are unavailable: Submit fails, and nothing counts as valid")
    @LoopActor
    func rules() async throws {
        var limits = Limits()
        limits.timeForRules = .zero
        let harness = try RuntimeHarness(limits: limits)
        let rules = (0..<32).map { _ in #"{"type": "regex", "pattern": "x+"}"# }.joined(separator: ", ")
        let session = try await harness.open(json: #"{"fields": [{"id": "a", "validators": [\#(rules)]}]}"#)
        try await harness.perform([.field(0, .insertText("x"))], on: session)
        #expect(!session.form.field(0).wouldPass)
        let error = await #expect(throws: FormError.self) { try await harness.perform([.submit], on: session) }
        #expect(error?.code == .checkUnavailable)
        #expect(try harness.runtime.explain(session).contains { $0.verdict == .unavailable })
    }
}

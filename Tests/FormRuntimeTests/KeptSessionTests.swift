import EventLoop
import FormEngine
import FormModel
@testable import FormRuntime
import FormStore
import FormdTesting
import Foundation
import Synchronization
import Testing

/// A disk that fails or stalls as a test says.
private final class Disk: Sendable {
    private let state = Mutex((error: Int32?.none, readingError: Int32?.none, isStalled: false))
    /// How often reading and writing has begun while the disk stalls.
    private let stalls = Atomic(0)

    var waits: Int { stalls.load(ordering: .sequentiallyConsistent) }

    private func wait() {
        if isStalled { stalls.wrappingAdd(1, ordering: .sequentiallyConsistent) }
        while isStalled { usleep(1_000) }
    }

    var readingError: Int32? {
        get { state.withLock(\.readingError) }
        set { state.withLock { $0.readingError = newValue } }
    }

    var error: Int32? {
        get { state.withLock(\.error) }
        set { state.withLock { $0.error = newValue } }
    }

    var isStalled: Bool {
        get { state.withLock(\.isStalled) }
        set { state.withLock { $0.isStalled = newValue } }
    }

    var calls: FileCalls {
        FileCalls { [self] file, bytes, offset throws(SystemError) in
            wait()
            if let error { throw SystemError("write", code: error) }
            try FileCalls.writeAll(file, bytes, at: offset)
        } read: { [self] file, offset, limit throws(SystemError) in
            wait()
            if let readingError { throw SystemError("read", code: readingError) }
            return try FileCalls.readAll(file, from: offset, limit: limit)
        }
    }
}

@Suite("Sessions stored on disk", .loop)
struct KeptSessionTests {
    private let folder: TemporaryFolder
    private let disk = Disk()

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A daemon's runtime on the folder. The one before it must be gone.
    @LoopActor
    private func start(limits: Limits = Limits()) throws -> RuntimeHarness {
        let harness = try RuntimeHarness(limits: limits)
        try harness.keepSessions(in: folder.path + "/state", disk.calls)
        return harness
    }

    private static func identifier(_ token: String) throws -> SessionIdentifier {
        SessionIdentifier(owner: 1, token: try SessionIdentifier.Token(token))
    }

    @Test("a session is restored when it is used, with members, undo steps and typed texts")
    @LoopActor
    func comesBack() async throws {
        do {
            let harness = try start()
            let session = try await harness.open(try harness.form(fields: 3), token: "a", idleTimeout: 60)
            try await harness.perform([.field(1, .focus)], on: session)
            try await harness.perform([.field(1, .insertText("typed"))], on: session)
            for user in [2, 3] as [UInt32] { try await harness.grant(.viewer, to: user, in: session) }
            // A role is accepted by the first call.
            harness.runtime.accept(session, by: 2)
            #expect(try await eventually { session.isFree })
            try await harness.perform([.field(2, .setText("set", formats: true, validates: nil))], on: session)
        }
        let harness = try start()
        let runtime = harness.runtime
        #expect(runtime.sessions.stored.count == 1 && runtime.accounts[1].sessions == 1)
        #expect(runtime.sessions.entries(visibleTo: 2).map(\.identifier.token.description) == ["a"])
        #expect(runtime.sessions.entries(visibleTo: 3).isEmpty)
        #expect(runtime.sessions.stored.count == 1)
        let session = try #require(try await harness.session("a"))
        #expect(runtime.sessions.stored.isEmpty && runtime.accounts[1].sessions == 1)
        #expect(session.form.field(1).text == "typed" && session.form.field(2).text == "set")
        #expect(session.form.focusedField == 1 && session.form.isRestored && session.form.canUndo)
        #expect(session.members.granted == [2: .viewer, 3: .viewer] && session.members.accepted == [2])
        try await harness.perform([.undo], on: session)
        #expect(session.form.field(2).text == "")
        // It ends as others do.
        harness.clock.advance(by: 61, in: runtime)
        #expect(harness.told.last == "closed a idle" && runtime.accounts[1].sessions == 0)
        #expect(try await eventually { try runtime.store?.sessions().isEmpty == true })
    }

    @Test("a session that goes on at another daemon while it is read is not opened here")
    @LoopActor
    func givenAway() async throws {
        do {
            let harness = try start()
            try await harness.open(try harness.form(), token: "a")
        }
        let harness = try start()
        let stored = try #require(harness.runtime.sessions.stored.first)
        disk.isStalled = true
        var result: Result<Void, any Error>?
        harness.read(stored) { result = $0 }
        harness.runtime.forget(stored)
        disk.isStalled = false
        #expect(try await eventually { result != nil })
        let error = #expect(throws: RuntimeError.self) { try result?.get() }
        #expect(error?.code == .unknownSession && harness.runtime.sessions.count == 0)
    }

    @Test("what becomes a part of the names of submissions is no path", arguments: ["../../etc/x", "", "a/b", "a.b"])
    @LoopActor
    func series(text: String) async throws {
        let harness = try start()
        var entries = StoredSession.entries(of: try await harness.open(try harness.form(), token: "a"))
        entries["submissions"] = "2ab9"
        #expect(try StoredSession(entries).submissionSeries == "2ab9")
        entries["submissions"] = text
        #expect(try StoredSession(entries).submissionSeries == nil)
    }

    @Test("whoever followed a session before a restart gets everything: its secrets are empty, which is no revision")
    @LoopActor
    func followedBefore() async throws {
        var revision: UInt64 = 0
        do {
            let harness = try start()
            let session = try await harness.open(try harness.form(), token: "a")
            try await harness.perform([.field(0, .insertText("typed"))], on: session)
            revision = session.form.revision
            #expect(session.fields(removedAfter: revision) == [])
        }
        let harness = try start()
        let session = try #require(try await harness.session("a"))
        #expect(session.form.revision == revision && session.fields(removedAfter: revision) == nil)
        try await harness.perform([.field(0, .insertText("!"))], on: session)
        #expect(session.fields(removedAfter: revision + 1) == [])
    }

    @Test("a follower that comes while the disk stalls sees what is stored then", arguments: [false, true])
    @LoopActor
    func followsStalled(isRefused: Bool) async throws {
        let harness = try start()
        let session = try await harness.open(try harness.form(), token: "a")
        try await harness.perform([.field(0, .insertText("a"))], on: session)
        disk.isStalled = true
        if isRefused { disk.error = ENOSPC }
        harness.type("b", into: session)
        #expect(session.form.field(0).text == "ab")
        var shown: String?
        try harness.runtime.whenStored(session, for: 1) { _ in shown = session.form.field(0).text }
        #expect(try await eventually { disk.waits > 0 } && shown == nil)
        disk.isStalled = false
        #expect(try await eventually { shown == (isRefused ? "a" : "ab") })
    }

    @Test("a follower is told nothing of transactions that could not be stored, and everything from before them")
    @LoopActor
    func followerOfRefused() async throws {
        let harness = try start()
        let session = try await harness.open(
            json:
                #"{"fields": [{"id": "name"}, {"id": "row", "repeat": {"min": 0, "max": 9}, "fields": [{"id": "x"}]}]}"#
        )
        let client = Client(user: 1, connection: .bus(":1.9"))
        try harness.runtime.subscribe(client, to: session, as: Follower(session: .all, field: .all))
        try await harness.perform([.field(0, .insertText("a"))], on: session)
        disk.error = ENOSPC
        let changes: [FormEngine.Operation] = [
            .addRow(group: "row", position: nil), .field(0, .validate(force: true)), .submit,
        ]
        var refused = 0
        for change in changes {
            harness.runtime.perform([change], on: session) { _ in
                session.say {
                } refuse: { _ in
                    refused += 1
                }
            }
        }
        #expect(try await eventually { refused == changes.count })
        let news = try #require(session.takeNews(of: client))
        #expect(news.fields.map(\.name) == ["name"] && news.events.isEmpty && news.removed.isEmpty)
        await #expect(throws: FormError.self) { try await harness.perform([.field(0, .insertText("b"))], on: session) }
        #expect(session.takeNews(of: client) == nil)
    }

    @Test("while the disk writes, a session keeps all calls waiting, and answers them in their order")
    @LoopActor
    func callsInOrder() async throws {
        let harness = try start()
        let session = try await harness.open(try harness.form(), token: "a")
        disk.isStalled = true
        var answers: [String] = []
        func type(_ text: String) { harness.type(text, into: session) { answers.append($0) } }
        // A call over D-Bus waits before it looks at anything.
        func call(_ body: @escaping @LoopActor () -> Void) throws {
            #expect(session.keepsCallsWaiting)
            try harness.runtime.awaitTurn(of: session, for: 1, bytes: 100) {
                #expect(!session.keepsCallsWaiting)
                body()
            }
        }
        func read() { let text = session.form.field(0).text; session.say { answers.append("read \(text)") } }
        type("a")
        #expect(!session.keepsCallsWaiting)
        read()
        #expect(try await eventually { disk.waits > 0 })
        try call { type("b") }
        try call { read() }
        try call { harness.runtime.grant(.viewer, to: 2, in: session) { _ in answers.append("granted") } }
        try call { type("c") }
        #expect(answers.isEmpty && harness.runtime.accounts[1][.calls] >= 400)
        disk.isStalled = false
        #expect(try await eventually { answers.count == 6 })
        #expect(answers == ["a", "read a", "ab", "read ab", "granted", "abc"])
        #expect(harness.runtime.accounts[1][.calls] == 0)
    }

    @Test("the waiting calls of one user do not keep those of another out")
    @LoopActor
    func waitingOfUsers() async throws {
        var limits = Limits()
        limits.queuedTransactions = 2
        let harness = try start(limits: limits)
        let session = try await harness.open(try harness.form(), token: "a")
        try await harness.grant(.editor, to: 2, in: session)
        disk.isStalled = true
        harness.type("a", into: session)
        #expect(try await eventually { disk.waits > 0 })
        var served: [UInt32] = []
        func call(_ user: UInt32) throws {
            try harness.runtime.awaitTurn(of: session, for: user, bytes: 1) { served.append(user) }
        }
        for _ in 0..<2 { try call(2) }
        let refusal = #expect(throws: RuntimeError.self) { try call(2) }
        #expect(refusal?.code == .limitExceeded)
        try call(1)
        disk.isStalled = false
        #expect(try await eventually { served.count == 3 })
    }

    @Test("a session that nobody uses after a restart expires nevertheless")
    @LoopActor
    func expires() async throws {
        do {
            let harness = try start()
            try await harness.open(try harness.form(), token: "a", idleTimeout: 60)
        }
        let harness = try start()
        harness.clock.advance(by: 61, in: harness.runtime)
        #expect(try await eventually { harness.told == ["closed a idle"] })
        #expect(harness.runtime.sessions.count == 0)
        #expect(try await eventually { try harness.runtime.store?.sessions().isEmpty == true })
    }

    @Test("a session that ends with its connections, or is not durable, is never stored")
    @LoopActor
    func notKept() async throws {
        let harness = try start()
        try await harness.open(try harness.form(), token: "a", lifetime: .connection)
        try await harness.open(try harness.form(), token: "b", lifetime: .members)
        _ = try await harness.open(
            json: #"{"durable": false, "fields": [{"id": "f", "placeholders": ["F"]}]}"#,
            token: "c"
        )
        let kept = try await harness.open(try harness.form(), token: "d")
        #expect(try harness.runtime.store?.sessions().map(\.name) == ["1-d"])
        harness.runtime.close(kept, reason: .closed)
        #expect(try await eventually { try harness.runtime.store?.sessions().isEmpty == true })
    }

    @Test("an edit that cannot be stored is refused and changes nothing", arguments: [ENOSPC, EROFS, EIO])
    @LoopActor
    func refused(error: Int32) async throws {
        let harness = try start()
        let session = try await harness.open(try harness.form(), token: "a")
        let other = try await harness.open(try harness.form(), token: "b", lifetime: .connection)
        try await harness.perform([.field(0, .insertText("a"))], on: session)
        disk.error = error
        for _ in 0..<3 {
            let refusal = await #expect(throws: FormError.self) {
                try await harness.perform([.field(0, .insertText("b"))], on: session)
            }
            #expect(refusal?.code == .storeUnavailable)
        }
        #expect(session.form.field(0).text == "a" && session.form.revision == 1)
        await #expect(throws: FormError.self) { try await harness.open(try harness.form(), token: "c") }
        #expect(harness.runtime.accounts[1].sessions == 2)
        // What is not kept goes on.
        try await harness.perform([.field(0, .insertText("x"))], on: other)
        disk.error = nil
        try await harness.perform([.field(0, .insertText("c"))], on: session)
        #expect(session.form.field(0).text == "ac")
    }

    @Test(
        "while the disk does not respond, its sessions wait, others continue, and no reply is sent before the session is stored"
    )
    @LoopActor
    func stalled() async throws {
        let harness = try start()
        let session = try await harness.open(try harness.form(), token: "a")
        let other = try await harness.open(try harness.form(), token: "b", lifetime: .connection)
        try await harness.perform([.field(0, .insertText("0"))], on: session)
        disk.isStalled = true
        var answers: [String] = []
        for key in ["a", "b", "c"] { harness.type(key, into: session) { answers.append($0) } }
        #expect(answers.isEmpty && harness.told.last == "changed a 1")
        try await harness.perform([.field(0, .insertText("x"))], on: other)
        #expect(answers.isEmpty && harness.told.last != "changed a 2")
        disk.isStalled = false
        #expect(try await eventually { answers.count == 3 })
        #expect(answers == ["0a", "0ab", "0abc"] && session.form.field(0).text == "0abc")
        #expect(harness.told.suffix(3) == ["changed a 2", "changed a 3", "changed a 4"])
    }

    @Test("while a session is being read from a disk that does not respond, its calls wait, and others continue")
    @LoopActor
    func stalledReading() async throws {
        do {
            let harness = try start()
            let session = try await harness.open(try harness.form(), token: "a")
            try await harness.perform([.field(0, .insertText("typed"))], on: session)
        }
        var limits = Limits()
        limits.queuedTransactions = 3
        let harness = try start(limits: limits)
        let stored = try #require(harness.runtime.sessions.storedSession(try Self.identifier("a")))
        disk.isStalled = true
        var results: [String] = []
        func read(_ name: String, _ user: UInt32) throws {
            try harness.runtime.read(stored, for: user, bytes: 100) { result in
                let session = harness.runtime.sessions[stored.identifier]
                results.append("\(name) \((try? result.get()).flatMap { session?.form.field(0).text } ?? "failed")")
            }
        }
        let before = harness.runtime.accounts[2].byteCount
        for name in ["first", "second", "third"] { try read(name, 2) }
        let refusal = #expect(throws: RuntimeError.self) { try read("fourth", 2) }
        #expect(refusal?.code == .limitExceeded && harness.runtime.accounts[2].byteCount == before + 300)
        // The calls of one user do not keep those of another out.
        try read("owner", 1)
        let other = try await harness.open(try harness.form(), token: "b", lifetime: .connection)
        try await harness.perform([.field(0, .insertText("x"))], on: other)
        #expect(try await eventually { disk.waits > 0 })
        #expect(results.isEmpty && other.form.field(0).text == "x")
        disk.isStalled = false
        #expect(try await eventually { results.count == 4 })
        // Which user has the first turn depends on the time that each has used.
        #expect(results.filter { $0 != "owner typed" } == ["first", "second", "third"].map { "\($0) typed" })
        #expect(harness.runtime.accounts[2].byteCount == before && harness.runtime.sessions.stored.isEmpty)
    }

    @Test("a client can attach to a session while it is being read")
    @LoopActor
    func attachedWhileStalled() async throws {
        do {
            let harness = try start()
            try await harness.perform([.field(0, .insertText("typed"))], on: harness.open(harness.form(), token: "a"))
        }
        let harness = try start()
        var options = SessionOptions(audience: .members)
        (options.token, options.attaches) = (try SessionIdentifier.Token("a"), true)
        disk.isStalled = true
        var texts: [String] = []
        for connection in [":1.2", ":1.3"] {
            let client = Client(user: 1, connection: .bus(connection))
            harness.runtime.open(try harness.form(), options: options, for: client) { result in
                texts.append((try? result.get().form.field(0).text) ?? "none")
            }
        }
        #expect(try await eventually { disk.waits > 0 })
        #expect(texts.isEmpty)
        disk.isStalled = false
        #expect(try await eventually { texts == ["typed", "typed"] })
        #expect(harness.runtime.sessions.count == 1)
    }

    @Test("calls that follow each other closely are stored together, and answered then", arguments: [false, true])
    @LoopActor
    func together(isStalled: Bool) async throws {
        do {
            let harness = try start()
            let session = try await harness.open(try harness.form(), token: "a")
            try await harness.perform([.field(0, .insertText("0"))], on: session)
            let records = harness.runtime.store?.statistics.records
            disk.isStalled = isStalled
            var answers: [String] = []
            for key in ["a", "b", "c"] { harness.type(key, into: session) { answers.append($0) } }
            #expect(answers.isEmpty && session.form.field(0).text == "0abc")
            if isStalled {
                #expect(try await eventually { disk.waits > 0 })
                // What is said of the session waits, and so does the next transaction.
                session.say { answers.append("read") }
                harness.type("d", into: session) { answers.append($0) }
                try await EventLoop.shared.sleep(for: .milliseconds(30))
                #expect(answers.isEmpty && session.form.field(0).text == "0abc")
                disk.isStalled = false
            }
            let expected = ["0a", "0ab", "0abc"] + (isStalled ? ["read", "0abcd"] : [])
            #expect(try await eventually { answers.count == expected.count })
            #expect(answers == expected)
            // The keys are one burst, which needs one record.
            #expect(harness.runtime.store?.statistics.records == records.map { $0 + (isStalled ? 2 : 1) })
            #expect(harness.runtime.accounts[1][.calls] == 0)
        }
        let harness = try start()
        let session = try #require(try await harness.session("a"))
        #expect(session.form.field(0).text == (isStalled ? "0abcd" : "0abc"))
    }

    @Test("calls that cannot be stored together fail together, and the session is what was stored before")
    @LoopActor
    func refusedTogether() async throws {
        let harness = try start()
        let session = try await harness.open(try harness.form(), token: "a")
        try await harness.perform([.field(0, .insertText("0"))], on: session)
        disk.error = ENOSPC
        var answers: [String] = []
        for key in ["a", "b", "c"] { harness.type(key, into: session) { answers.append($0) } }
        #expect(try await eventually { answers.count == 3 })
        #expect(answers == Array(repeating: "storeUnavailable", count: 3))
        #expect(session.form.field(0).text == "0" && session.form.revision == 1)
        #expect(harness.told.last == "changed a 1")
        disk.error = nil
        try await harness.perform([.field(0, .insertText("d"))], on: session)
        #expect(session.form.field(0).text == "0d")
    }

    @Test("granting and revoking a role complete when the change is stored")
    @LoopActor
    func stalledRoles() async throws {
        let harness = try start()
        let session = try await harness.open(try harness.form(), token: "a")
        var done: [String] = []
        disk.isStalled = true
        harness.runtime.grant(.viewer, to: 2, in: session) { _ in done.append("granted") }
        #expect(try await eventually { session.isSuspended })
        harness.runtime.revoke(2, in: session) { _ in done.append("revoked") }
        try await EventLoop.shared.sleep(for: .milliseconds(30))
        #expect(done.isEmpty && session.members.granted.isEmpty)
        disk.isStalled = false
        #expect(try await eventually { done == ["granted", "revoked"] })
        #expect(session.members.granted.isEmpty)
    }

    @Test("a role that the disk does not accept is not changed, nor stored later", arguments: [ENOSPC, EROFS])
    @LoopActor
    func refusedRoles(error: Int32) async throws {
        let harness = try start()
        let session = try await harness.open(try harness.form(), token: "a")
        try await harness.grant(.viewer, to: 2, in: session)
        disk.error = error
        let refusal = await #expect(throws: FormError.self) { try await harness.grant(.owner, to: 3, in: session) }
        #expect(refusal?.code == .storeUnavailable)
        await #expect(throws: FormError.self) { try await harness.revoke(2, in: session) }
        #expect(session.members.granted == [2: .viewer])
        #expect(harness.runtime.sessions.entries(visibleTo: 3).isEmpty)
        disk.error = nil
        try await harness.grant(.editor, to: 4, in: session)
        #expect(try harness.runtime.store?.sessions().first?.entries["members"] == "2=viewer 4=editor")
    }

    @Test("a session with the token of one that was closed before it was stored is stored after it, and stays")
    @LoopActor
    func reopened() async throws {
        do {
            let harness = try start()
            let form = try harness.form()
            disk.isStalled = true
            let first = Task { @LoopActor in try await harness.open(form, token: "a") }
            #expect(try await eventually { disk.waits > 0 })
            harness.runtime.close(try #require(try await harness.session("a")), reason: .closed)
            let second = Task { @LoopActor in try await harness.open(form, token: "a") }
            try await EventLoop.shared.sleep(for: .milliseconds(30))
            disk.isStalled = false
            await #expect(throws: RuntimeError.self) { try await first.value }
            try await harness.perform([.field(0, .insertText("kept"))], on: try await second.value)
            await harness.runtime.store?.finish(within: .seconds(60))
        }
        let harness = try start()
        #expect(try await harness.session("a")?.form.field(0).text == "kept")
    }

    @Test("a session that is closed while the disk stalls tells so after its earlier calls, when its file is gone")
    @LoopActor
    func closedWhileStalled() async throws {
        let harness = try start()
        let session = try await harness.open(try harness.form(), token: "a")
        try await harness.perform([.field(0, .insertText("0"))], on: session)
        disk.isStalled = true
        var answers: [String] = []
        harness.type("a", into: session) { answers.append($0) }
        #expect(try await eventually { disk.waits > 0 })
        harness.type("b", into: session) { answers.append($0) }
        harness.runtime.close(session, reason: .closed)
        session.say { answers.append("closed") }
        try await EventLoop.shared.sleep(for: .milliseconds(30))
        #expect(answers.isEmpty)
        disk.isStalled = false
        #expect(try await eventually { answers.count == 3 })
        #expect(answers == ["0a", "closed", "unknownSession"])
        #expect(try harness.runtime.store?.sessions().isEmpty == true)
    }

    @Test("a session that the limits do not allow to open keeps its file and its token")
    @LoopActor
    func lowerLimits() async throws {
        do {
            let harness = try start()
            try await harness.open(try harness.form(), token: "a")
            let session = try await harness.open(try harness.form(), token: "b")
            try await harness.perform([.field(0, .insertText("typed"))], on: session)
        }
        do {
            var limits = Limits()
            limits.sessionsPerUser = 1
            let harness = try start(limits: limits)
            let first = try #require(try await harness.session("a"))
            harness.runtime.close(first, reason: .closed)
            let refusal = try await harness.refusal(try harness.form(), token: "b")
            #expect(refusal?.code == .sessionExists)
            #expect(refusal?.message.contains("stays on disk") == true)
            #expect(refusal?.message.contains("user 1 has 1 sessions open") == true)
            try await harness.open(try harness.form(), token: "c")
            await harness.runtime.store?.finish(within: .seconds(60))
        }
        let harness = try start()
        #expect(try await harness.session("b")?.form.field(0).text == "typed")
    }

    @Test("an idle session that cannot be read is tried once, and again when it is used")
    @LoopActor
    func unreadableIdle() async throws {
        do {
            let harness = try start()
            try await harness.open(try harness.form(), token: "a", idleTimeout: 60)
        }
        let harness = try start()
        disk.readingError = EIO
        harness.clock.advance(by: 61, in: harness.runtime)
        await harness.runtime.store?.finish(within: .seconds(60))
        disk.readingError = nil
        harness.clock.advance(by: 61, in: harness.runtime)
        await harness.runtime.store?.finish(within: .seconds(60))
        #expect(harness.runtime.sessions.stored.count == 1 && harness.told.isEmpty)
        #expect(try await harness.session("a") != nil)
        harness.clock.advance(by: 1, in: harness.runtime)
        #expect(harness.told == ["closed a idle"])
    }

    @Test("a session whose file somebody has removed is gone, and its token is free")
    @LoopActor
    func removed() async throws {
        do {
            let harness = try start()
            try await harness.open(try harness.form(), token: "a")
        }
        let harness = try start()
        try FileManager.default.removeItem(atPath: folder.path + "/state/sessions/1-a")
        #expect(try await harness.session("a") == nil)
        #expect(harness.runtime.sessions.count == 0 && harness.runtime.accounts[1].sessions == 0)
        try await harness.open(try harness.form(), token: "a")
    }

    @Test("a session that takes too long to read stays, and says so")
    @LoopActor
    func slowToRead() async throws {
        do {
            let harness = try start()
            try await harness.open(try harness.form(fields: 100), token: "a")
        }
        do {
            var limits = Limits()
            limits.workTime = .nanoseconds(1)
            let harness = try start(limits: limits)
            let stored = try #require(harness.runtime.sessions.storedSession(Self.identifier("a")))
            let error = await #expect(throws: FormError.self) {
                try await withCheckedThrowingContinuation { continuation in
                    do { try harness.runtime.read(stored, for: 1) { continuation.resume(with: $0) } } catch {
                        continuation.resume(throwing: error)
                    }
                }
            }
            #expect(error?.code == .storeUnavailable && error?.message.contains("this takes more than") == true)
            #expect(harness.runtime.sessions.stored.count == 1)
        }
        #expect(try await start().session("a")?.form.fieldCount == 100)
    }

    @Test("a session with a long text is stored as a whole before restoring its keys takes long")
    @LoopActor
    func longTexts() async throws {
        let count = 1_000
        let text = String(repeating: "a", count: 50_000)
        do {
            let harness = try start()
            let session = try await harness.open(try harness.form(), token: "a")
            try await harness.perform([.field(0, .setText(text, formats: true, validates: nil))], on: session)
            for _ in 0..<count { try await harness.perform([.field(0, .insertText("b"))], on: session) }
        }
        let file = try #require(FileManager.default.contents(atPath: folder.path + "/state/sessions/1-a"))
        #expect(try SessionFileContents(Array(file)).records.count < (32 << 20) / text.utf8.count)
        // A debug build takes longer.
        var limits = Limits()
        limits.workTime = .seconds(5)
        let restored = try await start(limits: limits).session("a")?.form.field(0).text
        #expect(restored?.utf8.count == text.utf8.count + count)
    }

    @Test("a damaged session is set aside, and the others are restored")
    @LoopActor
    func damaged() async throws {
        do {
            let harness = try start()
            for token in ["a", "b", "c"] { try await harness.open(try harness.form(), token: token) }
        }
        let sessions = folder.path + "/state/sessions/"
        try Data("nothing".utf8).write(to: URL(fileURLWithPath: sessions + "1-b"))
        // A character of the definition.
        var bytes = try Data(contentsOf: URL(fileURLWithPath: sessions + "1-c"))
        let definition = try #require(bytes.firstRange(of: Data(#""id": "f0""#.utf8)))
        bytes[definition.lowerBound] ^= 1
        try bytes.write(to: URL(fileURLWithPath: sessions + "1-c"))
        let harness = try start()
        #expect(harness.runtime.sessions.count == 2)
        #expect(try await harness.session("c") == nil)
        #expect(try await harness.session("a") != nil)
        #expect(harness.runtime.accounts[1].sessions == 1)
        let aside = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state/aside").sorted()
        #expect(aside == ["1-b.1", "1-c.1"])
    }

    @Test("a session has the definition that it was opened with, although the installed form has changed")
    @LoopActor
    func changedForm() async throws {
        func install(_ label: String, in harness: RuntimeHarness) throws {
            try FileManager.default.createDirectory(atPath: harness.formFolder, withIntermediateDirectories: true)
            try #"{"fields": [{"id": "a", "label": "\#(label)"}]}"#
                .write(toFile: harness.formFolder + "/form.json", atomically: true, encoding: .utf8)
            harness.runtime.reload()
        }
        do {
            let harness = try start()
            try install("Old", in: harness)
            try await harness.open(try harness.runtime.library.form(named: "form"), token: "a")
        }
        let harness = try start()
        try install("New", in: harness)
        let session = try #require(try await harness.session("a"))
        #expect(session.definition.source.contains("Old") && session.definition.name == "form")
    }

    @Test("a session that the disk did not return at the start keeps its token, and is there after the next start")
    @LoopActor
    func unreadableAtStart() async throws {
        do {
            let harness = try start()
            try await harness.open(try harness.form(), token: "a")
        }
        do {
            disk.readingError = EIO
            let harness = try start()
            disk.readingError = nil
            #expect(try await harness.session("a") == nil)
            #expect(try await harness.refusal(try harness.form(), token: "a")?.code == .sessionExists)
            await harness.runtime.store?.finish(within: .seconds(60))
        }
        let harness = try start()
        #expect(try await harness.session("a") != nil)
    }

    @Test("a refused change names no path of the state folder")
    @LoopActor
    func noPaths() async throws {
        let harness = try start()
        let session = try await harness.open(try harness.form(), token: "a")
        disk.error = ENOSPC
        var message = ""
        do {
            try await harness.perform([.field(0, .insertText("x"))], on: session)
        } catch let error as FormError {
            message = error.message
        }
        #expect(message == "the session cannot be kept: No space left on device")
    }

    @Test("a role that is granted and revoked at once is revoked")
    @LoopActor
    func grantedAndRevoked() async throws {
        let harness = try start()
        let session = try await harness.open(try harness.form(), token: "a")
        var results: [Bool] = []
        func note(_ result: Result<Void, any Error>) { results.append((try? result.get()) != nil) }
        harness.runtime.grant(.editor, to: 2, in: session) { note($0) }
        harness.runtime.revoke(2, in: session) { note($0) }
        #expect(try await eventually { results.count == 2 })
        #expect(results == [true, true] && session.members.role(of: 2) == nil)
    }

    @Test("calls of an editor that wait while the role is revoked or lowered have no effect")
    @LoopActor
    func revokedMeanwhile() async throws {
        let harness = try start()
        let session = try await harness.open(try harness.form(), token: "a")
        for user in [2, 3] as [UInt32] { try await harness.grant(.editor, to: user, in: session) }
        #expect(try await eventually { session.isFree })
        var codes: [RuntimeError.Code] = []
        func type(as user: UInt32) {
            harness.runtime.perform([.field(0, .insertText("x"))], on: session, as: user) { result in
                if case .failure(let error as RuntimeError) = result { codes.append(error.code) }
            }
        }
        harness.runtime.revoke(2, in: session) { _ in }
        type(as: 2)
        harness.runtime.grant(.viewer, to: 3, in: session, as: 1) { _ in }
        type(as: 3)
        #expect(try await eventually { codes.count == 2 })
        #expect(codes == [.unknownSession, .accessDenied] && session.form.field(0).text == "")
    }

    @Test("what waited for a session is served in turns with the calls of other users")
    @LoopActor
    func resumedInTurns() async throws {
        var limits = Limits()
        limits.share = .nanoseconds(1)
        let harness = try start(limits: limits)
        let session = try await harness.open(try harness.form(), token: "a")
        try await harness.grant(.viewer, to: 2, in: session)
        #expect(try await eventually { session.isFree })
        var served: [String] = []
        harness.runtime.revoke(2, in: session) { _ in }
        for number in 0..<50 {
            harness.runtime.perform([.validate(force: true)], on: session) { _ in
                served.append("waited")
                guard number == 0 else { return }
                try? harness.runtime.turns.serve(3, bytes: 0) { served.append("other") }
            }
        }
        #expect(try await eventually { served.count == 51 })
        #expect(served.firstIndex(of: "other") ?? 50 < 5)
        #expect(harness.runtime.accounts[1][.calls] == 0)
    }
}

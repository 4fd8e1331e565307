import EventLoop
import FormEngine
import FormModel
import FormRuntime
import FormStore
import FormdTesting
import Foundation
import Synchronization
import Testing

@Suite("Drafts", .loop)
struct DraftTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @LoopActor
    private func start(limits: Limits = Limits()) throws -> RuntimeHarness {
        let harness = try RuntimeHarness(limits: limits)
        try harness.keepSessions(in: folder.path + "/state", FileCalls())
        return harness
    }

    private static let form = """
        {"fields": [{"id": "name", "placeholders": ["Name"]}, {"id": "size", "placeholders": ["Size"],
         "input": {"type": "options", "options": ["S", "L"]}},
         {"id": "password", "placeholders": ["Password"], "mode": {"type": "password", "reveal": "alwaysVisible"}},
         {"id": "items", "repeat": {"min": 0, "max": 3}, "fields": [{"id": "what", "placeholders": ["W"]}]}]}
        """
    /// As above, without the size, with fewer rows.
    private static let changed = """
        {"fields": [{"id": "password", "placeholders": ["Password"], "mode": {"type": "password", "reveal": "alwaysVisible"}},
         {"id": "name", "placeholders": ["Name"]},
         {"id": "items", "repeat": {"min": 0, "max": 3}, "fields": [{"id": "what", "placeholders": ["W"]}]}]}
        """

    @LoopActor
    private func open(
        _ harness: RuntimeHarness,
        _ json: String = form,
        draft: String? = "d",
        user: UInt32 = 1,
        lifetime: SessionOptions.Lifetime = .detached
    ) async throws -> Session {
        var options = SessionOptions(audience: .members)
        (options.draft, options.lifetime) = (draft, lifetime)
        let form = try harness.runtime.library.compiler.compile(json, name: "form")
        let client = Client(user: user, connection: .bus(":1.1"))
        return try await withCheckedThrowingContinuation { continuation in
            harness.runtime.open(form, options: options, for: client) { continuation.resume(with: $0) }
        }
    }

    @LoopActor
    private func set(_ id: String, _ text: String, in session: Session, _ harness: RuntimeHarness) async throws {
        let index = try #require(session.form.index(ofField: id))
        try await harness.perform([.field(index, .setText(text, formats: true, validates: nil))], on: session)
    }

    @LoopActor
    private func text(_ id: String, in session: Session) throws -> String {
        session.form.field(try #require(session.form.index(ofField: id))).text
    }

    @Test("typed values are restored when the same user opens the form again, without secrets")
    @LoopActor
    func offered() async throws {
        let harness = try start()
        let session = try await open(harness, lifetime: .connection)
        try await set("name", "Ada", in: session, harness)
        try await set("size", "L", in: session, harness)
        try await set("password", "hush", in: session, harness)
        try await harness.perform([.addRow(group: "items", position: nil)], on: session)
        try await set("items_1_what", "tea", in: session, harness)
        harness.runtime.close(session, reason: .closed)
        #expect(try await eventually { try await harness.drafts(of: 1).count == 1 })
        #expect(try await harness.drafts(of: 1).first?.name == "d")
        #expect(try await harness.drafts(of: 2).isEmpty)

        let again = try await open(harness)
        #expect(try text("name", in: again) == "Ada" && text("size", in: again) == "L")
        #expect(try text("items_1_what", in: again) == "tea" && text("password", in: again) == "")
        #expect(!again.form.canUndo && again.form.isValid)
        let other = try await open(harness, user: 2)
        #expect(try text("name", in: other) == "")
    }

    @Test("a draft of a changed form is restored as far as the form has its fields")
    @LoopActor
    func changed() async throws {
        let harness = try start()
        let session = try await open(harness)
        try await set("name", "Ada", in: session, harness)
        try await set("size", "L", in: session, harness)
        harness.runtime.close(session, reason: .closed)
        #expect(try await eventually { try await harness.drafts(of: 1).count == 1 })
        let again = try await open(harness, Self.changed)
        #expect(try text("name", in: again) == "Ada")
        #expect(again.form.reading.leftOut == ["size"])
        #expect(try await open(harness, Self.changed, draft: "other").form.reading.leftOut.isEmpty)
    }

    @Test("a draft whose file is missing or unreadable is ignored and uses no quota")
    @LoopActor
    func damaged() async throws {
        var limits = Limits()
        limits.draftsPerUser = 1
        let harness = try start(limits: limits)
        for isRemoved in [true, false] {
            let session = try await open(harness)
            try await set("name", "Ada", in: session, harness)
            harness.runtime.close(session, reason: .closed)
            await harness.runtime.store?.finish(within: .seconds(60))
            let folder = self.folder.path + "/state/drafts"
            let file = folder + "/" + (try #require(FileManager.default.contentsOfDirectory(atPath: folder).first))
            if isRemoved {
                try FileManager.default.removeItem(atPath: file)
            } else {
                try Data("nothing".utf8).write(to: URL(fileURLWithPath: file))
            }
            let again = try await open(harness)
            #expect(try text("name", in: again) == "")
            harness.runtime.close(again, reason: .closed)
            let second = try await open(harness, draft: "second")
            harness.runtime.close(second, reason: .closed)
        }
    }

    @Test("a draft is deleted when the form is submitted or its owner discards it, and by nobody else")
    @LoopActor
    func discarded() async throws {
        let harness = try start()
        let session = try await open(harness)
        try await set("name", "Ada", in: session, harness)
        // It is written while the session is open.
        #expect(try await eventually { try await harness.drafts(of: 1).count == 1 })
        try await harness.perform([.submit], on: session)
        #expect(try await eventually { try await harness.drafts(of: 1).isEmpty })
        harness.runtime.close(session, reason: .submitted)

        let other = try await open(harness, draft: "e")
        try await set("name", "Bob", in: other, harness)
        harness.runtime.close(other, reason: .closed)
        #expect(try await eventually { try await harness.drafts(of: 1).count == 1 })
        #expect(throws: RuntimeError.self) { try harness.runtime.discardDraft(of: 2, form: "form", name: "e") }
        #expect(throws: RuntimeError.self) { try harness.runtime.discardDraft(of: 1, form: "form", name: "none") }
        try harness.runtime.discardDraft(of: 1, form: "form", name: "e")
        #expect(try await eventually { try await harness.drafts(of: 1).isEmpty })
    }

    @Test("drafts that open sessions may write count towards the limit, each once")
    @LoopActor
    func promised() async throws {
        var limits = Limits()
        limits.draftsPerUser = 2
        let harness = try start(limits: limits)
        for name in ["a", "b", "a"] { _ = try await open(harness, draft: name) }
        await #expect(throws: RuntimeError(.limitExceeded, "user 1 has 2 drafts")) {
            _ = try await open(harness, draft: "c")
        }
        let other = try await open(harness, draft: "a", user: 2)
        try await set("name", "Ada", in: other, harness)
        #expect(try await eventually { try await harness.drafts(of: 2).count == 1 })
        _ = try await open(harness, draft: "a", user: 2)
    }

    @Test("the bytes of a user's drafts on the disk are limited, and discarding one makes room")
    @LoopActor
    func bytes() async throws {
        var limits = Limits()
        limits.draftBytesPerUser = 600
        let harness = try start(limits: limits)
        func close(_ session: Session) async throws {
            try await withCheckedThrowingContinuation { continuation in
                harness.runtime.close(session) { continuation.resume(with: $0) }
            }
        }
        let text = String(repeating: "a", count: 300)
        let (first, second) = (try await open(harness, draft: "a"), try await open(harness, draft: "b"))
        try await set("name", text, in: first, harness)
        try await close(first)
        try await set("name", text, in: second, harness)
        let error = await #expect(throws: RuntimeError.self) { try await close(second) }
        #expect(error?.code == .limitExceeded && !second.isClosed)
        #expect(try await harness.drafts(of: 1).map(\.name) == ["a"])
        try harness.runtime.discardDraft(of: 1, form: "form", name: "a")
        try await close(second)
        #expect(try await harness.drafts(of: 1).map(\.name) == ["b"])
    }

    @Test("a submission and a discarded draft are reported when the draft cannot come back", arguments: [true, false])
    @LoopActor
    func durableRemoval(isSubmitted: Bool) async throws {
        let harness = try RuntimeHarness()
        let isStalled = Mutex(false)
        try harness.keepSessions(
            in: folder.path + "/state",
            FileCalls(
                sync: { file throws(SystemError) in
                    while isStalled.withLock(\.self) { usleep(1_000) }
                    try FileCalls.syncAll(file)
                }
            )
        )
        let session = try await open(harness)
        try await set("name", "Ada", in: session, harness)
        #expect(try await eventually { try await harness.drafts(of: 1).count == 1 })
        await harness.runtime.store?.finish(within: .seconds(60))
        isStalled.withLock { $0 = true }
        var isReported = false
        let told = harness.told
        if isSubmitted {
            harness.runtime.perform([.submit], on: session) { _ in session.say { isReported = true } }
        } else {
            try harness.runtime.discardDraft(of: 1, form: "form", name: "d") { _ in isReported = true }
        }
        try await EventLoop.shared.sleep(for: .milliseconds(50))
        #expect(!isReported && harness.told == told)
        isStalled.withLock { $0 = false }
        #expect(try await eventually { isReported })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state/drafts").isEmpty)
        #expect(!isSubmitted || harness.told.count == told.count + 1)
    }

    @Test("a session restored after a crash continues with its draft")
    @LoopActor
    func restored() async throws {
        var identifier: SessionIdentifier?
        do {
            let harness = try start()
            identifier = try await open(harness).identifier
        }
        let harness = try start()
        let opened = try #require(identifier)
        let session = try #require(try await harness.session(opened))
        try await set("name", "Ada", in: session, harness)
        harness.runtime.close(session, reason: .closed)
        #expect(try await eventually { try await harness.drafts(of: 1).count == 1 })
    }

    @Test("a draft that is discarded before its session is used again is not written by the session")
    @LoopActor
    func discardedWhileStored() async throws {
        var identifier: SessionIdentifier?
        do {
            let harness = try start()
            let session = try await open(harness)
            identifier = session.identifier
            try await set("name", "Ada", in: session, harness)
            harness.runtime.shutDown()
            await harness.runtime.store?.finish(within: .seconds(60))
        }
        let harness = try start()
        #expect(try await harness.drafts(of: 1).count == 1)
        try harness.runtime.discardDraft(of: 1, form: "form", name: "d")
        let opened = try #require(identifier)
        let session = try #require(try await harness.session(opened))
        #expect(try text("name", in: session) == "Ada")
        harness.runtime.close(session, reason: .closed)
        await harness.runtime.store?.finish(within: .seconds(60))
        #expect(try await harness.drafts(of: 1).isEmpty)
    }

    @Test("text typed just before a crash is in the draft when the session ends, unless it was submitted")
    @LoopActor
    func crash() async throws {
        let drafts = folder.path + "/state/drafts"
        var identifiers: [SessionIdentifier] = []
        do {
            let harness = try start()
            for (name, isSubmitted) in [("typed", false), ("untouched", false), ("submitted", true)] {
                let session = try await open(harness, draft: name)
                identifiers.append(session.identifier)
                if name != "untouched" { try await set("name", "Ada", in: session, harness) }
                if isSubmitted { try await harness.perform([.submit], on: session) }
            }
            harness.runtime.shutDown()
            await harness.runtime.store?.finish(within: .seconds(60))
        }
        // A crash would not have written the drafts.
        for file in try FileManager.default.contentsOfDirectory(atPath: drafts) {
            try FileManager.default.removeItem(atPath: "\(drafts)/\(file)")
        }
        let harness = try start()
        for identifier in identifiers {
            harness.runtime.close(try #require(try await harness.session(identifier)), reason: .closed)
        }
        #expect(try await eventually { try await harness.drafts(of: 1).map(\.name) == ["typed"] })
        #expect(try text("name", in: try await open(harness, draft: "typed")) == "Ada")
    }

    @Test("a draft that is not written yet can be discarded, and is not written later")
    @LoopActor
    func discardedAtOnce() async throws {
        let harness = try start()
        let session = try await open(harness)
        try await set("name", "Ada", in: session, harness)
        try harness.runtime.discardDraft(of: 1, form: "form", name: "d")
        #expect(throws: RuntimeError.self) { try harness.runtime.discardDraft(of: 1, form: "form", name: "d") }
        harness.runtime.close(session, reason: .closed)
        #expect(try await harness.drafts(of: 1).isEmpty)
    }

    @LoopActor
    private func close(_ session: Session, _ harness: RuntimeHarness) async throws {
        try await withCheckedThrowingContinuation { continuation in
            harness.runtime.close(session) { continuation.resume(with: $0) }
        }
    }

    @Test("a draft that could not be written is written later, and until then its session cannot be closed")
    @LoopActor
    func healed() async throws {
        let harness = try RuntimeHarness()
        let isFull = Mutex(false)
        let calls = FileCalls { file, bytes, offset throws(SystemError) in
            if isFull.withLock(\.self) { throw SystemError("write", code: ENOSPC) }
            try FileCalls.writeAll(file, bytes, at: offset)
        }
        try harness.keepSessions(in: folder.path + "/state", calls)
        let session = try await open(harness, lifetime: .connection)
        isFull.withLock { $0 = true }
        try await set("name", "Ada", in: session, harness)
        #expect(try await eventually { harness.runtime.store?.statistics.failures ?? 0 > 0 })
        #expect(try await harness.drafts(of: 1).isEmpty)
        let error = await #expect(throws: FormError.self) { try await close(session, harness) }
        #expect(error?.code == .storeUnavailable && !session.isClosed)
        isFull.withLock { $0 = false }
        #expect(try await eventually { try await harness.drafts(of: 1).count == 1 })
        try await set("name", "Ada L", in: session, harness)
        try await close(session, harness)
        #expect(session.isClosed)
        #expect(try text("name", in: try await open(harness)) == "Ada L")
    }

    /// A disk whose reading can stall or fail.
    private final class Disk: Sendable {
        let isStalled = Mutex(false)
        let error = Mutex<Int32?>(nil)

        var calls: FileCalls {
            FileCalls(read: { [self] file, offset, limit throws(SystemError) in
                while isStalled.withLock(\.self) { usleep(1_000) }
                if let error = error.withLock(\.self) { throw SystemError("read", code: error) }
                return try FileCalls.readAll(file, from: offset, limit: limit)
            })
        }

        func stall() { isStalled.withLock { $0 = true } }
        func go() { isStalled.withLock { $0 = false } }
    }

    /// A session that is being opened.
    @LoopActor
    private final class Opening {
        var result: Result<Session, any Error>?

        /// The session, once it is open.
        var session: Session {
            get throws { try #require(result).get() }
        }
    }

    /// Begins to open a session with the draft "d".
    @LoopActor
    private func begin(_ harness: RuntimeHarness, token: String? = nil, idle: IdlePolicy? = nil) throws -> Opening {
        var options = SessionOptions(audience: .members)
        (options.draft, options.attaches, options.idle) = ("d", token != nil, idle)
        options.token = try token.map { try SessionIdentifier.Token($0) }
        let opening = Opening()
        let form = try harness.runtime.library.compiler.compile(Self.form, name: "form")
        let client = Client(user: 1, connection: .bus(":1.1"))
        harness.runtime.open(form, options: options, for: client) { opening.result = $0 }
        return opening
    }

    /// A folder with the draft "d", in which the name is "Ada".
    @LoopActor
    private func startWithDraft(_ disk: Disk) async throws -> RuntimeHarness {
        let harness = try RuntimeHarness()
        try harness.keepSessions(in: folder.path + "/state", disk.calls)
        let session = try await open(harness)
        try await set("name", "Ada", in: session, harness)
        try await close(session, harness)
        return harness
    }

    @Test("while the disk does not return a draft, only the sessions that are opened with it wait")
    @LoopActor
    func stalled() async throws {
        let disk = Disk()
        let harness = try await startWithDraft(disk)
        disk.stall()
        let opening = try begin(harness, token: "token")
        // A second client attaches to the session that is being opened.
        let attaching = try begin(harness, token: "token")
        var listed: [Draft]?
        try harness.runtime.listDrafts(of: 1) { listed = $0 }
        let other = try await open(harness, draft: nil, lifetime: .connection)
        try await set("name", "Bob", in: other, harness)
        #expect(opening.result == nil && attaching.result == nil && listed == nil)
        disk.go()
        #expect(try await eventually { attaching.result != nil && listed != nil })
        let session = try opening.session
        #expect(try attaching.session === session)
        #expect(try text("name", in: session) == "Ada" && !session.form.canUndo)
        #expect(listed?.contains { $0.name == "d" } == true)
    }

    @Test("a session gets the draft that was written while the disk did not return the older one")
    @LoopActor
    func replacedMeanwhile() async throws {
        let disk = Disk()
        let harness = try await startWithDraft(disk)
        let first = try await open(harness)
        disk.stall()
        let opening = try begin(harness)
        // The record of this key waits for the disk, too.
        let index = try #require(first.form.index(ofField: "name"))
        var isSet = false
        harness.runtime.perform([.field(index, .setText("Grace", formats: true, validates: nil))], on: first) { _ in
            isSet = true
        }
        harness.runtime.store?.keep(Draft(user: 1, form: "form", name: "d", values: ["name": "Grace"])) { _ in }
        disk.go()
        #expect(try await eventually { isSet && opening.result != nil })
        #expect(try text("name", in: opening.session) == "Grace")
    }

    @Test("a session whose draft was discarded while it was being read starts without it")
    @LoopActor
    func discardedMeanwhile() async throws {
        let disk = Disk()
        let harness = try await startWithDraft(disk)
        disk.stall()
        let opening = try begin(harness)
        try harness.runtime.discardDraft(of: 1, form: "form", name: "d")
        disk.go()
        #expect(try await eventually { opening.result != nil })
        #expect(try text("name", in: opening.session) == "")
    }

    @Test("closing a session whose draft is being read answers the calls that wait for it")
    @LoopActor
    func closedMeanwhile() async throws {
        let disk = Disk()
        let harness = try await startWithDraft(disk)
        let bytes = harness.runtime.accounts[1].byteCount
        disk.stall()
        let openings = try (1...2).map { _ in try begin(harness, token: "token") }
        let session = try #require(harness.runtime.sessions[SessionIdentifier(owner: 1, token: try .init("token"))])
        var failure: (any Error)?
        harness.runtime.perform([.field(0, .focus)], on: session) { result in
            if case .failure(let error) = result { failure = error }
        }
        harness.runtime.close(session, reason: .closed)
        disk.go()
        #expect(try await eventually { openings.allSatisfy { $0.result != nil } && failure != nil })
        #expect(throws: RuntimeError.self) { try openings[0].session }
        // The one who was attaching gets a session of their own.
        let other = try openings[1].session
        #expect(try other !== session && text("name", in: other) == "Ada")
        try await close(other, harness)
        #expect(harness.runtime.accounts[1].byteCount == bytes)
    }

    @Test("a session that is being opened is not idle, and its draft is not erased")
    @LoopActor
    func patience() async throws {
        let disk = Disk()
        let harness = try await startWithDraft(disk)
        disk.stall()
        let opening = try begin(harness, idle: IdlePolicy(warn: 1, grace: 1, action: .close))
        harness.clock.advance(by: 10, in: harness.runtime)
        disk.go()
        #expect(try await eventually { opening.result != nil })
        let session = try opening.session
        harness.clock.advance(by: 0, in: harness.runtime)
        #expect(!session.isClosed)
        #expect(try text("name", in: session) == "Ada")
        for _ in 1...2 { harness.clock.advance(by: 1, in: harness.runtime) }
        // Its draft is erased first.
        #expect(try await eventually { session.isClosed })
    }

    @Test("a draft that the disk does not return stays, and opening a session with it fails")
    @LoopActor
    func unreadable() async throws {
        let disk = Disk()
        let harness = try await startWithDraft(disk)
        disk.error.withLock { $0 = EIO }
        let before = harness.runtime.sessions.count
        let error = await #expect(throws: FormError.self) { try await open(harness) }
        #expect(error?.code == .storeUnavailable && error?.message.contains("the draft cannot be read") == true)
        #expect(harness.runtime.sessions.count == before)
        #expect(try await harness.drafts(of: 1).isEmpty)
        disk.error.withLock { $0 = nil }
        #expect(try await harness.drafts(of: 1).map(\.name) == ["d"])
        #expect(try text("name", in: try await open(harness)) == "Ada")
    }

    @Test("names and numbers of drafts have limits, which the errors contain")
    @LoopActor
    func limits() async throws {
        var limits = Limits()
        limits.draftsPerUser = 1
        let harness = try start(limits: limits)
        for name in ["", String(repeating: "x", count: 65), "a\nb"] {
            let error = await #expect(throws: RuntimeError.self) { try await open(harness, draft: name) }
            #expect(error?.message.contains("1 to 64 characters") == true)
        }
        let session = try await open(harness)
        try await set("name", "Ada", in: session, harness)
        harness.runtime.close(session, reason: .closed)
        #expect(try await eventually { try await harness.drafts(of: 1).count == 1 })
        let error = await #expect(throws: RuntimeError.self) { try await open(harness, draft: "second") }
        #expect(error?.message.contains("user 1 has 1 drafts") == true)
        _ = try await open(harness)
    }
}

import EventLoop
import FormEngine
import FormRuntime
import FormdTesting
import Testing

@Suite("The memory of a user", .loop)
struct UserAccountTests {
    private static var limits: Limits {
        var limits = Limits()
        limits.bytesPerUser = 1_000
        limits.sessionsPerUser = 2
        limits.fieldsPerUser = 10
        return limits
    }

    @Test("bytes of all purposes are added up, and a refused amount is not counted")
    func bytes() throws {
        var account = UserAccount(user: 7, limits: Self.limits)
        try account.take(400, for: .calls)
        try account.take(500, for: .definitions)
        let error = #expect(throws: RuntimeError.self) { try account.take(101, for: .calls) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message == "user 7 uses 900 of 1000 bytes; this needs 101 more")
        #expect(account.byteCount == 900 && account[.calls] == 400)
        account.add(-400, for: .calls)
        try account.take(101, for: .calls)
        // What grows unasked leaves less room for the rest.
        account.set(5_000, for: .replies)
        #expect(throws: RuntimeError.self) { try account.take(1, for: .calls) }
        try account.take(0, for: .calls)
        account.set(0, for: .replies)
        #expect(account.byteCount == 601)
    }

    @Test("users share the memory of the machine, and each has a small part for certain")
    @LoopActor
    func budget() throws {
        var limits = Limits()
        (limits.bytesPerUser, limits.bytesOfAll, limits.bytesCertain) = (400, 1_000, 50)
        let accounts = UserAccounts(limits: limits)
        var counts: [Int] = []
        for user in 0..<8 as Range<UInt32> {
            while (try? accounts[user].take(1, for: .sessions)) != nil {}
            counts.append(accounts[user].byteCount)
        }
        #expect(counts == [400, 300, 150, 75, 50, 50, 50, 50])
        // What one user releases is there for the others.
        accounts[0].add(-400, for: .sessions)
        #expect(accounts[1].limit == 287 && accounts[7].limit == 162)
    }

    @Test("a user with too many unread bytes is not served until they are read")
    func reading() throws {
        var limits = Self.limits
        limits.bytesUnread = 100
        var account = UserAccount(user: 7, limits: limits)
        try account.take(950, for: .sessions)
        account.set(100, for: .connections)
        try account.checkReading()
        account.set(60, for: .replies)
        let error = #expect(throws: RuntimeError.self) { try account.checkReading() }
        #expect(error?.message == "user 7 uses 1110 of 1000 bytes, of which 160 must be read first")
        #expect(account.hasRoom(forConnections: 100) && !account.hasRoom(forConnections: 101))
        account.set(0, for: .replies)
        try account.checkReading()
        account.add(-100, for: .sessions)
        #expect(account.hasRoom(forConnections: 150) && !account.hasRoom(forConnections: 151))
    }

    @Test("a refused session counts nothing, for whatever reason it was refused")
    func sessions() throws {
        var account = UserAccount(user: 7, limits: Self.limits)
        try account.open(fields: 6, bytes: 100)
        for (fields, bytes, number) in [(5, 10, "5"), (4, 901, "901")] {
            let error = #expect(throws: RuntimeError.self) { try account.open(fields: fields, bytes: bytes) }
            #expect(error?.message.contains(number) == true, "\(String(describing: error))")
        }
        try account.open(fields: 4, bytes: 100)
        let error = #expect(throws: RuntimeError.self) { try account.open(fields: 0, bytes: 0) }
        #expect(error?.message == "user 7 has 2 sessions open")
        account.close(fields: 6, bytes: 100)
        account.close(fields: 4, bytes: 100)
        #expect(account.byteCount == 0 && account.sessions == 0 && account.fields == 0)
    }

    @Test("a definition sent by a user counts once for all of its sessions, until the last one ends")
    func definitions() throws {
        final class Form {}
        let (first, second) = (Form(), Form())
        var account = UserAccount(user: 7, limits: Self.limits)
        let definition = UserAccount.Definition(form: ObjectIdentifier(first), bytes: 500)
        try account.open(fields: 1, bytes: 100, of: definition)
        try account.open(fields: 1, bytes: 100, of: definition)
        #expect(account[.definitions] == 500 && account.byteCount == 700)
        account.close(fields: 1, bytes: 100, of: definition)
        #expect(account[.definitions] == 500)
        let other = UserAccount.Definition(form: ObjectIdentifier(second), bytes: 400)
        #expect(throws: RuntimeError.self) { try account.open(fields: 1, bytes: 1, of: other) }
        #expect(account.byteCount == 600, "what is refused counts nothing")
        account.close(fields: 1, bytes: 100, of: definition)
        #expect(account.byteCount == 0)
    }

    @Test("a user's texts are limited by the user's bytes; other users are not affected, and deleting frees bytes")
    @LoopActor
    func texts() async throws {
        var limits = Limits()
        limits.bytesPerUser = 1 << 20
        let harness = try RuntimeHarness(limits: limits)
        let form = try harness.form(fields: 64)
        let session = try await harness.open(form, token: "a")
        let other = try await harness.open(form, token: "a", user: 2)
        let text = String(repeating: "x", count: 32_000)
        func fill(_ field: Int, of session: Session) async throws {
            try await harness.perform([.field(field, .setText(text, formats: true, validates: nil))], on: session)
        }
        var filled = 0
        let error = await #expect(throws: RuntimeError.self) {
            while filled < 64 {
                try await fill(filled, of: session)
                filled += 1
            }
        }
        #expect(error?.code == .limitExceeded)
        #expect((8..<32).contains(filled), "\(filled)")
        #expect(session.form.field(filled).text == "")
        #expect(harness.runtime.accounts[1].byteCount <= limits.bytesPerUser + 100_000)
        try await fill(0, of: other)

        try await harness.perform([.reset], on: session)
        harness.runtime.close(session, reason: .closed)
        #expect(harness.runtime.accounts[1].byteCount == 0)
        let next = try await harness.open(form, token: "b")
        try await fill(0, of: next)
    }

    @Test("calls that wait for a plug-in count as bytes of their user until they are served")
    @LoopActor
    func waitingCalls() async throws {
        var limits = Limits()
        limits.bytesPerUser = 200_000
        let harness = try RuntimeHarness(limits: limits, zoo: "mute!")
        let session = try await harness.open(try harness.form(placeholder: "echo"), token: "a")
        var results: [String] = []
        let text = String(repeating: "x", count: 60_000)
        harness.type("a", into: session) { results.append($0) }
        for _ in 0..<4 { harness.type(text, into: session) { results.append(String($0.prefix(20))) } }
        #expect(results.contains("limitExceeded"))
        #expect(harness.runtime.accounts[1][.calls] >= 120_000)
        #expect(try await eventually { results.count == 5 })
        #expect(harness.runtime.accounts[1][.calls] == 0)
    }
}

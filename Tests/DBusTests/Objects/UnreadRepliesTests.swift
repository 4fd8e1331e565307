import Testing

@testable import DBus

@Suite("Replies that are not read")
struct UnreadRepliesTests {
    private var unread = UnreadReplies(pingAfter: 100)

    @Test("a client that was sent much is pinged once, and has read what came before when it answers")
    mutating func ping() {
        #expect(!unread.sent(99, to: ":1.1", of: 7))
        #expect(unread.sent(1, to: ":1.1", of: 7))
        #expect(!unread.sent(500, to: ":1.1", of: 7), "the ping is not answered yet")
        #expect(unread.bytes(of: 7) == 600)
        unread.answered(":1.1")
        #expect(unread.bytes(of: 7) == 500)
        #expect(unread.sent(1, to: ":1.1", of: 7))
        unread.notAnswered(":1.1")
        #expect(unread.bytes(of: 7) == 501)
        #expect(unread.sent(1, to: ":1.1", of: 7))
        unread.answered(":1.1")
        #expect(unread.bytes(of: 7) == 0)
        unread.answered(":1.1")
        #expect(unread.bytes(of: 7) == 0)
    }

    @Test("the bytes of all clients of a user count together, and go with each of them")
    mutating func users() {
        _ = unread.sent(50, to: ":1.1", of: 7)
        _ = unread.sent(300, to: ":1.2", of: 7)
        _ = unread.sent(10, to: ":1.3", of: 8)
        #expect(unread.bytes(of: 7) == 350 && unread.bytes(of: 8) == 10)
        unread.vanished(":1.2")
        #expect(unread.bytes(of: 7) == 50)
        unread.answered(":1.2")
        unread.vanished(":1.2")
        unread.vanished(":1.1")
        #expect(unread.bytes(of: 7) == 0 && unread.bytes(of: 8) == 10)
    }
}

import Testing

@testable import DBus

@Suite("Unread replies")
struct UnreadRepliesTests {
    private var unread = UnreadReplies(pingAfter: 100)

    @Test("a client that was sent many bytes is pinged once, and its answer means that it has read the earlier ones")
    mutating func ping() {
        let few = unread.sent(99, to: ":1.1", of: 7)
        let enough = unread.sent(1, to: ":1.1", of: 7)
        let more = unread.sent(500, to: ":1.1", of: 7)
        #expect([few, enough, more] == [false, true, false], "while the ping is not answered there is no other")
        #expect(unread.bytes(of: 7) == 600)
        unread.answered(":1.1")
        #expect(unread.bytes(of: 7) == 500)
        #expect(unread.isBehind(":1.1"))
        let again = unread.pingedAgain(":1.1")
        let third = unread.sent(1, to: ":1.1", of: 7)
        #expect(again && !third)
        unread.answered(":1.1")
        #expect(unread.bytes(of: 7) == 1 && !unread.isBehind(":1.1"))
        unread.answered(":1.1")
        #expect(unread.bytes(of: 7) == 1)
        unread.vanished(":1.1")
        let gone = unread.pingedAgain(":1.1")
        #expect(!gone && unread.bytes(of: 7) == 0)
    }

    @Test("the bytes of all clients of a user are added up, and removed with each client")
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

    @Test("a client is slow if it leaves much unread, or some while all leave much unread, and does not answer")
    func slow() {
        var unread = UnreadReplies(pingAfter: 100, room: 6_000)
        _ = unread.sent(1_000, to: ":1.1", of: 7)
        #expect(!unread.isSlow(":1.1") && !unread.isSlow(":1.9"))
        _ = unread.sent(1, to: ":1.1", of: 7)
        #expect(unread.isSlow(":1.1"))
        let again = unread.pingedAgain(":1.1")
        #expect(again && unread.isSlow(":1.1"))
        unread.answered(":1.1")
        #expect(!unread.isSlow(":1.1") && unread.total == 0)
        for (number, name) in ([":1.2", ":1.3", ":1.4", ":1.5"] as [BusName]).enumerated() {
            #expect(!unread.isSlow(":1.2"))
            _ = unread.sent(800, to: name, of: UInt32(number))
        }
        #expect(unread.isSlow(":1.2"))
        _ = unread.sent(150, to: ":1.6", of: 9)
        #expect(!unread.isSlow(":1.6"))
    }

    @Test("each user may have as many unread bytes as half of what the others leave, and reading frees them")
    mutating func room() {
        var unread = UnreadReplies(pingAfter: 100, room: 1_000)
        _ = unread.sent(500, to: ":1.1", of: 7)
        #expect(unread.hasRoom(for: 7))
        _ = unread.sent(1, to: ":1.1", of: 7)
        #expect(!unread.hasRoom(for: 7) && unread.hasRoom(for: 8))
        _ = unread.sent(250, to: ":1.2", of: 8)
        #expect(!unread.hasRoom(for: 8) && unread.hasRoom(for: 9))
        _ = unread.sent(99, to: ":1.3", of: 9)
        #expect(unread.hasRoom(for: 9), "those who were sent little are not pinged")
        unread.vanished(":1.3")
        unread.vanished(":1.1")
        #expect(unread.hasRoom(for: 7) && unread.hasRoom(for: 8) && unread.total == 250)
    }
}

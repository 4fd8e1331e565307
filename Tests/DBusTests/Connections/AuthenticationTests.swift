@testable import DBus
import FormdTesting
import RandomTesting
import Testing

@Suite("Authentication of peers")
struct AuthenticationTests {
    /// What a peer says, line by line, and what becomes of it: the answers, then what the last line led to.
    struct Conversation: CustomTestStringConvertible {
        let lines: [String]
        let answers: [String]
        let isRefused: Bool

        init(_ lines: [String], _ answers: [String], isRefused: Bool = false) {
            self.lines = lines
            self.answers = answers
            self.isRefused = isRefused
        }

        var testDescription: String { lines.joined(separator: " | ") }
    }

    private static let rejected = "REJECTED EXTERNAL"
    private static let error = "ERROR \"this is not understood here\""

    @Test(
        "a peer authenticates as the user that the kernel reports, with or without a claim",
        arguments: [
            Conversation(["AUTH EXTERNAL 31303030", "BEGIN"], ["OK guid"]),
            Conversation(["AUTH EXTERNAL", "DATA", "BEGIN"], ["DATA", "OK guid"]),
            Conversation(["AUTH EXTERNAL", "DATA 31303030", "BEGIN"], ["DATA", "OK guid"]),
            Conversation(["AUTH EXTERNAL ", "BEGIN"], ["OK guid"]),
            Conversation(
                ["AUTH", "AUTH EXTERNAL 31303030", "NEGOTIATE_UNIX_FD", "BEGIN"],
                [rejected, "OK guid", "AGREE_UNIX_FD"]
            ),
            Conversation(
                ["AUTH DBUS_COOKIE_SHA1 31303030", "AUTH ANONYMOUS", "AUTH EXTERNAL 31303030", "BEGIN"],
                [rejected, rejected, "OK guid"]
            ),
            Conversation(["AUTH EXTERNAL 30", "AUTH EXTERNAL 31303030", "BEGIN"], [rejected, "OK guid"]),
            Conversation(["AUTH EXTERNAL 31303030 30", "BEGIN"], [rejected], isRefused: true),
            Conversation(["AUTH EXTERNAL", "CANCEL", "BEGIN"], ["DATA", rejected], isRefused: true),
            Conversation(["AUTH EXTERNAL", "DATA 3130303", "BEGIN"], ["DATA", rejected], isRefused: true),
            Conversation(["AUTH EXTERNAL 31303030", "CANCEL", "BEGIN"], ["OK guid", rejected], isRefused: true),
            Conversation(["AUTH EXTERNAL 31303030", "ERROR no", "BEGIN"], ["OK guid", rejected], isRefused: true),
            Conversation(["BEGIN"], [], isRefused: true),
            Conversation(["NEGOTIATE_UNIX_FD", "auth EXTERNAL", "", "BEGIN"], [error, error, error], isRefused: true),
            Conversation(["DATA", "DATA 31303030", "BEGIN"], [error, error], isRefused: true),
            Conversation(
                Array(repeating: "AUTH EXTERNAL 30", count: 6),
                Array(repeating: rejected, count: 5),
                isRefused: true
            ),
        ]
    )
    func conversation(_ conversation: Conversation) {
        var authentication = Authentication(uid: 1000, guid: "guid")
        var steps: [Authentication.Step] = []
        for line in conversation.lines { steps.append(authentication.receive(Array(line.utf8))) }
        let end: Authentication.Step = conversation.isRefused ? .refuse : .begin
        #expect(steps == conversation.answers.map { .answer($0) } + [end])
    }

    @Test("whatever a peer sends, it is only authenticated as its own user", arguments: 0..<4 as Range<UInt64>)
    func noise(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let words = ["AUTH", "EXTERNAL", "30", "31303030", "DATA", "BEGIN", "CANCEL", "ERROR", "\u{FF}", " "]
        for _ in 0..<2000 {
            var authentication = Authentication(uid: 1000, guid: "guid")
            var isKnown = false
            for _ in 0..<12 {
                let count = Int.random(in: 0...3, using: &generator)
                let line = (0..<count).compactMap { _ in words.randomElement(using: &generator) }.joined(separator: " ")
                let step = authentication.receive(Array(line.utf8))
                if step == .begin { #expect(isKnown, "\(line)") }
                if step == .begin || step == .refuse { break }
                isKnown = step == .answer("OK guid") || isKnown && step == .answer(Self.error)
            }
        }
    }
}

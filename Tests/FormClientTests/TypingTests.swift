import DBus
import EventLoop
import FormClient
import FormContract
import FormdTesting
import RandomTesting
import Testing

@Suite("Keys that do not wait", .loop, .timeLimit(.minutes(2)))
struct TypingTests {
    @Test("200 keys, one per millisecond, are neither lost nor reordered", arguments: Transport.allCases)
    @LoopActor
    func burst(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.connect(transport).open(form: "plain")
        let first = session.field("first")
        #expect(try await first.takeFocus())
        let watcher = Watcher(session)
        var typist = Typist(seed: 7)
        for _ in 0..<200 {
            typist.press(session.keyboard)
            try await EventLoop.shared.sleep(for: .milliseconds(1))
        }
        _ = try await session.values()
        #expect(first.text == typist.text)
        #expect(first.caret == UInt32(typist.caret))
        #expect(watcher.texts(of: "first") == typist.texts)
        #expect(watcher.refusals.isEmpty)
    }

    @Test("keys that are sent at once have the same result", arguments: Transport.allCases)
    @LoopActor
    func atOnce(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.connect(transport).open(form: "plain")
        session.field("first").focus()
        let watcher = Watcher(session)
        var typist = Typist(seed: 8)
        for _ in 0..<500 { typist.press(session.keyboard) }
        _ = try await session.values()
        #expect(session.field("first").text == typist.text)
        #expect(watcher.texts(of: "first") == typist.texts)
    }

    @Test("keys reach the field that gets the focus, however fast they are typed", arguments: Transport.allCases)
    @LoopActor
    func focus(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.connect(transport).open(form: "plain")
        session.focusNext()
        for _ in 0..<20 {
            for character in "ab" { session.keyboard.insert(String(character)) }
            session.focusNext()
            for character in "cd" { session.keyboard.insert(String(character)) }
            session.focusPrevious()
            session.keyboard.move(.text, by: 1)
        }
        _ = try await session.values()
        #expect(session.field("first").text == String(repeating: "ab", count: 20))
        #expect(session.field("second").text == String(repeating: "cd", count: 20))
    }

    @Test("a refusal is reported with the operation and the daemon's message", arguments: Transport.allCases)
    @LoopActor
    func refused(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.connect(transport).open(form: "plain")
        let watcher = Watcher(session)
        session.keyboard.insert("x")
        session.field("off").insert("y")
        session.field("no such name").insert("z")
        session.field("unknown").insert("z")
        session.field("first").insert("\0")
        _ = try await session.values()
        let refusals = watcher.refusals.map { "\($0.operation.arguments[0].string ?? "") \($0.error.name)" }
        let names = ["UnknownField", "Disabled", "UnknownField", "UnknownField"].map { "org.formd.Forms1.Error.\($0)" }
        let expected = zip(["x", "y", "z", "z"], names).map { "\($0) \($1)" }
        #expect(refusals.sorted() == (expected + ["\0 org.freedesktop.DBus.Error.Failed"]).sorted())
        #expect(watcher.refusals.allSatisfy { !$0.error.message.isEmpty })
        #expect(session.revision == 0)
    }
}

/// A user whose text is known without the daemon.
private struct Typist {
    private(set) var text = ""
    private(set) var caret = 0
    /// What the field showed, without repetitions.
    private(set) var texts: [String] = []
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    @LoopActor
    mutating func press(_ keyboard: SessionKeyboard) {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1:
            let count = Bool.random(using: &generator) ? 1 : -1
            keyboard.move(.character, by: Int32(count))
            caret = min(max(caret + count, 0), text.count)
        case 2:
            keyboard.delete()
            guard caret > 0 else { return }
            caret -= 1
            text.remove(at: text.index(text.startIndex, offsetBy: caret))
            texts.append(text)
        case 3:
            keyboard.delete(.character, by: 1)
            guard caret < text.count else { return }
            text.remove(at: text.index(text.startIndex, offsetBy: caret))
            texts.append(text)
        default:
            let character = "abcdefghijklmnopqrstuvwxyz".randomElement(using: &generator) ?? "x"
            keyboard.insert(String(character))
            text.insert(character, at: text.index(text.startIndex, offsetBy: caret))
            caret += 1
            texts.append(text)
        }
    }
}

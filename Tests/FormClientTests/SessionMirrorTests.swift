import DBus
import FormClient
import Testing

/// The mirror by itself: messages go in, what changed comes out.
@Suite("Mirror of a session")
struct SessionMirrorTests {
    private typealias Properties = [(String, Value)]

    /// A session with the fields `a` and `b` at revision 5.
    private func mirror() throws -> SessionMirror {
        try SessionMirror(
            news(5, [("", fields("a", "b") + [("FocusedField", .string("a"))]), ("a", text("a5")), ("b", text("b2"))])
        )
    }

    private func news(
        _ revision: UInt64,
        _ objects: [(String, Properties)] = [],
        removed: [String] = [],
        events: [(String, Properties)] = []
    ) throws -> SessionNews {
        func list(_ entries: [(String, Properties)]) -> Value {
            .array("(sa{sv})", entries.map { .structure([.string($0.0), .properties($0.1)]) })
        }
        let arguments: [Value] = [.uint64(revision), list(objects), .strings(removed), list(events)]
        return try SessionNews(.signal(path: "/s", interface: "a.b", member: "Changed", arguments: arguments))
    }

    private func text(_ text: String) -> Properties { [("Text", .string(text))] }

    private func fields(_ names: String...) -> Properties {
        [("Fields", .objectPaths(names.map { ObjectPath(unchecked: "/s/field/\($0)") }))]
    }

    @Test("the state has every field in order, and the focus")
    func state() throws {
        let mirror = try mirror()
        #expect(mirror.fieldNames == ["a", "b"] && mirror.focusedField == "a" && mirror.revision == 5)
        #expect(mirror["Text", of: "b"] == .string("b2") && mirror["Text", of: "c"] == nil)
        #expect(mirror[FieldProperties.all.caret, of: "a"] == 0)
    }

    @Test("a transaction is taken in as a whole, with its events")
    func next() throws {
        var mirror = try mirror()
        let update = try mirror.take(
            news(
                6,
                [("", [("CanUndo", .boolean(true))]), ("b", text("new"))],
                events: [("ReturnPressed", [("field", .string("b"))])]
            )
        )
        #expect(update.revision == 6 && update["Text", of: "b"] == .string("new") && update["Text", of: "a"] == nil)
        #expect(update["CanUndo", of: nil] == .boolean(true))
        #expect(update.contains(event: "ReturnPressed", of: "b") && !update.contains(event: "ReturnPressed", of: "a"))
        #expect(mirror["Text", of: "b"] == .string("new") && mirror[SessionProperties.all.revision, of: nil] == 6)
        // Merged transactions skip revisions, and events have none.
        #expect(try mirror.take(news(9, [("a", text("later"))])).revision == 9)
        #expect(try mirror.take(news(9, events: [("FocusRefused", [])])).events.count == 1)
    }

    @Test("fields come and go with their rows")
    func rows() throws {
        var mirror = try mirror()
        let update = try mirror.take(news(6, [("", fields("c", "b")), ("c", text("c"))], removed: ["a"]))
        #expect(update.added == ["c"] && update.removed == ["a"])
        #expect(
            mirror.fieldNames == ["c", "b"] && mirror["Text", of: "a"] == nil && mirror["Text", of: "c"] == .string("c")
        )
    }

    @Test("what breaks the contract is refused, and changes nothing")
    func lies() throws {
        let before = try mirror()
        let lies: [(String, SessionNews)] = try [
            ("revision 4 came after 5", news(4, [("a", text("old"))])),
            ("fields came or went", news(6, [("c", text("of no known field"))])),
            ("Fields lists c", news(6, [("", fields("a", "b", "c"))])),
            ("2 fields", news(6, [("", fields("a"))])),
            ("x was removed", news(6, removed: ["x"])),
            ("fields came or went", news(6, removed: ["a"])),
        ]
        for (reason, lie) in lies {
            var mirror = before
            let error = #expect(throws: BusError.self) { try mirror.take(lie) }
            #expect(error?.message.contains(reason) == true, "\(error as Any) for \(reason)")
            #expect(mirror.revision == 5 && mirror.fieldNames == ["a", "b"])
            #expect(mirror.properties(of: "a") == before.properties(of: "a"))
        }
        #expect(throws: BusError.self) { try SessionMirror(news(1, [("", fields("a", "b")), ("a", [])])) }
        #expect(throws: BusError.self) { try SessionMirror(news(1, [("", fields("a")), ("a", []), ("b", [])])) }
    }

    @Test("a message of other types is refused with the name of the property")
    func types() throws {
        let error = #expect(throws: BusError.self) {
            try news(6, [("a", [("Label", .string("A")), ("Text", .uint32(1))])])
        }
        #expect(error?.message.contains("Text of the field a is not of type s") == true)
        #expect(throws: BusError.self) {
            try news(6, [("", [("Pages", .array("(sas)", [])), ("Page", .string("1"))])])
        }
        _ = try news(6, [("a", [("OfALaterVersion", .byte(1)), ("Text", .string("a"))])])
        let other = try Message.signal(path: "/s", interface: "a.b", member: "Changed", arguments: [.string("what?")])
        #expect(throws: BusError.self) { try SessionNews(other) }
    }
}

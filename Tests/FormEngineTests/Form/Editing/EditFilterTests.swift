import FormEngine
import FormModel
import FormPlugin
import Testing
import TextEditing

/// What filter and limit make of one edit of a user, whichever way it comes.
@Suite("Filter and limit")
struct EditFilterTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var members: String
        var text: String
        /// Start and length; nil: the caret at the end.
        var selection: (Int, Int)?
        var insert: String
        var expected: String
        /// nil: the selection stays.
        var caret: Int?

        init(
            _ name: String,
            _ members: String,
            _ text: String,
            at selection: (Int, Int)? = nil,
            _ insert: String,
            _ expected: String,
            _ caret: Int? = nil
        ) {
            self.name = name
            self.members = members
            self.text = text
            self.selection = selection
            self.insert = insert
            self.expected = expected
            self.caret = caret
        }

        var testDescription: String { name }
    }

    private static let plain = #""label": "A""#
    private static let digits = #""allowedCharacters": {"sets": ["digits"]}"#
    private static let strict = digits + #", "filterInserted": false"#
    private static let three = #""maxLength": 3"#
    private static let wholeThree = three + #", "pasteOverflow": "noChanges""#
    private static let family = "👨‍👩‍👧‍👦"

    static let rows = [
        Row("neither", plain, "ab", "cd", "abcd", 4),
        Row("neither, over a selection", plain, "abcd", at: (1, 2), "x", "axd", 2),
        Row("what is allowed stays", digits, "1", "a2-3", "123", 3),
        Row("nothing is allowed", digits, "1", "ab", "1", 1),
        Row("nothing is allowed, over a selection", digits, "1234", at: (1, 2), "ab", "14", 1),
        Row("nothing is allowed, over everything", digits, "12", at: (0, 2), "ab", "", 0),
        Row("nothing is allowed, over a cluster", digits, "1e\u{301}2", at: (1, 2), "ж", "12", 1),
        Row("all or nothing", strict, "1", "2a", "1", 1),
        Row("all or nothing, over a selection", strict, "123", at: (1, 1), "ab", "123"),
        Row("all or nothing, all of it", strict, "1", "23", "123", 3),
        Row("up to the limit", three, "ab", "cd", "abc", 3),
        Row("in a full field", three, "abc", "d", "abc", 3),
        Row("in the middle of a full field", three, "abc", at: (1, 0), "d", "abc", 1),
        Row("before what is there", three, "ab", at: (0, 0), "xyz", "xab", 1),
        Row("into the room of a selection", three, "abc", at: (0, 2), "xyz", "xyc", 2),
        Row("a selection that makes no room", three, "abcdef", at: (0, 2), "xy", "cdef", 0),
        Row("a selection that makes some", three, "abcd", at: (0, 3), "xyz", "xyd", 2),
        Row("clusters, not code points", three, "a", family + "e\u{301}\u{308}z", "a" + family + "e\u{301}\u{308}", 11),
        Row("a flag's second half", three, "ab🇷", "🇺", "ab🇷🇺", 4),
        Row("a joiner between two clusters", three, "ab👩", "\u{200D}", "ab👩\u{200D}", 4),
        Row("no limit for nothing", #""maxLength": 0"#, "", "a", "", 0),
        Row("whole or not at all", wholeThree, "ab", "cd", "ab", 2),
        Row("whole or not at all, it fits", wholeThree, "ab", "c", "abc", 3),
        Row("whole or not at all, over a selection", wholeThree, "abc", at: (1, 1), "xy", "abc"),
        Row("filtered before it is measured", "\(digits), \(three)", "1", "a2b3c", "123", 3),
        Row("filtered before it is measured, whole", "\(digits), \(wholeThree)", "1", "a2b3c", "123", 3),
        Row("filtered and too long, whole", "\(digits), \(wholeThree)", "12", "a3b4", "12", 2),
        Row("filtered and too long", "\(digits), \(three)", "12", "a3b4", "123", 3),
        Row("right to left", three, "אב", "גד", "אבג", 3),
        Row("nothing", three, "ab", "", "ab", 2),
        Row("nothing, over a selection", three, "abc", at: (1, 1), "", "ac", 1),
        Row("the same over a selection", three, "abc", at: (1, 1), "b", "abc", 2),
    ]

    static let ways = ["insert", "paste", "replace"]

    private func play(_ row: Row, _ way: String, in form: inout FormDriver) throws {
        try form.perform(.setText(row.text, formats: true, validates: false))
        try form.perform(.setError("Bad"))
        let selection = row.selection ?? (row.text.unicodeScalars.count, 0)
        try form.perform(.select(start: selection.0, length: selection.1))
        switch way {
        case "insert": try form.perform(.insertText(row.insert))
        case "paste": try form.perform(.performEditAction(.paste, text: row.insert))
        default: try form.perform(.replaceRange(start: selection.0, length: selection.1, text: row.insert))
        }
        #expect(try form.field.text == row.expected)
        let changed = row.text != row.expected
        let place = row.caret.map { ($0, 0) } ?? selection
        #expect(try form.field.selection == TextSelection(start: place.0, length: place.1))
        #expect(form.events().contains(.textChanged(.user)) == changed)
        #expect(try form.field.isTouched == changed)
        #expect(try form.field.isValid == changed, "only what changes a text takes its error along")
        guard changed else { return }
        try form.perform(.undo)
        #expect(try form.field.text == row.text)
    }

    @Test("an insertion is truncated, and the existing text is not", arguments: rows, ways)
    func line(row: Row, way: String) throws {
        var form = try FormDriver(field: row.members)
        try play(row, way, in: &form)
    }

    @Test("an insertion is filtered and truncated in a text view, too", arguments: rows)
    func view(row: Row) throws {
        var form = try FormDriver(field: #""type": "textView", "# + row.members)
        try play(row, "paste", in: &form)
    }

    @Test(
        "filter and limit never prevent a deletion",
        arguments: [wholeThree, three, strict, "\(digits), \(wholeThree)"]
    )
    func deletions(members: String) throws {
        var form = try FormDriver(field: members)
        try form.perform(.setText("ab\(Self.family)def", formats: true, validates: false))
        try form.perform(.deleteBackward)
        try form.perform(.select(start: 2, length: 0))
        try form.perform(.deleteForward)
        #expect(try form.field.text == "abde")
        try form.perform(.select(start: 1, length: 1))
        try form.perform(.performEditAction(.cut, text: ""))
        #expect(try form.field.text == "ade")
        try form.perform(.select(start: 0, length: 1))
        try form.perform(.performEditAction(.delete, text: ""))
        #expect(try form.field.text == "de")
    }

    @Test("the kind of the last edit is determined by its accepted part")
    func lastEdit() throws {
        var form = try FormDriver(field: Self.digits)
        try form.type("12")
        #expect(try form.field.lastEdit == .insert)
        try form.perform(.select(start: 0, length: 1))
        try form.perform(.insertText("a"))
        #expect(try form.field.text == "2" && form.field.lastEdit == .delete)
        #expect(try form.field.refusals == [Refusal("a", .filter)])
    }

    @Test("with a mask, too, the accepted part of the text replaces the selection")
    func masked() throws {
        let mask = #""formatter": {"type": "mask", "mask": "[AA]-[AA]"}"#
        var form = try FormDriver(field: #"\#(mask), "maxLength": 3, "allowedCharacters": {"sets": ["latin"]}"#)
        try form.type("ab")
        try form.perform(.select(start: 0, length: 1))
        try form.perform(.insertText("ж"))
        #expect(try form.field.value == "b")
        try form.perform(.insertText("ж"))
        #expect(try form.field.value == "b")
        try form.perform(.insertText("cdef"))
        #expect(try form.field.value == "cdb")
    }
}

import FormEngine
import FormModel
import LocaleData
import Masks
import Testing
import TextEditing

@Suite("Refused characters of an edit")
struct RefusalTests {
    private static func formatter(_ json: String) throws -> FormatterDefinition {
        let decoded = DefinitionDecoder().decodeFormatter(json)
        guard let definition = decoded.value else { throw BadFormatter(diagnostics: decoded.diagnostics) }
        return definition
    }

    private static func shown(_ refusals: [Refusal]) -> [String] {
        refusals.map { "\($0.character) \($0.reason.rawValue)" }
    }

    @Test(
        "refused characters are listed one by one with the reason",
        arguments: [
            (#"{"type": "mask", "mask": "+7 ([000]) [000]"}"#, "", "a", ["a place"]),
            (#"{"type": "mask", "mask": "+7 ([000]) [000]"}"#, "", "5", []),
            (#"{"type": "mask", "mask": "+7 ([000]) [000]"}"#, "", "9a1", ["a place"]),
            (#"{"type": "mask", "mask": "+7 ([000]) [000]"}"#, "916123", "4", ["4 room"]),
            (#"{"type": "mask", "mask": "+7 ([000]) [000]"}"#, "916123", "x", ["x place"]),
            (#"{"type": "mask", "mask": "+7 ([000]) [000]"}"#, "9161", "2345", ["4 room", "5 room"]),
            (#"{"type": "mask", "mask": "[00] [00]"}"#, "12", " ", []),
            (
                #"{"type": "mask", "mask": "[D].[0]", "notations": [{"character": "D", "range": {"minimum": 1, "maximum": 31}}]}"#,
                "3", "2", ["2 range"]
            ),
            (#"{"type": "mask", "mask": "[0000]", "affine": ["[00]-[0000]"]}"#, "123456", "7", ["7 room"]),
            (#"{"type": "mask", "mask": "[000] [000]", "reversed": true}"#, "12345", "6x7", ["x place", "7 room"]),
            (#"{"type": "mask", "mask": "[00]", "compatibility": "inputMask"}"#, "12", "3", ["3 room"]),
            (#"{"type": "blockMask", "mask": "{dd}-{dd}"}"#, "", "1x2", ["x place", "2 stop"]),
            (#"{"type": "blockMask", "mask": "{dd}-{dd}", "misfit": "skip"}"#, "", "1x2", ["x place"]),
            (#"{"type": "blockMask", "mask": "{dd}"}"#, "", "123", ["3 room"]),
            (#"{"type": "grouping", "maximum": 4}"#, "123", "4 5", ["5 room"]),
            (#"{"type": "number"}"#, "12", "x", ["x place"]), (#"{"type": "number"}"#, "12", "3", []),
            (#"{"type": "number", "maximumIntegerDigits": 2}"#, "12", "3", ["3 room"]),
            (#"{"type": "number", "maximum": 50, "outOfRange": "refuse"}"#, "12", "3", ["3 range"]),
            (#"{"type": "number", "maximumFractionDigits": 2}"#, "1.23", "4", ["4 room"]),
            (#"{"type": "date", "format": "dd.MM.yyyy"}"#, "01.02.2024", "5", ["5 room"]),
            (#"{"type": "date", "format": "dd.MM.yyyy"}"#, "01", "?", ["? place"]),
            (#"{"type": "enum", "values": ["One", "Two"]}"#, "", "x", ["x values"]),
            (#"{"type": "regexInput", "pattern": "a+b"}"#, "a", "c", ["c pattern"]),
        ] as [(String, String, String, [String])]
    )
    func formatters(_ json: String, _ text: String, _ typed: String, _ expected: [String]) throws {
        let definition = try Self.formatter(json)
        var form = try FormDriver { $0.formatter = definition }
        try form.perform(.focus)
        if !text.isEmpty { try form.perform(.setText(text, formats: true, validates: false)) }
        try form.perform(typed.count == 1 ? .insertText(typed) : .performEditAction(.paste, text: typed))
        #expect(Self.shown(try form.field.refusals) == expected)
    }

    @Test(
        "a separator that a date or time already has is not listed",
        arguments: [
            (#"{"type": "date", "format": "dd.MM.yyyy"}"#, "28.02.2026", "28.02.2026"),
            (#"{"type": "date", "format": "dd.MM.yyyy"}"#, "4/7/2026", "04.07.2026"),
            (#"{"type": "date", "format": "yyyy. MM. dd"}"#, "2026. 02. 28", "2026. 02. 28"),
            (#"{"type": "dateTime", "format": "dd.MM.yyyy, HH:mm"}"#, "28.02.2026, 09:30", "28.02.2026, 09:30"),
        ]
    )
    func separators(_ json: String, _ typed: String, _ shown: String) throws {
        let definition = try Self.formatter(json)
        var form = try FormDriver { $0.formatter = definition }
        for key in typed {
            try form.perform(.insertText(String(key)))
            #expect(try form.field.refusals.isEmpty, "\(key)")
        }
        #expect(try form.field.text == shown)
    }

    @Test("a second separator is listed")
    func secondSeparator() throws {
        let definition = try Self.formatter(#"{"type": "date", "format": "dd.MM.yyyy"}"#)
        var form = try FormDriver { $0.formatter = definition }
        try form.type("28.")
        try form.perform(.insertText("."))
        #expect(try Self.shown(form.field.refusals) == [". place"])
        #expect(try form.field.text == "28.")
    }

    @Test("filters, lengths and validators are listed as reasons, without a formatter, too")
    func plain() throws {
        var form = try FormDriver { field in
            field.allowedCharacters = CharacterFilter(sets: [.digits])
            field.maxLength = 3
        }
        try form.perform(.insertText("a"))
        #expect(Self.shown(try form.field.refusals) == ["a filter"])
        try form.perform(.insertText("1"))
        #expect(try form.field.refusals.isEmpty)
        try form.perform(.insertText("234"))
        #expect(Self.shown(try form.field.refusals).allSatisfy { $0.hasSuffix(" length") })
        #expect(try !form.field.refusals.isEmpty)
    }

    @Test("the list is that of the last edit only, is not announced, and is empty for a secret")
    func life() throws {
        let mask = FormatterDefinition.mask(MaskDefinition(mask: "[00]"))
        var form = try FormDriver(["a", "b"].map { id in FormDriver.field(id) { $0.formatter = mask } })
        let outcome = try form.perform(.field(0, .insertText("x")))
        #expect(outcome.changes.isEmpty)
        #expect(Self.shown(try form.field(0).refusals) == ["x place"])
        try form.perform(.field(1, .insertText("y")))
        #expect(try form.field(0).refusals.isEmpty)
        #expect(Self.shown(try form.field(1).refusals) == ["y place"])
        try form.perform(.field(1, .setText("1", formats: true, validates: false)))
        #expect(try form.field(1).refusals.isEmpty)
        var secret = try FormDriver {
            $0.formatter = mask
            $0.isSecret = true
        }
        try secret.perform(.insertText("x"))
        #expect(try secret.field.refusals.isEmpty)
    }

    @Test("the list is restored when the transaction is rolled back")
    func rollback() throws {
        var form = try FormDriver { $0.formatter = .mask(MaskDefinition(mask: "[00]")) }
        try form.perform(.insertText("x"))
        #expect(throws: FormError.self) {
            try form.perform(.field(0, .insertText("y")), .field(0, .select(start: 7, length: 0)))
        }
        #expect(Self.shown(try form.field.refusals) == ["x place"])
    }

    @Test("the list has at most 64 characters")
    func limit() throws {
        var form = try FormDriver { $0.formatter = .mask(MaskDefinition(mask: "[00]")) }
        try form.perform(.performEditAction(.paste, text: String(repeating: "x", count: 5_000)))
        #expect(try form.field.refusals.count == 64)
    }

    @Test("in a block mask the kind of the last edit is determined by its cells")
    func lastEdit() throws {
        var form = try FormDriver { $0.formatter = .blockMask(BlockMaskDefinition(mask: "{dd}-{dd}")) }
        try form.perform(.focus)
        try form.perform(.insertText("1"))
        #expect(try form.field.lastEdit == .insert)
        try form.perform(.replaceRange(start: 0, length: 1, text: "2"))
        #expect(try form.field.lastEdit == .insert)
        try form.perform(.replaceRange(start: 0, length: 2, text: "3"))
        try form.perform(.select(start: 1, length: 0))
        try form.perform(.deleteBackward)
        #expect(try form.field.lastEdit == .delete)
    }
}

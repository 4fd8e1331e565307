import FormEngine
import FormModel
import Masks
import Testing
import TextEditing

private let notations = [
    MaskNotation(character: "D", content: .range(MaskNotation.Bounds(minimum: 1, maximum: 31))),
    MaskNotation(character: "M", content: .range(MaskNotation.Bounds(minimum: 1, maximum: 12))),
    MaskNotation(character: "H", content: .range(MaskNotation.Bounds(minimum: 0, maximum: 23))),
    MaskNotation(character: "N", content: .range(MaskNotation.Bounds(minimum: 10, maximum: 59, pads: false))),
    MaskNotation(character: "x", content: .mask(" ext. [0009]"), isOptional: true),
    MaskNotation(
        character: "h",
        content: .set(.named(.hexDigits)),
        repetition: MaskNotation.Repetition(minimum: 2, maximum: 4)
    ),
    MaskNotation(
        character: "w",
        content: .set(.named(.letters)),
        repetition: MaskNotation.Repetition(minimum: 1, maximum: nil)
    ),
    MaskNotation(
        character: "o",
        content: .mask("[099]{.}"),
        repetition: MaskNotation.Repetition(minimum: 3, maximum: 3)
    ),
    MaskNotation(
        character: "g",
        content: .mask(" [A][099]"),
        repetition: MaskNotation.Repetition(minimum: 0, maximum: 3)
    ),
    MaskNotation(character: "p", content: .mask("[x]")),
    MaskNotation(character: "e", content: .mask("[0…]")),
    MaskNotation(character: "b", content: .mask("[0")),
]

private func formatter(_ mask: String, isReversed: Bool = false) throws -> MaskFormatter {
    var definition = MaskDefinition(mask: mask)
    definition.notations = notations
    definition.isReversed = isReversed
    return try MaskFormatter(definition)
}

extension MaskFormatter {
    /// The outcome of keys typed one by one at the end, `<` being backspace.
    fileprivate func typed(_ keys: String) -> FormattedText {
        var state = FormattedText(text: "", selection: TextSelection(start: 0), value: "", isComplete: false)
        for key in keys {
            let caret = state.selection.start
            let edit =
                key == "<"
                ? TextEdit(
                    range: TextSelection(start: max(0, caret - 1), length: min(1, caret)),
                    replacement: "",
                    origin: .deleteBackward
                ) : TextEdit(range: state.selection, replacement: String(key), origin: .key)
            state = apply(edit, to: state)
        }
        return state
    }
}

@Suite("A notation of a mask")
struct MaskNotationTests {
    @Test(
        "a notation can be a number between bounds",
        arguments: [
            ("[D].[M].[0000]", "15122020", "15.12.2020", true),
            ("[D].[M].[0000]", "1.2.2020", "01.02.2020", true),
            ("[D].[M].[0000]", "1/2/2020", "01.02.2020", true),
            ("[D].[M].[0000]", "4", "04.", false),
            ("[D].[M].[0000]", "4132020", "04.12.020", false),
            ("[D].[M].[0000]", "35", "3", false),
            ("[D].[M].[0000]", "0", "0", false),
            ("[D].[M].[0000]", "00", "0", false),
            ("[H]:[N]", "2359", "23:59", true),
            ("[H]:[N]", "24", "2", false),
            ("[H]:[N]", "7", "07:", false),
            ("[H]:[N]", "7:9", "07:", false),
            ("[H]:[N]", "0:30", "00:30", true),
            ("[D]", "3", "3", false),
        ]
    )
    func range(_ mask: String, _ keys: String, _ text: String, _ isComplete: Bool) throws {
        let formatter = try formatter(mask)
        let typed = formatter.typed(keys)
        #expect(typed.text.string == text)
        #expect(typed.selection.start == typed.text.string.unicodeScalars.count)
        #expect(typed.isComplete == isComplete)
        #expect(formatter.format(typed.text.string).text.string == typed.text.string)
        #expect(formatter.canComplete(typed))
    }

    @Test(
        "a number outside its bounds can be kept, or replaced by the nearest bound",
        arguments: [
            (.clamp, true, "[m].[00]", "19", "12.", false), (.clamp, true, "[m].[00]", "1930", "12.30", true),
            (.clamp, true, "[m].[00]", "930", "09.30", true), (.clamp, true, "[m].[00]", "00", "01.", false),
            (.clamp, true, "[m].[00]", "19<<<", "", false), (.clamp, true, "[m].[00]", "19<<2", "12.", false),
            (.clamp, false, "[m].[00]", "9", "9", false), (.clamp, false, "{é}[m]", "99", "é12", true),
            (.clamp, false, "[m]", "+9a9", "12", true), (.report, true, "[m].[00]", "1930", "19.30", false),
            (.report, true, "[m].[00]", "1230", "12.30", true), (.report, true, "[m].[00]", "19<<230", "12.30", true),
            (.report, false, "[m]", "9", "9", false), (.report, false, "{é}[m]", "99", "é99", false),
            (.report, true, "[m]", "00", "00", false), (.refuse, true, "[m].[00]", "19", "1", false),
        ] as [(MaskNotation.Bounds.OutOfRange, Bool, String, String, String, Bool)]
    )
    func outOfRange(
        _ outOfRange: MaskNotation.Bounds.OutOfRange,
        _ pads: Bool,
        _ mask: String,
        _ keys: String,
        _ text: String,
        _ isComplete: Bool
    ) throws {
        let bounds = MaskNotation.Bounds(minimum: 1, maximum: 12, pads: pads, outOfRange: outOfRange)
        var definition = MaskDefinition(mask: mask)
        definition.notations = [MaskNotation(character: "m", content: .range(bounds))]
        let formatter = try MaskFormatter(definition)
        let typed = formatter.typed(keys)
        #expect(typed.text.string == text)
        #expect(typed.value == text.filter { $0 != "." })
        #expect(typed.selection.start == typed.text.string.unicodeScalars.count)
        #expect(typed.isComplete == isComplete)
        let again = formatter.format(text)
        #expect(again.text.string == text)
        #expect(again.isComplete == isComplete)
        let isBeyond = outOfRange == .report && !isComplete
        #expect(formatter.canComplete(typed) == !isBeyond)
    }

    @Test(
        "a notation can be an optional mask",
        arguments: [
            ("[000][x]", "123", "123", true), ("[000][x]", "1234", "123 ext. 4", false),
            ("[000][x]", "123456", "123 ext. 456", true), ("[000][x]", "12345678", "123 ext. 4567", true),
            ("[000][x]", "123 ", "123 ext. ", false), ("[000][x]", "1234<", "123", true),
            ("[000][x] kg", "123k", "123 kg", true), ("[000][x] kg", "12345", "123 ext. 45", false),
            ("[0][g]", "1a2b3", "1 a2 b3", true), ("[0][g]", "1a2b", "1 a2 b", false), ("[0][g]", "1", "1", true),
        ]
    )
    func part(_ mask: String, _ keys: String, _ text: String, _ isComplete: Bool) throws {
        let formatter = try formatter(mask)
        let typed = formatter.typed(keys)
        #expect(typed.text.string == text)
        #expect(typed.isComplete == isComplete)
        #expect(formatter.format(typed.text.string).text.string == typed.text.string)
    }

    @Test(
        "a notation can be repeated",
        arguments: [
            ("#[h]", "#1", "#1", false), ("#[h]", "#1f", "#1f", true), ("#[h]", "1fa2c", "#1fa2", true),
            ("[w]", "ab1c", "abc", true), ("[w]", "", "", false),
            ("[o][099]", "10.0.0.1", "10.0.0.1", true), ("[o][099]", "192168001", "192.168.001.", false),
        ]
    )
    func repetition(_ mask: String, _ text: String, _ result: String, _ isComplete: Bool) throws {
        let formatted = try formatter(mask).format(text)
        #expect(formatted.text.string == result)
        #expect(formatted.isComplete == isComplete)
    }

    @Test("when editing ends numbers are padded with zeros, and unfilled parts are removed")
    func finish() throws {
        let day = try formatter("[D].[M]")
        #expect(day.finish(day.format("15.1")).text == "15.01")
        #expect(day.finish(day.format("15.1")).isComplete)
        #expect(day.finish(day.format("0")).text == "0")
        let phone = try formatter("[000][x]")
        #expect(phone.finish(phone.typed("123 ")).text == "123")
        #expect(phone.finish(phone.typed("1234")).text == "123 ext. 4")
    }

    @Test("the tail contains the cells of a notation, but not its internal markers")
    func tail() throws {
        let day = try formatter("[D].[M]")
        #expect(day.tail(of: day.format("1")) == "0.00")
        let phone = try formatter("[000][x]")
        #expect(phone.tail(of: phone.format("123")) == " ext. 0000")
        #expect(phone.variants[0].acceptableTextLength == 3)
        #expect(phone.variants[0].totalTextLength == 13)
    }

    @Test(
        "an invalid notation is refused with the reason",
        arguments: [
            ("[p]", MaskError.Reason.notation("p", .part("the notation 'x' at 1: " + nested))),
            ("[e]", .notation("e", .endlessPart)),
            ("[x…]", .notation("x", .endlessPart)),
            ("[w]-", .unreachable),
        ]
    )
    func errors(_ mask: String, _ reason: MaskError.Reason) {
        let error = #expect(throws: MaskError.self) { try formatter(mask) }
        #expect(error?.reason == reason)
    }

    @Test("a notation with an unclosed mask, or in a reversed mask, is an error")
    func otherErrors() {
        let unclosed = #expect(throws: MaskError.self) { try formatter("+[b]") }
        #expect(unclosed?.description == "the notation 'b' at 2: the group that begins at 0 is not closed")
        let reversed = #expect(throws: MaskError.self) { try formatter("[D]", isReversed: true) }
        #expect(reversed?.reason == .notation("D", .reversedPart))
    }

    @Test("a filled notation keeps its literals, whatever a deletion removes")
    func leaving() throws {
        var definition = MaskDefinition(mask: "a-[9][x]")
        definition.notations = notations
        definition.autoskip = true
        let formatter = try MaskFormatter(definition)
        for text in ["a-", "a-1", "a-1 ext. 123"] {
            let typed = formatter.format(text)
            #expect(formatter.finish(typed).text.string == text)
            #expect(formatter.finish(formatter.finish(typed)) == formatter.finish(typed))
        }
    }

    @Test(
        "a warning reports where a mask does not behave as it reads",
        arguments: [
            (#""mask": "[90]""#, ["the cell at 1 comes behind those of its group that must be filled"]),
            (#""mask": "+7 [00] [aA]""#, ["the cell at 9 comes behind those of its group that must be filled"]),
            (#""mask": "[0A][9a]""#, []), (#""mask": "[0Aa9_]-[0…]""#, []),
            (#""mask": "[90]", "lenient": true"#, []), (#""mask": "[90]", "compatibility": "inputMask""#, []),
            (
                #""mask": "[00]", "notations": [{"character": "0", "set": "letters"}]"#,
                ["the notation “0” is never asked for: the symbol is built in"]
            ),
        ] as [(String, [String])]
    )
    func advice(_ keys: String, _ expected: [String]) {
        let decoded = DefinitionDecoder().decodeFormatter(#"{"type": "mask", \#(keys)}"#)
        #expect(decoded.value != nil)
        #expect(decoded.diagnostics.map(\.message) == expected)
        #expect(decoded.diagnostics.allSatisfy { $0.severity == .warning })
    }
}

private let nested = "a notation's mask cannot have another notation's mask in it"

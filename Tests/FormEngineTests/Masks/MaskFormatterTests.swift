import Formatters
import FormEngine
import FormModel
import Languages
import Masks
import Testing
import TextEditing

private let phone = "+7 ([000]) [000]-[00]-[00]"
private let card = "[0000] [0000] [0000] [0000] [999]"
private let password = "[ssssssss][s…]"
private let notations = [
    MaskNotation(character: "s", set: .named(.nonWhitespace), isOptional: false),
    MaskNotation(character: "R", set: .characters(russian), isOptional: false),
]
private let russian = "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ "

private func formatter(_ mask: String, _ change: (inout MaskDefinition) -> Void = { _ in }) throws -> any TextFormatter
{
    var definition = MaskDefinition(mask: mask)
    definition.notations = notations
    change(&definition)
    return try definition.makeFormatter(EnglishSymbols())
}

/// A text with `|` at the caret, or twice around a selection.
private func state(_ text: String) -> FormattedText {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    let selection = TextSelection(
        start: parts[0].unicodeScalars.count,
        length: parts.count > 2 ? parts[1].unicodeScalars.count : 0
    )
    return FormattedText(text: FormText(parts.joined()), selection: selection, value: "", isComplete: false)
}

private func shown(_ text: FormattedText) -> String {
    let scalars = text.text.string.unicodeScalars
    let caret = scalars.index(scalars.startIndex, offsetBy: text.selection.start)
    return "\(text.text.string[..<caret])|\(text.text.string[caret...])"
}

extension TextFormatter {
    fileprivate func insert(_ text: String, at state: FormattedText, _ origin: TextEdit.Origin = .key) -> FormattedText
    {
        apply(TextEdit(range: state.selection, replacement: text, origin: origin), to: state)
    }

    fileprivate func delete(_ state: FormattedText, _ origin: TextEdit.Origin = .deleteBackward) -> FormattedText {
        var range = state.selection
        if range.length == 0 {
            if origin == .deleteBackward { range.start -= 1 }
            range.length = 1
        }
        return apply(TextEdit(range: range, replacement: "", origin: origin), to: state)
    }
}

struct FormatCase: Sendable, CustomTestStringConvertible {
    var mask: String
    var input: String
    var text: String
    var value: String
    var isComplete: Bool

    init(_ mask: String, _ input: String, _ text: String, _ value: String, _ isComplete: Bool) {
        (self.mask, self.input, self.text, self.value, self.isComplete) = (mask, input, text, value, isComplete)
    }

    var testDescription: String { "\(mask) of \(input)" }
}

@Suite("The mask formatter")
struct MaskFormatterTests {
    @Test(
        "a text set by a program is formatted",
        arguments: [
            FormatCase(phone, "", "+7 (", "", false),
            FormatCase(phone, "9", "+7 (9", "9", false),
            FormatCase(phone, "7", "+7 (7", "7", false),
            FormatCase(phone, "912", "+7 (912) ", "912", false),
            FormatCase(phone, "79005553333", "+7 (900) 555-33-33", "9005553333", true),
            FormatCase(phone, "9129999999", "+7 (912) 999-99-99", "9129999999", true),
            FormatCase(phone, "+79129999999", "+7 (912) 999-99-99", "9129999999", true),
            FormatCase(phone, "89129999999", "+7 (891) 299-99-99", "8912999999", true),
            FormatCase(phone, "91299999991234", "+7 (912) 999-99-99", "9129999999", true),
            FormatCase(phone, "abc", "+7 (", "", false),
            FormatCase("[00]/[00]", "12", "12/", "12", false),
            FormatCase("[00]/[00]", "123", "12/3", "123", false),
            FormatCase("[00]/[00]", "asd3265", "32/65", "3265", true),
            FormatCase("[00]/[00]", "12345", "12/34", "1234", true),
            FormatCase("[000]", "!654", "654", "654", true),
            FormatCase("[000]", "6543", "654", "654", true),
            FormatCase("[000]", "12", "12", "12", false),
            FormatCase("[000]", "٣٤٥", "345", "345", true),
            FormatCase("[000]", "３4٥", "345", "345", true),
            FormatCase(card, "1234", "1234 ", "1234", false),
            FormatCase(card, "1234567890123456", "1234 5678 9012 3456 ", "1234567890123456", true),
            FormatCase(card, "12345678901234567", "1234 5678 9012 3456 7", "12345678901234567", true),
            FormatCase(card, "12345678901234567890", "1234 5678 9012 3456 789", "1234567890123456789", true),
            FormatCase(card, "", "", "", false),
            FormatCase(password, "abc def gh", "abcdefgh", "abcdefgh", false),
            FormatCase(password, "abcdefghij", "abcdefghij", "abcdefghij", true),
            FormatCase("[R…]", "Иван1", "Иван", "Иван", true),
            FormatCase("[R…]", "John", "", "", false),
            FormatCase("[R…]", "", "", "", false),
            // Junk does not end an optional group, but what begins the rest does.
            FormatCase("[099]{.}[099]", "1x2.3", "12.3", "12.3", true),
            FormatCase("[099]{.}[099]", "1.2", "1.2", "1.2", true),
        ]
    )
    func format(_ test: FormatCase) throws {
        let result = try formatter(test.mask).format(test.input)
        #expect(result.text.string == test.text)
        #expect(result.value == test.value)
        #expect(result.isComplete == test.isComplete)
        #expect(result.selection == TextSelection(start: test.text.unicodeScalars.count))
    }

    @Test(
        "a complete number can be pasted after its prefix, over a part of it, or with a trunk prefix",
        arguments: [
            ("+7 (|", "+7 (916) 123-45-67", "+7 (916) 123-45-67|"),
            ("+7 (|", "+79123456789", "+7 (912) 345-67-89|"),
            ("+7 (|", "79123456789", "+7 (912) 345-67-89|"),
            ("+7 (|", "9123456789", "+7 (912) 345-67-89|"),
            ("+7 (|", "+7 912", "+7 (912) |"),
            ("|+7 (|", "+7 912", "+7 (912) |"),
            ("+7 (91|", "6 123", "+7 (916) 123-|"),
            ("+7 (91|", "+7 (916) 123-45-67", "+7 (916) 123-45-67|"),
            ("|", "8 916 123 45 67", "+7 (916) 123-45-67|"),
            ("+7 (|", "8 (916) 123-45-67", "+7 (916) 123-45-67|"),
            ("+7 (|", "8001234567", "+7 (800) 123-45-67|"),
            ("+7 (|", "тел. 8-916-123 45 67", "+7 (916) 123-45-67|"),
        ]
    )
    func paste(_ before: String, _ text: String, _ after: String) throws {
        let formatter = try formatter(phone) { $0.trunkPrefixes = ["8"] }
        #expect(shown(formatter.insert(text, at: state(before), .paste)) == after)
    }

    @Test("with the compatibility inputMask a paste has the same result as in the original")
    func pasteCompatibly() throws {
        let formatter = try formatter(phone) { $0.compatibility = .inputMask }
        let result = formatter.insert("+79123456789", at: state("+7 (|"), .paste)
        #expect(result.text == "+7 (791) 234-56-78")
        #expect(result.value == "7912345678")
    }

    @Test("a typed trunk prefix is dropped when the number needs its place")
    func typedTrunkPrefix() throws {
        let formatter = try formatter(phone) { $0.trunkPrefixes = ["8"] }
        var text = FormattedText(text: "", selection: TextSelection(start: 0), value: "", isComplete: false)
        for digit in "89161234567" { text = formatter.insert(String(digit), at: text) }
        #expect(shown(text) == "+7 (916) 123-45-67|")
    }

    @Test(
        "a backward deletion removes literals one at a time at the end, but not the prefix before a number",
        arguments: [
            ("+7 (912) |", "+7 (912)|"),
            ("+7 (912)|", "+7 (912|"),
            ("+7 (912|", "+7 (91|"),
            ("+7 (|", "+7 |"),
            ("|+7 (912) 345|", "|"),
            ("+7 (91|2|) 345-67-89", "+7 (91|3) 456-78-9"),
            ("+7 (912) |345-67-89", "+7 (912)| 345-67-89"),
            ("+7 (|912", "+7 (|912"),
            ("|+7 (9|72", "+7 (|72"),
            ("|+7 (912|) ", "|"),
        ]
    )
    func deleteBackward(_ before: String, _ after: String) throws {
        #expect(shown(try formatter(phone).delete(state(before))) == after)
    }

    @Test(
        "a forward deletion moves the caret over literals",
        arguments: [
            ("+7 (912|) 345-67-89", "+7 (912)| 345-67-89"),
            ("+7 (912) |345-67-89", "+7 (912) |456-78-9"),
            ("|+7 (912", "+7 (|912"),
        ]
    )
    func deleteForward(_ before: String, _ after: String) throws {
        #expect(shown(try formatter(phone).delete(state(before), .deleteForward)) == after)
    }

    @Test("with autoskip a deletion also removes the literals before the caret, but not the prefix of a number")
    func autoskip() throws {
        let formatter = try formatter(phone) { $0.autoskip = true }
        #expect(shown(formatter.delete(state("+7 (916) 1|"))) == "+7 (916|")
        #expect(shown(formatter.delete(state("+7 (9|16"))) == "+7 (|16")
        #expect(shown(formatter.delete(state("+7 (9|"))) == "|")
    }

    @Test(
        "the caret stays after the typed character",
        arguments: [
            ("+7 (916|) 123-45-67", "5", "+7 (916) 5|12-34-56"),
            ("+7 (9|16", "5", "+7 (95|1) 6"),
            ("|+7 (916", "5", "+7 (5|91) 6"),
            ("+7 (|916|) 123", "45", "+7 (45|1) 23"),
            ("+7 (91|", "6", "+7 (916) |"),
            ("+7 (91|", "x", "+7 (91|"),
        ]
    )
    func insert(_ before: String, _ key: String, _ after: String) throws {
        #expect(shown(try formatter(phone).insert(key, at: state(before))) == after)
    }

    @Test("a reversed mask with optional digits is filled, keeps the caret, and never drops the first digit")
    func reversed() throws {
        let formatter = try formatter("[999] [999] [999]") { $0.isReversed = true }
        var text = FormattedText(text: "", selection: TextSelection(start: 0), value: "", isComplete: false)
        var seen: [String] = []
        for digit in "1234567" {
            text = formatter.insert(String(digit), at: text)
            seen.append(shown(text))
        }
        #expect(seen == ["1|", "12|", "123|", "1 234|", "12 345|", "123 456|", "1 234 567|"])
        #expect(shown(formatter.insert("9", at: state("1| 234"))) == "19| 234")
        #expect(shown(formatter.delete(state("1 |234"))) == "1| 234")
        #expect(shown(formatter.delete(state("1| 234"), .deleteForward)) == "1 |234")
        #expect(shown(formatter.insert("0", at: state("123 456 789|"))) == "123 456 789|")
        #expect(formatter.format("1234").text == "1 234")
    }

    @Test("the caret stays before the suffix of a reversed mask")
    func reversedSuffix() throws {
        let formatter = try formatter("[000] [000] ₽") {
            $0.isReversed = true; $0.autoskip = true
        }
        #expect(shown(formatter.insert("4", at: state("123| ₽"))) == "1 234| ₽")
        #expect(shown(formatter.delete(state("1 234| ₽"))) == "123| ₽")
    }

    @Test("the mask that fits most of the text is chosen, and in a tie the current one is kept")
    func variants() throws {
        let cards = try formatter("[0000] [0000] [0000] [0000]") { $0.affineMasks = ["3[000] [000000] [00000]"] }
        #expect(cards.format("378282246310005").text == "3782 822463 10005")
        #expect(cards.format("4111111111111111").text == "4111 1111 1111 1111")
        let phones = try formatter(phone) { $0.affineMasks = ["8 ([000]) [000]-[00]-[00]"] }
        #expect(phones.format("89161234567").text == "8 (916) 123-45-67")
        #expect(phones.format("9161234567").text == "+7 (916) 123-45-67")
        let dates = try formatter("[00]/[00]/[0000]") {
            $0.affineMasks = ["[00]/[00]/[00]"]
            $0.affinity = .extractedValueCapacity
        }
        #expect(dates.format("12311999").text == "12/31/1999")
        #expect(dates.format("123119").text == "12/31/19")
    }

    @Test("a character that would merge with its neighbour is refused, and positions are code points")
    func clusters() throws {
        let formatter = try formatter("[ss]-[ss]")
        #expect(formatter.format("🇷\n🇺a").text == "🇷a-")
        let family = formatter.insert("b", at: state("👨‍👩‍👧‍👦|"))
        #expect(shown(family) == "👨‍👩‍👧‍👦b-|")
        #expect(family.selection.start == 9)
    }

    @Test("a focused empty field shows the literal prefix, with and without autocompletion")
    func prefix() throws {
        let formatter = try formatter(phone) { $0.autocomplete = false }
        #expect(shown(formatter.prefix) == "+7 (|")
        #expect(formatter.prefix.value.isEmpty)
        #expect(!formatter.prefix.isComplete)
    }

    @Test("a notation's set applies to its own field, not to another field with the same mask")
    func notationsAreOwn() throws {
        func digits(_ set: String) throws -> any TextFormatter {
            try formatter("[Q…]") {
                $0.notations = [MaskNotation(character: "Q", set: .characters(set), isOptional: false)]
            }
        }
        #expect(try digits("123").format("17").text == "1")
        #expect(try digits("789").format("17").text == "7")
    }
}

struct MaskErrorCase: Sendable {
    var mask: String
    var reason: MaskError.Reason
    var position: Int

    init(_ mask: String, _ reason: MaskError.Reason, _ position: Int) {
        (self.mask, self.reason, self.position) = (mask, reason, position)
    }
}

@Suite("A mask that does not compile")
struct MaskErrorTests {
    @Test(
        "the error states the reason and the position",
        arguments: [
            MaskErrorCase("+7 [00", .unclosedGroup, 3),
            MaskErrorCase("{ab", .unclosedGroup, 0),
            MaskErrorCase("00]", .strayBracket, 2),
            MaskErrorCase("[0}", .strayBracket, 2),
            MaskErrorCase("[[0]]", .nestedGroup, 1),
            MaskErrorCase("{[0]}", .nestedGroup, 1),
            MaskErrorCase("[{0}]", .nestedGroup, 1),
            MaskErrorCase("👍é [0x]", .unknownSymbol("x"), 5),
            MaskErrorCase("[\\00]", .escapeInGroup, 1),
            MaskErrorCase("\\\\[00]", .ambiguousEscape, 2),
            MaskErrorCase("[0…] kg", .unreachable, 4),
            MaskErrorCase("[…0]…[0] ", .unreachable, 4),
            MaskErrorCase(String(repeating: "x", count: 4097), .tooLong(limit: 4096), 0),
        ]
    )
    func reasons(_ test: MaskErrorCase) {
        let error = #expect(throws: MaskError.self) { try MaskProgram(test.mask) }
        #expect(error?.reason == test.reason)
        #expect(error?.position == test.position)
    }

    @Test("the error names the affine mask that is invalid")
    func affine() {
        let error = #expect(throws: MaskError.self) { try formatter("[00]") { $0.affineMasks = ["[0]", "[0"] } }
        #expect(error?.variant == 2)
    }

    @Test("a group with custom symbols keeps its order, and other groups are sorted")
    func order() throws {
        let own = [MaskNotation(character: "s", set: .named(.nonWhitespace), isOptional: false)]
        #expect(try MaskProgram("[s9]", notations: own).placeholder == "s0")
        #expect(try MaskProgram("[s9]", notations: own, isLenient: true).placeholder == "0s")
        #expect(try MaskProgram("[aA]").acceptableTextLength == 1)
        #expect(try formatter("[9900]").format("12").isComplete)
    }
}

import FormEngine
import FormModel
import Masks
import Testing
import TextEditing

/// What becomes of text that is more than ASCII on its way into a mask.
@Suite("Masks and Unicode")
struct UnicodePolicyTests {
    private func typist(_ mask: String, digits: MaskDigits = .fold, notations: [MaskNotation] = []) throws -> Typist {
        var definition = MaskDefinition(mask: mask)
        definition.digits = digits
        definition.notations = notations
        return Typist(try MaskFormatter(definition))
    }

    private static let anything = [MaskNotation(character: "x", set: .named(.nonWhitespace), isOptional: false)]

    @Test("decomposed characters are composed on input", arguments: ["e\u{301}", "é"])
    func composition(_ text: String) throws {
        var typist = try typist("[AA]")
        typist.insert(text, .key)
        #expect(Array(typist.current.text.string.unicodeScalars) == ["\u{E9}"])
        #expect(Array(typist.current.value.unicodeScalars) == ["\u{E9}"])
    }

    @Test(
        "a cell contains one cluster, however many code points it has, and the caret counts code points",
        arguments: [("👨‍👩‍👧", 5), ("🇩🇪", 2), ("👍🏽", 2), ("q\u{301}", 2), ("한", 1)]
    )
    func clusters(_ cluster: String, _ size: Int) throws {
        var typist = try typist("<[xx]>", notations: Self.anything)
        typist.insert(cluster, .key)
        #expect(typist.current.text.string == "<" + cluster)
        #expect(typist.current.selection.start == 1 + size)
        typist.insert(cluster, .key)
        #expect(typist.current.value.count == 2)
        #expect(typist.current.isComplete)
    }

    @Test(
        "a combining mark typed after a letter joins it in its cell, in composed form",
        arguments: [
            ("e", "\u{301}", "é"), ("q", "\u{301}", "q\u{301}"), ("ᄒ", "ᅡ", "하"), ("👩", "\u{200D}👩", "👩\u{200D}👩"),
        ]
    )
    func joining(_ first: String, _ second: String, _ joined: String) throws {
        var typist = try typist("[xx]", notations: Self.anything)
        typist.insert(first, .key)
        typist.insert(second, .key)
        #expect(typist.current.text.string.unicodeScalars.elementsEqual(joined.unicodeScalars))
        #expect(typist.current.selection.start == joined.unicodeScalars.count)
        #expect(!typist.current.isComplete)
    }

    @Test("a character that would merge with a literal of the mask is refused")
    func merging() throws {
        let letters = [MaskNotation(character: "r", set: .characters("🇩🇪"), isOptional: false)]
        var typist = try typist("[rr]", notations: letters)
        let before = typist.current
        let edit = TextEdit(range: before.selection, replacement: "🇩1🇪", origin: .paste)
        typist.insert(edit.replacement, .paste)
        #expect(typist.current.text == "🇩")
        let refusals = typist.formatter.refusals(of: edit, to: before, leaving: typist.current)
        #expect(refusals == [Refusal("1", .place), Refusal("🇪", .cluster)])
    }

    @Test(
        "digits of other scripts become 0 to 9, stay as they were typed, or are refused",
        arguments: [("٣", "3"), ("３", "3"), ("९", "9"), ("𝟗", "9")]
    )
    func digits(_ digit: String, _ ascii: String) throws {
        var folding = try typist("[00]")
        folding.insert(digit, .key)
        #expect(folding.current.text.string == ascii)
        var keeping = try typist("[00]", digits: .asTyped)
        keeping.insert(digit, .key)
        #expect(keeping.current.text.string == digit)
        var refusing = try typist("[00]", digits: .refuse)
        refusing.insert("1" + digit + "2", .paste)
        #expect(refusing.current.text == "12")
    }

    @Test("a numeric character that is not a digit is refused by digit cells", arguments: ["½", "Ⅷ", "①", "四", "²"])
    func numbers(_ number: String) throws {
        var typist = try typist("[00]")
        typist.insert(number, .key)
        #expect(typist.current.text.isEmpty)
    }

    @Test(
        "control characters are refused unless a cell lists them",
        arguments: ["\u{1}", "\u{7F}", "\u{85}", "\u{9F}"]
    )
    func control(_ character: String) throws {
        var typist = try typist("[xx]", notations: Self.anything)
        typist.insert("a" + character + "b", .paste)
        #expect(typist.current.text == "ab")
        let named = [MaskNotation(character: "c", set: .characters(character), isOptional: false)]
        var naming = try self.typist("[c]", notations: named)
        naming.insert(character, .key)
        #expect(naming.current.text.string == character)
    }

    @Test("a selection of clusters is replaced completely")
    func selection() throws {
        var typist = try typist("[xxx]", notations: Self.anything)
        typist.insert("a👨‍👩‍👧b", .paste)
        typist.select(1..<6)
        typist.insert("é", .key)
        #expect(typist.current.text == "aéb")
        #expect(typist.current.selection.start == 2)
    }
}

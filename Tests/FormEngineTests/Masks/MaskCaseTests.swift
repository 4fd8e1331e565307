import Formatters
import FormEngine
import FormModel
import Languages
import Masks
import Testing
import TextEditing

/// Letters that change on their way into a cell.
@Suite("The case of a mask's letters")
struct MaskCaseTests {
    private static let notations: [MaskNotation] = {
        var own = MaskNotation(character: "l", content: .set(.named(.letters)))
        own.letterCase = .lower
        var typed = MaskNotation(character: "t", content: .set(.named(.letters)))
        typed.letterCase = .asTyped
        return [
            own, typed,
            MaskNotation(character: "c", content: .set(.characters("ABC"))),
            MaskNotation(character: "x", content: .set(.named(.nonWhitespace))),
            MaskNotation(character: "o", content: .mask("-[AA]"), isOptional: true),
        ]
    }()

    private func formatter(
        _ mask: String,
        _ letterCase: MaskCase,
        affine: [String] = [],
        isReversed: Bool = false,
        compatibility: MaskCompatibility? = nil
    ) throws -> any TextFormatter {
        var definition = MaskDefinition(mask: mask)
        definition.notations = isReversed ? Array(Self.notations.dropLast()) : Self.notations
        definition.letterCase = letterCase
        definition.affineMasks = affine
        definition.isReversed = isReversed
        definition.compatibility = compatibility
        return try definition.makeFormatter(EnglishSymbols())
    }

    @Test(
        "letters get the case of the mask or its notation, whether typed, pasted or set",
        arguments: [
            ("[AA] [00]", .upper, "ab12", "AB 12"), ("[AA] [00]", .lower, "AB12", "ab 12"),
            ("[AA] [00]", .asTyped, "aB12", "aB 12"), ("[Al][t]", .upper, "aAa", "Aaa"),
            ("[ccc]", .upper, "abz", "AB"), ("[ccc]", .lower, "abA", "A"), ("[A…]", .upper, "añb", "AÑB"),
            ("{de}[AAA]", .upper, "xyz", "deXYZ"), ("no. [AA]", .upper, "ab", "no. AB"),
            ("[00][o]", .upper, "12ab", "12-AB"), ("[__]", .upper, "1a", "1A"), ("[00]", .upper, "٣4", "34"),
        ] as [(String, MaskCase, String, String)]
    )
    func texts(_ mask: String, _ letterCase: MaskCase, _ keys: String, _ text: String) throws {
        let formatter = try formatter(mask, letterCase)
        var typing = Typist(formatter)
        for key in keys { typing.insert(String(key), .key) }
        var pasting = Typist(formatter)
        pasting.insert(keys, .paste)
        for state in [typing.current, pasting.current, formatter.format(keys), formatter.format(text)] {
            #expect(state.text.string == text)
            #expect(state.selection.start == text.unicodeScalars.count)
        }
    }

    @Test(
        "a letter is only converted if the result is a single grapheme cluster",
        arguments: [
            ("ß", .upper, "ß"), ("ﬁ", .upper, "ﬁ"), ("ŉ", .upper, "ŉ"), ("ᾳ", .upper, "ᾳ"), ("ǰ", .upper, "J\u{30C}"),
            ("e\u{301}", .upper, "É"), ("q\u{303}", .upper, "Q\u{303}"), ("ÿ", .upper, "Ÿ"), ("ı", .upper, "I"),
            ("İ", .lower, "i\u{307}"), ("Σ", .lower, "σ"), ("ǅ", .upper, "Ǆ"), ("ж", .upper, "Ж"), ("한", .upper, "한"),
            ("1", .upper, "1"), ("-", .lower, "-"), ("👩", .upper, "👩"),
        ] as [(String, MaskCase, String)]
    )
    func letters(_ letter: String, _ letterCase: MaskCase, _ other: String) throws {
        var typist = Typist(try formatter("<[xx]>", letterCase))
        typist.insert(letter, .key)
        #expect(typist.current.value.unicodeScalars.elementsEqual(other.unicodeScalars))
        #expect(typist.current.selection.start == 1 + other.unicodeScalars.count)
        #expect(typist.formatter.format(typist.current.value).text == typist.current.text)
    }

    @Test(
        "the conversion does not move the caret",
        arguments: [
            ("[AA]-[AA]", "abcd‹‹x", "AB-X|C"), ("[AA]-[AA]", "abcd‹‹‹⌫x", "AX-|CD"), ("[AA]-[AA]", "abcd▣x", "X|"),
            ("[AA]-[AA]", "ab1«cd»", "AB-CD|"), ("[AA]-[AA]", "abc⌫⌫y", "AB-Y|"),
        ]
    )
    func caret(_ mask: String, _ script: String, _ shown: String) throws {
        var typist = Typist(try formatter(mask, .upper))
        typist.run(script)
        #expect(typist.shown == shown)
    }

    @Test("the conversion applies to affine masks, reversed masks and masks with the compatibility inputMask")
    func kinds() throws {
        #expect(try formatter("[AA]", .upper, affine: ["[AA]-[AA]"]).format("abcd").text == "AB-CD")
        #expect(try formatter("[AAA] [AAA]", .upper, isReversed: true).format("abcd").text == "A BCD")
        #expect(try formatter("[AA]-[AA]", .upper, compatibility: .inputMask).format("abcd").text == "AB-CD")
    }

    @Test("the conversion does not change which characters are refused")
    func refusals() throws {
        let formatter = try formatter("[cc]", .upper)
        let edit = TextEdit(range: TextSelection(start: 0), replacement: "azbc", origin: .paste)
        let result = formatter.apply(edit, to: formatter.prefix)
        #expect(result.text == "AB")
        let refusals = formatter.refusals(of: edit, to: formatter.prefix, leaving: result)
        #expect(refusals == [Refusal("z", .place), Refusal("c", .room)])
    }
}

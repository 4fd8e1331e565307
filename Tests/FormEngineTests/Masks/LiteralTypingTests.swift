import FormEngine
import FormModel
import Masks
import RandomTesting
import Testing
import TextEditing

private let phone = "+7 ([000]) [000]-[00]-[00]"

private func typist(_ masks: [String], _ change: (inout MaskDefinition) -> Void = { _ in }) throws -> Typist {
    var definition = MaskDefinition(mask: masks[0])
    definition.affineMasks = Array(masks.dropFirst())
    change(&definition)
    return Typist(try MaskFormatter(definition))
}

/// What a field shows after each key, from an empty text on.
private func shown(_ keys: String, _ masks: [String], _ change: (inout MaskDefinition) -> Void = { _ in }) throws
    -> [String]
{
    var typist = try typist(masks, change)
    typist.clear()
    return keys.map { key in
        typist.run(String(key))
        return typist.shown
    }
}

@Suite("Typing a literal of a mask")
struct LiteralTypingTests {
    @Test("a typed literal is accepted, and the following literals are added")
    func taken() throws {
        #expect(try shown("+79", [phone]) == ["+7 (|", "+7 (|", "+7 (9|"])
        #expect(try shown("79", [phone]) == ["+7 (|", "+7 (9|"])
        #expect(try shown("+7 (916) ", [phone]).last == "+7 (916) |")
    }

    @Test("without autocompletion only the typed literal is added")
    func withoutAutocomplete() throws {
        #expect(try shown("+79", [phone]) { $0.autocomplete = false } == ["+|", "+7|", "+7 (9|"])
    }

    @Test(
        "typing a literal that the mask has already added moves the caret over it, with and without autocompletion",
        arguments: [true, false]
    )
    func prefix(autocomplete: Bool) throws {
        var typist = try typist([phone]) { $0.autocomplete = autocomplete }
        for (key, text) in zip("+7 (9", ["+7 (|", "+7 (|", "+7 (|", "+7 (|", "+7 (9|"]) {
            typist.run(String(key))
            #expect(typist.shown == text)
        }
    }

    @Test("typing the prefix's literal or the first digit begins the number")
    func number() throws {
        #expect(try shown("+77", [phone]).last == "+7 (7|")
        #expect(try shown("77", [phone]).last == "+7 (7|")
        #expect(try shown("97", [phone]).last == "+7 (97|")
    }

    @Test("the value does not change until the first character of the user's own")
    func value() throws {
        var typist = try typist(["{+7} ([000]) [000]-[00]-[00]"])
        typist.clear()
        for (key, value) in zip("+7916", ["", "", "+79", "+791", "+7916"]) {
            typist.run(String(key))
            #expect(typist.current.value == value)
        }
        #expect(typist.shown == "+7 (916) |")
    }

    @Test("a typed literal selects one of several masks")
    func choice() throws {
        let phones = ["8 ([000]) [000]-[00]-[00]", phone]
        #expect(try shown("+7916", phones) == ["+7 (|", "+7 (|", "+7 (9|", "+7 (91|", "+7 (916) |"])
        #expect(try shown("8916", phones).last == "8 (916) |")
        let cards = ["3[000] [000000] [00000]", "4[000] [0000] [0000] [0000]"]
        #expect(try shown("378282246310005", cards).last == "3782 822463 10005|")
        #expect(try shown("4111111111111111", cards).last == "4111 1111 1111 1111|")
        var focused = try typist(cards)
        focused.run("4111111111111111")
        #expect(focused.shown == "4111 1111 1111 1111|")
        #expect(try shown("12/3", ["[00]-[00]", "[00]/[00]"]).last == "12/3|")
    }

    @Test("a typed literal adds no digit from another mask")
    func missingDigit() throws {
        let cards = ["[0000] [0000] [0000] [0000]", "3[000] [000000] [00000]"]
        #expect(try shown("411111111111111", cards).last == "4111 1111 1111 111|")
        #expect(try shown("378282246310005", cards).last == "3782 822463 10005|")
    }

    @Test("a typed literal can be deleted and typed again")
    func deletions() throws {
        var typist = try typist([phone])
        typist.clear()
        typist.run("+79")
        var texts: [String] = []
        for _ in 0..<5 {
            typist.run("⌫")
            texts.append(typist.shown)
        }
        #expect(texts == ["+7 (|", "+7 |", "+7|", "+|", "|"])
        typist.run("+⌫⌫⌫7")
        #expect(typist.shown == "+7 (|")
        typist.run("9⌫7916")
        #expect(typist.shown == "+7 (916) |")
    }

    @Test(
        "a character that is no literal at this position is refused and changes nothing",
        arguments: ["", "+", "+7", "+7916"]
    )
    func refused(_ before: String) throws {
        var typist = try typist([phone])
        typist.clear()
        typist.run(before)
        let text = typist.current
        typist.run("x")
        #expect(typist.current == text)
        typist.run("é")
        #expect(typist.current == text)
    }

    @Test("typing a literal inside the mask moves the caret over it, even if it is a digit")
    func inside() throws {
        #expect(try shown("12-34", ["[00]-[00]"]) == ["1|", "12-|", "12-|", "12-3|", "12-34|"])
        #expect(try shown("1.2.1985", ["[09]{.}[09]{.}19[00]"]).last == "1.2.1985|")
        #expect(try shown("1.2.85", ["[09]{.}[09]{.}19[00]"]).last == "1.2.1985|")
    }
}

@Suite("Typing a literal of a reversed mask")
struct ReversedLiteralTests {
    @Test(
        "typing a literal moves the caret over it",
        arguments: [
            ("[000] [000] %", "12%", "12 %|"), ("[000] [000] %", "12 %", "12 %|"), ("[000] [000] %", "12%3", "123| %"),
            ("[000]%)", "1%)", "1%)|"), ("[000]%)", "1)", "1%)|"), ("[000] kg", "7kg", "7 kg|"),
            ("[000] kg", "kg", " kg|"),
            ("[000] kg", "kg7", "7| kg"), ("[000] [000]", "12345‹‹‹‹ ", "12 |345"), ("[000]%", "1x", "1|%"),
            ("[000]%", "1%%", "1%|"), ("[000]%", "«1%»", "1%|"), ("[000]%", "%⌫", "|"),
        ]
    )
    func steps(_ mask: String, _ script: String, _ text: String) throws {
        var typist = try typist([mask]) { $0.isReversed = true }
        typist.clear()
        typist.run(script)
        #expect(typist.shown == text)
    }

    @Test("the literal is not listed as refused, and selects one of several masks")
    func choice() throws {
        var typist = try typist(["[000]%", "[000]€"]) { $0.isReversed = true }
        typist.clear()
        typist.run("1€")
        #expect(typist.shown == "1€|")
        let formatter = typist.formatter
        let edit = TextEdit(range: TextSelection(start: 0), replacement: "x1€", origin: .paste)
        let empty = FormattedText(text: "", selection: TextSelection(start: 0), value: "", isComplete: false)
        let refusals = formatter.refusals(of: edit, to: empty, leaving: formatter.apply(edit, to: empty))
        #expect(refusals.map(\.character) == ["x"])
    }
}

@Suite("Typing and pasting")
struct KeysAndPasteTests {
    /// Not the masks that fill from their end and have cells of several kinds: the last character that is typed decides
    /// which cells are left for the others, so a key finds another cell than the same character of a paste.
    private static func definitions() throws -> [MaskDefinition] {
        try MaskDefinition.ofVectors().filter { definition in
            let kinds = Set("0Aa_s…" + definition.notations.map(\.character))
            let cells = Set(definition.mask.replacing("9", with: "0").filter(kinds.contains))
            return !definition.isReversed || cells.count <= 1
        }
    }

    /// None that joins what was typed before it, as a mark does by hand, but not where a paste has junk between them.
    private static let pieces = [
        "0", "1", "2", "3", "7", "8", "9", "a", "b", "Z", " ", ".", "-", "/", "(", ")", "+", "%", "é", "٣", "🇷🇺", "x",
    ]

    @Test("typing and pasting have the same result in all masks of the vectors", arguments: [21, 22, 23] as [UInt64])
    func same(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var failures: [String] = []
        var count = 0
        let definitions = try Self.definitions()
        #expect(definitions.count > 80)
        for definition in definitions {
            // What the mask says itself is typed as often as anything else.
            let own = definition.mask.filter { !"[]{}🇷".contains($0) }.map(String.init)
            for autocomplete in [true, false] {
                var definition = definition
                definition.autocomplete = autocomplete
                let formatter = try MaskFormatter(definition)
                for _ in 0..<60 {
                    count += 1
                    let text = random.text(of: Self.pieces + own + own, upTo: 14)
                    for isFocused in [true, false] {
                        var keys = Typist(formatter)
                        var paste = Typist(formatter)
                        if !isFocused {
                            keys.clear()
                            paste.clear()
                        }
                        for key in text { keys.insert(String(key), .key) }
                        paste.insert(text, .paste)
                        if keys.current.text != paste.current.text || keys.current.value != paste.current.value {
                            failures.append(
                                "\(definition.mask) \(definition.affineMasks) \(autocomplete) \(isFocused) “\(text)”: "
                                    + "keys \(keys.shown), pasted \(paste.shown)"
                            )
                        }
                    }
                }
            }
        }
        report(failures, of: count)
    }
}

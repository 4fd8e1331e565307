import FormEngine
import FormModel
import Masks
import RandomTesting
import Testing
import TextEditing

@Suite("Setting a mask's value again")
struct MaskValueTests {
    private static let pieces = [
        "0", "1", "2", "3", "7", "8", "9", "a", "b", "Z", " ", ".", "-", "/", "(", ")", "+", "%", "é", "٣", "x",
    ]

    @Test("the value does not change, for all masks of the vectors", arguments: [31, 32] as [UInt64])
    func same(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var failures: [String] = []
        var count = 0
        let definitions = try MaskDefinition.ofVectors()
        #expect(definitions.count > 80)
        for var definition in definitions {
            let own = definition.mask.filter { !"[]{}🇷".contains($0) }.map(String.init)
            for autocomplete in [true, false] {
                definition.autocomplete = autocomplete
                let formatter = try MaskFormatter(definition)
                for _ in 0..<60 {
                    count += 1
                    var typist = Typist(formatter)
                    let text = random.text(of: Self.pieces + own + own, upTo: 14)
                    if Bool.random(using: &random) {
                        for key in text { typist.insert(String(key), .key) }
                    } else {
                        typist.insert(text, .paste)
                    }
                    let value = typist.current.value
                    guard !value.isEmpty else { continue }
                    let set = formatter.format(value)
                    if !set.value.unicodeScalars.elementsEqual(value.unicodeScalars) {
                        let masks = "\(definition.mask) \(definition.affineMasks)"
                        failures.append("\(masks) “\(text)”: \(value), then \(set.value)")
                    }
                }
            }
        }
        report(failures, of: count)
    }

    @Test(
        "characters of the value are not confused with the mask's literals",
        arguments: [
            ("SKU-[____]", "K123", "SKU-K123"), ("facebook.com/[_…]", "event", "facebook.com/event"),
            ("https://[_…]", "tom", "https://tom"), ("+7 ([000]) [000]-[00]-[00]", "7916", "+7 (791) 6"),
            ("[09]{.}[09]{.}19[00]", "1.2.19", "1.2.1919"), ("{+7} [000]", "+77", "+7 7"),
        ]
    )
    func literals(_ mask: String, _ value: String, _ text: String) throws {
        let set = try MaskFormatter(MaskDefinition(mask: mask)).format(value)
        #expect(set.text.string == text)
        #expect(set.value == value)
    }

    @Test(
        "a text with all literals is accepted, too",
        arguments: [
            ("SKU-[____]", "SKU-K123", "K123"), ("facebook.com/[_…]", "facebook.com/event", "event"),
            ("https://[_…]", "https://tom", "tom"), ("+7 ([000]) [000]-[00]-[00]", "+7 (916) 123-45-67", "9161234567"),
            ("+7 ([000]) [000]-[00]-[00]", "79161234567", "9161234567"),
        ]
    )
    func shownText(_ mask: String, _ text: String, _ value: String) throws {
        #expect(try MaskFormatter(MaskDefinition(mask: mask)).format(text).value == value)
    }
}

@Suite("Letters and digits of a mask's first literals")
struct FirstLiteralTests {
    @Test(
        "they belong to the value, unless all of them are typed",
        arguments: [
            ("facebook.com/[_…]", "event", "facebook.com/event"), ("facebook.com/[_…]", "fred", "facebook.com/fred"),
            ("facebook.com/[_…]", "face", "facebook.com/"), ("facebook.com/[_…]", "faces", "facebook.com/faces"),
            ("facebook.com/[_…]", "facebook.com/event", "facebook.com/event"), ("https://[_…]", "tom", "https://tom"),
            ("https://[_…]", "https://tom", "https://tom"), ("SKU-[____]", "K123", "SKU-K123"),
            ("SKU-[____]", "SKU-K123", "SKU-K123"), ("SKU-[0000]", "K12", "SKU-12"),
            ("+375 ([00]) [000]", "3752", "+375 (2"), ("+375 ([00]) [000]", "38", "+375 (38) "),
            ("+375 ([00]) [000]", "291", "+375 (29) 1"), ("[09]{.}[09]{.}19[00]", "1.2.18", "1.2.1918"),
        ]
    )
    func typed(_ mask: String, _ text: String, _ shown: String) throws {
        for autocomplete in [true, false] where autocomplete || shown.last?.isNumber == true {
            var definition = MaskDefinition(mask: mask)
            definition.autocomplete = autocomplete
            for isFocused in [true, false] {
                var keys = Typist(try MaskFormatter(definition))
                var paste = keys
                if !isFocused {
                    keys.clear()
                    paste.clear()
                }
                for key in text { keys.insert(String(key), .key) }
                paste.insert(text, .paste)
                #expect(keys.current.text.string == shown)
                #expect(paste.current.text.string == shown)
            }
        }
    }

    @Test("they occur once after a paste into a text that has them")
    func pasted() throws {
        var typist = Typist(try MaskFormatter(MaskDefinition(mask: "facebook.com/[_…]")))
        typist.run("ab«facebook.com/event»")
        #expect(typist.current.text.string == "facebook.com/abevent")
    }

    /// Masks of several countries, as a telephone field has them.
    private static let countries = [
        "+371-[00]-[000]-[000]", "+7 ([000]) [000]-[00]-[00]", "+380 ([00]) [000]-[00]-[00]",
        "+375 ([00]) [000]-[00]-[00]",
        "+1 ([000]) [000]-[0000]",
    ]

    @Test(
        "they select the country of a telephone number, typed, pasted and set",
        arguments: [
            ("+380501234567", "+380 (50) 123-45-67"), ("+37120123456", "+371-20-123-456"),
            ("+79161234567", "+7 (916) 123-45-67"), ("+375291234567", "+375 (29) 123-45-67"),
            ("+12025550123", "+1 (202) 555-0123"),
        ]
    )
    func country(_ text: String, _ shown: String) throws {
        for first in Self.countries.indices {
            var definition = MaskDefinition(mask: Self.countries[first])
            definition.affineMasks = Self.countries.filter { $0 != definition.mask }
            let formatter = try MaskFormatter(definition)
            #expect(formatter.format(text).text.string == shown)
            for isFocused in [true, false] {
                var keys = Typist(formatter)
                var paste = keys
                if !isFocused {
                    keys.clear()
                    paste.clear()
                }
                for key in text { keys.insert(String(key), .key) }
                paste.insert(text, .paste)
                #expect(keys.current.text.string == shown)
                #expect(paste.current.text.string == shown)
            }
        }
    }

    @Test("they select the country in a focused field, whether the user pastes or the application sets the text")
    func field() throws {
        var definition = MaskDefinition(mask: Self.countries[0])
        definition.affineMasks = Array(Self.countries.dropFirst())
        var form = try FormDriver { $0.formatter = .mask(definition) }
        try form.perform(.focus)
        #expect(try form.field.text == "+371-")
        try form.perform(.performEditAction(.paste, text: "+380501234567"))
        #expect(try form.field.text == "+380 (50) 123-45-67" && form.field.value == "501234567")
        try form.perform(.setText("+79161234567", formats: true, validates: nil))
        #expect(try form.field.text == "+7 (916) 123-45-67")
    }
}

import Masks
import Testing
import TextEditing

/// What an application sees of the product: only public declarations are used.
struct MaskTests {
    private let phone = "+1 ([000]) [000]-[0000]"

    @Test("typing writes the literals, and a deletion takes one character")
    func typing() throws {
        let mask = try Mask(phone)
        var text = mask.empty
        #expect(text.string == "+1 (")
        #expect(text.value.isEmpty)
        for key in "2025550123" {
            #expect(!text.isComplete)
            text = mask.insert(String(key), into: text)
        }
        #expect(text.string == "+1 (202) 555-0123")
        #expect(text.value == "2025550123")
        #expect(text.isComplete)
        #expect(mask.insert("4", into: text) == text)
        text = mask.delete(in: text)
        #expect(text.string == "+1 (202) 555-012")
        #expect(mask.tail(of: text) == "0")
        #expect(text.selection == text.string.endIndex..<text.string.endIndex)
    }

    @Test("an edit in the middle keeps the caret behind the same character")
    func middle() throws {
        let mask = try Mask(phone)
        var text = mask.format("2025550123")
        let code = try #require(text.string.firstRange(of: "202"))
        text = mask.insert("30", into: text.selecting(code))
        #expect(text.string == "+1 (305) 550-123")
        #expect(text.string[..<text.selection.lowerBound] == "+1 (30")
        text = mask.delete(in: text, forward: true)
        #expect(text.string == "+1 (305) 501-23")
    }

    @Test("a paste may begin with the mask's own literals")
    func paste() throws {
        let mask = try Mask(phone)
        #expect(mask.insert("+1 202 555 0123", into: mask.empty, isPasted: true).string == "+1 (202) 555-0123")
    }

    @Test("literals that are added at the end are told from the user's characters")
    func completion() throws {
        let mask = try Mask("[00] kg")
        let text = mask.insert("12", into: mask.empty)
        #expect(text.string == "12 kg")
        #expect(text.string[text.completion] == " kg")
        #expect(mask.placeholder == "00 kg")
    }

    @Test("selections are widened to whole characters, and cut at the end of the text")
    func selections() throws {
        var definition = MaskDefinition(mask: "[_…]")
        definition.digits = .asTyped
        let text = try Mask(definition).format("nai\u{308}f")
        let scalars = text.string.unicodeScalars
        let mark = scalars.index(scalars.startIndex, offsetBy: 2)
        let behind = (text.string + "123").endIndex
        #expect(text.string[text.selecting(mark..<scalars.index(after: mark)).selection] == "ï")
        #expect(text.selecting(mark..<behind).selection.upperBound == text.string.endIndex)
    }

    @Test("an application's own symbols, and text in normalization form C")
    func notations() throws {
        var definition = MaskDefinition(mask: "[x]-[D]")
        definition.notations = [
            MaskNotation(
                character: "x",
                content: .set(.named(.letters)),
                repetition: MaskNotation.Repetition(minimum: 1, maximum: 3)
            ),
            MaskNotation(character: "D", content: .range(MaskNotation.Bounds(minimum: 1, maximum: 31))),
        ]
        definition.letterCase = .upper
        let mask = try Mask(definition)
        let text = mask.insert("e\u{301}-4", into: mask.empty)
        #expect(text.string.unicodeScalars.elementsEqual("\u{C9}-04".unicodeScalars))
        #expect(mask.finish(mask.insert("ab-1", into: mask.empty)).string == "AB-01")
        #expect(mask.advice.isEmpty)
    }

    @Test("a mask that does not compile says where and why")
    func errors() {
        #expect(throws: MaskError.self) { try Mask("[00") }
        do throws(MaskError) {
            _ = try Mask("+1 [0q]")
            Issue.record("the symbol q is not known")
        } catch {
            #expect(error.reason == .unknownSymbol("q"))
            #expect(error.position == 5)
            #expect(error.description == "unknown symbol 'q' in a group at 5")
        }
    }
}

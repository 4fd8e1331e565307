import FormEngine
import FormModel
import Masks
import RandomTesting
import Testing
import TextEditing

private func formatter(
    _ mask: String,
    _ change: (inout BlockMaskDefinition) -> Void = { _ in }
) throws -> BlockMaskFormatter {
    var definition = BlockMaskDefinition(mask: mask)
    definition.template = "_"
    definition.showsTemplate = true
    change(&definition)
    return try BlockMaskFormatter(definition)
}

extension BlockMaskFormatter {
    /// The outcome of keys typed one by one from where the caret is, `<` being backspace and `>` delete.
    fileprivate func typed(_ keys: String, at place: Int? = nil, from start: FormattedText? = nil) -> FormattedText {
        var state = start ?? prefix
        if let place { state.selection = TextSelection(start: place) }
        for key in keys {
            let caret = state.selection.start
            switch key {
            case "<" where caret > 0:
                state = apply(
                    TextEdit(
                        range: TextSelection(start: caret - 1, length: 1),
                        replacement: "",
                        origin: .deleteBackward
                    ),
                    to: state
                )
            case ">" where caret < state.text.string.unicodeScalars.count:
                state = apply(
                    TextEdit(range: TextSelection(start: caret, length: 1), replacement: "", origin: .deleteForward),
                    to: state
                )
            case "<", ">": break
            default:
                state = apply(
                    TextEdit(range: TextSelection(start: caret), replacement: String(key), origin: .key),
                    to: state
                )
            }
        }
        return state
    }
}

@Suite("A block mask")
struct BlockMaskTests {
    @Test(
        "an edit of one cell does not move the others",
        arguments: [
            ("12345", "12-345_", 6, "12345"),
            ("1234<<<<", "1_-____", 1, "1"),
            ("1234<<<", "12-____", 2, "12"),
            ("1234<<", "12-____", 3, "12"),
            ("12<9", "19-____", 2, "19"),
            ("x1", "1_-____", 1, "1"),
        ]
    )
    func typing(_ keys: String, _ text: String, _ caret: Int, _ value: String) throws {
        let state = try formatter("{dd}-{dddd}").typed(keys)
        #expect(state.text.string == text)
        #expect(state.selection.start == caret)
        #expect(state.value == value)
    }

    @Test("an empty cell before a filled one is marked in the value, and the mark is read back")
    func holes() throws {
        let formatter = try formatter("{dd}-{dd}")
        let hole = formatter.typed(">", at: 0, from: formatter.typed("1234"))
        #expect(hole.text == "_2-34")
        #expect(hole.value == "\u{2007}234")
        #expect(!hole.isComplete)
        #expect(formatter.format(hole.value).text == "_2-34")
    }

    @Test("both deletions skip literals")
    func crossing() throws {
        let formatter = try formatter("+7 ({ddd}) {d}")
        let full = formatter.typed("1234")
        #expect(full.isComplete)
        #expect(formatter.typed("<<<", from: full).selection.start == 7)
        #expect(formatter.typed(">", at: 0, from: full).selection.start == 1)
        #expect(formatter.typed(">>>>>", at: 0, from: full).value == "\u{2007}234")
    }

    @Test("a pasted text can contain the literals of the mask")
    func pasting() throws {
        let formatter = try formatter("+7{ddd}")
        let edit = TextEdit(range: TextSelection(start: 2), replacement: "+7123", origin: .paste)
        #expect(formatter.apply(edit, to: formatter.prefix).text == "+7123")
        let bare = TextEdit(range: TextSelection(start: 2), replacement: "712", origin: .paste)
        #expect(formatter.apply(bare, to: formatter.prefix).text == "+7712")
    }

    @Test("an insertion stops at a character that does not fit, or skips it")
    func misfits() throws {
        let paste = TextEdit(range: TextSelection(start: 0), replacement: "1x2", origin: .paste)
        let stopping = try formatter("{dd}-{dd}")
        #expect(stopping.apply(paste, to: stopping.prefix).value == "1")
        let skipping = try formatter("{dd}-{dd}") { $0.misfit = .skip }
        #expect(skipping.apply(paste, to: skipping.prefix).value == "12")
    }

    @Test("the blocks and their cells are listed with their status")
    func blocks() throws {
        let formatter = try formatter("é({dd})-{a}")
        let blocks = formatter.blocks(of: formatter.typed("1"))
        #expect(blocks.map(\.range) == [TextSelection(start: 2, length: 2), TextSelection(start: 6, length: 1)])
        #expect(blocks.map(\.status) == [.incomplete, .clear])
        #expect(blocks[0].cells.map(\.isFilled) == [true, false])
        #expect(blocks[0].cells.map(\.text) == ["1", "_"])
    }

    @Test("the text is empty while no cell is filled and the template is hidden")
    func hiddenTemplate() throws {
        let formatter = try formatter("{dd}") { $0.showsTemplate = false }
        #expect(formatter.prefix.text.isEmpty)
        #expect(formatter.typed("1").text == "1_")
        #expect(formatter.typed("1<").text.isEmpty)
    }

    @Test("cells after characters of several code points are found")
    func clusters() throws {
        let formatter = try formatter("{..}-{.}")
        let state = formatter.typed("👨‍👩‍👧x")
        #expect(state.text == "👨‍👩‍👧x-_")
        #expect(state.selection.start == 6)
        #expect(formatter.typed("z", from: state).isComplete)
    }

    @Test(
        "a character that would merge with its neighbour is refused",
        arguments: [
            ("{..}", "_", "e", "\u{301}"), ("{..}", "_", "🇷", "🇺"), ("{.}{.}", "_", "👩\u{200D}", "👩"),
            // A literal stands between the two in the text, but not in the value.
            ("{.}-{.}", "_", "🇷", "🇺"), ("{..}", "ᄒx", "x", "ᅡ"), ("{.}\u{1F1F7}{.}", "_", "x", "🇺"),
        ]
    )
    func merging(_ mask: String, _ template: String, _ first: String, _ second: String) throws {
        let formatter = try formatter(mask) { $0.template = template }
        let before = formatter.typed(first)
        let edit = TextEdit(range: before.selection, replacement: second, origin: .key)
        #expect(formatter.apply(edit, to: before) == before)
        #expect(formatter.refusals(of: edit, to: before, leaving: before) == [Refusal(Character(second), .cluster)])
        #expect(formatter.typed("z", from: before).value == first + "z")
    }

    @Test("each cell keeps its position, whatever is inserted", arguments: [31, 32] as [UInt64])
    func cellsStayApart(seed: UInt64) throws {
        let pieces = ["e", "x", "\u{301}", "🇷", "🇺", "👩", "\u{200D}", "ᄒ", "ᅡ", "क", "\u{94D}", "-", "\u{2007}"]
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let mask = random.pick(["{...}", "{..}-{.}", "{.}🇷{..}", "{.}{.}{.}"])
            let formatter = try formatter(mask) {
                $0.template = random.pick(["_", "é", "x"])
                $0.misfit = random.pick(BlockMaskDefinition.Misfit.allCases)
            }
            let count = formatter.prefix.text.clusterCount
            var current = formatter.prefix
            for _ in 0..<20 {
                let edit = random.edit(of: current.text.string, inserting: pieces)
                let next = formatter.apply(edit, to: current)
                #expect(next.text.clusterCount == count, "\(mask): \(edit) of \(current)")
                // The cells are read from the value, and are those of the text.
                let scalars = Array(next.text.string.unicodeScalars)
                for cell in formatter.blocks(of: next).flatMap(\.cells) {
                    let shown = String(String.UnicodeScalarView(scalars[cell.range.start..<cell.range.end]))
                    #expect(cell.text.unicodeScalars.elementsEqual(shown.unicodeScalars))
                }
                current = next
            }
        }
    }

    @Test(
        "an invalid block mask is refused with the reason",
        arguments: [
            ("{dd", BlockMaskError.unclosedBlock(position: 0)), ("a{d{d}}", .nestedBlock(position: 3)),
            ("dd}", .strayBracket(position: 2)), ("{d}-{}", .emptyBlock(position: 4)), ("abc", .noBlocks),
            ("{dx}", .unknownCell("x", position: 2)), ("", .noBlocks),
        ]
    )
    func errors(_ mask: String, _ error: BlockMaskError) {
        #expect(throws: error) { try formatter(mask) }
    }

    @Test("the template must have one character, or one for each character of the text")
    func templates() throws {
        #expect(throws: BlockMaskError.templateLength(2, needed: 3)) { try formatter("{dd}-") { $0.template = "ab" } }
        #expect(try formatter("{dd}-") { $0.template = "ab-" }.prefix.text == "ab-")
        #expect(throws: BlockMaskError.unusableTemplate) { try formatter("{dd}-") { $0.template = "\u{2007}" } }
        #expect(throws: BlockMaskError.unusableTemplate) { try formatter("{dd}-") { $0.template = "\u{301}" } }
    }
}

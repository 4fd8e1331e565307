import FormEngine
import FormModel
import Foundation
import Testing

/// No edit changes a character that it did not touch: what the mask wrote never becomes the user's, and what the user
/// entered stays, in its order.
@Suite("Edits in the middle of a filled mask")
struct MaskOwnershipTests {
    /// An edit of a value, with the range and the replacement in the text that shows it.
    struct Case: Sendable, CustomTestStringConvertible {
        var mask: String
        var value: String
        var range: Range<Int>
        var replacement = ""
        var text: String
        var valueAfter: String

        var testDescription: String { "\(mask) of \(value), \(range) replaced by \"\(replacement)\"" }
    }

    static let cases = [
        Case(
            mask: "[00].[00].20[00]",
            value: "010124",
            range: 0..<2,
            replacement: "31",
            text: "31.01.2024",
            valueAfter: "310124"
        ),
        Case(mask: "[00].[00].20[00]", value: "010124", range: 0..<1, text: "10.12.204", valueAfter: "10124"),
        Case(mask: "0 [0] 0 [00]", value: "3", range: 2..<3, text: "", valueAfter: ""),
        Case(mask: "0 [0] 0 [00]", value: "312", range: 2..<3, text: "0 1 0 2", valueAfter: "12"),
        Case(mask: "+7 ([000]) [000]", value: "777123", range: 4..<5, text: "+7 (771) 23", valueAfter: "77123"),
        Case(
            mask: "+7 ([000]) [000]",
            value: "91612",
            range: 4..<4,
            replacement: "7",
            text: "+7 (791) 612",
            valueAfter: "791612"
        ),
        Case(mask: "AB-[AA]-C[AA]", value: "xyzw", range: 3..<4, text: "AB-yz-Cw", valueAfter: "yzw"),
    ]

    @Test("the value afterwards is the value before with the edit applied to its own characters", arguments: cases)
    func edits(_ given: Case) throws {
        let formatter = try MaskFormatter(MaskDefinition(mask: given.mask))
        let current = formatter.format(given.value)
        #expect(current.value == given.value)
        let edit = TextEdit(
            range: TextSelection(start: given.range.lowerBound, length: given.range.count),
            replacement: given.replacement,
            origin: given.replacement.isEmpty ? .deleteBackward : given.replacement.count == 1 ? .key : .paste
        )
        let next = formatter.apply(edit, to: current)
        #expect(next.text.string.hasPrefix(given.text) && next.value == given.valueAfter, "\(next)")
    }

    private static let input = ["0", "1", "2", "3", "7", "9", "a", "b", "Z", " ", "-", ".", "(", "é"]

    /// Random edits of every mask of the vectors that fills from its beginning; `FORMD_MASK_EDITS` sets their number.
    @Test("for every mask of the vectors: after random edits no character of the mask is the user's, and none is lost")
    func vectors() throws {
        let total = ProcessInfo.processInfo.environment["FORMD_MASK_EDITS"].flatMap(Int.init) ?? 20_000
        var random = SeededGenerator(seed: 33)
        var failures: [String] = []
        let masks = try MaskDefinition.ofVectors().filter { !$0.isReversed && $0.compatibility == nil }
        let editsOfEach = total / masks.count + 1
        for var definition in masks {
            definition.affineMasks = []
            definition.autoskip = Bool.random(using: &random)
            guard let program = try? definition.program else { continue }
            let formatter = try MaskFormatter(definition)
            var current = formatter.prefix
            for _ in 0..<editsOfEach {
                let edit = random.edit(of: current.text.string, inserting: Self.input)
                let next = formatter.apply(edit, to: current)
                if let failure = Self.fault(of: next, after: edit, of: current, program, formatter) {
                    failures.append("\(definition.mask): \(edit) of \(current.text): \(next.text): \(failure)")
                }
                current = next
                if Int.random(in: 0..<30, using: &random) == 0 { current = formatter.prefix }
            }
        }
        report(failures, of: total)
    }

    /// What is wrong with a text after an edit; `nil` if nothing is.
    private static func fault(
        of next: FormattedText,
        after edit: TextEdit,
        of current: FormattedText,
        _ program: MaskProgram,
        _ formatter: MaskFormatter
    ) -> String? {
        let own = characters(of: next, program) { _ in true }
        let before = characters(of: current, program) { $0 < edit.range.start }
        let after = characters(of: current, program) { $0 >= edit.range.end }
        // The characters of a run of literals that were typed last may become the user's with the next key.
        let typed = current.text.string.unicodeScalars.prefix(current.text.count - current.completionLength)
        let begun = typed.reversed().prefix { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
        let user = before + begun.reversed().map(Character.init)
        guard isSubsequence(own, of: user + Array(edit.replacement.precomposedStringWithCanonicalMapping) + after)
        else { return "the user has \(String(own)) of \(String(before)), the edit and \(String(after))" }
        // A pure deletion takes nothing else away, unless a character fits no cell any more.
        if edit.replacement.isEmpty, program.hasUniformCells, own != before + after {
            return "the user has \(String(own)), not \(String(before + after))"
        }
        // The text is the mask applied to the value; literals at its end may be missing. Where cells may stay empty, the
        // value does not tell which ones did.
        guard program.acceptableTextLength == program.totalTextLength, !next.value.isEmpty else { return nil }
        let (applied, text) = (formatter.format(next.value).text.string, next.text.string)
        if !applied.hasPrefix(text), !text.hasPrefix(applied) { return "the mask makes \(applied) of the value" }
        return nil
    }

    /// The user's characters of a text, at the places for which a condition holds.
    private static func characters(
        of text: FormattedText,
        _ program: MaskProgram,
        where isIncluded: (Int) -> Bool
    ) -> [Character] {
        var place = 0
        var found: [Character] = []
        for (character, isUser) in zip(text.text.string, program.userFlags(of: text.text.string)) {
            if isUser, isIncluded(place) { found.append(character) }
            place += character.unicodeScalars.count
        }
        return found
    }

    private static func isSubsequence(_ part: [Character], of whole: [Character]) -> Bool {
        var rest = whole[...]
        for character in part {
            guard let index = rest.firstIndex(of: character) else { return false }
            rest = rest[(index + 1)...]
        }
        return true
    }
}

extension MaskDefinition {
    fileprivate var program: MaskProgram {
        get throws {
            try MaskProgram(mask, notations: notations, isLenient: isLenient, digits: digits, letterCase: letterCase)
        }
    }
}

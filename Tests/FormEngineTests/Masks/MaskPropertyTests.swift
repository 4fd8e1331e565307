import Formatters
import FormEngine
import FormModel
import Glibc
import Languages
import Masks
import RandomTesting
import Testing
import TextEditing

@Suite("Properties of all masks under random edits")
struct MaskPropertyTests {
    private static let symbols = [
        "[", "]", "{", "}", "\\", "0", "9", "A", "a", "_", "-", "…", "s", " ", "7", "é", "\r",
    ]
    private static let groups = [
        "[00]", "[09]", "[099]", "[A]", "[Aa]", "[_-]", "{.}", "{-}", "-", " ", "(", ") ", "/",
    ]
    private static let input = [
        "0", "1", "7", "9", "a", "Z", " ", ".", "-", "/", "(", "+", "é", "e\u{301}", "\u{301}", "👍", "🇷", "🇺", "٣",
        "\r", "\n", "\u{200D}",
    ]
    private static let notations = [MaskNotation(character: "s", set: .named(.nonWhitespace), isOptional: false)]

    /// A million edits, in parts that run side by side.
    @Test(
        "after each edit the caret is in the text, on a cluster's boundary",
        arguments: 1...10 as ClosedRange<UInt64>
    )
    func edits(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var failures: [String] = []
        var cases = 0
        while cases < 100_000 {
            let isWild = Bool.random(using: &random)
            var definition = MaskDefinition(mask: random.text(of: isWild ? Self.symbols : Self.groups, upTo: 6))
            definition.notations = Self.notations
            definition.isLenient = true
            definition.isReversed = Int.random(in: 0..<4, using: &random) == 0
            definition.autocomplete = Bool.random(using: &random)
            definition.autoskip = Bool.random(using: &random)
            definition.compatibility = Int.random(in: 0..<3, using: &random) == 0 ? .inputMask : nil
            definition.affinity = random.pick(AffinityStrategy.allCases)
            definition.trunkPrefixes = random.pick([[], ["7"], ["9", ""]])
            if Int.random(in: 0..<4, using: &random) == 0 {
                definition.affineMasks = [random.text(of: Self.groups, upTo: 5)]
            }
            guard let formatter = try? definition.makeFormatter(EnglishSymbols()) else { continue }
            var current = formatter.prefix
            for _ in 0..<40 {
                cases += 1
                let edit = random.edit(of: current.text.string, inserting: Self.input)
                let next = formatter.apply(edit, to: current)
                if !next.hasCaretOnBoundary { failures.append("\(definition.mask): \(edit) of \(current): \(next)") }
                current = next
            }
        }
        report(failures, of: cases)
    }

    @Test("formatting is idempotent where no cell accepts a literal, and keeps the order of digits", arguments: [5, 6])
    func formatting(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var failures: [String] = []
        for _ in 0..<10_000 {
            var definition = MaskDefinition(mask: random.text(of: Self.groups, upTo: 6))
            definition.isReversed = Int.random(in: 0..<4, using: &random) == 0
            definition.autocomplete = Bool.random(using: &random)
            // A hyphen with a value and one without: the text of one value may be another value.
            let literals = definition.mask.replacing("[_-]", with: "").replacing("{-}", with: "+")
            if literals.contains("+"), literals.contains("-") { continue }
            let formatter = try MaskFormatter(definition)
            let input = random.text(of: ["0", "1", "2", "3", "a", "b", ".", "-", " ", "/"], upTo: 12)
            let once = formatter.format(input)
            var twice = formatter.format(once.text.string)
            // What is given a second time was not written ahead.
            twice.completionLength = once.completionLength
            if once != twice { failures.append("\(definition.mask) of \(input): \(once.text), then \(twice.text)") }
            if !once.text.string.filter(\.isNumber).isSubsequence(of: input) {
                failures.append("\(definition.mask) of \(input): \(once.text) has other digits")
            }
        }
        report(failures, of: 10_000)
    }

    @Test(
        "sixteen times the text takes less than sixty-four times the processor time",
        arguments: [
            ("[0…]", "1234567890"), ("+7 ([000]) [000]-[00]-[00]", "ééééé"), (optional, "éé"), (optional, "12"),
        ]
    )
    func longText(mask: String, piece: String) throws {
        let formatter = try MaskFormatter(MaskDefinition(mask: mask))
        /// The least time of several runs, as other programs only make a run slower.
        func time(_ count: Int) -> Duration {
            let text = String(repeating: piece, count: count / piece.count)
            return (0..<3).map { _ in
                let start = processorTime()
                _ = formatter.format(text)
                return processorTime() - start
            }.min() ?? .zero
        }
        _ = time(100)
        // The square of the length would take 256 times the time.
        let (short, long) = (time(4_000), time(64_000))
        #expect(long < short * 64)
    }

    private static let optional = "[" + String(repeating: "9", count: 4_000) + "]"
}

/// The processor time that this thread has used.
private func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

extension SeededGenerator {
    /// An edit whose range lies on cluster boundaries.
    mutating func edit(of text: String, inserting pieces: [String]) -> TextEdit {
        let range: TextSelection
        if text.utf8.allSatisfy({ $0 < 128 && $0 != 13 }) {
            let count = text.utf8.count
            let first = Int.random(in: 0...count, using: &self)
            let last = Bool.random(using: &self) ? first : Int.random(in: first...count, using: &self)
            range = TextSelection(start: first, length: last - first)
        } else {
            var boundaries = [0]
            for character in text {
                boundaries.append(boundaries[boundaries.count - 1] + character.unicodeScalars.count)
            }
            let first = Int.random(in: 0..<boundaries.count, using: &self)
            let last = Bool.random(using: &self) ? first : Int.random(in: first..<boundaries.count, using: &self)
            range = TextSelection(start: boundaries[first], length: boundaries[last] - boundaries[first])
        }
        switch Int.random(in: 0..<4, using: &self) {
        case 0: return TextEdit(range: range, replacement: "", origin: pick([.deleteBackward, .deleteForward, .cut]))
        case 1: return TextEdit(range: range, replacement: self.text(of: pieces, upTo: 8), origin: .paste)
        default: return TextEdit(range: range, replacement: pick(pieces), origin: .key)
        }
    }
}

extension FormattedText {
    var hasCaretOnBoundary: Bool {
        guard selection.length == 0, (0...text.string.unicodeScalars.count).contains(selection.start) else {
            return false
        }
        if text.string.utf8.allSatisfy({ $0 < 128 && $0 != 13 }) { return true }
        var boundary = 0
        for character in text.string {
            if boundary >= selection.start { break }
            boundary += character.unicodeScalars.count
        }
        return boundary == selection.start
    }
}

extension String {
    fileprivate func isSubsequence(of other: String) -> Bool {
        var rest = other[...]
        for character in self {
            guard let index = rest.firstIndex(of: character) else { return false }
            rest = rest[rest.index(after: index)...]
        }
        return true
    }
}

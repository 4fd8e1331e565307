import Formatters
import FormEngine
import FormModel
import Languages
import Masks
import RandomTesting
import Testing
import TextEditing

/// Masks and texts of a generator, many of them: nothing may trap, and what comes out must make sense.
@Suite("A million random masks and texts")
struct MaskHostileTests {
    private static let masks = [
        "[", "]", "{", "}", "\\", "0", "9", "A", "a", "_", "-", "…", "s", "d", "p", "W", "D", ".", " ", "7", "é", "\r",
        "👍",
    ]
    private static let input = [
        "0", "1", "9", "a", "Z", " ", ".", "-", "é", "e\u{301}", "\u{301}", "👍🏽", "🇷", "٣", "\r", "\n", "\u{200D}",
        "\u{0}",
        "\u{2007}", "\u{FEFF}",
    ]
    private static let notations = [
        MaskNotation(character: "s", set: .named(.nonWhitespace), isOptional: false),
        MaskNotation(character: "d", content: .range(MaskNotation.Bounds(minimum: 1, maximum: 31))),
        MaskNotation(
            character: "p",
            content: .mask("-[0d]{.}"),
            isOptional: true,
            repetition: MaskNotation.Repetition(minimum: 1, maximum: 3)
        ),
    ]

    /// A case is one edit: a hundred thousand in builds for debugging, a million in optimized ones.
    private static let cases: Int = {
        #if DEBUG
            100_000
        #else
            1_000_000
        #endif
    }()

    @Test("edits leave a text with the caret inside it, a value and a tail", arguments: [11, 12] as [UInt64])
    func cases(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var failures: [String] = []
        var count = 0
        while count < Self.cases / 2 {
            let mask = random.text(of: Self.masks, upTo: 8)
            guard let formatter = try? formatter(mask, &random) else {
                count += 1
                continue
            }
            var current = formatter.prefix
            for _ in 0..<8 {
                count += 1
                let edit = random.edit(of: current.text.string, inserting: Self.input)
                let next = formatter.apply(edit, to: current)
                if !next.hasCaretOnBoundary || next.value.unicodeScalars.count > next.text.string.unicodeScalars.count {
                    failures.append("\(mask): \(edit) of \(current): \(next)")
                }
                _ = formatter.tail(of: next)
                let finished = formatter.finish(next)
                if formatter.finish(finished) != finished { failures.append("\(mask): \(finished) is not finished") }
                current = next
            }
        }
        report(failures, of: count)
    }

    private func formatter(_ mask: String, _ random: inout SeededGenerator) throws -> any TextFormatter {
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1:
            var definition = BlockMaskDefinition(mask: mask)
            definition.template = random.pick(["_", "é", mask])
            definition.showsTemplate = Bool.random(using: &random)
            definition.misfit = random.pick(BlockMaskDefinition.Misfit.allCases)
            definition.jumpsToPreviousBlock = Bool.random(using: &random)
            return try BlockMaskFormatter(definition)
        case 2:
            var definition = GroupingDefinition()
            definition.groups = random.pick([[4], [1], [2, 3], [0]])
            definition.separator = random.pick([" ", "-", "é", "\u{301}", "🇷", "ab"])
            definition.maximum = random.pick([nil, 3, 9])
            return GroupingFormatter(definition)
        default:
            var definition = MaskDefinition(mask: mask)
            definition.notations = Self.notations
            definition.isLenient = Bool.random(using: &random)
            definition.isReversed = Int.random(in: 0..<6, using: &random) == 0
            definition.autocomplete = Bool.random(using: &random)
            definition.autoskip = Bool.random(using: &random)
            definition.digits = random.pick(MaskDigits.allCases)
            definition.compatibility = Int.random(in: 0..<4, using: &random) == 0 ? .inputMask : nil
            if Int.random(in: 0..<6, using: &random) == 0 { definition.affineMasks = ["[00]-[d]", mask + "1"] }
            return try definition.makeFormatter(EnglishSymbols())
        }
    }

    @Test("any definition is decoded or refused with an error", arguments: [13] as [UInt64])
    func definitions(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let decoder = DefinitionDecoder()
        for _ in 0..<500 {
            let mask = random.text(of: ["[", "]", "{", "}", "0", "9", "…", "d", "p", "-"], upTo: 9)
            let content = random.pick([
                #""range": {"minimum": \#(random.next() % 40), "maximum": \#(random.next())}"#,
                #""range": {"maximum": \#(random.next() % 100)}"#, #""mask": "\#(mask)""#, #""set": "digits""#,
            ])
            let times = random.pick([
                "", #", "repeat": 3"#, #", "repeat": {"minimum": 2}"#, #", "repeat": {"maximum": 4096}"#,
                #", "repeat": {"minimum": 9, "maximum": 2}"#, #", "repeat": 0"#,
            ])
            let json = """
                {"type": "mask", "mask": "\(mask)", "notations": [{"character": "d", \(content)\(times)}]}
                """
            let decoded = decoder.decodeFormatter(json)
            if decoded.value == nil { #expect(!decoded.diagnostics.isEmpty) }
            if let value = decoded.value { #expect(throws: Never.self) { try FormTypes.builtIn.makeFormatter(value) } }
        }
    }
}

import FormModel
import Testing

@testable import FormEngine

@Suite("The choice among several masks")
struct MaskChoiceTests {
    private static func formatter(_ masks: [String], reversed: Bool = false) throws -> MaskFormatter {
        var definition = MaskDefinition(mask: masks[0])
        definition.affineMasks = Array(masks.dropFirst())
        definition.isReversed = reversed
        return try MaskFormatter(definition)
    }

    /// Which masks are run for a text, in their order.
    private func runs(_ masks: [String], _ text: String, now current: Int = 0) throws -> [Int] {
        let formatter = try Self.formatter(masks)
        var runs: [Int] = []
        let count = formatter.placeableCount(of: Array(text))
        _ = formatter.choose(now: current, placeable: count) { variant in
            runs.append(variant)
            return MaskInput.with(text, caret: .max) { input in
                let result = formatter.variants[variant].apply(
                    input,
                    gravity: .forward(autocomplete: true),
                    repairs: .edits
                )
                return MaskStep(variant: variant, result: result)
            }
        }
        return runs
    }

    @Test(
        "a mask that can no longer be the best is not run",
        arguments: [
            // Complete, with a place for each character: nothing is better.
            (["[0000] [0000]", "[0000] [00000]", "[000]"], "12345678", 0, [0]),
            (["[0000] [0000]", "[0000] [00000]", "[000]"], "123456789", 1, [1]),
            // Not complete: only one that needs no more characters than there are may be.
            (["[0000] [0000]", "[0000] [00000]", "[000]"], "123", 0, [0, 2]),
            (["[0000] [0000]", "[0000] [00000]", "[000]"], "12", 0, [0]),
            // Characters are lost.
            (["[000]", "[0000] [0000]", "[0000] [00000]"], "12345678", 0, [0, 1]),
            // Another one's letters or digits may be in the text.
            (["[0000]", "+7 [000]"], "7123", 0, [0, 1]), (["[0000]", "AB [000]"], "1234", 0, [0, 1]),
        ] as [([String], String, Int, [Int])]
    )
    func laziness(_ masks: [String], _ text: String, _ current: Int, _ expected: [Int]) throws {
        #expect(try runs(masks, text, now: current) == expected)
    }

    @Test("the chosen mask is the same as in a comparison of all masks", arguments: [1, 2, 3, 4] as [UInt64])
    func equivalence(seed: UInt64) throws {
        let groups = ["[00]", "[099]", "[A]", "[0…]", "{7}", "-", " ", "+1 ", "A", "[_-]"]
        let pieces = ["1", "7", "9", "a", "A", "-", " ", "+", "é", "٣"]
        var random = SeededGenerator(seed: seed)
        var failures: [String] = []
        for _ in 0..<2_500 {
            // Nothing but spaces can follow an endless cell.
            let masks = (0..<4).compactMap { _ -> String? in
                let mask = random.text(of: groups, upTo: 5)
                return (try? MaskProgram(mask)) == nil ? nil : mask
            }
            guard masks.count > 1 else { continue }
            let formatter = try Self.formatter(masks)
            let text = random.text(of: pieces, upTo: 8)
            let current = Int.random(in: 0..<masks.count, using: &random)
            let gravity = CaretGravity.forward(autocomplete: Bool.random(using: &random))
            MaskInput.with(text, caret: .max) { input in
                let chosen = formatter.choose(input, gravity: gravity, .edits, now: current)
                let all = masks.indices.map {
                    MaskStep(
                        variant: $0,
                        result: formatter.variants[$0].apply(input, gravity: gravity, repairs: .edits)
                    )
                }
                let best = all.reduce(all[current]) { $1.result.fits(betterThan: $0.result) ? $1 : $0 }
                if chosen != best { failures.append("\(masks) of \(text): \(chosen) instead of \(best)") }
            }
        }
        report(failures, of: 2_500)
    }
}

import TextEditing

extension MaskProgram {
    func apply(_ input: MaskInput, gravity: CaretGravity, options: MaskPassOptions = []) -> MaskResult {
        var pass = MaskPass(input, of: self, gravity: gravity, options: options)
        pass.run()
        return MaskResult(pass)
    }

    /// The missing part of the mask after `result`: literals unchanged, and cells as their symbols.
    package func tail(of result: MaskResult) -> String { tail(from: result.tail) }

    /// Whether a text that ends before a node, or after the last one, is complete.
    func isComplete(before node: Int) -> Bool { node == nodes.count || nodes[node].mayEndBefore }
}

/// What a mask makes of a text. Counts are of grapheme clusters.
package struct MaskResult: Sendable {
    /// In reading order, with the role of each character.
    var characters: OwnedText
    package var caret: Int
    package var isComplete: Bool
    /// The node that the tail begins with.
    var tail: Int
    var counts: MaskCounts
    /// Whether the text has a number outside of its range that is to be reported.
    var isOutOfRange: Bool
    /// Whether the text has a value. Literals alone are none, except in a mask without cells.
    var hasValue: Bool
    /// The places of the dropped characters in the input, in ascending order.
    var dropped: [Int]
    /// The dropped characters, if the pass was to list them.
    var refusals: [Refusal]

    init(_ pass: consuming MaskPass) {
        let isReversed = pass.program.isReversed
        characters = isReversed ? pass.output.reversed() : pass.output
        let count = characters.count
        caret = min(max(0, isReversed ? count - pass.caret : pass.caret), count)
        isComplete = pass.program.isComplete(before: pass.node) && !pass.isOutOfRange
        tail = pass.tail
        counts = pass.counts
        isOutOfRange = pass.isOutOfRange
        hasValue = pass.counts.filled > 0 || pass.program.endOfCells == 0
        dropped = isReversed ? [] : pass.dropped
        refusals = isReversed ? pass.refusals.reversed() : pass.refusals
    }

    /// Counts the characters that another pass has dropped before.
    mutating func countDropped(_ other: MaskResult) {
        counts.dropped += other.counts.dropped
        counts.lost += other.counts.lost
        refusals = Array((other.refusals + refusals).prefix(Refusal.maximumCount))
    }

    package var text: String { characters.string }
    /// The characters in cells, and the literals that belong to the value.
    package var value: String { hasValue ? characters.value : "" }
}

/// What a mask found in a text, in numbers of grapheme clusters. They decide which of several masks fits best.
struct MaskCounts: Sendable, Hashable {
    /// The number of characters in cells.
    var filled = 0
    /// The number of literals that the text has.
    var matched = 0
    /// The number of those among them that are letters or digits.
    var met = 0
    /// The number of letters and digits that the mask wrote before a character of the text, which did not have them.
    var missed = 0
    /// The number of characters that were dropped.
    var dropped = 0
    /// The number of dropped characters that are the user's: some cell accepts them.
    var lost = 0
    /// The number of literals at the end that the mask wrote ahead of the user.
    var completed = 0
    /// The number of characters before the first one that the text did not have.
    var unbroken = 0

    /// The number of characters that found a place in a cell, or are a letter or a digit of the mask.
    var placed: Int { filled + met }
}

import TextEditing

/// One pass of a text through a mask as the library InputMask makes it, with its surprises: an optional cell is skipped
/// by any character that it does not accept, literals are written for characters that are then dropped, and a literal
/// that the text contains at another place becomes a character of a cell.
///
/// Places are in grapheme clusters; in a reversed mask they count from the end.
struct InputMaskPass {
    private(set) var text: [Character] = []
    private(set) var value: [Character] = []
    private(set) var caret: Int
    private(set) var affinity = 0
    /// The node that waits for the next character.
    private(set) var node = 0
    /// The node with which the tail begins: `node`, or the first literal that autoskip deleted.
    private(set) var tail = 0
    private(set) var refusals: [Refusal] = []

    init(_ input: [Character], caret: Int, of program: MaskProgram, gravity: CaretGravity, inserted: Range<Int>) {
        self.caret = caret
        let nodes = program.nodes
        let isInserting = gravity.isForward || program.isReversed
        /// The last literals that were passed before the caret, which autoskip may delete.
        var passed: [Int] = []
        var index = 0
        while index < input.count, node < nodes.count {
            let isBeforeCaret = index < caret
            let current = nodes[node]
            switch current.kind {
            case .free, .fixed:
                if isBeforeCaret { passed.append(node) }
                write(literal: node, of: program)
                if input[index] == program.character(of: node) {
                    affinity += 1
                    index += 1
                } else {
                    affinity -= 1
                    if isInserting ? index <= caret : isBeforeCaret { self.caret += 1 }
                }
                node += 1
            case .gate: node += 1
            case .mandatory, .optional, .endless, .range:
                let characters = program.classes[Int(current.characterClass)]
                let character = characters.changed(input[index])
                if characters.contains(character) {
                    if isBeforeCaret { passed = [] }
                    text.append(character)
                    value.append(character)
                    affinity += 1
                    index += 1
                    if current.kind != .endless { node += 1 }
                } else if current.kind == .optional {
                    if isBeforeCaret { passed = [] }
                    affinity -= 1
                    node += 1
                } else {
                    drop(input[index], isBeforeCaret, inserted.contains(index) ? .place : nil)
                    index += 1
                }
            }
        }
        while index < input.count {
            let reason: Refusal.Reason = program.accepts(input[index]) ? .room : .place
            drop(input[index], index < caret, inserted.contains(index) || reason == .room ? reason : nil)
            index += 1
        }
        if gravity.completesLiterals, input.count <= caret {
            while node < nodes.count, nodes[node].kind.isLiteral {
                write(literal: node, of: program)
                node += 1
                self.caret += 1
            }
        }
        tail = node
        if gravity.takesLiterals { takeBack(passed, of: program) }
    }

    private mutating func write(literal node: Int, of program: MaskProgram) {
        text.append(program.character(of: node))
        if program.nodes[node].kind == .fixed { value.append(program.character(of: node)) }
    }

    private mutating func drop(_ character: Character, _ isBeforeCaret: Bool, _ reason: Refusal.Reason?) {
        affinity -= 1
        if isBeforeCaret { caret -= 1 }
        if let reason, refusals.count < Refusal.maximumCount { refusals.append(Refusal(character, reason)) }
    }

    /// Autoskip: deletes the literals that were passed last, if they end the text.
    private mutating func takeBack(_ passed: [Int], of program: MaskProgram) {
        for literal in passed.reversed() {
            let character = program.character(of: literal)
            if text.count == caret {
                if text.last == character {
                    text.removeLast()
                    caret -= 1
                }
                if program.nodes[literal].kind == .fixed, value.last == character { value.removeLast() }
            } else {
                caret -= 1
            }
            tail = literal
        }
    }
}

/// What InputMask makes of a text.
package struct InputMaskResult: Sendable {
    package var text: String
    /// In grapheme clusters.
    package var caret: Int
    package var value: String
    /// How well the text fits the mask; negative if more characters were dropped than found a place.
    package var affinity: Int
    package var isComplete: Bool
    package var tail: String
    var refusals: [Refusal] = []
}

extension MaskProgram {
    /// Passes `text` through the mask as InputMask does.
    ///
    /// - Parameter caret: in grapheme clusters; a caret beyond the text is moved to its end.
    /// - Returns: `nil` if clusters have merged, so that the caret has no position. InputMask traps.
    package func applyAsInputMask(
        _ text: String,
        caret: Int,
        gravity: CaretGravity,
        inserted: Range<Int> = 0..<0
    ) -> InputMaskResult? {
        let input = Array(text)
        let caret = min(max(0, caret), input.count)
        let pass = InputMaskPass(
            isReversed ? input.reversed() : input,
            caret: isReversed ? input.count - caret : caret,
            of: self,
            gravity: gravity,
            inserted: isReversed ? (input.count - inserted.upperBound)..<(input.count - inserted.lowerBound) : inserted
        )
        let result = String(isReversed ? pass.text.reversed() : pass.text)
        let count = result.count
        let position = isReversed ? count - pass.caret : pass.caret
        guard 0...count ~= position else { return nil }
        return InputMaskResult(
            text: result,
            caret: position,
            value: String(isReversed ? pass.value.reversed() : pass.value),
            affinity: pass.affinity,
            isComplete: isComplete(before: pass.node),
            tail: tail(from: pass.tail),
            refusals: isReversed ? pass.refusals.reversed() : pass.refusals
        )
    }

    /// How well the mask fits a text for InputMask; `Int.min` if the text is too long for it.
    package func affinity(of text: String, caret: Int, gravity: CaretGravity, by strategy: AffinityStrategy) -> Int {
        func remaining(_ count: Int, of capacity: Int) -> Int { count > capacity ? .min : count - capacity }
        if strategy == .capacity { return remaining(text.count, of: totalTextLength) }
        guard let result = applyAsInputMask(text, caret: caret, gravity: gravity) else { return .min }
        switch strategy {
        case .wholeString: return result.affinity
        case .prefix: return zip(result.text, text).prefix { $0 == $1 }.count
        case .capacity, .extractedValueCapacity: return remaining(result.value.count, of: totalValueLength)
        }
    }
}

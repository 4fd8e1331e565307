import FormModel

// One pass of a text through a mask
//
// An edit never replaces only a part of the text: the whole text is formatted again. The characters of the input are
// matched with the nodes of the mask from left to right. A literal is written whether the input contains it or not. A
// required cell drops a character that it does not accept; an optional cell is skipped instead. The caret starts at its
// position after the edit. A literal that is written before the caret moves it to the right, and a character that is
// dropped there moves it to the left, so that the caret stays behind the same character.
//
// The affinity measures how well the text fits the mask: it is increased for each character that was placed, and
// decreased for each character that was dropped and for each node that was passed without a character.

/// The direction in which an edit moves the caret, and its effect on the literals beside the caret.
package enum CaretGravity: Sendable, Hashable {
    /// An insertion: the caret moves behind literals. With autocompletion the literals after the last character are
    /// written.
    case forward(autocomplete: Bool)
    /// A deletion: the caret stays before literals. With autoskip the literals to the left of the caret are deleted,
    /// too.
    case backward(autoskip: Bool)

    var isForward: Bool {
        if case .forward = self { true } else { false }
    }

    var completesLiterals: Bool {
        if case .forward(autocomplete: true) = self { true } else { false }
    }

    var takesLiterals: Bool {
        if case .backward(autoskip: true) = self { true } else { false }
    }
}

/// The differences between a pass and that of InputMask.
struct MaskRepairs: OptionSet, Sendable {
    let rawValue: UInt8
    /// A character that the mask cannot accept before its next required cell is dropped at its position. It neither
    /// ends a group of optional cells nor causes literals to be written.
    static let dropsJunk = MaskRepairs(rawValue: 1)
    /// A character that would merge with the previous one is dropped, and digits of other scripts are converted to
    /// ASCII digits.
    static let keepsClustersApart = MaskRepairs(rawValue: 2)
    /// The text is complete: a number gets its leading zeros, and an empty optional part is removed.
    static let closes = MaskRepairs(rawValue: 4)
    /// The pass lists the characters that it drops. This does not affect the text.
    static let notes = MaskRepairs(rawValue: 8)
    /// The user continues typing at the end of the text. A character that a cell accepts is a literal only together
    /// with all letters and digits of its run of literals, or with all that have been typed so far.
    static let wholeLiterals = MaskRepairs(rawValue: 16)
    /// The input contains none of the literals that do not belong to the value.
    static let withoutFree = MaskRepairs(rawValue: 32)
    /// The input contains none of the literals that belong to the value.
    static let withoutFixed = MaskRepairs(rawValue: 64)

    /// The repairs of every edit: `dropsJunk` and `keepsClustersApart`. Written as one number, because the compiler
    /// would otherwise create an array at each key.
    static let edits = MaskRepairs(rawValue: 3)
}

/// One pass of a text through a mask: its results except for the text, which is written to a tape. All numbers are in
/// grapheme clusters.
struct MaskPass {
    /// The position of the caret in the text. It is beyond the end of the text only if clusters have merged.
    var caret: Int
    var affinity = 0
    /// The node that waits for the next character.
    var node = 0
    /// The node with which the tail begins: `node`, or the first literal that autoskip deleted.
    var tail = 0
    var counts = MaskCounts()
    /// Whether the text has a number outside of its range that is to be reported.
    var isOutOfRange = false

    /// - Parameter caret: the caret's place in the input. In a reversed mask both it and the input count from the end.
    @inline(__always)
    init<Tape: MaskTape & ~Copyable>(
        _ tape: inout Tape,
        through nodes: UnsafeBufferPointer<MaskNode>,
        of program: MaskProgram,
        caret: Int,
        gravity: CaretGravity,
        repairs: MaskRepairs
    ) {
        self.caret = caret
        // Up to this index a literal written before a character moves the caret.
        let insertionBound = gravity.isForward || program.isReversed ? caret : caret - 1
        let tracksLiterals = gravity.takesLiterals
        let count = tape.inputCount
        var index = 0
        // The last literals that were passed before the caret, which autoskip may delete.
        var run = 0..<0
        var number = PartialNumber()
        var part = OptionalPart()
        var unbroken: Int?

        var literals = LiteralRun()
        var kept = repairs.isDisjoint(with: [.withoutFree, .withoutFixed]) ? tape.keepStep(upTo: nodes.count) : nil
        if repairs.contains(.wholeLiterals), let steps = kept?.count, steps < count, steps < nodes.count,
            nodes[steps].kind.isLiteral
        {
            // The text left the mask within a run of literals, which has to be looked at from its beginning.
            let start = nodes[..<steps].lastIndex { !$0.kind.isLiteral }.map { $0 + 1 } ?? 0
            literals = LiteralRun(of: tape, at: start, through: nodes, from: start, program)
            if !(start..<steps).allSatisfy({ literals.mayTake($0, of: tape, nodes, program) }) {
                kept = tape.keepStep(upTo: start)
            }
        }
        if let (steps, last) = kept {
            index = steps
            node = steps
            affinity = steps
            counts.filled = Int(last.filled)
            counts.met = Int(last.met)
            counts.matched = steps - counts.filled
            if tracksLiterals {
                let end = min(steps, caret)
                let start = nodes[..<end].lastIndex { !$0.kind.isLiteral }.map { $0 + 1 } ?? 0
                run = start..<end
            }
        }
        while index < count, node < nodes.count {
            let current = nodes[node]
            switch current.kind {
            case .free, .fixed:
                if repairs.contains(.wholeLiterals), node >= literals.end {
                    literals = LiteralRun(of: tape, at: index, through: nodes, from: node, program)
                }
                let isTyped =
                    tape.isEqual(index, literal: node)
                    && !repairs.contains(current.kind == .free ? .withoutFree : .withoutFixed)
                    && (!repairs.contains(.wholeLiterals) || literals.mayTake(index, of: tape, nodes, program))
                // A character for which the mask has no room left writes the last literals. Other junk writes none.
                if isTyped || !repairs.contains(.dropsJunk) || tape.canCome(index, from: node, of: program)
                    || node >= program.endOfCells && tape.isAcceptedAnywhere(index)
                {
                    if tracksLiterals, index < caret {
                        run = run.isEmpty ? node..<(node + 1) : run.lowerBound..<(node + 1)
                    }
                    tape.write(literal: node, isValue: current.kind == .fixed)
                    if isTyped {
                        tape.note(literalAt: index)
                        if current.isSignificant { counts.met += 1 }
                        counts.matched += 1
                        affinity += 1
                        index += 1
                    } else {
                        if current.isSignificant { counts.missed += 1 }
                        affinity -= 1
                        if unbroken == nil { unbroken = tape.count - 1 }
                        if index <= insertionBound { self.caret += 1 }
                    }
                    node += 1
                    continue
                }
            case .mandatory, .optional, .endless:
                if tape.accepts(index, cell: node) {
                    if tracksLiterals, index < caret { run = 0..<0 }
                    tape.write(input: index, cell: node)
                    counts.filled += 1
                    affinity += 1
                    index += 1
                    if current.kind != .endless { node += 1 }
                    continue
                }
                if current.kind == .optional,
                    !repairs.contains(.dropsJunk) || tape.canCome(index, from: node, of: program)
                {
                    if tracksLiterals, index < caret { run = 0..<0 }
                    affinity -= 1
                    node += 1
                    continue
                }
            case .gate:
                if tape.canBegin(index, partBehind: node, of: program),
                    Self.literals(of: tape, at: index, meeting: nodes, from: node + 1)
                        >= Self.literals(of: tape, at: index, meeting: nodes, from: Int(current.index))
                {
                    part = OptionalPart(
                        gate: node,
                        count: tape.count,
                        valueCount: tape.valueCount,
                        filled: counts.filled
                    )
                    node += 1
                    continue
                }
                if tape.canCome(index, from: node, of: program) {
                    node = Int(current.index)
                    continue
                }
            case .range:
                if let zeros = number.zeros(before: index, on: tape, at: current, in: program) {
                    // The digits of a number move to the right together, and the caret moves with the digit before it.
                    for _ in 0..<zeros { tape.write(digit: 0, before: number.count) }
                    if (number.count > 0 ? number.start : index) < caret { self.caret += zeros }
                    number.count += zeros
                    node += zeros
                    continue
                }
                if let digit = tape.digit(at: index), number.take(digit, at: index, of: current, in: program) {
                    if tracksLiterals, index < caret { run = 0..<0 }
                    tape.write(digit: digit, before: 0)
                    if number.isOutOfRange { settle(number, of: current, on: &tape, in: program) }
                    counts.filled += 1
                    affinity += 1
                    index += 1
                    node += 1
                    continue
                }
            }
            // The character is dropped.
            if tape.isAcceptedAnywhere(index) { counts.lost += 1 }
            tape.note(refusalAt: index, node: node)
            if index < caret { self.caret -= 1 }
            affinity -= 1
            counts.dropped += 1
            index += 1
        }
        if index < count {
            affinity -= count - index
            counts.dropped += count - index
            self.caret -= max(0, min(caret, count) - index)
            while index < count {
                if tape.isAcceptedAnywhere(index) { counts.lost += 1 }
                tape.note(refusalAt: index, node: node)
                index += 1
            }
        }

        if program.hasParts {
            close(&tape, number: number, part: part, nodes, program, gravity: gravity, repairs: repairs)
        }
        counts.unbroken = unbroken ?? tape.count
        if gravity.completesLiterals, count <= caret {
            while node < nodes.count, nodes[node].kind.isLiteral {
                tape.write(literal: node, isValue: nodes[node].kind == .fixed)
                node += 1
                counts.completed += 1
                self.caret += 1
            }
        }
        tail = node
        if tracksLiterals { takeBack(run, from: &tape, nodes) }
    }

    /// Corrects or reports a number that cannot become one of its range any more.
    private mutating func settle<Tape: MaskTape & ~Copyable>(
        _ number: PartialNumber,
        of node: MaskNode,
        on tape: inout Tape,
        in program: MaskProgram
    ) {
        let range = program.ranges[Int(node.index)]
        guard range.outOfRange == .clamp else {
            isOutOfRange = true
            return
        }
        guard number.count == range.width else { return }
        for _ in 0..<range.width {
            tape.removeLast()
            tape.removeLastOfValue()
        }
        for digit in range.digits(nearestTo: number.value) { tape.write(digit: digit, before: 0) }
    }

    /// How many characters of the input from `index` on are the literals from `node` on; at most 16, which is enough to
    /// compare two ways through the mask.
    private static func literals<Tape: MaskTape & ~Copyable>(
        of tape: borrowing Tape,
        at index: Int,
        meeting nodes: UnsafeBufferPointer<MaskNode>,
        from node: Int
    ) -> Int {
        var count = 0
        while count < 16, index + count < tape.inputCount, node + count < nodes.count,
            nodes[node + count].kind.isLiteral, tape.isEqual(index + count, literal: node + count)
        {
            count += 1
        }
        return count
    }

    /// Autoskip: deletes the literals that were passed last, if they end the text.
    private mutating func takeBack<Tape: MaskTape & ~Copyable>(
        _ run: Range<Int>,
        from tape: inout Tape,
        _ nodes: UnsafeBufferPointer<MaskNode>
    ) {
        for literal in run.reversed() {
            if tape.count == caret {
                if tape.endsWith(literal: literal) {
                    tape.removeLast()
                    caret -= 1
                }
                if nodes[literal].kind == .fixed, tape.valueEndsWith(literal: literal) { tape.removeLastOfValue() }
            } else {
                caret -= 1
            }
            tail = literal
        }
    }

    /// Ends a number and an optional part that the text has begun.
    private mutating func close<Tape: MaskTape & ~Copyable>(
        _ tape: inout Tape,
        number: PartialNumber,
        part: OptionalPart,
        _ nodes: UnsafeBufferPointer<MaskNode>,
        _ program: MaskProgram,
        gravity: CaretGravity,
        repairs: MaskRepairs
    ) {
        if repairs.contains(.closes), node < nodes.count, nodes[node].kind == .range,
            let zeros = number.zerosToEnd(at: nodes[node], in: program)
        {
            for _ in 0..<zeros { tape.write(digit: 0, before: number.count) }
            caret += zeros
            node += zeros
        }
        // The optional part has only literals, and nothing will be typed into it.
        if repairs.contains(.closes) || !gravity.isForward, let gate = part.gate, counts.filled == part.filled,
            node <= Int(nodes[gate].index)
        {
            while tape.count > part.count { tape.removeLast() }
            while tape.valueCount > part.valueCount { tape.removeLastOfValue() }
            caret = min(caret, tape.count)
            node = gate
        }
    }
}

/// The optional part that a pass has entered last.
private struct OptionalPart {
    var gate: Int?
    // The lengths of text and value before the part, and the number of filled cells.
    var count = 0
    var valueCount = 0
    var filled = 0
}

/// The digits of a range that a pass has met so far.
private struct PartialNumber {
    var value = 0
    var count = 0
    /// The index of the first digit in the input.
    var start = 0
    /// Whether no number of the range begins with these digits.
    var isOutOfRange = false

    /// Appends a digit if the range allows it, and tells whether it did.
    mutating func take(_ digit: Int, at index: Int, of node: MaskNode, in program: MaskProgram) -> Bool {
        if node.place == 0 { self = PartialNumber(start: index) }
        let next = value * 10 + digit
        let range = program.ranges[Int(node.index)]
        isOutOfRange = !range.canBegin(with: next, count: count + 1)
        guard !isOutOfRange || range.outOfRange != .refuse else { return false }
        if count == 0 { start = index }
        value = next
        count += 1
        return true
    }

    /// How many zeros the number gets because of the character at `index`; `nil` if it gets none.
    mutating func zeros<Tape: MaskTape & ~Copyable>(
        before index: Int,
        on tape: borrowing Tape,
        at node: MaskNode,
        in program: MaskProgram
    ) -> Int? {
        let range = program.ranges[Int(node.index)]
        if node.place == 0 {
            self = PartialNumber(start: index)
            guard let digit = tape.digit(at: index), !range.canBegin(with: digit, count: 1) else { return nil }
            return range.zeros(before: digit)
        }
        // A separator ends a number that has fewer digits than its range.
        return tape.isSeparator(at: index) ? zerosToEnd(at: node, in: program) : nil
    }

    /// How many zeros make the digits so far a number of the range; `nil` if no number of zeros does.
    func zerosToEnd(at node: MaskNode, in program: MaskProgram) -> Int? {
        let range = program.ranges[Int(node.index)]
        guard range.pads, node.place > 0, count > 0, range.contains(value) else { return nil }
        return range.width - Int(node.place)
    }
}

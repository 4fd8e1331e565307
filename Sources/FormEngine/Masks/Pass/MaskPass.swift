import FormModel

// One run of a text through a mask
//
// Nothing is ever replaced: every edit derives the whole text anew. Characters of the input meet the nodes from left to
// right. A literal is written whether the input has it or not; a cell that must be filled drops what it does not accept;
// a cell that may be filled is skipped instead. The caret starts where the edit left it; every literal written before it
// moves it right, every character dropped before it moves it left, so it stays behind the same character.
//
// Affinity says how well the text fits: one up for each character that found its place, one down for each that was dropped
// and for each node passed without one.

/// What a pass does beyond the original.
struct MaskRepairs: OptionSet, Sendable {
    let rawValue: UInt8
    /// Characters that cannot follow an optional cell do not end its group.
    static let dropsJunk = MaskRepairs(rawValue: 1)
    /// A character that would melt into the one before it is dropped, and digits of other scripts become ASCII's.
    static let keepsClustersApart = MaskRepairs(rawValue: 2)
    /// The text is not going to grow: a number gets its zeros, and an optional part that nobody filled goes.
    static let closes = MaskRepairs(rawValue: 4)
    /// No repair: what is dropped is noted down.
    static let notes = MaskRepairs(rawValue: 8)

    /// What every edit gets. One number, since a list of the two would be made anew at each key.
    static let edits = MaskRepairs(rawValue: 3)
}

/// What a pass found out besides the text.
struct MaskPass {
    /// Clusters; behind the text's end only where clusters merged.
    var caret: Int
    var affinity = 0
    /// The node that waits for the next character.
    var node = 0
    /// Where the tail begins: `node`, or the first literal that autoskip took.
    var tail = 0
    /// Characters in cells.
    var filled = 0
    /// Letters and digits of the mask that the text has.
    var met = 0
    /// Letters and digits of the mask that were written before a character without the text having them.
    var missed = 0
    /// Literals of the mask that the text has.
    var matched = 0
    /// Characters of the input that were dropped.
    var dropped = 0
    /// Dropped characters for which the mask has cells, but had no room.
    var lost = 0
    /// Literals that autocompletion wrote at the end.
    var completed = 0
    /// How many characters the text begins with that the input has, too; nil until the first one that it has not.
    private var unbrokenEnd: Int?
    var unbroken: Int { unbrokenEnd ?? 0 }
    /// Whether the text has a number that its range reports.
    var isOutOfRange = false

    /// - Parameter caret: clusters of the input; in a reversed mask counted from its end, as is the input.
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
        // The literals passed last, while the characters before the caret lasted: what autoskip may take back.
        var run = 0..<0
        var number = PartialNumber()
        var part = OptionalPart()

        if let (steps, last) = tape.keepStep() {
            index = steps
            node = steps
            affinity = steps
            filled = Int(last.filled)
            met = Int(last.met)
            matched = steps - filled
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
                let isTyped = tape.isEqual(index, literal: node)
                // A character too many writes the literals that are left; other junk writes none.
                if isTyped || !repairs.contains(.dropsJunk) || tape.canCome(index, from: node, of: program)
                    || node >= program.endOfCells && tape.isAcceptedAnywhere(index)
                {
                    if tracksLiterals, index < caret {
                        run = run.isEmpty ? node..<(node + 1) : run.lowerBound..<(node + 1)
                    }
                    tape.write(literal: node, isValue: current.kind == .fixed)
                    if isTyped {
                        tape.note(literalAt: index)
                        if current.isSignificant { met += 1 }
                        matched += 1
                        affinity += 1
                        index += 1
                    } else {
                        if current.isSignificant { missed += 1 }
                        affinity -= 1
                        endUnbroken(on: tape)
                        if index <= insertionBound { self.caret += 1 }
                    }
                    node += 1
                    continue
                }
            case .mandatory, .optional, .endless:
                if tape.accepts(index, cell: node) {
                    if tracksLiterals, index < caret { run = 0..<0 }
                    tape.write(input: index, cell: node)
                    filled += 1
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
                    part = OptionalPart(gate: node, count: tape.count, valueCount: tape.valueCount, filled: filled)
                    node += 1
                    continue
                }
                if tape.canCome(index, from: node, of: program) {
                    node = Int(current.index)
                    continue
                }
            case .range:
                if let zeros = number.zeros(before: index, on: tape, at: current, in: program) {
                    // Digits of a number move right together, and the caret with the one that it is behind.
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
                    filled += 1
                    affinity += 1
                    index += 1
                    node += 1
                    continue
                }
            }
            // Nobody takes it.
            if tape.isAcceptedAnywhere(index) { lost += 1 }
            tape.note(refusalAt: index, node: node)
            if index < caret { self.caret -= 1 }
            affinity -= 1
            dropped += 1
            index += 1
        }
        if index < count {
            affinity -= count - index
            dropped += count - index
            self.caret -= max(0, min(caret, count) - index)
            while index < count {
                if tape.isAcceptedAnywhere(index) { lost += 1 }
                tape.note(refusalAt: index, node: node)
                index += 1
            }
        }

        if program.hasParts {
            close(&tape, number: number, part: part, nodes, program, gravity: gravity, repairs: repairs)
        }
        if unbrokenEnd == nil { unbrokenEnd = tape.count }
        if gravity.completesLiterals, count <= caret {
            while node < nodes.count, nodes[node].kind.isLiteral {
                tape.write(literal: node, isValue: nodes[node].kind == .fixed)
                node += 1
                completed += 1
                self.caret += 1
            }
        }
        tail = node
        if tracksLiterals { takeBack(run, from: &tape, nodes) }
    }

    /// The character written last was not in the input.
    private mutating func endUnbroken<Tape: MaskTape & ~Copyable>(on tape: borrowing Tape) {
        if unbrokenEnd == nil { unbrokenEnd = tape.count - 1 }
    }

    /// What becomes of a number that cannot be one of its range any more.
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

    /// How many of the characters from `index` on are the literals from `node` on; no more than tell two ways apart.
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

    /// Autoskip: the literals that were passed last go, as far as they end the text.
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

    /// What becomes of a number and an optional part that the text has begun and not ended.
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
        // Nobody fills it any more: its literals would stand there for nothing.
        if repairs.contains(.closes) || !gravity.isForward, let gate = part.gate, filled == part.filled,
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
    // How much there was before it.
    var count = 0
    var valueCount = 0
    var filled = 0
}

/// The digits of a range that a pass has met.
private struct PartialNumber {
    var value = 0
    var count = 0
    /// The index of the first one.
    var start = 0
    /// Whether no number of the range begins with them.
    var isOutOfRange = false

    /// Whether the range lets `digit` be the number's next one; then it is.
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

    /// How many zeros the number gets before the character at `index` is looked at; nil: none.
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
        // What ends a number ends it short.
        return tape.isSeparator(at: index) ? zerosToEnd(at: node, in: program) : nil
    }

    /// How many zeros make the digits so far a number of the range; nil: none do.
    func zerosToEnd(at node: MaskNode, in program: MaskProgram) -> Int? {
        let range = program.ranges[Int(node.index)]
        guard range.pads, node.place > 0, count > 0, range.contains(value) else { return nil }
        return range.width - Int(node.place)
    }
}

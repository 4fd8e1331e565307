import TextEditing

// One pass of a text through a mask
//
// An edit never replaces only a part of the text: the whole text is formatted again. The characters of the input are
// matched with the nodes of the mask from left to right. A literal is written whether the input contains it or not. A
// required cell drops a character that it does not accept; an optional cell is skipped instead. The caret starts at its
// position after the edit. A literal that is written before the caret moves it to the right, and a character that is
// dropped there moves it to the left, so that the caret stays behind the same character.
//
// Each character of the input has a role: what the user entered before does not become a literal of the mask, and a
// literal does not become the user's.

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

struct MaskPassOptions: OptionSet, Sendable {
    let rawValue: UInt8
    /// The text is complete: a number gets its leading zeros, and an empty optional part is removed.
    static let closes = MaskPassOptions(rawValue: 1)
    /// The pass lists the characters that it drops. This does not affect the text.
    static let refusals = MaskPassOptions(rawValue: 2)
    /// The user continues typing at the end of the text. A character that a cell accepts is a literal only together
    /// with all letters and digits of its run of literals, or with all that have been typed so far.
    static let wholeLiterals = MaskPassOptions(rawValue: 4)
}

/// One pass of a text through a mask. All places are in grapheme clusters; in a reversed mask they count from the end.
struct MaskPass: ~Copyable {
    let source: MaskSource
    let gravity: CaretGravity
    let options: MaskPassOptions
    /// The text with the role of each character. The value is the part of it that is in cells or fixed.
    private(set) var output = OwnedText()
    /// The position of the caret in the text.
    private(set) var caret: Int
    /// The node that waits for the next character.
    private(set) var node = 0
    /// The node with which the tail begins: `node`, or the first literal that autoskip deleted.
    private(set) var tail = 0
    private(set) var counts = MaskCounts()
    /// Whether the text has a number outside of its range that is to be reported.
    private(set) var isOutOfRange = false
    private(set) var dropped: [Int] = []
    private(set) var refusals: [Refusal] = []

    /// The next character of the input.
    private var index = 0
    /// The clusters of the input that the edit inserted.
    private let inserted: Range<Int>
    /// The caret's place in the input.
    private let inputCaret: Int
    /// The last literals that were passed before the caret, which autoskip may delete.
    private var passed = 0..<0
    private var number = PartialNumber()
    private var part = OptionalPart()
    private var literals = LiteralRun(from: 0, at: 0)
    private var unbroken: Int?

    init(_ input: MaskInput, of program: MaskProgram, gravity: CaretGravity, options: MaskPassOptions) {
        let count = input.text.count
        self.gravity = gravity
        self.options = options
        if program.isReversed {
            source = MaskSource(program, input.text.reversed())
            inserted = (count - input.inserted.upperBound)..<(count - input.inserted.lowerBound)
            inputCaret = count - input.caret
        } else {
            source = MaskSource(program, input.text)
            inserted = input.inserted
            inputCaret = input.caret
        }
        caret = inputCaret
        output.reserveCapacity(count + 8)
    }

    var program: MaskProgram { source.program }

    mutating func run() {
        while index < source.text.count, node < source.nodes.count {
            let current = source.nodes[node]
            let isTaken =
                switch current.kind {
                case .free, .fixed: passLiteral(current)
                case .mandatory, .optional, .endless: passCell(current)
                case .gate: passGate(current)
                case .range: passDigit(current)
                }
            if !isTaken {
                drop()
            } else if !current.kind.isLiteral {
                literals = LiteralRun(from: node, at: index)
            }
        }
        while index < source.text.count { drop() }
        if program.hasParts { close() }
        counts.unbroken = unbroken ?? output.count
        if gravity.completesLiterals, source.text.count <= inputCaret {
            while node < source.nodes.count, source.nodes[node].kind.isLiteral {
                write(literal: node)
                node += 1
                counts.completed += 1
                caret += 1
            }
        }
        tail = node
        if gravity.takesLiterals { takeBack() }
    }

    private mutating func passLiteral(_ current: MaskNode) -> Bool {
        let isTyped =
            source.isEqual(index, literal: node)
            && (!options.contains(.wholeLiterals) || source.text.role(at: index).isLiteral
                || literals.mayTake(index, of: source, behind: output))
        // A character for which the mask has no room left writes the last literals. Other junk writes none.
        guard
            isTyped || source.canCome(index, from: node)
                || node >= program.endOfCells && source.isAcceptedAnywhere(index)
        else {
            return false
        }
        if gravity.takesLiterals, index < inputCaret {
            passed = passed.isEmpty ? node..<(node + 1) : passed.lowerBound..<(node + 1)
        }
        write(literal: node)
        if isTyped {
            if current.isSignificant { counts.met += 1 }
            counts.matched += 1
            index += 1
        } else {
            if current.isSignificant { counts.missed += 1 }
            if unbroken == nil { unbroken = output.count - 1 }
            // Up to the caret, an insertion moves behind the literal, and a deletion stays before it.
            if gravity.isForward || program.isReversed ? index <= inputCaret : index < inputCaret { caret += 1 }
        }
        node += 1
        return true
    }

    private mutating func passCell(_ current: MaskNode) -> Bool {
        if source.accepts(index, cell: node, behind: output) {
            if index < inputCaret { passed = 0..<0 }
            if !current.convertsCase, let byte = source.text.byte(at: index) {
                output.append(byte, role: .cell)
            } else {
                output.append(source.character(at: index, for: node), role: .cell)
            }
            counts.filled += 1
            index += 1
            if current.kind != .endless { node += 1 }
            return true
        }
        guard current.kind == .optional, source.canCome(index, from: node) else { return false }
        if index < inputCaret { passed = 0..<0 }
        node += 1
        return true
    }

    private mutating func passGate(_ current: MaskNode) -> Bool {
        if source.canBegin(index, partBehind: node), literals(from: node + 1) >= literals(from: Int(current.index)) {
            part = OptionalPart(gate: node, count: output.count, filled: counts.filled)
            node += 1
            return true
        }
        guard source.canCome(index, from: node) else { return false }
        node = Int(current.index)
        return true
    }

    private mutating func passDigit(_ current: MaskNode) -> Bool {
        let range = program.ranges[Int(current.index)]
        let digit = source.digit(at: index)
        let isSeparator = !source.text.character(at: index).isLetter && !source.text.character(at: index).isNumber
        if let zeros = number.zeros(before: digit, at: index, isSeparator: isSeparator, at: current, of: range) {
            // The digits of a number move to the right together, and the caret moves with the digit before it.
            for _ in 0..<zeros { output.insert(UInt8(ascii: "0"), at: output.count - number.count, role: .cell) }
            if (number.count > 0 ? number.start : index) < inputCaret { caret += zeros }
            number.count += zeros
            node += zeros
            return true
        }
        guard let digit, number.take(digit, at: index, of: current, range) else { return false }
        if index < inputCaret { passed = 0..<0 }
        write(digit: digit)
        if number.isOutOfRange { settle(range) }
        counts.filled += 1
        index += 1
        node += 1
        return true
    }

    private mutating func drop() {
        counts.dropped += 1
        dropped.append(index)
        if source.isUsers(index) { counts.lost += 1 }
        if options.contains(.refusals) { addRefusal() }
        if index < inputCaret { caret -= 1 }
        index += 1
    }

    private mutating func write(literal node: Int) {
        let current = source.nodes[node]
        let role: OwnedText.Role = current.kind == .fixed ? .fixed : .free
        if current.ascii > 0, current.ascii != UInt8(ascii: "\r") {
            output.append(current.ascii, role: role)
        } else {
            output.append(program.character(of: node), role: role)
        }
    }

    private mutating func write(digit: Int) {
        output.append(UInt8(ascii: "0") + UInt8(digit), role: .cell)
    }

    /// Corrects or reports a number that cannot become one of its range any more.
    private mutating func settle(_ range: MaskRange) {
        guard range.outOfRange == .clamp else {
            isOutOfRange = true
            return
        }
        guard number.count == range.width else { return }
        for _ in 0..<range.width { output.removeLast() }
        for digit in range.digits(nearestTo: number.value) { write(digit: digit) }
    }

    /// How many of the next characters are the literals from `node` on; at most 16, which is enough to compare two ways
    /// through the mask.
    private func literals(from node: Int) -> Int {
        var count = 0
        while count < 16, index + count < source.text.count, node + count < source.nodes.count,
            source.nodes[node + count].kind.isLiteral, source.isEqual(index + count, literal: node + count)
        {
            count += 1
        }
        return count
    }

    /// Autoskip: deletes the literals that were passed last, if they end the text.
    private mutating func takeBack() {
        for literal in passed.reversed() {
            if output.count != caret {
                caret -= 1
            } else if caret > 0, output.role(at: caret - 1).isLiteral,
                output.character(at: caret - 1) == program.character(of: literal)
            {
                output.removeLast()
                caret -= 1
            }
            tail = literal
        }
    }

    /// Ends a number and an optional part that the text has begun.
    private mutating func close() {
        if options.contains(.closes), node < source.nodes.count, source.nodes[node].kind == .range,
            let zeros = number.zerosToEnd(at: source.nodes[node], of: program.ranges[Int(source.nodes[node].index)])
        {
            for _ in 0..<zeros { output.insert(UInt8(ascii: "0"), at: output.count - number.count, role: .cell) }
            caret += zeros
            node += zeros
        }
        // The optional part has only literals, and nothing will be typed into it.
        if options.contains(.closes) || !gravity.isForward, let gate = part.gate, counts.filled == part.filled,
            node <= Int(source.nodes[gate].index)
        {
            while output.count > part.count { output.removeLast() }
            caret = min(caret, output.count)
            node = gate
        }
    }
}

/// The optional part that a pass has entered last.
private struct OptionalPart {
    var gate: Int?
    /// The length of the text before the part.
    var count = 0
    /// The number of filled cells before the part.
    var filled = 0
}

/// The digits of a range that a pass has met so far.
private struct PartialNumber {
    var value = 0
    var count = 0
    /// The index of the first digit in the source.text.
    var start = 0
    /// Whether no number of the range begins with these digits.
    var isOutOfRange = false

    /// Appends a digit if the range allows it, and tells whether it did.
    mutating func take(_ digit: Int, at index: Int, of node: MaskNode, _ range: MaskRange) -> Bool {
        if node.position == 0 { self = PartialNumber(start: index) }
        let next = value * 10 + digit
        isOutOfRange = !range.canBegin(with: next, count: count + 1)
        guard !isOutOfRange || range.outOfRange != .refuse else { return false }
        if count == 0 { start = index }
        value = next
        count += 1
        return true
    }

    /// How many zeros the number gets because of the character at `index`; `nil` if it gets none.
    mutating func zeros(
        before digit: Int?,
        at index: Int,
        isSeparator: Bool,
        at node: MaskNode,
        of range: MaskRange
    ) -> Int? {
        if node.position == 0 {
            self = PartialNumber(start: index)
            guard let digit, !range.canBegin(with: digit, count: 1) else { return nil }
            return range.zeros(before: digit)
        }
        // A separator ends a number that has fewer digits than its range.
        return isSeparator ? zerosToEnd(at: node, of: range) : nil
    }

    /// How many zeros make the digits so far a number of the range; `nil` if no number of zeros does.
    func zerosToEnd(at node: MaskNode, of range: MaskRange) -> Int? {
        guard range.pads, node.position > 0, count > 0, range.contains(value) else { return nil }
        return range.width - Int(node.position)
    }
}

// MARK: - Refused characters

extension MaskPass {
    /// Lists the next character, which is dropped: one that the edit inserted, or an older one that the edit pushed
    /// out.
    private mutating func addRefusal() {
        guard refusals.count < Refusal.maximumCount, !source.text.role(at: index).isLiteral else { return }
        let isAccepted = source.isAcceptedAnywhere(index)
        // Older separators in the wrong place were written by the mask.
        guard inserted.contains(index) || isAccepted else { return }
        let character = source.text.character(at: index)
        // A separator that stands there already was typed once more.
        guard isAccepted || output.isEmpty || output.character(at: output.count - 1) != character else { return }
        refusals.append(Refusal(character, reason(isAccepted: isAccepted)))
    }

    private func reason(isAccepted: Bool) -> Refusal.Reason {
        guard node < source.nodes.count else { return isAccepted ? .room : .place }
        switch source.nodes[node].kind {
        case .range: return source.digit(at: index) == nil ? .place : .range
        case .mandatory, .optional, .endless:
            let accepting = program.classes[Int(source.nodes[node].index)]
            return accepting.contains(source.character(at: index, for: node)) ? .cluster : .place
        case .free, .fixed, .gate: return .place
        }
    }
}

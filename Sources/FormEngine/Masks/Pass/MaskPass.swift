import FormModel

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
    static let notes = MaskPassOptions(rawValue: 2)
    /// The user continues typing at the end of the text. A character that a cell accepts is a literal only together
    /// with all letters and digits of its run of literals, or with all that have been typed so far.
    static let wholeLiterals = MaskPassOptions(rawValue: 4)
}

/// One pass of a text through a mask. All places are in grapheme clusters; in a reversed mask they count from the end.
struct MaskPass {
    let program: MaskProgram
    let input: OwnedText
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
    private var literals = LiteralRun()
    private var unbroken: Int?

    init(_ input: MaskInput, of program: MaskProgram, gravity: CaretGravity, options: MaskPassOptions) {
        let count = input.text.count
        self.program = program
        self.gravity = gravity
        self.options = options
        if program.isReversed {
            self.input = input.text.reversed()
            inserted = (count - input.inserted.upperBound)..<(count - input.inserted.lowerBound)
            inputCaret = count - input.caret
        } else {
            self.input = input.text
            inserted = input.inserted
            inputCaret = input.caret
        }
        caret = inputCaret
        output.reserveCapacity(count + 8)
    }

    mutating func run() {
        while index < input.count, node < program.nodes.count {
            let current = program.nodes[node]
            let isTaken =
                switch current.kind {
                case .free, .fixed: passLiteral(current)
                case .mandatory, .optional, .endless: passCell(current)
                case .gate: passGate(current)
                case .range: passDigit(current)
                }
            if !isTaken { drop() }
        }
        while index < input.count { drop() }
        if program.hasParts { close() }
        counts.unbroken = unbroken ?? output.count
        if gravity.completesLiterals, input.count <= inputCaret {
            while node < program.nodes.count, program.nodes[node].kind.isLiteral {
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
        if options.contains(.wholeLiterals), node >= literals.end { literals = LiteralRun(of: self, at: index) }
        let isTyped =
            isEqual(index, literal: node)
            && (!options.contains(.wholeLiterals) || input.role(at: index).isLiteral
                || literals.mayTake(index, of: self))
        // A character for which the mask has no room left writes the last literals. Other junk writes none.
        guard isTyped || canCome(index, from: node) || node >= program.endOfCells && isAcceptedAnywhere(index) else {
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
        if accepts(index, cell: node) {
            if index < inputCaret { passed = 0..<0 }
            if let byte = input.byte(at: index), program.classes[Int(current.index)].letterCase == .asTyped {
                output.append(byte, role: .cell)
            } else {
                output.append(character(at: index, for: node), role: .cell)
            }
            counts.filled += 1
            index += 1
            if current.kind != .endless { node += 1 }
            return true
        }
        guard current.kind == .optional, canCome(index, from: node) else { return false }
        if index < inputCaret { passed = 0..<0 }
        node += 1
        return true
    }

    private mutating func passGate(_ current: MaskNode) -> Bool {
        if canBegin(index, partBehind: node), literals(from: node + 1) >= literals(from: Int(current.index)) {
            part = OptionalPart(gate: node, count: output.count, filled: counts.filled)
            node += 1
            return true
        }
        guard canCome(index, from: node) else { return false }
        node = Int(current.index)
        return true
    }

    private mutating func passDigit(_ current: MaskNode) -> Bool {
        let range = program.ranges[Int(current.index)]
        let digit = digit(at: index)
        let isSeparator = !input.character(at: index).isLetter && !input.character(at: index).isNumber
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
        if isUsers(index) { counts.lost += 1 }
        if options.contains(.notes) { note() }
        if index < inputCaret { caret -= 1 }
        index += 1
    }

    private mutating func write(literal node: Int) {
        let current = program.nodes[node]
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
        while count < 16, index + count < input.count, node + count < program.nodes.count,
            program.nodes[node + count].kind.isLiteral, isEqual(index + count, literal: node + count)
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
        if options.contains(.closes), node < program.nodes.count, program.nodes[node].kind == .range,
            let zeros = number.zerosToEnd(at: program.nodes[node], of: program.ranges[Int(program.nodes[node].index)])
        {
            for _ in 0..<zeros { output.insert(UInt8(ascii: "0"), at: output.count - number.count, role: .cell) }
            caret += zeros
            node += zeros
        }
        // The optional part has only literals, and nothing will be typed into it.
        if options.contains(.closes) || !gravity.isForward, let gate = part.gate, counts.filled == part.filled,
            node <= Int(program.nodes[gate].index)
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
    /// The index of the first digit in the input.
    var start = 0
    /// Whether no number of the range begins with these digits.
    var isOutOfRange = false

    /// Appends a digit if the range allows it, and tells whether it did.
    mutating func take(_ digit: Int, at index: Int, of node: MaskNode, _ range: MaskRange) -> Bool {
        if node.place == 0 { self = PartialNumber(start: index) }
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
        if node.place == 0 {
            self = PartialNumber(start: index)
            guard let digit, !range.canBegin(with: digit, count: 1) else { return nil }
            return range.zeros(before: digit)
        }
        // A separator ends a number that has fewer digits than its range.
        return isSeparator ? zerosToEnd(at: node, of: range) : nil
    }

    /// How many zeros make the digits so far a number of the range; `nil` if no number of zeros does.
    func zerosToEnd(at node: MaskNode, of range: MaskRange) -> Int? {
        guard range.pads, node.place > 0, count > 0, range.contains(value) else { return nil }
        return range.width - Int(node.place)
    }
}

// MARK: - What a character may become

extension OwnedText.Role {
    var isLiteral: Bool { self == .free || self == .fixed }

    func mayBecomeLiteral(_ kind: MaskNode.Kind) -> Bool {
        switch self {
        case .open, .user, .free, .fixed: true
        case .value: kind == .fixed
        case .cell: false
        }
    }
}

extension MaskPass {
    /// Whether the character at `index` is the literal of a node.
    func isEqual(_ index: Int, literal node: Int) -> Bool {
        let literal = program.nodes[node]
        guard input.role(at: index).mayBecomeLiteral(literal.kind) else { return false }
        if let byte = input.byte(at: index) { return byte == literal.ascii }
        let (character, other) = (input.character(at: index), program.character(of: node))
        return character == other || program.digits == .fold && character.foreignDigit == other
    }

    /// Whether a cell accepts the character at `index`.
    func accepts(_ index: Int, cell node: Int) -> Bool {
        if input.role(at: index).isLiteral { return false }
        let characters = program.classes[Int(program.nodes[node].index)]
        if let byte = input.byte(at: index), output.isSimple {
            // ASCII stays apart from ASCII, except for a carriage return, which is no byte here.
            return characters.ascii.contains(byte)
        }
        if program.digits == .refuse, digitOfASCII(at: index, for: node) != nil { return false }
        let character = character(at: index, for: node)
        return characters.contains(character) && !merges(character)
    }

    /// What a cell shows for the character at `index`.
    private func character(at index: Int, for node: Int) -> Character {
        if program.digits == .fold, let digit = digitOfASCII(at: index, for: node) { return digit }
        return program.classes[Int(program.nodes[node].index)].changed(input.character(at: index))
    }

    /// The digit of ASCII for a digit of another script, if the cell takes it.
    private func digitOfASCII(at index: Int, for node: Int) -> Character? {
        guard let digit = input.character(at: index).foreignDigit,
            program.classes[Int(program.nodes[node].index)].contains(digit)
        else { return nil }
        return digit
    }

    /// Whether the mask can take the character at `index` from a node on, without leaving out a cell that must be
    /// filled.
    func canCome(_ index: Int, from node: Int) -> Bool {
        if input.role(at: index).isLiteral { return isLiteral(index, in: node..<program.nodes.count) }
        if let byte = input.byte(at: index) { return program.lookahead.contains(byte, from: node) }
        return program.lookahead.contains(input.character(at: index), from: node, of: program)
    }

    /// Whether a literal that the text had before the edit is one of these nodes, before a cell that must be filled.
    private func isLiteral(_ index: Int, in nodes: Range<Int>) -> Bool {
        for node in nodes {
            switch program.nodes[node].kind {
            case .free, .fixed: if isEqual(index, literal: node) { return true }
            case .optional, .gate: continue
            case .mandatory, .range, .endless: return false
            }
        }
        return false
    }

    /// Whether the character at `index` can begin the part behind a gate.
    func canBegin(_ index: Int, partBehind gate: Int) -> Bool {
        if input.role(at: index).isLiteral {
            return isLiteral(index, in: (gate + 1)..<Int(program.nodes[gate].index))
        }
        if let byte = input.byte(at: index) { return program.lookahead.begins(byte, partBehind: gate) }
        return program.lookahead.begins(input.character(at: index), partBehind: gate, of: program)
    }

    /// Whether any cell of the mask accepts the character at `index`.
    func isAcceptedAnywhere(_ index: Int) -> Bool {
        if input.role(at: index).isLiteral { return false }
        if let byte = input.byte(at: index) { return program.accepted.contains(byte) }
        return program.accepts(input.character(at: index))
    }

    /// Whether the character at `index` is the user's, so that the user loses it when it is dropped.
    private func isUsers(_ index: Int) -> Bool {
        switch input.role(at: index) {
        case .user, .cell, .value: true
        case .open: isAcceptedAnywhere(index)
        case .free, .fixed: false
        }
    }

    /// The value of the decimal digit at `index`; `nil` if the character is no decimal digit.
    func digit(at index: Int) -> Int? {
        if input.role(at: index).isLiteral { return nil }
        if let byte = input.byte(at: index) { return byte.isDigit ? Int(byte - UInt8(ascii: "0")) : nil }
        return input.character(at: index).foreignDigit?.wholeNumberValue
    }

    /// Whether `character` would merge with the last one written, or shift the boundary between the two.
    private func merges(_ character: Character) -> Bool {
        guard !output.isEmpty else { return false }
        let last = output.character(at: output.count - 1)
        return program.isReversed ? !character.staysApart(from: last) : !last.staysApart(from: character)
    }
}

// MARK: - Refused characters

extension MaskPass {
    /// Lists the next character, which is dropped: one that the edit inserted, or an older one that the edit pushed
    /// out.
    private mutating func note() {
        guard refusals.count < Refusal.maximumCount, !input.role(at: index).isLiteral else { return }
        let isAccepted = isAcceptedAnywhere(index)
        // Older separators in the wrong place were written by the mask.
        guard inserted.contains(index) || isAccepted else { return }
        let character = input.character(at: index)
        // A separator that stands there already was typed once more.
        guard isAccepted || output.isEmpty || output.character(at: output.count - 1) != character else { return }
        refusals.append(Refusal(character, reason(isAccepted: isAccepted)))
    }

    private func reason(isAccepted: Bool) -> Refusal.Reason {
        guard node < program.nodes.count else { return isAccepted ? .room : .place }
        switch program.nodes[node].kind {
        case .range: return digit(at: index) == nil ? .place : .range
        case .mandatory, .optional, .endless:
            let accepting = program.classes[Int(program.nodes[node].index)]
            return accepting.contains(character(at: index, for: node)) ? .cluster : .place
        case .free, .fixed, .gate: return .place
        }
    }
}

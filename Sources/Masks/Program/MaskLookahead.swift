import TextEditing

/// The characters that a mask can still accept from a node on without skipping a required cell.
///
/// Any other character is invalid: it is dropped at its position, and neither ends a group of optional cells nor causes
/// the next literals to be written.
struct MaskLookahead: Sendable {
    /// For each gate, by its node, the characters with which its part can begin.
    private var parts: [Int: ASCIISet] = [:]
    /// The last node of each literal that is not ASCII.
    private var lastLiterals: [Character: Int] = [:]

    /// The maximum number of nodes with which a non-ASCII character is compared. If there are more before the next
    /// required cell, the character counts as possible. This limits the time for a long invalid text.
    private static let reach = 64

    /// - Parameter nodes: get their characters of ASCII.
    init(_ nodes: inout [MaskNode], characters: [Int: Character], classes: [CharacterClass]) {
        func ahead(of index: Int) -> ASCIISet { index < nodes.count ? nodes[index].ahead : ASCIISet() }
        for index in nodes.indices.reversed() {
            var node = nodes[index]
            if node.kind.isLiteral {
                if node.ascii > 0 { node.accepted.insert(node.ascii) }
            } else if node.kind != .gate {
                let characters = classes[Int(node.characterClass)]
                node.accepted = characters.ascii
                node.convertsCase = characters.letterCase != .asTyped
            }
            node.ahead = node.accepted
            if !node.endsLookahead { node.ahead.formUnion(ahead(of: index + 1)) }
            if node.kind == .gate { node.ahead.formUnion(ahead(of: Int(node.index))) }
            nodes[index] = node
        }
        for index in nodes.indices where nodes[index].kind == .gate {
            var part = ASCIISet()
            for inner in (index + 1)..<Int(nodes[index].index) {
                let isGate = nodes[inner].kind == .gate
                part.formUnion(isGate ? nodes[inner].ahead : nodes[inner].accepted)
                if isGate || nodes[inner].endsLookahead { break }
            }
            parts[index] = part
        }
        for (index, character) in characters where nodes[index].kind.isLiteral {
            lastLiterals[character] = max(index, lastLiterals[character] ?? 0)
        }
    }

    func contains(_ character: Character, from node: Int, of program: MaskProgram) -> Bool {
        if let byte = character.asciiByte { return program.nodes[node].ahead.contains(byte) }
        guard (lastLiterals[character] ?? -1) >= node || program.accepts(character) else { return false }
        return Self.takes(character, in: node..<program.nodes.count, of: program)
    }

    /// Whether an ASCII byte can begin the part after a gate.
    func begins(_ byte: UInt8, partBehind gate: Int) -> Bool {
        parts[gate]?.contains(byte) ?? false
    }

    func begins(_ character: Character, partBehind gate: Int, of program: MaskProgram) -> Bool {
        if let byte = character.asciiByte { return begins(byte, partBehind: gate) }
        return Self.takes(character, in: (gate + 1)..<Int(program.nodes[gate].index), of: program)
    }

    /// Whether one of several nodes accepts a character before a required cell that does not. True if the first `reach`
    /// nodes do not decide this.
    private static func takes(_ character: Character, in range: Range<Int>, of program: MaskProgram) -> Bool {
        // A gate skips the cells of its part, required or not.
        var endOfPart = 0
        for index in range.prefix(reach) {
            let node = program.nodes[index]
            switch node.kind {
            case .gate: endOfPart = max(endOfPart, Int(node.index))
            case .free, .fixed: if program.character(of: index) == character { return true }
            default: if program.classes[Int(node.characterClass)].contains(character) { return true }
            }
            if node.endsLookahead, index >= endOfPart { return false }
        }
        return range.count > reach
    }
}

extension MaskNode {
    /// The character class of a cell, also for a digit of a range.
    var characterClass: UInt16 { kind == .range ? MaskSymbol.BuiltIn.digit.rawValue : index }

    /// Whether no character can go to a later node without filling this one.
    fileprivate var endsLookahead: Bool {
        switch kind {
        case .mandatory, .range, .endless: true
        case .free, .fixed, .optional, .gate: false
        }
    }
}

extension Character {
    fileprivate var asciiByte: UInt8? { utf8.count == 1 ? utf8.first : nil }
}

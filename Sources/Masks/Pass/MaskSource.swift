import TextEditing

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

/// A text that is to be passed through a mask: what each of its characters may become there. All places are in grapheme
/// clusters; in a reversed mask they count from the end.
struct MaskSource: ~Copyable {
    let program: MaskProgram
    /// The program's.
    let nodes: [MaskNode]
    let text: OwnedText

    init(_ program: MaskProgram, _ text: OwnedText) {
        self.program = program
        nodes = program.nodes
        self.text = text
    }

    /// Whether the character at `index` is the literal of a node.
    func isEqual(_ index: Int, literal node: Int) -> Bool {
        let literal = nodes[node]
        guard text.role(at: index).mayBecomeLiteral(literal.kind) else { return false }
        if let byte = text.byte(at: index) { return byte == literal.ascii }
        let (character, other) = (text.character(at: index), program.character(of: node))
        return character == other || program.digits == .fold && character.foreignDigit == other
    }

    /// Whether a cell accepts the character at `index`.
    ///
    /// - Parameter written: the text before the cell.
    func accepts(_ index: Int, cell node: Int, behind written: OwnedText) -> Bool {
        if text.role(at: index).isLiteral { return false }
        if let byte = text.byte(at: index), written.isSimple {
            // ASCII stays apart from ASCII, except for a carriage return, which is no byte here.
            return nodes[node].accepted.contains(byte)
        }
        if program.digits == .refuse, digitOfASCII(at: index, for: node) != nil { return false }
        let character = character(at: index, for: node)
        return program.classes[Int(nodes[node].index)].contains(character) && !merges(character, with: written)
    }

    /// What a cell shows for the character at `index`.
    func character(at index: Int, for node: Int) -> Character {
        if program.digits == .fold, let digit = digitOfASCII(at: index, for: node) { return digit }
        return program.classes[Int(nodes[node].index)].changed(text.character(at: index))
    }

    /// The digit of ASCII for a digit of another script, if the cell takes it.
    private func digitOfASCII(at index: Int, for node: Int) -> Character? {
        guard let digit = text.character(at: index).foreignDigit,
            program.classes[Int(nodes[node].index)].contains(digit)
        else { return nil }
        return digit
    }

    /// Whether the mask can take the character at `index` from a node on, without leaving out a cell that must be
    /// filled.
    func canCome(_ index: Int, from node: Int) -> Bool {
        if text.role(at: index).isLiteral { return isLiteral(index, in: node..<nodes.count) }
        if let byte = text.byte(at: index) { return nodes[node].ahead.contains(byte) }
        return program.lookahead.contains(text.character(at: index), from: node, of: program)
    }

    /// Whether a literal that the text had before the edit is one of these nodes, before a cell that must be filled.
    private func isLiteral(_ index: Int, in range: Range<Int>) -> Bool {
        for node in range {
            switch nodes[node].kind {
            case .free, .fixed: if isEqual(index, literal: node) { return true }
            case .optional, .gate: continue
            case .mandatory, .range, .endless: return false
            }
        }
        return false
    }

    /// Whether the character at `index` can begin the part behind a gate.
    func canBegin(_ index: Int, partBehind gate: Int) -> Bool {
        if text.role(at: index).isLiteral {
            return isLiteral(index, in: (gate + 1)..<Int(nodes[gate].index))
        }
        if let byte = text.byte(at: index) { return program.lookahead.begins(byte, partBehind: gate) }
        return program.lookahead.begins(text.character(at: index), partBehind: gate, of: program)
    }

    /// Whether any cell of the mask accepts the character at `index`.
    func isAcceptedAnywhere(_ index: Int) -> Bool {
        if text.role(at: index).isLiteral { return false }
        if let byte = text.byte(at: index) { return program.accepted.contains(byte) }
        return program.accepts(text.character(at: index))
    }

    /// Whether the character at `index` is the user's, so that the user loses it when it is dropped.
    func isUsers(_ index: Int) -> Bool {
        switch text.role(at: index) {
        case .user, .cell, .value: true
        case .open: isAcceptedAnywhere(index)
        case .free, .fixed: false
        }
    }

    /// The value of the decimal digit at `index`; `nil` if the character is no decimal digit.
    func digit(at index: Int) -> Int? {
        if text.role(at: index).isLiteral { return nil }
        if let byte = text.byte(at: index) { return byte.isDigit ? Int(byte - UInt8(ascii: "0")) : nil }
        return text.character(at: index).foreignDigit?.wholeNumberValue
    }

    /// Whether `character` would merge with the last one written, or shift the boundary between the two.
    private func merges(_ character: Character, with written: OwnedText) -> Bool {
        guard !written.isEmpty else { return false }
        let last = written.character(at: written.count - 1)
        return program.isReversed ? !character.staysApart(from: last) : !last.staysApart(from: character)
    }
}

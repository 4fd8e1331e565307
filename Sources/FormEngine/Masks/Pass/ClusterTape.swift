import FormModel

/// A tape of grapheme clusters.
struct ClusterTape: MaskTape {
    private let program: MaskProgram
    private let input: [Character]
    /// The role of each character of the input; empty if all are open.
    private let roles: [MaskInput.Role]
    /// Whether a character that would merge with the previous one is dropped, and whether a digit of another script is
    /// converted to the ASCII digit with the same value if the mask accepts that.
    private let isCareful: Bool
    private(set) var text: [Character] = []
    private(set) var value: [Character] = []
    /// The indices of input characters that were literals of the mask; only recorded on demand.
    private(set) var literals: Set<Int> = []
    private let notesLiterals: Bool
    /// The indices of the characters that the edit inserted; `nil` if dropped characters are not to be listed.
    private let edited: Range<Int>?
    /// The dropped characters: those that the edit inserted, and older ones that the edit pushed out.
    private(set) var refusals: [Refusal] = []

    init(
        _ program: MaskProgram,
        input: [Character],
        roles: [MaskInput.Role] = [],
        isCareful: Bool,
        notesLiterals: Bool = false,
        edited: Range<Int>? = nil
    ) {
        self.edited = edited
        self.program = program
        self.input = input
        self.roles = roles
        self.isCareful = isCareful
        self.notesLiterals = notesLiterals
    }

    var inputCount: Int { input.count }
    var count: Int { text.count }
    var valueCount: Int { value.count }

    mutating func keepStep(upTo limit: Int) -> (count: Int, last: MaskTableRow)? { nil }

    private func role(of index: Int) -> MaskInput.Role { roles.isEmpty ? .open : roles[index] }

    func isEqual(_ index: Int, literal node: Int) -> Bool {
        guard role(of: index) != .cell else { return false }
        let literal = program.character(of: node)
        return input[index] == literal || isCareful && program.digits == .fold && input[index].foreignDigit == literal
    }

    func accepts(_ index: Int, cell node: Int) -> Bool {
        guard role(of: index) != .literal else { return false }
        if program.digits == .refuse, digitOfASCII(at: index, for: node) != nil { return false }
        let character = character(at: index, for: node)
        guard program.classes[Int(program.nodes[node].index)].contains(character) else { return false }
        return !isCareful || !merges(character)
    }

    /// What a cell shows for the character at `index`.
    private func character(at index: Int, for node: Int) -> Character {
        if program.digits == .fold, let digit = digitOfASCII(at: index, for: node) { return digit }
        return program.classes[Int(program.nodes[node].index)].changed(input[index])
    }

    /// The digit of ASCII for a digit of another script, if the cell takes it.
    private func digitOfASCII(at index: Int, for node: Int) -> Character? {
        guard isCareful, let digit = input[index].foreignDigit,
            program.classes[Int(program.nodes[node].index)].contains(digit)
        else { return nil }
        return digit
    }

    func canCome(_ index: Int, from node: Int, of program: MaskProgram) -> Bool {
        guard role(of: index) != .literal else { return isLiteral(index, in: node..<program.nodes.count) }
        return program.lookahead.contains(input[index], from: node, of: program)
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

    func canBegin(_ index: Int, partBehind gate: Int, of program: MaskProgram) -> Bool {
        guard role(of: index) != .literal else {
            return isLiteral(index, in: (gate + 1)..<Int(program.nodes[gate].index))
        }
        return program.lookahead.begins(input[index], partBehind: gate, of: program)
    }

    func isAcceptedAnywhere(_ index: Int) -> Bool {
        role(of: index) != .literal && program.accepts(input[index])
    }

    func digit(at index: Int) -> Int? {
        guard role(of: index) != .literal else { return nil }
        let scalars = input[index].unicodeScalars
        guard scalars.count == 1, let scalar = scalars.first, scalar.properties.generalCategory == .decimalNumber else {
            return nil
        }
        return input[index].wholeNumberValue
    }

    func isSeparator(at index: Int) -> Bool {
        !input[index].isLetter && !input[index].isNumber
    }

    mutating func write(literal node: Int, isValue: Bool) {
        text.append(program.character(of: node))
        if isValue { value.append(program.character(of: node)) }
    }

    mutating func write(input index: Int, cell node: Int) {
        let character = character(at: index, for: node)
        text.append(character)
        value.append(character)
    }

    mutating func write(digit: Int, before offset: Int) {
        let character = Character(Unicode.Scalar(UInt8(ascii: "0") + UInt8(digit)))
        text.insert(character, at: text.count - offset)
        value.insert(character, at: value.count - offset)
    }

    mutating func note(literalAt index: Int) {
        if notesLiterals { literals.insert(index) }
    }

    mutating func note(refusalAt index: Int, node: Int) {
        guard let edited, refusals.count < Refusal.maximumCount, role(of: index) != .literal else { return }
        let isAccepted = program.accepts(input[index])
        // Older separators in the wrong place were written by the mask.
        guard edited.contains(index) || isAccepted else { return }
        // A separator that stands there already was typed once more.
        guard isAccepted || text.last != input[index] else { return }
        refusals.append(Refusal(input[index], reason(index, node: node, isAccepted: isAccepted)))
    }

    private func reason(_ index: Int, node: Int, isAccepted: Bool) -> Refusal.Reason {
        guard node < program.nodes.count else { return isAccepted ? .room : .place }
        switch program.nodes[node].kind {
        case .range: return digit(at: index) == nil ? .place : .range
        case .mandatory, .optional, .endless:
            let accepting = program.classes[Int(program.nodes[node].index)]
            return accepting.contains(character(at: index, for: node)) ? .cluster : .place
        case .free, .fixed, .gate: return .place
        }
    }

    func endsWith(literal node: Int) -> Bool { text.last == program.character(of: node) }
    func valueEndsWith(literal node: Int) -> Bool { value.last == program.character(of: node) }
    mutating func removeLast() { text.removeLast() }
    mutating func removeLastOfValue() { value.removeLast() }

    /// Whether `character` would merge with the last one written, or shift the boundary between the two.
    private func merges(_ character: Character) -> Bool {
        guard let last = text.last else { return false }
        return program.isReversed ? !character.staysApart(from: last) : !last.staysApart(from: character)
    }
}

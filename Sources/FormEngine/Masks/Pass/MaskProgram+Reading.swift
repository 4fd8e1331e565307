// In a text that a mask made: which characters the user entered, and which the mask supplied.

extension MaskProgram {
    var cellCount: Int { nodes.count { $0.kind.isCell } }

    /// The characters of a text with their roles, as the mask wrote them; `nil` if the mask does not write this text for
    /// this value.
    ///
    /// Text and value together tell the user's characters from the mask's, also where a cell accepts a literal: in the
    /// mask `[09]0[0]` the text `10` has a literal if the value is `1`, and two characters of the user if it is `10`.
    func read(_ text: String, value: String) -> OwnedText? {
        var characters = OwnedText(text)
        var values = OwnedText(value)
        if isReversed {
            characters = characters.reversed()
            values = values.reversed()
        }
        guard var reading = MaskReading(of: characters, value: values, in: self), reading.align() else { return nil }
        return isReversed ? reading.text.reversed() : reading.text
    }

    /// The part of a range that an edit may replace. The leading literals are not, unless all of the text is.
    ///
    /// - Parameter range: code points.
    func withoutLeadingLiterals(_ range: TextSelection, of text: FormText) -> TextSelection {
        guard range.start < leadingLiteralLength, text.string.hasPrefix(leadingLiterals) else { return range }
        if range.start == 0, range.end >= text.count { return range }
        return TextSelection(start: leadingLiteralLength, length: max(0, range.end - leadingLiteralLength))
    }

    /// The rest of `text` after the leading literals; `nil` if the text does not begin with them. Literals that are
    /// neither letters nor digits may be missing.
    ///
    /// The literals are certainly meant if the text begins with one that no cell accepts, as `+7` does, or if it
    /// contains all of them and one of them is such a literal, as in `facebook.com/`. A single 7 may be a digit of the
    /// number.
    func withoutLeadingLiterals(_ text: String) -> (text: String, isCertain: Bool)? {
        var rest = text.drop { $0.isWhitespace }
        var isCertain = false
        var isMatched = false
        var isWhole = true
        var isForeign = false
        for (index, node) in nodes.enumerated() {
            guard node.kind.isLiteral else { break }
            let literal = character(of: index)
            if rest.first == literal {
                rest = rest.dropFirst()
                if node.isSignificant { isMatched = true } else if !isMatched { isCertain = true }
                if !accepts(literal) { isForeign = true }
            } else if node.isSignificant {
                return nil
            } else {
                isWhole = false
            }
        }
        return isMatched ? (String(rest), isCertain || isWhole && isForeign) : nil
    }
}

/// The search for the nodes that wrote the characters of a text.
private struct MaskReading {
    let program: MaskProgram
    /// Gets a role for each character.
    private(set) var text: OwnedText
    private let value: OwnedText
    /// Whether the text has a value. Literals in `{…}` alone are none.
    private let hasValue: Bool
    private var index = 0
    private var node = 0
    /// The characters of the value before `index`.
    private var taken = 0
    /// Where a cell or a part was filled that might have been left out.
    private var choices: [Choice] = []

    private struct Choice {
        var index: Int
        var node: Int
        var taken: Int
    }

    init?(of text: OwnedText, value: OwnedText, in program: MaskProgram) {
        guard value.count <= text.count else { return nil }
        self.program = program
        self.text = text
        self.value = value
        hasValue = !value.isEmpty
    }

    /// Whether the nodes are found. The number of attempts is limited, because a text of many optional cells could be
    /// read in many ways; such a text counts as one that the mask did not write.
    mutating func align() -> Bool {
        var attempts = 64 + text.count
        while true {
            if isAtEnd { return true }
            if step() { continue }
            guard attempts > 0, let choice = choices.popLast() else { return false }
            attempts -= 1
            index = choice.index
            taken = choice.taken
            node = choice.node
        }
    }

    private var isAtEnd: Bool { index == text.count && taken == value.count }

    /// Goes over one node; false if it does not fit the text.
    private mutating func step() -> Bool {
        guard node < program.nodes.count, index < text.count else { return false }
        let current = program.nodes[node]
        switch current.kind {
        case .free:
            guard isLiteral else { return false }
            take(as: .free)
        case .fixed:
            guard isLiteral, !hasValue || isNextOfValue else { return false }
            take(as: .fixed)
            if hasValue { taken += 1 }
        case .mandatory, .range:
            guard isNextOfValue else { return false }
            take(as: .cell)
            taken += 1
        case .endless:
            guard isNextOfValue else { return false }
            take(as: .cell)
            taken += 1
            node -= 1
        case .optional:
            guard isNextOfValue else {
                node += 1
                return true
            }
            choices.append(Choice(index: index, node: node + 1, taken: taken))
            take(as: .cell)
            taken += 1
        case .gate:
            choices.append(Choice(index: index, node: Int(current.index), taken: taken))
            node += 1
        }
        return true
    }

    private mutating func take(as role: OwnedText.Role) {
        text.setRole(at: index, to: role)
        index += 1
        node += 1
    }

    private var isLiteral: Bool {
        if let byte = text.byte(at: index) { return byte == program.nodes[node].ascii }
        return text.character(at: index) == program.character(of: node)
    }

    /// Whether the character is the next one of the value, and the cell accepts it.
    private var isNextOfValue: Bool {
        guard taken < value.count else { return false }
        let byte = text.byte(at: index)
        guard byte == value.byte(at: taken), byte != nil || text.character(at: index) == value.character(at: taken)
        else {
            return false
        }
        let kind = program.nodes[node].kind
        guard kind.isCell else { return true }
        let characters = program.classes[Int(program.nodes[node].characterClass)]
        if let byte { return characters.ascii.contains(byte) }
        return characters.contains(text.character(at: index))
    }
}

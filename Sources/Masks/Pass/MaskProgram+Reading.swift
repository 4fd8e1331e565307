import TextEditing

// In a text that a mask made: which characters the user entered, and which the mask supplied.

extension MaskProgram {
    var cellCount: Int { nodes.count { $0.kind.isCell } }

    /// The characters of a text with their roles, as the mask wrote them; `nil` if the mask does not write this text
    /// for this value.
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
        var reading = MaskReading()
        guard reading.setRoles(of: &characters, value: values, in: self) else { return nil }
        return isReversed ? characters.reversed() : characters
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

/// The search for the nodes that wrote the characters of a text: its state, without the text.
private struct MaskReading {
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

    /// Gives each character its role, and tells whether the nodes are found. The number of attempts is limited, because
    /// a text of many optional cells could be read in many ways; such a text counts as one that the mask did not write.
    mutating func setRoles(of text: inout OwnedText, value: OwnedText, in program: MaskProgram) -> Bool {
        let nodes = program.nodes
        var attempts = 64 + text.count
        while index < text.count || taken < value.count {
            if node < nodes.count, index < text.count, step(over: nodes[node], &text, value, program) { continue }
            guard attempts > 0, let choice = choices.popLast() else { return false }
            attempts -= 1
            index = choice.index
            taken = choice.taken
            node = choice.node
        }
        return true
    }

    /// Goes over one node; false if it does not fit the text.
    private mutating func step(
        over current: MaskNode,
        _ text: inout OwnedText,
        _ value: OwnedText,
        _ program: MaskProgram
    ) -> Bool {
        switch current.kind {
        case .free:
            guard isLiteral(current, of: text, program) else { return false }
            text.setRole(at: index, to: .free)
        case .fixed:
            // Literals in `{…}` alone are no value.
            guard isLiteral(current, of: text, program), value.isEmpty || isNext(of: value, in: text) else {
                return false
            }
            text.setRole(at: index, to: .fixed)
            if !value.isEmpty { taken += 1 }
        case .mandatory, .range, .optional, .endless:
            guard isNext(of: value, in: text), accepts(current, text, program) else {
                guard current.kind == .optional else { return false }
                node += 1
                return true
            }
            if current.kind == .optional { choices.append(Choice(index: index, node: node + 1, taken: taken)) }
            text.setRole(at: index, to: .cell)
            taken += 1
            if current.kind == .endless { node -= 1 }
        case .gate:
            choices.append(Choice(index: index, node: Int(current.index), taken: taken))
            node += 1
            return true
        }
        index += 1
        node += 1
        return true
    }

    private func isLiteral(_ literal: MaskNode, of text: OwnedText, _ program: MaskProgram) -> Bool {
        if let byte = text.byte(at: index) { return byte == literal.ascii }
        return text.character(at: index) == program.character(of: node)
    }

    /// Whether the character is the next one of the value.
    private func isNext(of value: OwnedText, in text: OwnedText) -> Bool {
        guard taken < value.count else { return false }
        let byte = text.byte(at: index)
        return byte == value.byte(at: taken) && (byte != nil || text.character(at: index) == value.character(at: taken))
    }

    private func accepts(_ cell: MaskNode, _ text: OwnedText, _ program: MaskProgram) -> Bool {
        if let byte = text.byte(at: index) { return cell.accepted.contains(byte) }
        return program.classes[Int(cell.characterClass)].contains(text.character(at: index))
    }
}

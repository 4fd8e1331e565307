import FormModel

/// What a character of a block in a block mask stands for.
enum BlockCell: Character, Sendable {
    case digit = "d"
    case nonDigit = "D"
    /// Neither a letter, a mark, a digit nor an underscore.
    case nonWord = "W"
    /// A to Z, a to z.
    case latinLetter = "a"
    case any = "."

    /// Whether a cell takes a grapheme cluster. No cell takes a control character or a line break, nor the mark of a hole.
    func accepts(_ character: Character) -> Bool {
        guard character != BlockMask.hole else { return false }
        return character.unicodeScalars.allSatisfy { scalar in
            let category = scalar.properties.generalCategory
            if category == .control || category == .lineSeparator || category == .paragraphSeparator { return false }
            return switch self {
            case .digit: category == .decimalNumber
            case .nonDigit: category != .decimalNumber
            case .nonWord: !Self.isWord(scalar)
            case .latinLetter: scalar.isASCII && scalar.properties.isAlphabetic
            case .any: true
            }
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isAlphabetic || scalar.properties.isJoinControl { return true }
        switch scalar.properties.generalCategory {
        case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }
}

/// The character sets that filters and mask notations can name. Digits, letters and punctuation are those of Unicode,
/// of every script.
public enum CharacterSetName: String, Sendable, CaseIterable {
    case digits
    /// Letters and marks.
    case letters
    /// Letters, marks and every kind of number.
    case alphanumerics
    /// The digits 0 to 9, and the letters A to F and a to f.
    case hexDigits
    case whitespace
    case nonWhitespace
    case punctuation
    case latin
    case cyrillic
    case greek
}

extension CharacterSetName {
    /// The ASCII characters of the set.
    package var ascii: ASCIISet { Self.asciiMembers[self] ?? ASCIISet(where: contains) }

    private static let asciiMembers = Dictionary(
        uniqueKeysWithValues: allCases.map { set in (set, ASCIISet(where: set.contains)) }
    )

    /// Whether the set contains `scalar`. Digits, letters, marks and punctuation are defined by Unicode's general
    /// categories.
    package func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .digits: scalar.properties.generalCategory == .decimalNumber
        case .letters: scalar.properties.generalCategory.isLetterOrMark
        case .alphanumerics:
            scalar.properties.generalCategory.isLetterOrMark || scalar.properties.generalCategory.isNumber
        case .hexDigits: scalar.properties.isASCIIHexDigit
        case .whitespace: scalar.properties.isWhitespace
        case .nonWhitespace: !scalar.properties.isWhitespace
        case .punctuation: scalar.properties.generalCategory.isPunctuation
        case .latin: scalar.isLetter(in: Script.latin)
        case .cyrillic: scalar.isLetter(in: Script.cyrillic)
        case .greek: scalar.isLetter(in: Script.greek)
        }
    }
}

/// The Unicode blocks with the letters of a script. The standard library has no property for scripts.
private enum Script {
    static let latin: [ClosedRange<UInt32>] = [
        0x41...0x5A, 0x61...0x7A, 0xAA...0xAA, 0xBA...0xBA, 0xC0...0x2AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F,
        0xA722...0xA7FF, 0xAB30...0xAB64, 0xFB00...0xFB06, 0xFF21...0xFF3A, 0xFF41...0xFF5A,
    ]
    static let cyrillic: [ClosedRange<UInt32>] = [
        0x400...0x52F, 0x1C80...0x1C8F, 0x1D2B...0x1D2B, 0x1D78...0x1D78, 0x2DE0...0x2DFF, 0xA640...0xA69F,
    ]
    static let greek: [ClosedRange<UInt32>] = [0x370...0x3FF, 0x1F00...0x1FFF, 0x2126...0x2126]
    /// The marks that all scripts use, such as the acute accent of a decomposed é.
    static let commonMarks: ClosedRange<UInt32> = 0x300...0x36F
}

extension Unicode.Scalar {
    fileprivate func isLetter(in script: [ClosedRange<UInt32>]) -> Bool {
        if Script.commonMarks.contains(value) { return true }
        return script.contains { $0.contains(value) } && properties.generalCategory.isLetterOrMark
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isLetterOrMark: Bool {
        switch self {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark:
            true
        default: false
        }
    }

    fileprivate var isNumber: Bool {
        switch self {
        case .decimalNumber, .letterNumber, .otherNumber: true
        default: false
        }
    }

    fileprivate var isPunctuation: Bool {
        switch self {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            true
        default: false
        }
    }
}

/// A set of ASCII characters as a bitmap. It is public because a compiler builds only public functions into the callers
/// of other modules, and a mask asks one of these for each character.
public struct ASCIISet: Sendable, Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// The empty set.
    public init() {}

    /// The ASCII characters for which `predicate` is true.
    package init(where predicate: (Unicode.Scalar) -> Bool) {
        for byte in UInt8(0)..<128 where predicate(Unicode.Scalar(byte)) { insert(byte) }
    }

    /// - Parameter byte: below 128.
    public mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }

    package mutating func remove(_ byte: UInt8) {
        if byte < 64 { low &= ~(1 << UInt64(byte)) } else { high &= ~(1 << UInt64(byte & 63)) }
    }

    /// - Parameter byte: below 128.
    public func contains(_ byte: UInt8) -> Bool {
        (byte < 64 ? low : high) & (1 << UInt64(byte & 63)) != 0
    }

    /// Adds the characters of another set.
    public mutating func formUnion(_ other: ASCIISet) {
        low |= other.low
        high |= other.high
    }
}

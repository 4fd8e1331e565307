import FormModel

/// A definition's character filter, ready to be asked about grapheme clusters.
struct ClusterFilter: Sendable {
    let definition: CharacterFilter

    init(_ definition: CharacterFilter) {
        self.definition = definition
    }

    /// A cluster is judged as a whole: its base decides, and emoji are emoji whatever they are made of.
    func admits(_ cluster: Character) -> Bool {
        if definition.excluding.contains(cluster) { return false }
        if definition.including.contains(cluster) { return true }
        if cluster.isEmoji { return definition.allowsEmoji }
        return definition.sets.contains { $0.holds(cluster) }
    }

    /// The clusters that are admitted; nil when all of them are.
    func filtered(_ text: String) -> String? {
        guard !text.allSatisfy(admits) else { return nil }
        return text.filter(admits)
    }
}

extension CharacterSetName {
    /// Whether the cluster's base belongs to the set and the rest of it are marks.
    func holds(_ cluster: Character) -> Bool {
        let scalars = cluster.unicodeScalars
        guard let base = scalars.first else { return false }
        for scalar in scalars.dropFirst() where !scalar.extendsLetters { return false }
        let properties = base.properties
        switch self {
        case .digits: return properties.generalCategory == .decimalNumber
        case .letters: return properties.isLetter
        case .alphanumerics: return properties.isLetter || properties.generalCategory == .decimalNumber
        case .hexDigits: return base.isASCII && cluster.isHexDigit
        case .whitespace: return properties.isWhitespace
        case .nonWhitespace: return !properties.isWhitespace
        case .punctuation: return properties.isPunctuation
        case .latin: return properties.isLetter && base.isLatin
        case .cyrillic: return properties.isLetter && base.isCyrillic
        case .greek: return properties.isLetter && base.isGreek
        }
    }
}

extension Character {
    /// Shown as a picture: by itself, by a variation selector, as a keycap or as a flag.
    var isEmoji: Bool {
        let scalars = unicodeScalars
        guard let base = scalars.first else { return false }
        if base.isASCII { return scalars.contains { $0.value == 0x20E3 || $0.value == 0xFE0F } }
        guard base.properties.isEmoji else { return false }
        return base.properties.isEmojiPresentation || scalars.contains { $0.value == 0xFE0F }
            || scalars.count > 1 && scalars.contains { $0.properties.isEmojiModifier }
    }
}

extension Unicode.Scalar {
    /// A mark or a joiner, as Indic and Persian letters are written with.
    fileprivate var extendsLetters: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        case .format: value == 0x200C || value == 0x200D
        default: properties.isLetter
        }
    }

    fileprivate var isLatin: Bool {
        switch value {
        case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0x24F, 0x250...0x2AF, 0x1D00...0x1D25, 0x1D2C...0x1D5C,
            0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA722...0xA7FF, 0xAB30...0xAB64, 0xFB00...0xFB06, 0xFF21...0xFF3A,
            0xFF41...0xFF5A:
            true
        default: false
        }
    }

    fileprivate var isCyrillic: Bool {
        switch value {
        case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: true
        default: false
        }
    }

    fileprivate var isGreek: Bool {
        switch value {
        case 0x370...0x3FF, 0x1F00...0x1FFF: true
        default: false
        }
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isLetter: Bool {
        switch generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    fileprivate var isPunctuation: Bool {
        switch generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            true
        default: false
        }
    }
}

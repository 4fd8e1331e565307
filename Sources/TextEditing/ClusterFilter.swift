/// The grapheme clusters that a user may enter.
package struct CharacterFilter: Sendable, Hashable {
    package var sets: [CharacterSetName]
    /// Characters that are allowed in addition to the sets.
    package var including: Set<Character>
    /// Characters that are not allowed even if a set contains them.
    package var excluding: Set<Character>
    /// Whether emoji are allowed in addition to the sets.
    package var allowsEmoji: Bool

    package init(
        sets: [CharacterSetName],
        including: Set<Character> = [],
        excluding: Set<Character> = [],
        allowsEmoji: Bool = false
    ) {
        self.sets = sets
        self.including = including
        self.excluding = excluding
        self.allowsEmoji = allowsEmoji
    }
}

/// A definition's character filter, prepared for grapheme clusters.
package final class ClusterFilter: Sendable {
    package let definition: CharacterFilter
    /// The allowed ASCII characters. Nearly every key is one of them.
    private let ascii: ASCIISet

    package init(_ definition: CharacterFilter) {
        self.definition = definition
        var ascii = ASCIISet()
        for set in definition.sets { ascii.formUnion(set.ascii) }
        for cluster in definition.including where cluster.utf8.count == 1 { cluster.utf8.forEach { ascii.insert($0) } }
        for cluster in definition.excluding where cluster.utf8.count == 1 { cluster.utf8.forEach { ascii.remove($0) } }
        self.ascii = ascii
    }

    /// Whether a grapheme cluster is allowed. This depends on its base character, except that emoji are recognised as a
    /// whole.
    package func admits(_ cluster: Character) -> Bool {
        if definition.excluding.contains(cluster) { return false }
        if definition.including.contains(cluster) { return true }
        if cluster.isEmoji { return definition.allowsEmoji }
        return definition.sets.contains { $0.holds(cluster) }
    }

    /// Whether every grapheme cluster of a text is allowed.
    package func admits(_ text: String) -> Bool {
        if !text.hasByte({ $0 >= 0x80 || $0 == 0x0D || !ascii.contains($0) }) { return true }
        return text.allSatisfy { admits($0) }
    }

    package func refusals(of text: String) -> [Refusal] {
        text.lazy.filter { !self.admits($0) }.prefix(Refusal.maximumCount).map { Refusal($0, .filter) }
    }

    /// The allowed clusters of `text`; `nil` if all of them are.
    package func filtered(_ text: String) -> String? {
        admits(text) ? nil : text.filter { admits($0) }
    }

    /// The allowed clusters of `text`; `nil` if all clusters are allowed that the formatter uses for the value.
    package func filtered(_ text: String, _ formatter: (any TextFormat)?) -> String? {
        guard let filtered = filtered(text) else { return nil }
        guard let formatter else { return filtered }
        return admits(formatter.format(text).value) ? nil : filtered
    }
}

extension CharacterSetName {
    /// Whether the base of a cluster belongs to the set, and the other code points are marks, joiners or letters of the
    /// same syllable.
    package func holds(_ cluster: Character) -> Bool {
        let scalars = cluster.unicodeScalars
        guard let base = scalars.first, contains(base) else { return false }
        return scalars.dropFirst().allSatisfy(\.extendsLetters)
    }
}

extension Character {
    /// Whether the character is displayed as an emoji: by default, because of a variation selector, as a keycap or as a
    /// flag.
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
    /// Whether this is a mark or a joiner, as in Indic and Persian words, or a part of a Hangul syllable.
    fileprivate var extendsLetters: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .otherLetter: true
        case .format: value == 0x200C || value == 0x200D
        default: false
        }
    }
}

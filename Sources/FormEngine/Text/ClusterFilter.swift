import FormModel

/// A definition's character filter, ready to be asked about grapheme clusters.
final class ClusterFilter: Sendable {
    let definition: CharacterFilter
    /// The admitted ASCII characters: nearly every key is one of these.
    private let ascii: ASCIISet

    init(_ definition: CharacterFilter) {
        self.definition = definition
        var ascii = ASCIISet()
        for set in definition.sets { ascii.formUnion(CharacterClass(.named(set)).ascii) }
        for cluster in definition.including where cluster.utf8.count == 1 { cluster.utf8.forEach { ascii.insert($0) } }
        for cluster in definition.excluding where cluster.utf8.count == 1 { cluster.utf8.forEach { ascii.remove($0) } }
        self.ascii = ascii
    }

    /// A cluster is judged as a whole: its base decides, and emoji are emoji whatever they are made of.
    func admits(_ cluster: Character) -> Bool {
        Self.admits(cluster, definition)
    }

    private static func admits(_ cluster: Character, _ definition: CharacterFilter) -> Bool {
        if definition.excluding.contains(cluster) { return false }
        if definition.including.contains(cluster) { return true }
        if cluster.isEmoji { return definition.allowsEmoji }
        return definition.sets.contains { $0.holds(cluster) }
    }

    func refusals(of text: String) -> [Refusal] {
        text.lazy.filter { !self.admits($0) }.prefix(Refusal.maximumCount).map { Refusal($0, .filter) }
    }

    /// The clusters that are admitted; nil when all of them are.
    func filtered(_ text: String) -> String? {
        if !text.hasByte({ $0 >= 0x80 || $0 == 0x0D || !ascii.contains($0) }) { return nil }
        guard !text.allSatisfy(admits) else { return nil }
        return text.filter(admits)
    }

    /// The same of a text that a formatter is to format: it is about what the formatter takes for the value.
    func filtered(_ text: String, _ formatter: (any TextFormatter)?) -> String? {
        guard let filtered = filtered(text) else { return nil }
        guard let formatter else { return filtered }
        return formatter.format(text).value.allSatisfy(admits) ? nil : filtered
    }
}

extension CharacterSetName {
    /// Whether the cluster's base belongs to the set and the rest of it are marks, joiners or letters of its syllable.
    func holds(_ cluster: Character) -> Bool {
        let scalars = cluster.unicodeScalars
        guard let base = scalars.first, contains(base) else { return false }
        return scalars.dropFirst().allSatisfy(\.extendsLetters)
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
    /// A mark or a joiner, as Indic and Persian letters are written with, or a part of a Hangul syllable.
    fileprivate var extendsLetters: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .otherLetter: true
        case .format: value == 0x200C || value == 0x200D
        default: false
        }
    }
}

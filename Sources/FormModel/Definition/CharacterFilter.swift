/// Which grapheme clusters a user may enter.
package struct CharacterFilter: Sendable, Hashable {
    package var sets: [CharacterSetName]
    /// Allowed besides the sets.
    package var including: Set<Character>
    /// Not allowed, whatever the sets say.
    package var excluding: Set<Character>
    /// Whether emoji are allowed besides the sets.
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

/// A character that an edit brought in vain, and the reason.
package struct Refusal: Sendable, Hashable {
    /// One grapheme cluster.
    package var character: String
    package var reason: Reason

    package init(_ character: Character, _ reason: Reason) {
        self.character = String(character)
        self.reason = reason
    }

    package enum Reason: String, Sendable, CaseIterable {
        /// The field's filter does not allow the character.
        case filter
        /// The format takes other characters at this place.
        case place
        /// The format is full. The character may be an older one that the edit pushed out.
        case room
        /// The text would be longer than the field's maximum length.
        case length
        /// The character would merge with its neighbour into one grapheme cluster.
        case cluster
        /// The number would be out of its bounds.
        case range
        /// None of the values that there are to choose from goes on with the character.
        case values
        /// The text could not match the pattern any more.
        case pattern
        /// A validator that judges each edit found the text invalid.
        case validator
        /// The edit had ended at an earlier character.
        case stop
    }

    /// How many refused characters of one edit are listed.
    package static let maximumCount = 64

    package static func all(of text: String, _ reason: Reason) -> [Refusal] {
        text.prefix(maximumCount).map { Refusal($0, reason) }
    }
}

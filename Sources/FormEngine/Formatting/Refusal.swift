/// A character that an edit brought and the text has not, and why.
package struct Refusal: Sendable, Hashable {
    /// One grapheme cluster.
    package var character: String
    package var reason: Reason

    package init(_ character: Character, _ reason: Reason) {
        self.character = String(character)
        self.reason = reason
    }

    /// What refused it.
    package enum Reason: String, Sendable, CaseIterable {
        /// The characters that the field allows.
        case filter
        /// Its place in the format, which takes others.
        case place
        /// The format, which has no place left. The character may be one that stood there and was pushed out.
        case room
        /// The field's maximum length.
        case length
        /// The character beside it, with which it would have become one.
        case cluster
        /// The bounds of a number.
        case range
        /// The values that there are to choose from.
        case values
        /// The pattern that the text must be on its way to.
        case pattern
        /// A validator that is asked at each edit.
        case validator
        /// A character before it, at which the edit ended.
        case stop
    }

    /// As many as are told of one edit.
    package static let maximumCount = 64

    package static func all(of text: String, _ reason: Reason) -> [Refusal] {
        text.prefix(maximumCount).map { Refusal($0, reason) }
    }
}

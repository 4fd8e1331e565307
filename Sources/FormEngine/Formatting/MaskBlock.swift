/// Adjoining cells of a text, with literals around them.
package struct MaskBlock: Sendable, Hashable {
    /// Where in the text.
    package var range: TextSelection
    package var status: MaskStatus
    package var cells: [Cell]

    package struct Cell: Sendable, Hashable {
        /// Where in the text.
        package var range: TextSelection
        package var isFilled: Bool
        /// What is seen: the user's character, or the template's.
        package var text: String
    }
}

/// How far a formatter is with the text.
package enum MaskStatus: String, Sendable {
    case none, clear, incomplete, complete
}

/// How the last edit of a user changed the text.
package enum LastEdit: String, Sendable {
    case none, insert, delete, replace
}

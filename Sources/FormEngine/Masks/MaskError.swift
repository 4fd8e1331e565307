/// Why a mask does not compile.
package struct MaskError: Error, Sendable, Hashable {
    package var reason: Reason
    /// Where in the mask, in code points.
    package var position: Int
    /// Which mask: 0 is the definition's own, n its n-th affine one.
    package var variant = 0

    package enum Reason: Sendable, Hashable {
        /// A symbol in square brackets that is neither built in nor a notation's.
        case unknownSymbol(Character)
        case nestedGroup
        case unclosedGroup
        case strayBracket
        /// A backslash has no meaning in square brackets.
        case escapeInGroup
        /// A backslash before a backslash before a bracket: the bracket cannot be told from an escaped one.
        case ambiguousEscape
        /// What follows an endless cell can never be reached.
        case unreachable
        case tooLong(limit: Int)
    }
}

extension MaskError: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .unknownSymbol(let symbol): "unknown symbol '\(symbol)' in a group at \(position)"
        case .nestedGroup: "a group within a group at \(position)"
        case .unclosedGroup: "the group that begins at \(position) is not closed"
        case .strayBracket: "the closing bracket at \(position) closes nothing"
        case .escapeInGroup: "a backslash within square brackets at \(position)"
        case .ambiguousEscape: "a bracket after an escaped backslash at \(position)"
        case .unreachable: "nothing can be reached after the endless cell, at \(position)"
        case .tooLong(let limit): "a mask has at most \(limit) characters"
        }
    }
}

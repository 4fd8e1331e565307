import FormModel

/// Why a mask does not compile.
package struct MaskError: Error, Sendable, Hashable {
    package var reason: Reason
    /// Where in the mask, in code points.
    package var position: Int
    /// Which mask: 0 is the definition's own, n its n-th affine one.
    package var variant = 0

    package indirect enum Reason: Sendable, Hashable {
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
        /// What is wrong with what a symbol of the definition's own stands for.
        case notation(Character, Reason)
        /// What is wrong with a notation's mask.
        case part(String)
        /// A notation's mask within a notation's mask.
        case nestedPart
        /// Masks and ranges are repeated a number of times only, and nothing endless may stand in them.
        case endlessPart
        case tooManyRepetitions(limit: Int)
        /// Reversed masks have neither masks nor ranges in them.
        case reversedPart
        /// No number lies between the bounds, or they are out of bounds themselves.
        case emptyRange
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
        case .notation(let symbol, let reason): "the notation '\(symbol)' at \(position): \(reason.text)"
        default: "\(reason.text), at \(position)"
        }
    }
}

extension MaskError.Reason {
    /// Without a position.
    fileprivate var text: String {
        switch self {
        case .tooLong(let limit): "with it the mask has more than \(limit) characters"
        case .part(let error): error
        case .nestedPart: "a notation's mask cannot have another notation's mask in it"
        case .endlessPart: "a part of a mask cannot be endless"
        case .tooManyRepetitions(let limit):
            "it is repeated from 0 to \(limit) times, the maximum not below the minimum"
        case .reversedPart: "a reversed mask has no ranges and no masks in it"
        case .emptyRange: "its minimum is from 0 to its maximum, which is at most \(MaskNotation.maximumNumber)"
        default: "\(self)"
        }
    }
}

import FormModel

/// Why a mask does not compile.
package struct MaskError: Error, Sendable, Hashable {
    package var reason: Reason
    /// The place in the mask in code points.
    package var position: Int
    /// The number of the mask: 0 for the definition's own, n for its n-th affine one.
    package var variant = 0

    package indirect enum Reason: Sendable, Hashable {
        /// A symbol in square brackets is neither built in nor a notation's.
        case unknownSymbol(Character)
        case nestedGroup
        case unclosedGroup
        case strayBracket
        /// A backslash has no meaning in square brackets.
        case escapeInGroup
        /// Two backslashes stand before a bracket, so that nobody can tell whether the bracket is escaped.
        case ambiguousEscape
        /// A symbol stands behind an endless cell, which never ends.
        case unreachable
        case tooLong(limit: Int)
        /// The notation of a symbol is wrong, for the reason given.
        case notation(Character, Reason)
        /// The mask of a notation does not compile, for the reason given.
        case part(String)
        /// A notation's mask uses a notation that is a mask, too.
        case nestedPart
        /// A mask or a range has no maximum of repetitions, or an endless cell stands in it.
        case endlessPart
        case tooManyRepetitions(limit: Int)
        /// A reversed mask uses a notation that is a mask or a range.
        case reversedPart
        /// No number lies between the bounds of a range, or its maximum is too large.
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
    /// The reason in words, without a position.
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

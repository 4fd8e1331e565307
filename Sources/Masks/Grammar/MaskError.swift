/// Why a mask does not compile.
public struct MaskError: Error, Sendable, Hashable {
    /// The mistake.
    public var reason: Reason
    /// The position in the mask in code points.
    public var position: Int
    /// The number of the mask: 0 for the definition's own, n for its n-th affine one.
    public var variant = 0

    /// A mistake in a mask.
    public indirect enum Reason: Sendable, Hashable {
        /// A symbol in square brackets is neither built in nor declared by a notation.
        case unknownSymbol(Character)
        /// An opening bracket is in a group.
        case nestedGroup
        /// A bracket is opened and not closed.
        case unclosedGroup
        /// A closing bracket closes nothing.
        case strayBracket
        /// A backslash is not valid in square brackets.
        case escapeInGroup
        /// Two backslashes precede a bracket, so that it is ambiguous whether the bracket is escaped.
        case ambiguousEscape
        /// A symbol follows an endless cell, which never ends.
        case unreachable
        /// The mask, or what its notations make of it, has more characters than the limit.
        case tooLong(limit: Int)
        /// The notation of a symbol is invalid; the nested reason describes why.
        case notation(Character, Reason)
        /// The mask of a notation does not compile; the text describes why.
        case part(String)
        /// The mask of a notation uses a notation that is a mask, too.
        case nestedPart
        /// A mask or a range has no maximum number of repetitions, or contains an endless cell.
        case endlessPart
        /// A repetition has more times than the limit, or a minimum above its maximum.
        case tooManyRepetitions(limit: Int)
        /// A reversed mask uses a notation that is a mask or a range.
        case reversedPart
        /// The bounds of a range contain no number, or its maximum is too large.
        case emptyRange
    }
}

extension MaskError: CustomStringConvertible {
    /// The mistake and its position, in English.
    public var description: String {
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
    /// The reason as text, without a position.
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

/// Why a block mask cannot be used.
package enum BlockMaskError: Error, Sendable, Hashable, CustomStringConvertible {
    // Positions are code points of the mask.
    case nestedBlock(position: Int)
    case unclosedBlock(position: Int)
    case strayBracket(position: Int)
    case emptyBlock(position: Int)
    case unknownCell(Character, position: Int)
    case noBlocks
    case tooLong(limit: Int)
    /// The text has `needed` characters.
    case templateLength(Int, needed: Int)
    /// The template has the character that marks a hole, or a line break.
    case unusableTemplate

    package var description: String {
        switch self {
        case .nestedBlock(let position): "a block within a block at \(position)"
        case .unclosedBlock(let position): "the block that begins at \(position) is not closed"
        case .strayBracket(let position): "the closing bracket at \(position) closes nothing"
        case .emptyBlock(let position): "the block at \(position) has no cells"
        case .unknownCell(let cell, let position): "unknown cell '\(cell)' at \(position); known are d, D, W, a and ."
        case .noBlocks: "there are no blocks"
        case .tooLong(let limit): "a mask has at most \(limit) characters"
        case .templateLength(let length, let needed):
            "the template has \(length) characters; it needs one, or \(needed)"
        case .unusableTemplate: "the template has a character that cannot be shown"
        }
    }
}

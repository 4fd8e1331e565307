import TextEditing

/// A mask of blocks: a fixed sequence of literals and cells, all of which are always visible.
///
/// Nothing moves. A cell is filled or shows the template, and keeps its position when other cells change.
struct BlockMask: Sendable {
    /// The character in a value for an empty cell before a filled one: a figure space, which has the width of a digit.
    static let hole: Character = "\u{2007}"

    let places: [Place]
    /// For each block the indices of its cells, in the order of the text.
    let blocks: [Range<Int>]
    /// The indices of all cells.
    let cells: [Int]
    /// For each place, and for the end, the index of the first cell from there on; `places.count` if there is none.
    let nextCell: [Int]
    /// For each place the index of the last cell before it.
    let previousCell: [Int?]

    struct Place: Sendable {
        /// The kind of cell; `nil` for a literal.
        var cell: BlockCell?
        /// The literal, or the character of the template that an empty cell shows.
        var character: Character
    }

    init(_ definition: BlockMaskDefinition) throws(BlockMaskError) {
        var places: [Place] = []
        var blocks: [Range<Int>] = []
        var opened: (position: Int, place: Int)?
        var position = 0
        for character in definition.mask {
            switch character {
            case definition.brackets.opening:
                guard opened == nil else { throw .nestedBlock(position: position) }
                opened = (position, places.count)
            case definition.brackets.closing:
                guard let block = opened else { throw .strayBracket(position: position) }
                guard block.place < places.count else { throw .emptyBlock(position: block.position) }
                blocks.append(block.place..<places.count)
                opened = nil
            case _ where opened != nil:
                guard let cell = BlockCell(rawValue: character) else {
                    throw .unknownCell(character, position: position)
                }
                places.append(Place(cell: cell, character: "*"))
            default:
                places.append(Place(cell: nil, character: character))
            }
            guard places.count <= MaskDefinition.maximumLength else {
                throw .tooLong(limit: MaskDefinition.maximumLength)
            }
            position += character.unicodeScalars.count
        }
        if let opened { throw .unclosedBlock(position: opened.position) }
        guard !blocks.isEmpty else { throw .noBlocks }
        try Self.show(definition.template, in: &places)
        self.places = places
        self.blocks = blocks
        cells = places.indices.filter { places[$0].cell != nil }
        var next = [Int](repeating: places.count, count: places.count + 1)
        for place in places.indices.reversed() { next[place] = places[place].cell == nil ? next[place + 1] : place }
        nextCell = next
        var previous: Int?
        previousCell = places.indices.map { place in
            defer { if places[place].cell != nil { previous = place } }
            return previous
        }
    }

    private static func show(_ template: String, in places: inout [Place]) throws(BlockMaskError) {
        let template = Array(template)
        guard template.count == 1 || template.count == places.count else {
            throw .templateLength(template.count, needed: places.count)
        }
        guard template.allSatisfy({ $0 != hole && BlockCell.any.accepts($0) }) else { throw .unusableTemplate }
        for place in places.indices where places[place].cell != nil {
            places[place].character = template.count == 1 ? template[0] : template[place]
        }
        guard zip(places, places.dropFirst()).allSatisfy({ $0.character.staysApart(from: $1.character) }) else {
            throw .unusableTemplate
        }
    }
}

/// A kind of cell, with its symbol in a block mask.
enum BlockCell: Character, Sendable {
    case digit = "d"
    case nonDigit = "D"
    /// A character that is neither a letter, a mark, a digit nor an underscore.
    case nonWord = "W"
    /// A letter from A to Z or a to z.
    case latinLetter = "a"
    case any = "."

    /// Whether the cell accepts a grapheme cluster. No cell accepts a control character, a line break or the character
    /// for a hole.
    func accepts(_ character: Character) -> Bool {
        guard character != BlockMask.hole else { return false }
        return character.unicodeScalars.allSatisfy { scalar in
            let category = scalar.properties.generalCategory
            if category == .control || category == .lineSeparator || category == .paragraphSeparator { return false }
            return switch self {
            case .digit: category == .decimalNumber
            case .nonDigit: category != .decimalNumber
            case .nonWord: !Self.isWord(scalar)
            case .latinLetter: scalar.isASCII && scalar.properties.isAlphabetic
            case .any: true
            }
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isAlphabetic || scalar.properties.isJoinControl { return true }
        switch scalar.properties.generalCategory {
        case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }
}

/// The reason why a block mask cannot be used.
package enum BlockMaskError: Error, Sendable, Hashable, CustomStringConvertible {
    // Positions are in code points of the mask.
    case nestedBlock(position: Int)
    case unclosedBlock(position: Int)
    case strayBracket(position: Int)
    case emptyBlock(position: Int)
    case unknownCell(Character, position: Int)
    case noBlocks
    case tooLong(limit: Int)
    /// The template has neither one character nor `needed`, the number of characters of the text.
    case templateLength(Int, needed: Int)
    /// The template contains the character for a hole, a line break, or a character that merges with its neighbour into
    /// one grapheme cluster.
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

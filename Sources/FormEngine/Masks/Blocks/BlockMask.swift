import FormModel

/// A mask of blocks: places that are either literals or cells, all of them on screen at once.
///
/// Nothing moves in it. A cell is filled or it shows the template, and stays where it is when others change.
struct BlockMask: Sendable {
    static let maximumLength = 4096
    /// Stands in a value for an empty cell before a filled one: a figure space, as wide as a digit.
    static let hole: Character = "\u{2007}"

    let places: [Place]
    /// The places of the cells of each block, in the text's order.
    let blocks: [Range<Int>]
    /// The places of all cells.
    let cells: [Int]
    /// For each place, and the end after them, the first cell from it on; `places.count` if there is none.
    let nextCell: [Int]

    struct Place: Sendable {
        /// nil: a literal.
        var cell: BlockCell?
        /// The literal, or what an empty cell shows.
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
            guard places.count <= Self.maximumLength else { throw .tooLong(limit: Self.maximumLength) }
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
    }
}

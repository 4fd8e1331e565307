/// Which cells of a block mask are filled, and with what.
struct BlockMaskState: Sendable {
    let mask: BlockMask
    /// For each place what the user has put there.
    private(set) var filled: [Character?]
    private(set) var filledCount = 0

    init(_ mask: BlockMask) {
        self.mask = mask
        filled = Array(repeating: nil, count: mask.places.count)
    }

    /// The state that a value stands for; what its cell would not take is left out.
    init(_ mask: BlockMask, value: String) {
        self.init(mask)
        for (place, character) in zip(mask.cells, value) where mask.places[place].cell?.accepts(character) == true {
            fill(place, with: character)
        }
    }

    mutating func fill(_ place: Int, with character: Character) {
        if filled[place] == nil { filledCount += 1 }
        filled[place] = character
    }

    /// Whether there was something.
    mutating func clear(_ place: Int) -> Bool {
        guard filled[place] != nil else { return false }
        filled[place] = nil
        filledCount -= 1
        return true
    }

    var status: MaskStatus {
        filledCount == 0 ? .clear : filledCount == mask.cells.count ? .complete : .incomplete
    }

    func character(at place: Int) -> Character { filled[place] ?? mask.places[place].character }

    var text: String { String(mask.places.indices.map(character)) }

    /// The characters of the cells up to the last one that is filled, with marks for the holes.
    var value: String {
        guard let last = mask.cells.lastIndex(where: { filled[$0] != nil }) else { return "" }
        return String(mask.cells[...last].map { filled[$0] ?? BlockMask.hole })
    }

    /// The first place that begins at a number of code points of the text or behind it.
    func place(at codePoints: Int) -> Int {
        var position = 0
        for place in mask.places.indices {
            if position >= codePoints { return place }
            position += character(at: place).unicodeScalars.count
        }
        return mask.places.count
    }

    /// Code points of the text before a place.
    func offset(of place: Int) -> Int {
        mask.places.indices[..<place].reduce(0) { $0 + character(at: $1).unicodeScalars.count }
    }

    var blocks: [MaskBlock] {
        var position = 0
        let ranges = mask.places.indices.map { place in
            let range = TextSelection(start: position, length: character(at: place).unicodeScalars.count)
            position = range.end
            return range
        }
        return mask.blocks.map { block in
            let count = block.count { filled[$0] != nil }
            let start = ranges[block.lowerBound].start
            return MaskBlock(
                range: TextSelection(start: start, length: ranges[block.upperBound - 1].end - start),
                status: count == 0 ? .clear : count == block.count ? .complete : .incomplete,
                cells: block.map { place in
                    MaskBlock.Cell(
                        range: ranges[place],
                        isFilled: filled[place] != nil,
                        text: String(character(at: place))
                    )
                }
            )
        }
    }
}

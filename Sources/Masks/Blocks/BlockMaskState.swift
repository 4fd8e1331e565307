import TextEditing

/// The cells of a block mask and the user's characters in them.
struct BlockMaskState: Sendable {
    let mask: BlockMask
    /// The user's character at each place; `nil` for a literal and for an empty cell.
    private(set) var filled: [Character?]
    private(set) var filledCount = 0

    init(_ mask: BlockMask) {
        self.mask = mask
        filled = Array(repeating: nil, count: mask.places.count)
    }

    /// The state for a value. A character that its cell does not accept leaves the cell empty.
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

    /// Whether a character in a cell would merge with a neighbour into one grapheme cluster, in the text or in the
    /// value. Both contents of the neighbour are checked, filled and empty, because it may be cleared later.
    func merges(_ character: Character, at place: Int) -> Bool {
        func merges(_ first: Character?, _ second: Character?) -> Bool {
            guard let first, let second else { return false }
            return !first.staysApart(from: second)
        }
        if place > 0 {
            let before = mask.places[place - 1]
            if merges(before.character, character) || merges(filled[place - 1], character) { return true }
        }
        if place + 1 < mask.places.count {
            let after = mask.places[place + 1]
            if merges(character, after.character) || merges(character, filled[place + 1]) { return true }
        }
        let next = mask.nextCell[place + 1]
        if next < mask.places.count, merges(character, BlockMask.hole) || merges(character, filled[next]) {
            return true
        }
        guard let previous = mask.previousCell[place] else { return false }
        return merges(BlockMask.hole, character) || merges(filled[previous], character)
    }

    /// Clears a cell, and returns whether it was filled.
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

    /// The characters of the cells up to the last filled one, with the character for a hole for empty cells.
    var value: String {
        guard let last = mask.cells.lastIndex(where: { filled[$0] != nil }) else { return "" }
        return String(mask.cells[...last].map { filled[$0] ?? BlockMask.hole })
    }

    /// The first place that begins at or after a position in code points.
    func place(at codePoints: Int) -> Int {
        var position = 0
        for place in mask.places.indices {
            if position >= codePoints { return place }
            position += character(at: place).unicodeScalars.count
        }
        return mask.places.count
    }

    /// The number of code points of the text before a place.
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

// MARK: - Edits

/// The outcome of one edit of a block mask.
package struct BlockMaskOutcome: Sendable, Hashable {
    /// The number of cells that were filled.
    package var written = 0
    /// The number of filled cells that were cleared.
    package var cleared = 0
    /// Whether the edit contained a character that its cell does not accept.
    package var hasMisfit = false
    /// The characters for which there was no cell.
    var refusals: [Refusal] = []
    /// The place after the caret.
    var caret = 0

    /// The kind of edit by its effect: clearing an empty cell, for example, deletes nothing.
    package var event: Event {
        if written > 0 { return cleared > 0 ? .replace : .insert }
        return cleared > 0 ? .delete : hasMisfit ? .error : .none
    }

    package enum Event: String, Sendable {
        case insert, delete, replace, error, none
    }
}

extension BlockMaskState {
    /// Writes a text to the cells from the beginning of a selection, and clears the other selected cells.
    ///
    /// A character steps over a literal if it equals the literal or, with the misfit `stop`, if it is a space. Any
    /// other character goes to the next cell.
    mutating func write(
        _ text: String,
        over selection: Range<Int>,
        misfit: BlockMaskDefinition.Misfit
    ) -> BlockMaskOutcome {
        var outcome = BlockMaskOutcome(caret: selection.lowerBound)
        let emptied = selection.filter { clear($0) }
        var written: Set<Int> = []
        var place = selection.lowerBound
        let end = mask.places.count
        // With the misfit `skip`, a text that replaces a selection fills at most as many cells as the selection has
        // places.
        let limit = misfit == .skip && !selection.isEmpty ? selection.count : .max
        var rest = Substring(text)
        while let character = rest.first {
            guard place < end, written.count < limit else { break }
            rest.removeFirst()
            if mask.places[place].cell == nil,
                character == mask.places[place].character || (character == " " && misfit == .stop)
            {
                place += 1
                continue
            }
            let target = mask.nextCell[place]
            guard target < end, let cell = mask.places[target].cell else {
                outcome.hasMisfit = true
                outcome.refusals.append(Refusal(character, .room))
                break
            }
            if character == BlockMask.hole {
                place = target + 1
                continue
            }
            let merges = merges(character, at: target)
            guard cell.accepts(character), !merges else {
                outcome.hasMisfit = true
                if outcome.refusals.count < Refusal.maximumCount {
                    outcome.refusals.append(Refusal(character, merges ? .cluster : .place))
                }
                if misfit == .stop { break }
                place = target
                continue
            }
            fill(target, with: character)
            written.insert(target)
            place = target + 1
        }
        let isStopped = place < end && written.count < limit
        let room = max(0, Refusal.maximumCount - outcome.refusals.count)
        outcome.refusals += Refusal.all(of: String(rest), isStopped ? .stop : .room).prefix(room)
        outcome.cleared = emptied.count { !written.contains($0) }
        outcome.written = written.count
        // The caret stays before literals that were stepped over after the last written cell.
        outcome.caret = misfit == .stop ? written.max().map { $0 + 1 } ?? place : place
        return outcome
    }

    /// The end of the previous block for a place directly before a block or among the literals there; otherwise the
    /// place itself.
    func endOfPreviousBlock(before place: Int) -> Int {
        guard let next = mask.blocks.firstIndex(where: { $0.lowerBound >= place }), next > 0,
            mask.blocks[next - 1].upperBound <= place
        else { return place }
        return mask.blocks[next - 1].upperBound
    }
}

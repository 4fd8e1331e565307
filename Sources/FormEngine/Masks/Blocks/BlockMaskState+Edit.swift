import FormModel

/// What became of one edit of a block mask.
package struct BlockMaskOutcome: Sendable, Hashable {
    /// Cells that were written to.
    package var written = 0
    /// Cells that the edit emptied.
    package var cleared = 0
    /// Whether a character was met that its cell does not take.
    package var hasMisfit = false
    /// What did not find a cell.
    var refusals: [Refusal] = []
    /// The place that the caret stands before.
    var caret = 0

    /// Only what really changed counts.
    package var event: Event {
        if written > 0 { return cleared > 0 ? .replace : .insert }
        return cleared > 0 ? .delete : hasMisfit ? .error : .none
    }

    package enum Event: String, Sendable {
        case insert, delete, replace, error, none
    }
}

extension BlockMaskState {
    /// Writes a text over the cells from a place on, and empties what it leaves of the selected ones.
    ///
    /// A character meets a literal if it is the same one or, where misfits stop the text, a space; any other goes to the
    /// next cell.
    mutating func write(
        _ text: String,
        over selection: Range<Int>,
        misfit: BlockMaskDefinition.Misfit
    ) -> BlockMaskOutcome {
        var outcome = BlockMaskOutcome(caret: selection.lowerBound)
        var written: Set<Int> = []
        var place = selection.lowerBound
        let end = mask.places.count
        // What replaces a selection fills no more cells than it has places, where misfits are left out.
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
            guard cell.accepts(character) else {
                outcome.hasMisfit = true
                if outcome.refusals.count < Refusal.maximumCount { outcome.refusals.append(Refusal(character, .place)) }
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
        for place in selection where mask.places[place].cell != nil && !written.contains(place) {
            if clear(place) { outcome.cleared += 1 }
        }
        outcome.written = written.count
        // Literals that were stepped over behind the last cell stay ahead.
        outcome.caret = misfit == .stop ? written.max().map { $0 + 1 } ?? place : place
        return outcome
    }

    /// Where a caret goes that would stand before a block: behind the block before it.
    func endOfPreviousBlock(before place: Int) -> Int {
        guard let next = mask.blocks.firstIndex(where: { $0.lowerBound >= place }), next > 0,
            mask.blocks[next - 1].upperBound <= place
        else { return place }
        return mask.blocks[next - 1].upperBound
    }
}

extension MaskProgram {
    /// What a pass does beyond the original.
    struct Repairs: OptionSet {
        let rawValue: UInt8
        /// Characters that cannot follow an optional cell do not end its group.
        static let dropsJunk = Repairs(rawValue: 1)
        /// A character that would melt into the one before it is dropped.
        static let keepsClustersApart = Repairs(rawValue: 2)
    }

    /// Runs `text` through the mask, as the original does.
    ///
    /// - Parameter caret: grapheme clusters; a caret outside of the text goes to its end.
    /// - Returns: nil if clusters melted into one, so that there is no caret behind them; the original traps.
    package func apply(_ text: String, caret: Int, gravity: CaretGravity) -> MaskResult? {
        let result = apply(MaskInput(text, caret: caret), gravity: gravity, repairs: [])
        return result.hasCaret ? result : nil
    }

    /// What is still to come after `result`: literals as they are, cells as their symbols.
    package func tail(of result: MaskResult) -> String {
        let tail = placeholder(from: result.tail)
        return isReversed ? String(tail.reversed()) : tail
    }

    func apply(_ input: MaskInput, gravity: CaretGravity, repairs: Repairs) -> MaskResult {
        if isASCII, input.clusters == nil {
            applyToBytes(input, gravity: gravity, repairs: repairs)
        } else {
            apply(to: input.characters, caret: input.caret, gravity: gravity, repairs: repairs)
        }
    }

    private func applyToBytes(_ input: MaskInput, gravity: CaretGravity, repairs: Repairs) -> MaskResult {
        let count = input.count
        let capacity = nodes.count + (endsInEndless ? count : 0)
        // Sound: the buffer lives as long as the closure, the three parts do not overlap, and `write` fills the first
        // before anybody reads it. A pass writes to the text at most once for each node, and once for each character to
        // an endless cell; to the value no more often.
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count + 2 * capacity) { buffer in
            var bytes = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
            let text = UnsafeMutableBufferPointer(rebasing: buffer[count..<(count + capacity)])
            let value = UnsafeMutableBufferPointer(rebasing: buffer[(count + capacity)...])
            input.write(to: bytes)
            if isReversed { bytes.reverse() }
            let (pass, textCount, valueCount) = nodes.withUnsafeBufferPointer { nodes in
                asciiClasses.withUnsafeBufferPointer { classes in
                    var tape = ByteTape(
                        self,
                        nodes: nodes,
                        classes: classes,
                        input: UnsafeBufferPointer(bytes),
                        text: text,
                        value: value
                    )
                    let pass = MaskPass(
                        &tape,
                        through: nodes,
                        caret: isReversed ? count - input.caret : input.caret,
                        gravity: gravity,
                        isReversed: isReversed,
                        dropsJunk: repairs.contains(.dropsJunk)
                    )
                    return (pass, tape.count, tape.valueCount)
                }
            }
            var textBytes = UnsafeMutableBufferPointer(rebasing: text[..<textCount])
            var valueBytes = UnsafeMutableBufferPointer(rebasing: value[..<valueCount])
            if isReversed {
                textBytes.reverse()
                valueBytes.reverse()
            }
            return MaskResult(
                text: String(decoding: textBytes, as: UTF8.self),
                caret: isReversed ? textCount - pass.caret : pass.caret,
                value: String(decoding: valueBytes, as: UTF8.self),
                affinity: pass.affinity,
                isComplete: isCompleteBefore[pass.node],
                tail: pass.tail,
                placed: pass.placed,
                recognized: pass.recognized,
                lost: pass.lost,
                isASCII: true
            )
        }
    }

    private func apply(
        to characters: [Character],
        caret: Int,
        gravity: CaretGravity,
        repairs: Repairs
    ) -> MaskResult {
        var tape = ClusterTape(
            self,
            input: isReversed ? characters.reversed() : characters,
            keepsClustersApart: repairs.contains(.keepsClustersApart)
        )
        let pass = nodes.withUnsafeBufferPointer { nodes in
            MaskPass(
                &tape,
                through: nodes,
                caret: isReversed ? characters.count - caret : caret,
                gravity: gravity,
                isReversed: isReversed,
                dropsJunk: repairs.contains(.dropsJunk)
            )
        }
        let text = isReversed ? String(tape.text.reversed()) : String(tape.text)
        let count = text.count
        let caret = isReversed ? count - pass.caret : pass.caret
        return MaskResult(
            text: text,
            caret: min(max(0, caret), count),
            hasCaret: (0...count).contains(caret),
            value: isReversed ? String(tape.value.reversed()) : String(tape.value),
            affinity: pass.affinity,
            isComplete: isCompleteBefore[pass.node],
            tail: pass.tail,
            placed: pass.placed,
            recognized: pass.recognized,
            lost: pass.lost,
            isASCII: false
        )
    }
}

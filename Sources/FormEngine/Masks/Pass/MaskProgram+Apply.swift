extension MaskProgram {
    /// Runs `text` through the mask, as the original does.
    ///
    /// - Parameter caret: grapheme clusters; a caret outside of the text goes to its end.
    /// - Returns: nil if clusters melted into one, so that there is no caret behind them; the original traps.
    package func apply(_ text: String, caret: Int, gravity: CaretGravity) -> MaskResult? {
        let result = MaskInput.with(text, caret: caret) { apply($0, gravity: gravity, repairs: []) }
        return result.hasCaret ? result : nil
    }

    @inline(__always)
    func apply(_ input: MaskInput, gravity: CaretGravity, repairs: MaskRepairs) -> MaskResult {
        if isASCII, input.clusters == nil, !isReversed, !repairs.contains(.notes) {
            applyToBytes(input, gravity: gravity, repairs: repairs)
        } else {
            applyToClusters(input, gravity: gravity, repairs: repairs)
        }
    }

    @inline(never)
    private func applyToBytes(_ input: MaskInput, gravity: CaretGravity, repairs: MaskRepairs) -> MaskResult {
        run(input, gravity: gravity, repairs: repairs) { pass, text, value in
            MaskResult(
                pass,
                text: String(copying: text),
                value: hasValue(pass, repairs: repairs) ? String(copying: value) : "",
                count: text.count,
                caret: pass.caret,
                isComplete: table.isComplete(before: pass.node),
                isASCII: true
            )
        }
    }

    /// A pass over bytes.
    ///
    /// - Parameters:
    ///   - input: bytes; the mask is one of ASCII that fills from its beginning.
    ///   - body: gets the text and the value, which live as long as it runs.
    @inline(__always)
    func run<Result>(
        _ input: MaskInput,
        gravity: CaretGravity,
        repairs: MaskRepairs,
        _ body: (MaskPass, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        // A pass writes to the text at most once for each node, and once for each character to an endless cell; to the
        // value no more often. What it writes is a character of the input or a node without one.
        let written = input.bytes.count + literalCount + (hasParts ? nodes.count : 0)
        let capacity = endsInEndless ? written : min(nodes.count, written)
        // Sound: the buffer outlives the closure, its two parts do not overlap, and only what was written is read.
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * capacity + 1) { buffer in
            let text = UnsafeMutableBufferPointer(rebasing: buffer[..<capacity])
            let value = UnsafeMutableBufferPointer(rebasing: buffer[capacity...])
            var tape = ByteTape(self, input: input.bytes, text: text, value: value)
            let pass = MaskPass(
                &tape,
                through: table.nodes,
                of: self,
                caret: input.caret,
                gravity: gravity,
                repairs: repairs
            )
            return body(
                pass,
                UnsafeBufferPointer(rebasing: text[..<tape.count]),
                UnsafeBufferPointer(rebasing: value[..<tape.valueCount])
            )
        }
    }

    @inline(never)
    private func applyToClusters(_ input: MaskInput, gravity: CaretGravity, repairs: MaskRepairs) -> MaskResult {
        let characters = input.characters
        var tape = ClusterTape(
            self,
            input: isReversed ? characters.reversed() : characters,
            isCareful: repairs.contains(.keepsClustersApart),
            edited: repairs.contains(.notes) ? edited(input, count: characters.count) : nil
        )
        let pass = MaskPass(
            &tape,
            through: nodes,
            of: self,
            caret: isReversed ? characters.count - input.caret : input.caret,
            gravity: gravity,
            repairs: repairs
        )
        let text = isReversed ? String(tape.text.reversed()) : String(tape.text)
        let count = text.count
        var result = MaskResult(
            pass,
            text: text,
            value: !hasValue(pass, repairs: repairs)
                ? "" : isReversed ? String(tape.value.reversed()) : String(tape.value),
            count: count,
            caret: isReversed ? count - pass.caret : pass.caret,
            isComplete: table.isComplete(before: pass.node),
            isASCII: false
        )
        result.refusals = isReversed ? tape.refusals.reversed() : tape.refusals
        return result
    }

    /// Literals are no value without a character of the user's, unless the mask has places for none.
    @inline(__always)
    private func hasValue(_ pass: MaskPass, repairs: MaskRepairs) -> Bool {
        pass.filled > 0 || endOfCells == 0 || !repairs.contains(.dropsJunk)
    }

    /// What the edit brought, in the order of the pass.
    private func edited(_ input: MaskInput, count: Int) -> Range<Int> {
        isReversed ? (count - input.inserted.upperBound)..<(count - input.inserted.lowerBound) : input.inserted
    }
}

extension String {
    /// A text of ASCII.
    @inline(__always)
    init(copying bytes: UnsafeBufferPointer<UInt8>) {
        self.init(unsafeUninitializedCapacity: bytes.count) { $0.initialize(fromContentsOf: bytes) }
    }
}

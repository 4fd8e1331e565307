extension MaskProgram {
    /// Passes `text` through the mask as InputMask does.
    ///
    /// - Parameter caret: in grapheme clusters; a caret beyond the text is moved to its end.
    /// - Returns: `nil` if clusters have merged, so that the caret has no position. InputMask traps.
    package func apply(_ text: String, caret: Int, gravity: CaretGravity) -> MaskResult? {
        let result = MaskInput.with(text, caret: caret) { apply($0, gravity: gravity, repairs: []) }
        return result.hasCaret ? result : nil
    }

    /// The missing part of the mask after `result`: literals unchanged, and cells as their symbols.
    package func tail(of result: MaskResult) -> String { tail(from: result.tail) }

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

    /// Runs bytes through a mask of ASCII that fills from its beginning.
    ///
    /// - Parameter body: gets the text and the value, which live only until it returns.
    @inline(__always)
    func run<Result>(
        _ input: MaskInput,
        gravity: CaretGravity,
        repairs: MaskRepairs,
        _ body: (MaskPass, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        // A pass writes one byte of text for each node at most, and one for each character to an endless cell. Each
        // byte is either a character of the input, a literal, or a zero of a range. The value is never longer than the
        // text.
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
            roles: isReversed ? input.roles.reversed() : input.roles,
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

    /// Whether the text has a value. Literals alone are none, except in a mask without cells, or for InputMask.
    @inline(__always)
    private func hasValue(_ pass: MaskPass, repairs: MaskRepairs) -> Bool {
        pass.counts.filled > 0 || endOfCells == 0 || !repairs.contains(.dropsJunk)
    }

    /// The indices of the characters that the edit brought, in the order of the pass.
    private func edited(_ input: MaskInput, count: Int) -> Range<Int> {
        isReversed ? (count - input.inserted.upperBound)..<(count - input.inserted.lowerBound) : input.inserted
    }
}

extension String {
    /// Copies bytes of ASCII.
    @inline(__always)
    init(copying bytes: UnsafeBufferPointer<UInt8>) {
        self.init(unsafeUninitializedCapacity: bytes.count) { $0.initialize(fromContentsOf: bytes) }
    }
}

/// What a mask makes of a text. Counts are of grapheme clusters.
package struct MaskResult: Sendable, Hashable {
    package var text: String
    package var caret: Int
    /// Whether `caret` is where the pass left it. It is not if clusters of the text merged.
    var hasCaret = true
    /// The characters in cells, and the literals that belong to the value.
    package var value: String
    /// How well the text fits the mask; negative if more characters were dropped than found a place.
    package var affinity: Int
    package var isComplete: Bool
    /// The node that the tail begins with.
    var tail: Int
    var counts = MaskCounts()
    /// Whether the text has a number outside of its range that is to be reported.
    var isOutOfRange = false
    /// Whether each grapheme cluster of `text` is one code point.
    var isASCII: Bool
    /// The dropped characters, if the pass was to list them.
    var refusals: [Refusal] = []

    /// `caret` in code points.
    var caretInCodePoints: Int {
        isASCII ? caret : text.prefix(caret).unicodeScalars.count
    }

    /// The completed literals in code points.
    var completionLength: Int {
        isASCII ? counts.completed : text.suffix(counts.completed).unicodeScalars.count
    }
}

extension MaskResult {
    /// A text that went through no mask.
    static func unmasked(_ text: String) -> MaskResult {
        MaskResult(text: text, caret: text.count, value: "", affinity: 0, isComplete: false, tail: 0, isASCII: false)
    }

    /// - Parameters:
    ///   - text: in reading order, as is `value`.
    ///   - count: the number of grapheme clusters in `text`.
    ///   - caret: grapheme clusters from the beginning of `text`.
    @inline(__always)
    init(_ pass: MaskPass, text: String, value: String, count: Int, caret: Int, isComplete: Bool, isASCII: Bool) {
        self.init(
            text: text,
            caret: min(max(0, caret), count),
            hasCaret: 0 <= caret && caret <= count,
            value: value,
            affinity: pass.affinity,
            isComplete: isComplete && !pass.isOutOfRange,
            tail: pass.tail,
            counts: pass.counts,
            isOutOfRange: pass.isOutOfRange,
            isASCII: isASCII
        )
    }
}

/// What a mask found in a text, in numbers of grapheme clusters. They decide which of several masks fits best.
struct MaskCounts: Sendable, Hashable {
    /// The number of characters in cells.
    var filled = 0
    /// The number of literals that the text has.
    var matched = 0
    /// The number of those among them that are letters or digits.
    var met = 0
    /// The number of letters and digits that the mask wrote before a character of the text, which did not have them.
    var missed = 0
    /// The number of characters that were dropped.
    var dropped = 0
    /// The number of dropped characters that some cell of the mask accepts.
    var lost = 0
    /// The number of literals at the end that the mask wrote ahead of the user.
    var completed = 0
    /// The number of characters before the first one that the text did not have.
    var unbroken = 0

    /// The number of characters that found a place in a cell, or are a letter or a digit of the mask.
    var placed: Int { filled + met }
}

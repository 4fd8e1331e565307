import FormModel

extension MaskTable {
    /// One key at the end of a text that is in step with the mask: the pass goes on where it stopped. nil: the key takes
    /// the long way, which gives the same where both go.
    ///
    /// Nothing here is counted but the two texts of the result.
    @inline(__always)
    func type(
        _ key: String,
        at caret: Int,
        behind text: String,
        completesLiterals: Bool
    ) -> FormattedText? {
        let key = key.utf8
        guard key.count == 1, let byte = key.first, byte < 128, caret == text.utf8.count, caret <= treads.count else {
            return nil
        }
        let count = nodes.count
        // Sound: of each node at most one byte is written to either part, and only what was written is read.
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * count + 1) { buffer in
            guard let written = buffer.baseAddress else { return nil }
            let value = written + count
            guard var valueCount = keep(text, written, value) else { return nil }
            var node = caret
            // Behind the literals that come first there must be a cell that takes the key, or the key is one of them.
            while node < count, nodes[node].kind.isLiteral, nodes[node].ascii != byte {
                valueCount = write(literal: node, to: written, value, valueCount)
                node += 1
            }
            guard node < treads.count, treads[node].accepted.contains(byte) else { return nil }
            written[node] = byte
            value[valueCount] = byte
            valueCount += Int(treads[node].isValue)
            node += 1
            while completesLiterals, node < count, nodes[node].kind.isLiteral {
                valueCount = write(literal: node, to: written, value, valueCount)
                node += 1
            }
            return FormattedText(
                text: String(copying: UnsafeBufferPointer(start: written, count: node)),
                selection: TextSelection(start: node),
                value: String(copying: UnsafeBufferPointer(start: value, count: valueCount)),
                isComplete: isCompleteBefore[node]
            )
        }
    }

    /// Copies a text that is in step with the mask, and its value; how long that is. nil: it is not in step.
    @inline(__always)
    private func keep(
        _ text: String,
        _ written: UnsafeMutablePointer<UInt8>,
        _ value: UnsafeMutablePointer<UInt8>
    ) -> Int? {
        text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
            var values = 0
            for index in bytes.indices {
                let byte = bytes[index]
                guard byte < 128, treads[index].accepted.contains(byte) else { return nil }
                written[index] = byte
                value[values] = byte
                values += Int(treads[index].isValue)
            }
            return values
        } ?? nil
    }

    @inline(__always)
    private func write(
        literal node: Int,
        to written: UnsafeMutablePointer<UInt8>,
        _ value: UnsafeMutablePointer<UInt8>,
        _ valueCount: Int
    ) -> Int {
        written[node] = nodes[node].ascii
        value[valueCount] = nodes[node].ascii
        return valueCount + (nodes[node].kind == .fixed ? 1 : 0)
    }
}

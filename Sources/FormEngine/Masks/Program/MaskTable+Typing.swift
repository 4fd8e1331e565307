import FormModel

// The way of nearly every key: one at the end of a text of bytes that is in step with its mask.

extension MaskTable {
    /// A key or a deletion at the end of a text that is in step with the mask: the pass goes on where it stopped. nil: the
    /// edit takes the long way, which gives the same where both go.
    ///
    /// Nothing here is counted but the two texts of the result.
    @inline(__always)
    func type(
        _ edit: TextEdit,
        into current: FormattedText,
        completesLiterals: Bool,
        takesLiterals: Bool
    ) -> FormattedText? {
        let count = treads.count
        let text = current.text.string
        guard edit.range.end == text.utf8.count else { return nil }
        let key = edit.replacement.onlyByte
        guard key != nil || edit.isDeletion else { return nil }
        // A key takes the place of the literals that nobody has typed yet.
        let typed = text.utf8.count - current.completionLength
        let start = key == nil ? edit.range.start : min(edit.range.start, typed)
        guard 0..<count ~= start else { return nil }
        // What is taken away must stand behind a cell: what the mask writes before its first is not the user's.
        let hasUserText = start > 0 && treads[start - 1].filled > 0
        guard edit.range.length == 0 || hasUserText else { return nil }
        // Sound: of each node one byte is written, and only what was written is read.
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { written in
            guard keep(start, of: text, in: written) else { return nil }
            var node = start
            var reached = start
            if let key {
                // Behind the literals that come first there must be a cell that takes the key, or the key is one of them.
                while treads[node].literal != 0, treads[node].literal != key {
                    written[node] = treads[node].literal
                    node += 1
                    guard node < count else { return nil }
                }
                guard treads[node].accepted.contains(key) else { return nil }
                written[node] = key
                node += 1
                reached = node
                while completesLiterals, node < count, treads[node].literal != 0 {
                    written[node] = treads[node].literal
                    node += 1
                }
            } else {
                while takesLiterals, treads[node - 1].literal != 0 { node -= 1 }
                reached = min(node, typed)
            }
            // Literals alone are no value, whatever the mask says of them.
            guard treads[node - 1].filled > 0 else { return nil }
            let text = UnsafeBufferPointer(rebasing: written[..<node])
            return FormattedText(
                text: String(copying: text),
                selection: TextSelection(start: node),
                value: String(unsafeUninitializedCapacity: valueCount(of: node)) { copyValue(of: text, to: $0) },
                isComplete: isComplete(before: key == nil ? start : node),
                completionLength: node - reached
            )
        }
    }

    /// Copies the first bytes of a text; false: they are not in step with the mask.
    @inline(__always)
    private func keep(_ count: Int, of text: String, in written: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            for index in 0..<count {
                let byte = bytes[index]
                guard byte < 128, treads[index].accepted.contains(byte) else { return false }
                written[index] = byte
            }
            return true
        } ?? false
    }

    /// Copies the value of a text that is in step with the mask; how long it is.
    @inline(__always)
    func copyValue(of text: UnsafeBufferPointer<UInt8>, to value: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let count = valueCount(of: text.count)
        for place in 0..<count { value[place] = text[Int(valueNodes[place])] }
        return count
    }

    /// How many of the first nodes are in the value.
    @inline(__always)
    private func valueCount(of count: Int) -> Int {
        count > 0 ? Int(treads[count - 1].values) : 0
    }
}

extension String {
    /// The one byte that this text is, if it is one of ASCII; nil otherwise.
    @inline(__always)
    fileprivate var onlyByte: UInt8? {
        utf8.withContiguousStorageIfAvailable { bytes in
            bytes.count == 1 && bytes[0] < 128 ? bytes[0] : nil
        } ?? nil
    }
}

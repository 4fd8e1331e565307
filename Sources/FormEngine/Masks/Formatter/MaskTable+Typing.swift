import FormModel

// The way of nearly every key: it is typed at the end of a text of ASCII that is in step with its mask.

extension MaskTable {
    /// Makes an edit of one key at the end of a text, as if the pass went on where it stopped.
    ///
    /// - Returns: `nil` if the edit must take the way through a whole pass. For other edits both ways give the same.
    @inline(__always)
    func type(
        _ edit: TextEdit,
        into current: FormattedText,
        completesLiterals: Bool,
        takesLiterals: Bool
    ) -> FormattedText? {
        // A local copy, because the compiler has to assume that writing through a pointer changes properties of `self`.
        let treads = treads
        let count = treads.count
        let length = current.text.count
        guard current.text.isSimple, edit.range.end == length else { return nil }
        let key = edit.replacement.onlyByte
        guard key != nil || edit.isDeletion else { return nil }
        // A key takes the place of the literals that were written ahead of the user.
        let typed = length - current.completionLength
        let start = key == nil ? edit.range.start : min(edit.range.start, typed)
        guard start >= 0, start < count else { return nil }
        if edit.range.length > 0 {
            // The way for deletions ends before the first cell: the literals there are no text of the user's.
            guard start > 0, treads[start - 1].filled > 0 else { return nil }
        }
        // Sound: of each node one byte is written, and only what was written is read.
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { written in
            guard keep(start, of: current.text.string, in: written) else { return nil }
            var node = start
            var reached = start
            if let key {
                // The key must be one of the literals that come next, or the cell behind them must take it.
                while treads[node].literal != 0, treads[node].literal != key {
                    written[node] = treads[node].literal
                    node += 1
                    guard node < count else { return nil }
                }
                guard treads[node].accepted.contains(key) else { return nil }
                // Letters and digits among the literals were stepped over: the pass decides what the key and those before it are.
                let isWithinLiterals = treads[node].literal != 0 || start > 0 && treads[start - 1].literal != 0
                if isWithinLiterals, node > start, treads[node - 1].met > (start > 0 ? treads[start - 1].met : 0) {
                    return nil
                }
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
            // A text of literals only has no value, which the pass knows.
            let last = treads[node - 1]
            guard last.filled > 0 else { return nil }
            let text = UnsafeBufferPointer(rebasing: written[..<node])
            return FormattedText(
                text: FormText(simple: String(copying: text)),
                selection: TextSelection(start: node),
                value: String(unsafeUninitializedCapacity: Int(last.values)) { copyValue(of: text, to: $0) },
                isComplete: isComplete(before: key == nil ? start : node),
                completionLength: node - reached
            )
        }
    }

    /// Copies the first bytes of a text of ASCII. False if they are not in step with the mask.
    @inline(__always)
    private func keep(_ count: Int, of text: String, in written: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        let treads = treads
        return text.utf8.withContiguousStorageIfAvailable { bytes in
            for index in 0..<count {
                let byte = bytes[index]
                guard treads[index].accepted.contains(byte) else { return false }
                written[index] = byte
            }
            return true
        } ?? false
    }

    /// Copies the value of a text that is in step with the mask, and returns its length.
    @inline(__always)
    func copyValue(of text: UnsafeBufferPointer<UInt8>, to value: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let valueNodes = valueNodes
        let count = valueCount(of: text.count)
        for place in 0..<count { value[place] = text[Int(valueNodes[place])] }
        return count
    }

    /// How many of the first nodes belong to the value.
    @inline(__always)
    private func valueCount(of count: Int) -> Int {
        count > 0 ? Int(treads[count - 1].values) : 0
    }
}

extension String {
    /// The byte of a text that is one character of ASCII; `nil` for other texts.
    @inline(__always)
    fileprivate var onlyByte: UInt8? {
        utf8.withContiguousStorageIfAvailable { bytes in
            bytes.count == 1 && bytes[0] < 128 ? bytes[0] : nil
        } ?? nil
    }
}

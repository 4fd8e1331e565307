import FormModel

// The path of nearly every key: it is typed at the end of an ASCII text that matches its mask.

extension MaskTable {
    /// Performs an edit of one key at the end of a text, as if the pass continued where it stopped.
    ///
    /// - Returns: `nil` if the edit needs a whole pass. Otherwise both have the same result.
    @inline(__always)
    func type(
        _ edit: TextEdit,
        into current: FormattedText,
        completesLiterals: Bool,
        takesLiterals: Bool,
        isAmbiguous: Bool
    ) -> FormattedText? {
        // A local copy, because the compiler must assume that writing through a pointer changes properties of `self`.
        let rows = rows
        let count = rows.count
        let length = current.text.count
        guard current.text.isSimple, edit.range.end == length else { return nil }
        let key = edit.replacement.onlyByte
        guard key != nil || edit.isDeletion else { return nil }
        // A key replaces the literals that the mask has added.
        let typed = length - current.completionLength
        let start = key == nil ? edit.range.start : min(edit.range.start, typed)
        guard start >= 0, start < count else { return nil }
        if edit.range.length > 0 {
            // This path does not handle deletions before the first cell: the literals there are not the user's text.
            guard start > 0, rows[start - 1].filled > 0 else { return nil }
        }
        // This is safe: one byte is written for each node, and only written bytes are read.
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { written in
            guard keep(start, of: current.text.string, in: written) else { return nil }
            var node = start
            var reached = start
            if let key {
                // The key must be one of the next literals, or the cell after them must accept it.
                while rows[node].literal != 0, rows[node].literal != key {
                    written[node] = rows[node].literal
                    node += 1
                    guard node < count else { return nil }
                }
                guard rows[node].accepted.contains(key) else { return nil }
                // If letters and digits among the literals were stepped over, the pass must determine the roles of the
                // key and of the characters before it.
                let isWithinLiterals = rows[node].literal != 0 || start > 0 && rows[start - 1].literal != 0
                if isWithinLiterals, node > start, rows[node - 1].met > (start > 0 ? rows[start - 1].met : 0) {
                    return nil
                }
                written[node] = key
                node += 1
                reached = node
                while completesLiterals, node < count, rows[node].literal != 0 {
                    written[node] = rows[node].literal
                    node += 1
                }
            } else {
                while takesLiterals, rows[node - 1].literal != 0 { node -= 1 }
                reached = min(node, typed)
                // What is left of a run of literals is the mask's.
                while isAmbiguous, reached > 0, rows[reached - 1].literal != 0 { reached -= 1 }
            }
            // A text that consists of literals has no value, which the pass handles.
            let last = rows[node - 1]
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

    /// Copies the first bytes of an ASCII text. Returns `false` if they do not match the mask.
    @inline(__always)
    private func keep(_ count: Int, of text: String, in written: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        let rows = rows
        return text.utf8.withContiguousStorageIfAvailable { bytes in
            for index in 0..<count {
                let byte = bytes[index]
                guard rows[index].accepted.contains(byte) else { return false }
                written[index] = byte
            }
            return true
        } ?? false
    }

    /// Copies the value of a text that matches the mask, and returns its length.
    @inline(__always)
    func copyValue(of text: UnsafeBufferPointer<UInt8>, to value: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let valueNodes = valueNodes
        let count = valueCount(of: text.count)
        for place in 0..<count { value[place] = text[Int(valueNodes[place])] }
        return count
    }

    /// The number of value characters among the first nodes.
    @inline(__always)
    private func valueCount(of count: Int) -> Int {
        count > 0 ? Int(rows[count - 1].values) : 0
    }
}

extension String {
    /// The byte of a text with one ASCII character; `nil` for other texts.
    @inline(__always)
    fileprivate var onlyByte: UInt8? {
        utf8.withContiguousStorageIfAvailable { bytes in
            bytes.count == 1 && bytes[0] < 128 ? bytes[0] : nil
        } ?? nil
    }
}

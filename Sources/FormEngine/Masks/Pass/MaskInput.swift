/// The text that an edit leaves, before it goes through a mask: bytes as long as each cluster is one byte, clusters
/// otherwise. Lives as long as the closure that it is passed to.
struct MaskInput {
    /// Unused if there are `clusters`.
    let bytes: UnsafeBufferPointer<UInt8>
    let clusters: [Character]?
    /// Grapheme clusters; a caret within a cluster has gone to its end.
    let caret: Int
    /// What the edit brought: these clusters.
    let inserted: Range<Int>

    /// Grapheme clusters.
    var count: Int { clusters?.count ?? bytes.count }

    /// The text's clusters, whichever way it is held.
    var characters: [Character] { clusters ?? bytes.map { Character(Unicode.Scalar($0)) } }

    /// - Parameters:
    ///   - caret: grapheme clusters, behind what was inserted.
    ///   - start: grapheme clusters, before what was inserted.
    init(clusters: [Character], caret: Int, insertedFrom start: Int = 0) {
        bytes = UnsafeBufferPointer(start: nil, count: 0)
        self.clusters = clusters
        self.caret = min(max(0, caret), clusters.count)
        inserted = min(max(0, start), self.caret)..<self.caret
    }

    @inline(__always)
    private init(bytes: UnsafeBufferPointer<UInt8>, caret: Int, insertedFrom start: Int) {
        self.bytes = bytes
        clusters = nil
        self.caret = min(max(0, caret), bytes.count)
        inserted = min(max(0, start), self.caret)..<self.caret
    }

    /// - Parameter caret: grapheme clusters; one outside of the text goes to its end.
    static func with<Result>(_ text: String, caret: Int, _ body: (MaskInput) -> Result) -> Result {
        with(text, replacing: TextSelection(start: 0), with: "") { input in
            if let clusters = input.clusters { return body(MaskInput(clusters: clusters, caret: caret)) }
            return body(MaskInput(bytes: input.bytes, caret: caret, insertedFrom: 0))
        }
    }

    /// The caret stands behind the replacement.
    ///
    /// - Parameters:
    ///   - range: code points, inside `text`.
    ///   - composes: whether the replacement is composed, if it is not ASCII.
    @inline(__always)
    static func with<Result>(
        _ text: String,
        replacing range: TextSelection,
        with replacement: String,
        composes: Bool = false,
        _ body: (MaskInput) -> Result
    ) -> Result {
        let length = text.utf8.count
        let start = min(max(0, range.start), length)
        let removed = start..<min(max(start, range.end), length)
        let capacity = length + replacement.utf8.count
        // Sound: the buffer has room for both texts and outlives the closure; only what was written is read.
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            let end = start + replacement.utf8.count
            let rest = length - removed.upperBound
            // All of the text first: its removed part must be bytes as well, for offsets to be those of bytes.
            guard buffer.write(text, at: 0), buffer.hasOneByteClusters(length) else {
                return body(clusters(of: text, replacing: range, with: replacement, composes: composes))
            }
            if removed.upperBound != end { buffer.move(removed.upperBound, to: end, count: rest) }
            guard buffer.write(replacement, at: start),
                UnsafeMutableBufferPointer(rebasing: buffer[start...]).hasOneByteClusters(end - start)
            else {
                return body(clusters(of: text, replacing: range, with: replacement, composes: composes))
            }
            let whole = UnsafeBufferPointer(rebasing: buffer[..<(end + rest)])
            return body(MaskInput(bytes: whole, caret: end, insertedFrom: start))
        }
    }

    private static func clusters(
        of text: String,
        replacing range: TextSelection,
        with replacement: String,
        composes: Bool
    ) -> MaskInput {
        let scalars = text.unicodeScalars
        let start = scalars.index(scalars.startIndex, offsetBy: max(0, range.start), limitedBy: scalars.endIndex)
        let end = scalars.index(scalars.startIndex, offsetBy: max(0, range.end), limitedBy: scalars.endIndex)
        var whole = String(text[..<(start ?? text.endIndex)])
        let inserted = whole.count
        whole += composes ? replacement.composed : replacement
        let caret = whole.unicodeScalars.count
        whole += text[(end ?? text.endIndex)...]
        var clusters = Array(whole)
        if composes, !whole.isComposed {
            // A mark may have joined the letter before it: they are one cluster as they stand, and get one spelling.
            let caret = clusters.count(before: caret)
            for index in clusters.indices { clusters[index] = clusters[index].composed }
            return MaskInput(clusters: clusters, caret: caret, insertedFrom: inserted)
        }
        return MaskInput(clusters: clusters, caret: clusters.count(before: caret), insertedFrom: inserted)
    }
}

extension [Character] {
    /// How many clusters begin before a number of code points.
    func count(before codePoints: Int) -> Int {
        var remaining = codePoints
        var count = 0
        while remaining > 0, count < self.count {
            remaining -= self[count].unicodeScalars.count
            count += 1
        }
        return count
    }
}

extension UnsafeMutableBufferPointer<UInt8> {
    /// Copies the bytes of a text; false: it does not hold them in one piece.
    @inline(__always)
    fileprivate func write(_ text: String, at offset: Int) -> Bool {
        guard let baseAddress else { return text.isEmpty }
        return text.utf8.withContiguousStorageIfAvailable { bytes -> Bool in
            if let start = bytes.baseAddress { (baseAddress + offset).update(from: start, count: bytes.count) }
            return true
        } ?? false
    }

    /// Moves bytes within the buffer; the places may overlap.
    @inline(__always)
    fileprivate func move(_ source: Int, to target: Int, count: Int) {
        guard count > 0, let baseAddress else { return }
        (baseAddress + target).update(from: baseAddress + source, count: count)
    }

    /// Whether each of the first bytes is a grapheme cluster: ASCII without a carriage return, which may join a line feed.
    @inline(__always)
    fileprivate func hasOneByteClusters(_ count: Int) -> Bool {
        let high: UInt64 = 0x8080_8080_8080_8080
        let one: UInt64 = 0x0101_0101_0101_0101
        /// The high bits of the bytes that are not.
        func others(_ bytes: UInt64) -> UInt64 {
            let returns = bytes ^ (one &* UInt64(UInt8(ascii: "\r")))
            return (bytes | (returns &- one) & ~returns) & high
        }
        let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(self)[..<count])
        guard count >= 8 else {
            var word: UInt64 = 0
            for byte in bytes { word = word << 8 | UInt64(byte) }
            return others(word) == 0
        }
        var flags: UInt64 = 0
        var index = 0
        while index + 8 <= count {
            flags |= others(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        return flags | others(bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)) == 0
    }
}

/// The text after an edit, before it is passed through a mask. It is stored as bytes if each grapheme cluster is one
/// byte, otherwise as clusters. It must not escape the closure to which it is passed.
struct MaskInput {
    /// What a character was in the text before the edit.
    enum Role {
        /// It was not there, or may become something else.
        case open
        /// A character of the user, in a cell. It does not become a literal.
        case cell
        /// A literal of the mask. It does not become a character of the user.
        case literal
    }

    /// The text, unless it is stored as `clusters`.
    let bytes: UnsafeBufferPointer<UInt8>
    let clusters: [Character]?
    /// The role of each cluster; empty if all are open.
    let roles: [Role]
    /// In grapheme clusters; a caret within a cluster has been moved to its end.
    let caret: Int
    /// The grapheme clusters that the edit inserted.
    let inserted: Range<Int>

    var withoutRoles: MaskInput {
        guard let clusters, !roles.isEmpty else { return self }
        return MaskInput(clusters: clusters, caret: caret, insertedFrom: inserted.lowerBound)
    }

    /// The number of grapheme clusters.
    var count: Int { clusters?.count ?? bytes.count }

    /// The grapheme clusters of the text.
    var characters: [Character] { clusters ?? bytes.map { Character(Unicode.Scalar($0)) } }

    /// - Parameters:
    ///   - caret: the number of grapheme clusters up to the end of the inserted text.
    ///   - start: the number of grapheme clusters before the inserted text.
    init(clusters: [Character], roles: [Role] = [], caret: Int, insertedFrom start: Int = 0) {
        bytes = UnsafeBufferPointer(start: nil, count: 0)
        self.clusters = clusters
        self.roles = roles
        self.caret = min(max(0, caret), clusters.count)
        inserted = min(max(0, start), self.caret)..<self.caret
    }

    @inline(__always)
    private init(bytes: UnsafeBufferPointer<UInt8>, caret: Int, insertedFrom start: Int) {
        self.bytes = bytes
        clusters = nil
        roles = []
        self.caret = min(max(0, caret), bytes.count)
        inserted = min(max(0, start), self.caret)..<self.caret
    }

    /// - Parameter caret: in grapheme clusters; a caret beyond the text is moved to its end.
    static func with<Result>(_ text: String, caret: Int, _ body: (MaskInput) -> Result) -> Result {
        with(text, replacing: TextSelection(start: 0), with: "") { input in
            if let clusters = input.clusters { return body(MaskInput(clusters: clusters, caret: caret)) }
            return body(MaskInput(bytes: input.bytes, caret: caret, insertedFrom: 0))
        }
    }

    /// The caret is after the replacement.
    ///
    /// - Parameters:
    ///   - range: in code points, within `text`.
    ///   - composes: whether the text is converted to normalization form C where the replacement meets it.
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
            // All of the text is written first: offsets count bytes only if the removed part is ASCII, too.
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

    /// The text after an edit in the middle of a text that the mask wrote. The characters that the edit does not touch
    /// keep their roles.
    ///
    /// - Parameter flags: for each grapheme cluster of `text` whether it is the user's.
    static func keepingRoles(
        _ text: String,
        _ flags: [Bool],
        replacing range: TextSelection,
        with replacement: String
    ) -> MaskInput {
        let edited = clusters(of: text, replacing: range, with: replacement, composes: true)
        let clusters = edited.clusters ?? []
        let after = clusters.count - edited.inserted.upperBound
        // A mark that joined the letter before it made one cluster of two, which is open.
        let before = min(edited.inserted.lowerBound, flags.count)
        let kept = flags.suffix(max(0, min(after, flags.count - before)))
        var roles = flags.prefix(before).map { $0 ? Role.cell : .literal }
        roles += Array(repeating: .open, count: clusters.count - before - kept.count)
        roles += kept.map { $0 ? .cell : .literal }
        return MaskInput(
            clusters: clusters,
            roles: roles,
            caret: edited.caret,
            insertedFrom: edited.inserted.lowerBound
        )
    }

    private static func clusters(
        of text: String,
        replacing range: TextSelection,
        with replacement: String,
        composes: Bool
    ) -> MaskInput {
        let text = FormText(text)
        let piece = composes ? replacement.composed : replacement
        let start = min(max(0, range.start), text.count)
        let whole = text.replacing(TextSelection(start: start, length: max(0, range.end - start)), with: piece)
        var clusters = Array(whole.string)
        let inserted = clusters.count(before: start)
        let caret = clusters.count(before: start + piece.unicodeScalars.count)
        if composes, !whole.string.isComposed {
            // A mark that was typed has joined the letter before it: both are one cluster now, and get one spelling.
            for index in clusters.indices { clusters[index] = clusters[index].composed }
        }
        return MaskInput(clusters: clusters, caret: caret, insertedFrom: inserted)
    }
}

extension [Character] {
    /// How many of the clusters begin before a place in code points.
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
    /// Copies the bytes of a text. False if the text does not hold them in one piece.
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

    /// Whether each of the first bytes is a grapheme cluster: ASCII without carriage returns, which merge with line
    /// feeds.
    @inline(__always)
    fileprivate func hasOneByteClusters(_ count: Int) -> Bool {
        let high: UInt64 = 0x8080_8080_8080_8080
        let one: UInt64 = 0x0101_0101_0101_0101
        /// Sets the high bit of each byte that is none.
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

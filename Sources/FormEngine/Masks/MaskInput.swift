/// The text that an edit leaves, before it goes through a mask.
///
/// As long as each cluster is one byte it is never put together: its parts are copied where the mask reads them.
struct MaskInput {
    private let text: String
    /// The bytes of `text` that are replaced.
    private let replaced: Range<Int>
    private let replacement: String
    /// The whole text, unless each of its clusters is one byte.
    let clusters: [Character]?
    /// Grapheme clusters; a caret within a cluster has gone to its end.
    let caret: Int
    /// Grapheme clusters.
    let count: Int

    /// - Parameters:
    ///   - range: code points, inside `text`.
    ///   - caret: code points of the text that the edit leaves.
    init(_ text: String, replacing range: TextSelection, with replacement: String, caret: Int) {
        guard text.hasOneByteClusters, replacement.hasOneByteClusters else {
            let scalars = text.unicodeScalars
            let start = scalars.index(scalars.startIndex, offsetBy: range.start, limitedBy: scalars.endIndex)
            let end = scalars.index(scalars.startIndex, offsetBy: range.end, limitedBy: scalars.endIndex)
            var whole = String(text[..<(start ?? text.endIndex)])
            whole += replacement
            whole += text[(end ?? text.endIndex)...]
            let clusters = Array(whole)
            self.init(clusters: clusters, caret: Self.count(of: clusters, before: caret))
            return
        }
        let length = text.utf8.count
        let start = min(max(0, range.start), length)
        self.init(
            text: text,
            replaced: start..<min(max(start, range.end), length),
            replacement: replacement,
            clusters: nil,
            caret: caret
        )
    }

    /// - Parameter caret: grapheme clusters.
    init(_ text: String, caret: Int) {
        let clusters = text.hasOneByteClusters ? nil : Array(text)
        self.init(text: text, replaced: 0..<0, replacement: "", clusters: clusters, caret: caret)
    }

    /// - Parameter caret: grapheme clusters.
    init(clusters: [Character], caret: Int) {
        self.init(text: "", replaced: 0..<0, replacement: "", clusters: clusters, caret: caret)
    }

    private init(text: String, replaced: Range<Int>, replacement: String, clusters: [Character]?, caret: Int) {
        self.text = text
        self.replaced = replaced
        self.replacement = replacement
        self.clusters = clusters
        count = clusters?.count ?? text.utf8.count - replaced.count + replacement.utf8.count
        self.caret = min(max(0, caret), count)
    }

    /// How many clusters begin before a number of code points.
    private static func count(of clusters: [Character], before codePoints: Int) -> Int {
        var remaining = codePoints
        var count = 0
        while remaining > 0, count < clusters.count {
            remaining -= clusters[count].unicodeScalars.count
            count += 1
        }
        return count
    }

    /// The text's clusters, whichever way it is held.
    var characters: [Character] {
        if let clusters { return clusters }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { bytes in
            write(to: bytes)
            return bytes.map { Character(Unicode.Scalar($0)) }
        }
    }

    /// Writes a text without `clusters` to `bytes`, which has room for `count`.
    func write(to bytes: UnsafeMutableBufferPointer<UInt8>) {
        let text = text.utf8Span.span
        let replacement = replacement.utf8Span.span
        var count = 0
        for index in 0..<replaced.lowerBound {
            bytes[count] = text[index]
            count += 1
        }
        for index in replacement.indices {
            bytes[count] = replacement[index]
            count += 1
        }
        for index in replaced.upperBound..<text.count {
            bytes[count] = text[index]
            count += 1
        }
    }
}

extension String {
    /// Whether each grapheme cluster is one byte: ASCII without a carriage return, which may join a line feed.
    var hasOneByteClusters: Bool {
        let bytes = utf8Span.span
        var hasOther = false
        for index in bytes.indices {
            let byte = bytes[index]
            hasOther = hasOther || byte >= 0x80 || byte == UInt8(ascii: "\r")
        }
        return !hasOther
    }
}

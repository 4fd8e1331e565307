/// The text that an edit leaves, before it goes through a mask.
struct MaskInput {
    /// The parts that the text consists of.
    let before: Substring.UTF8View
    let replacement: String
    let after: Substring.UTF8View
    /// The whole text, unless each of its clusters is one byte.
    let clusters: [Character]?
    /// Grapheme clusters; a caret within a cluster has gone to its end.
    var caret: Int
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
            self.init(clusters: clusters, caret: Self.clusters(of: clusters, before: caret))
            return
        }
        let utf8 = text[...].utf8
        let start = utf8.index(utf8.startIndex, offsetBy: range.start, limitedBy: utf8.endIndex) ?? utf8.endIndex
        let end = utf8.index(utf8.startIndex, offsetBy: range.end, limitedBy: utf8.endIndex) ?? utf8.endIndex
        self.init(before: utf8[..<start], replacement: replacement, after: utf8[end...], caret: caret)
    }

    /// - Parameter caret: grapheme clusters.
    init(_ text: String, caret: Int) {
        guard text.hasOneByteClusters else {
            self.init(clusters: Array(text), caret: caret)
            return
        }
        self.init(before: text[...].utf8, replacement: "", after: Substring().utf8, caret: caret)
    }

    private init(before: Substring.UTF8View, replacement: String, after: Substring.UTF8View, caret: Int) {
        self.before = before
        self.replacement = replacement
        self.after = after
        clusters = nil
        count = before.count + replacement.utf8.count + after.count
        self.caret = min(max(0, caret), count)
    }

    /// - Parameter caret: grapheme clusters.
    init(clusters: [Character], caret: Int) {
        self.clusters = clusters
        before = Substring().utf8
        after = Substring().utf8
        replacement = ""
        count = clusters.count
        self.caret = min(max(0, caret), count)
    }

    /// How many clusters begin before a number of code points.
    private static func clusters(of clusters: [Character], before codePoints: Int) -> Int {
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
        var characters: [Character] = []
        characters.reserveCapacity(count)
        for byte in before { characters.append(Character(Unicode.Scalar(byte))) }
        for byte in replacement.utf8 { characters.append(Character(Unicode.Scalar(byte))) }
        for byte in after { characters.append(Character(Unicode.Scalar(byte))) }
        return characters
    }

    /// Writes a text without `clusters` to `bytes`, which has room for `count`.
    func write(to bytes: UnsafeMutableBufferPointer<UInt8>) {
        var index = 0
        for byte in before {
            bytes[index] = byte
            index += 1
        }
        for byte in replacement.utf8 {
            bytes[index] = byte
            index += 1
        }
        for byte in after {
            bytes[index] = byte
            index += 1
        }
    }
}

extension String {
    /// Whether each grapheme cluster is one byte: ASCII without a carriage return, which may join a line feed.
    var hasOneByteClusters: Bool {
        utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\r") }
    }
}

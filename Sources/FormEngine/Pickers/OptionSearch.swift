import FormModel

/// Finds a piece of text in the labels of a list. The labels stand one behind the other in one run of bytes, which is read
/// from end to end: for 30,000 labels that takes well below a millisecond, and no index is kept.
///
/// Labels and filter are compared in lower case and in Unicode's normalization form C, so that `E` with a combining accent finds
/// `é`.
struct OptionSearch: Sendable {
    /// Each label is followed by a zero, which no filter contains.
    private let bytes: [UInt8]
    /// Where each label begins, and the bytes' end.
    private let starts: [Int32]
    /// Which option and which of its translations each label is.
    private let origins: [(place: Int32, translation: Int32)]

    init(_ options: [OptionsInput.Option]) {
        var bytes: [UInt8] = []
        var starts: [Int32] = []
        var origins: [(Int32, Int32)] = []
        for (place, option) in options.enumerated() {
            for (translation, label) in option.label.translations.enumerated() {
                starts.append(Int32(clamping: bytes.count))
                origins.append((Int32(clamping: place), Int32(clamping: translation)))
                bytes.append(contentsOf: label.text.lowercased().composed.utf8)
                bytes.append(0)
            }
        }
        starts.append(Int32(clamping: bytes.count))
        self.bytes = bytes
        self.starts = starts
        self.origins = origins
    }

    /// Calls `body` for labels that contain `filter`, in the list's order, until it answers true for an option: the rest
    /// of that option's translations is passed over then.
    ///
    /// - Returns: how many pairs of bytes were compared: at most two for each byte of the labels and of the filter.
    @discardableResult
    func visit(_ filter: String, _ body: (_ place: Int, _ translation: Int) -> Bool) -> Int {
        guard var pattern = BytePattern(filter.lowercased().composed), !pattern.bytes.contains(0) else { return 0 }
        var label = 0
        var position = 0
        bytes.withUnsafeBufferPointer { bytes in
            while let end = pattern.end(in: bytes, from: position) {
                while Int(starts[label + 1]) <= end - pattern.bytes.count { label += 1 }
                let origin = origins[label]
                label += 1
                if body(Int(origin.place), Int(origin.translation)) {
                    while label < origins.count, origins[label].place == origin.place { label += 1 }
                }
                position = Int(starts[label])
            }
        }
        return pattern.comparisons
    }
}

/// A piece of text to be found, by the method of Knuth, Morris and Pratt: no byte of the text is looked at again once the piece
/// has gone past it, whatever the two have in common.
struct BytePattern {
    let bytes: [UInt8]
    /// For each beginning of the pattern the length of its longest proper beginning that is its end as well.
    private let borders: [Int32]
    /// Pairs of bytes that were compared so far.
    private(set) var comparisons = 0

    /// nil: there is nothing to be found.
    init?(_ text: String) {
        bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return nil }
        var borders = [Int32](repeating: 0, count: bytes.count)
        var length = 0
        for index in bytes.indices.dropFirst() {
            while length > 0, bytes[index] != bytes[length] {
                length = Int(borders[length - 1])
                comparisons += 1
            }
            comparisons += 1
            if bytes[index] == bytes[length] { length += 1 }
            borders[index] = Int32(clamping: length)
        }
        self.borders = borders
    }

    /// Where the first occurrence that begins at `start` or behind it ends; nil if there is none.
    mutating func end(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var failures = 0
        let end = bytes.withUnsafeBufferPointer { bytes -> Int? in
            var position = start
            var matched = 0
            while position < text.count {
                if matched == 0 {
                    while position < text.count, text[position] != bytes[0] { position += 1 }
                    if position == text.count { return nil }
                } else {
                    while matched > 0, text[position] != bytes[matched] {
                        matched = Int(borders[matched - 1])
                        failures += 1
                    }
                }
                if text[position] == bytes[matched] { matched += 1 }
                position += 1
                if matched == bytes.count { return position }
            }
            return nil
        }
        comparisons += (end ?? text.count) - min(start, text.count) + failures
        return end
    }
}

import FormModel

/// Finds a piece of text in the labels of a list: all labels, in lower case, stand in one run of bytes, which is looked
/// through from end to end. For 30,000 labels that is well below a millisecond, and needs no index to be kept.
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
                bytes.append(contentsOf: label.text.lowercased().utf8)
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
    func visit(_ filter: String, _ body: (_ place: Int, _ translation: Int) -> Bool) {
        let needle = Array(filter.lowercased().utf8)
        guard let first = needle.first, !needle.contains(0) else { return }
        var label = 0
        var position = 0
        bytes.withUnsafeBufferPointer { bytes in
            let last = bytes.count - needle.count
            while position <= last {
                guard bytes[position] == first, Self.matches(bytes, at: position, needle) else {
                    position += 1
                    continue
                }
                while Int(starts[label + 1]) <= position { label += 1 }
                let origin = origins[label]
                label += 1
                if body(Int(origin.place), Int(origin.translation)) {
                    while label < origins.count, origins[label].place == origin.place { label += 1 }
                }
                position = Int(starts[label])
            }
        }
    }

    private static func matches(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int, _ needle: [UInt8]) -> Bool {
        for offset in needle.indices where bytes[position + offset] != needle[offset] { return false }
        return true
    }
}

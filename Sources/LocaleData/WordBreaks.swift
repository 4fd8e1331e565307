import CICU

/// The word boundaries of a language. Owns an object of ICU.
@safe final class WordBreaks {
    private let breaks: OpaquePointer

    /// `nil` if ICU fails.
    init?(_ icu: ICU, locale: String) {
        guard let breaks = unsafe icu_words_open(locale) else { return nil }
        unsafe self.breaks = breaks
    }

    deinit {
        unsafe icu_words_close(breaks)
    }

    /// The words of a text; `nil` if ICU fails.
    func words(in text: String) -> [Range<String.Index>]? {
        var copy = text
        return copy.withUTF8 { bytes in
            var words: [Range<String.Index>] = []
            let isRead = unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                guard let start = bytes.baseAddress else { return true }
                return unsafe icu_words_read(breaks, start, Int64(bytes.count))
            }
            guard isRead, !bytes.isEmpty else { return isRead ? words : nil }
            var place: [Int32] = [0, 0]
            var (index, offset) = (text.startIndex, 0)
            while unsafe icu_words_next(breaks, &place) {
                let start = text.utf8.index(index, offsetBy: Int(place[0]) - offset)
                (index, offset) = (text.utf8.index(start, offsetBy: Int(place[1] - place[0])), Int(place[1]))
                words.append(start..<index)
            }
            return words
        }
    }
}

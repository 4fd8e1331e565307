import CICU

/// How a language lists things. Owns what ICU has opened for it.
@safe final class ListPatterns {
    private let icu: ICU
    private let lists: OpaquePointer

    /// Code units that a language puts between two things, with room to spare.
    private static let separator = 64

    /// `nil` if ICU fails.
    init?(_ icu: ICU, locale: String) {
        guard let lists = unsafe icu_lists_open(locale) else { return nil }
        self.icu = icu
        unsafe self.lists = lists
    }

    deinit {
        unsafe icu_lists_close(lists)
    }

    func text(of things: [String]) -> String? {
        let texts = things.map { Array($0.utf16) }
        let lengths = texts.map { Int32(clamping: $0.count) }
        // With one unit more, so that there is an address even of nothing.
        let units = Array(texts.joined()) + [0]
        let capacity = units.count + things.count * Self.separator
        return unsafe icu.text(capacity: capacity) {
            unsafe icu_lists_write(lists, units, lengths, Int32(clamping: lengths.count), $0, $1)
        }
    }
}

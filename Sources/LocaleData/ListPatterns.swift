import CICU

/// The list patterns of a language. Owns an object of ICU.
@safe final class ListPatterns {
    private let icu: ICU
    private let lists: OpaquePointer

    /// More UTF-16 code units than any language writes between two items.
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
        // The additional element makes sure that the array has an address even if there are no texts.
        let units = Array(texts.joined()) + [0]
        let capacity = units.count + things.count * Self.separator
        return unsafe icu.text(capacity: capacity) {
            unsafe icu_lists_write(lists, units, lengths, Int32(clamping: lengths.count), $0, $1)
        }
    }
}

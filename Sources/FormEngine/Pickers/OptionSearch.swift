import FormModel
import Glibc

/// Finds a piece of text in the labels of a list. All labels stand in lower case in one array of bytes, which is searched from
/// end to end: for 30,000 labels that takes well below a millisecond, and no index has to be kept.
///
/// Labels and filter are compared in lower case and in Unicode's normalization form C, so that `E` with a combining accent
/// finds `é`.
struct OptionSearch: Sendable {
    /// Each label ends with a zero, which no filter contains.
    private let labels: [CChar]
    /// Where each label begins.
    private let starts: [Int32]
    /// Which option and which of its translations each label is.
    private let origins: [(place: Int32, translation: Int32)]

    init(_ options: [OptionsInput.Option]) {
        var labels: [CChar] = []
        var starts: [Int32] = []
        var origins: [(Int32, Int32)] = []
        for (place, option) in options.enumerated() {
            for (translation, label) in option.label.translations.enumerated() {
                starts.append(Int32(clamping: labels.count))
                origins.append((Int32(clamping: place), Int32(clamping: translation)))
                labels.append(contentsOf: label.text.lowercased().composed.utf8.lazy.map { CChar(bitPattern: $0) })
                labels.append(0)
            }
        }
        self.labels = labels
        self.starts = starts
        self.origins = origins
    }

    /// Calls `body` for each label that contains `filter`, in the list's order. Once `body` has returned true for an option,
    /// that option's other translations are skipped.
    ///
    /// Takes time in proportion to the labels' length, whatever the filter is: `strstr` searches in linear time.
    func visit(_ filter: String, _ body: (_ place: Int, _ translation: Int) -> Bool) {
        let letters = filter.lowercased().composed.utf8.map { CChar(bitPattern: $0) }
        guard !letters.isEmpty, !letters.contains(0) else { return }
        let needle = letters + [0]
        var found: Int32?
        labels.withUnsafeBufferPointer { labels in
            guard let labels = labels.baseAddress else { return }
            for (start, origin) in zip(starts, origins)
            where origin.place != found && strstr(labels + Int(start), needle) != nil {
                if body(Int(origin.place), Int(origin.translation)) { found = origin.place }
            }
        }
    }
}

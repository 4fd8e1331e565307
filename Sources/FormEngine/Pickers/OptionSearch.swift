import FormModel
import Glibc

/// Searches the labels of a list for a text. All labels are stored in lower case in one array, which is searched
/// linearly: for 30,000 labels this takes well below a millisecond, and no index is needed.
///
/// Labels and filter are compared in lower case and in Unicode normalization form C, so that `E` with a combining
/// accent matches `é`.
struct OptionSearch: Sendable {
    /// The labels, each terminated by a zero byte. Filters contain none.
    private let labels: [CChar]
    /// The start of each label in `labels`.
    private let starts: [Int32]
    /// The option and the translation that each label belongs to.
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

    /// Calls `body` for each label that contains `filter`, in the list's order. After `body` has returned true, the
    /// other translations of the same option are skipped.
    ///
    /// The time is proportional to the total length of the labels for any filter, because `strstr` takes linear time.
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

import FormModel
import Glibc
import TextEditing

/// A list of options. An option is found by its value or its whole label in constant time; `search` finds those whose
/// labels contain a text.
struct OptionList: Sendable {
    let options: [OptionsInput.Option]
    let preselectsFirst: Bool
    /// The options that are offered, if another field decides; `nil` for all.
    var offer: OptionOffer?
    private let indicesByValue: [FormText: Int32]
    /// The indices of the options with a label, in any language.
    private let indicesByLabel: [String: [Int32]]
    private let search: OptionSearch

    init(_ input: OptionsInput) {
        self.init(input.options, preselectsFirst: input.preselectsFirst && !input.options.isEmpty)
    }

    private init(_ options: [OptionsInput.Option], preselectsFirst: Bool) {
        self.options = options
        self.preselectsFirst = preselectsFirst
        var values = [FormText: Int32](minimumCapacity: options.count)
        var labels = [String: [Int32]](minimumCapacity: options.count)
        for (index, option) in options.enumerated() {
            let index = Int32(clamping: index)
            let value = FormText(option.value)
            if values[value] == nil { values[value] = index }
            for translation in option.label.translations { labels[translation.text, default: []].append(index) }
        }
        indicesByValue = values
        indicesByLabel = labels
        search = OptionSearch(options)
    }

    /// The same list with other labels. A label that is empty in a language is replaced by the option's value there, so
    /// that it differs from no choice.
    func labelled(_ labels: [LocalizedText]) -> OptionList {
        var options = options
        for (index, label) in zip(options.indices, labels) {
            var label = label
            for number in label.translations.indices where label.translations[number].text.isEmpty {
                label.translations[number].text = options[index].value
            }
            options[index].label = label
        }
        return OptionList(options, preselectsFirst: preselectsFirst)
    }

    // MARK: What is offered

    /// The options that fit the values of the deciding field, and whose conditions hold.
    func offer(when values: [String], _ holds: (_ index: Int) -> Bool) -> OptionOffer {
        let values = Set(values.map { FormText($0) })
        return OptionOffer(
            indices: options.indices.filter { index in
                let when = options[index].when
                return (when.isEmpty || when.contains { values.contains(FormText($0)) }) && holds(index)
            }
        )
    }

    /// The number of options that are offered. Clients count these; choices count all options, so that they stay what
    /// they are.
    var count: Int { offer?.indices.count ?? options.count }

    /// The index in the whole list of an option that is offered.
    func index(at number: Int) -> Int { offer?.indices[number] ?? number }

    /// The index among those that are offered of an option in the whole list; `nil` if it is not offered.
    func number(of index: Int) -> Int? { offer.map { $0.number(of: index) } ?? index }

    // MARK: Choices

    func choice(forValue value: String) -> Choice? {
        indicesByValue[FormText(value)].map(Choice.one)
    }

    /// Throws `outOfRange` for an index that is not in the list.
    ///
    /// - Parameter field: the field's name, for the error.
    func check(_ numbers: [Int], of field: String) throws(FormError) {
        guard let strange = numbers.first(where: { !(0..<count).contains($0) }) else { return }
        throw FormError(.outOfRange, "the field \(field) has \(count) options; there is no index \(strange)")
    }

    /// The option with this label in any language; the first if there are several.
    func choice(forLabelInAnyLanguage label: String) -> Choice {
        indicesByLabel[label]?.first.map(Choice.one) ?? .none
    }

    /// Whether a label of `locale` contains a text, so that it can be typed.
    func allows(_ text: String, locale: String) -> Bool {
        if text.isEmpty || choice(forLabel: text, current: .none, locale: locale) != .none { return true }
        return page(filter: text, offset: 0, limit: 0, locale: locale).total > 0
    }

    /// The only option that a text can mean: the one whose label it is, ignoring case, or the only one whose label
    /// contains it.
    func choice(completing text: String, locale: String) -> Choice {
        let found = page(filter: text, offset: 0, limit: count, locale: locale).options
        let key = text.lowercased().composed
        let same = found.filter { $0.label.lowercased().composed == key }
        return (same.first ?? (found.count == 1 ? found.first : nil)).map { Choice(index(at: $0.index)) } ?? .none
    }

    /// The option with this label. If there are several, the present choice is preferred, otherwise the first.
    func choice(forLabel label: String, current: Choice, locale: String) -> Choice {
        guard let indices = indicesByLabel[label] else { return .none }
        let shown = indices.filter { number(of: Int($0)) != nil && options[Int($0)].label.text(in: locale) == label }
        if case .one(let index) = current, shown.contains(index) { return current }
        return shown.first.map(Choice.one) ?? .none
    }

    func label(of choice: Choice, locale: String) -> String {
        option(choice)?.label.text(in: locale) ?? ""
    }

    func value(of choice: Choice) -> String? {
        option(choice)?.value
    }

    private func option(_ choice: Choice) -> OptionsInput.Option? {
        choice.number.flatMap { options.indices.contains($0) ? options[$0] : nil }
    }

    /// A page of the options whose label in `locale` contains `filter`, ignoring case.
    func page(filter: String, offset: Int, limit: Int, locale: String) -> OptionPage {
        func listed(_ number: Int) -> ListedOption {
            let index = index(at: number)
            return ListedOption(
                index: number,
                value: options[index].value,
                label: options[index].label.text(in: locale)
            )
        }
        var page = OptionPage()
        if filter.isEmpty {
            page.total = count
            let start = min(offset, count)
            page.options = (start..<start + min(limit, count - start)).map(listed)
            return page
        }
        search.visit(filter) { index, translation in
            guard let number = number(of: index) else { return false }
            let label = options[index].label
            // Labels of other languages do not count.
            guard label.translations.count == 1 || label.text(in: locale) == label.translations[translation].text else {
                return false
            }
            if page.total >= offset, page.options.count < limit { page.options.append(listed(number)) }
            page.total += 1
            return true
        }
        return page
    }
}

/// The options of a list that fit the value of another field.
final class OptionOffer: Sendable {
    /// The indices in the whole list, in ascending order.
    let indices: [Int]

    init(indices: [Int]) {
        self.indices = indices
    }

    func number(of index: Int) -> Int? {
        var (low, high) = (0, indices.count)
        while low < high {
            let middle = (low + high) / 2
            if indices[middle] < index { low = middle + 1 } else { high = middle }
        }
        return low < indices.count && indices[low] == index ? low : nil
    }
}

/// A page of a list.
package struct OptionPage: Sendable, Hashable {
    /// The number of options that match the filter, on all pages.
    package var total = 0
    package var options: [ListedOption] = []
}

package struct ListedOption: Sendable, Hashable {
    /// The index among the options that are offered.
    package var index: Int
    package var value: String
    package var label: String
}

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
    private let origins: [(index: Int32, translation: Int32)]

    init(_ options: [OptionsInput.Option]) {
        var labels: [CChar] = []
        var starts: [Int32] = []
        var origins: [(Int32, Int32)] = []
        for (index, option) in options.enumerated() {
            for (translation, label) in option.label.translations.enumerated() {
                starts.append(Int32(clamping: labels.count))
                origins.append((Int32(clamping: index), Int32(clamping: translation)))
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
    func visit(_ filter: String, _ body: (_ index: Int, _ translation: Int) -> Bool) {
        let letters = filter.lowercased().composed.utf8.map { CChar(bitPattern: $0) }
        guard !letters.isEmpty, !letters.contains(0) else { return }
        let needle = letters + [0]
        var found: Int32?
        labels.withUnsafeBufferPointer { labels in
            guard let labels = labels.baseAddress else { return }
            for (start, origin) in zip(starts, origins)
            where origin.index != found && strstr(labels + Int(start), needle) != nil {
                if body(Int(origin.index), Int(origin.translation)) { found = origin.index }
            }
        }
    }
}

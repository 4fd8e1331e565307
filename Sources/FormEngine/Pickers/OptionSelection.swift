import FormModel
import Languages

/// A list of options of which several can be chosen.
///
/// The value is a JSON array of the chosen options' values, in the list's order, so that it can represent any
/// characters; it is empty without a choice. The text is the labels, joined as the language joins a list.
struct OptionSelection: Sendable {
    var list: OptionList
    /// The minimum number of chosen options, unless none is chosen.
    let least: Int
    /// The maximum number of chosen options.
    let most: Int
    private let symbols: any LocaleSymbols

    /// - Parameter symbols: joins lists in a language.
    init(_ input: OptionsInput, _ symbols: any LocaleSymbols) {
        list = OptionList(input)
        least = input.least ?? 1
        most = input.most ?? input.options.count
        self.symbols = symbols
    }

    /// The choice of these of the options that are offered. Throws `outOfRange`, `invalidArgument` for an index that
    /// occurs twice, and `limitExceeded`.
    ///
    /// - Parameter field: the field's name, for the error.
    func choice(of numbers: [Int], for field: String) throws(FormError) -> Choice {
        try list.check(numbers, of: field)
        guard Set(numbers).count == numbers.count else {
            throw FormError(.invalidArgument, "an option for the field \(field) is named twice")
        }
        guard numbers.count <= most else {
            throw FormError(.limitExceeded, "the field \(field) takes at most \(most) options, not \(numbers.count)")
        }
        return Choice(indices: numbers.map(list.index(at:)))
    }

    /// The choice of the options with these values. `nil` if the text is no array of different values of the list, or
    /// has too many.
    func choice(forValue text: String) -> Choice? {
        guard !text.isEmpty else { return Choice.none }
        guard let values = OptionsInput.values(in: text), values.count <= most else { return nil }
        let indices = values.compactMap { list.choice(forValue: $0)?.number }
        let choice = Choice(indices: indices)
        return choice.indices.count == values.count ? choice : nil
    }

    func value(of choice: Choice) -> String {
        OptionsInput.text(of: values(of: choice))
    }

    func values(of choice: Choice) -> [String] {
        choice.indices.compactMap { list.value(of: Choice($0)) }
    }

    func text(of choice: Choice, locale: String) -> String {
        let labels = choice.indices.map { list.label(of: Choice($0), locale: locale) }
        return labels.count > 1 ? symbols.list(labels, locale: locale) : labels.first ?? ""
    }
}

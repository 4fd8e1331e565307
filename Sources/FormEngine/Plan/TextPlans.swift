import FormModel

/// A parsed text of a definition in all its languages.
struct LocalizedTemplate: Sendable {
    private let source: LocalizedText
    private let templates: [TextTemplate]

    init(_ text: LocalizedText, hasMarkup: Bool, _ slot: (String) -> Int?) {
        source = text
        templates = text.translations.map { TextTemplate($0.text, hasMarkup: hasMarkup, slot) }
    }

    var isPlain: Bool { templates.allSatisfy(\.isPlain) }

    func filled(in locale: String, _ answer: (Int) -> String) -> StyledText {
        source.index(in: locale).map { templates[$0].filled(answer) } ?? StyledText()
    }

    /// The text in all its languages.
    func filled(_ answer: (Int) -> String) -> LocalizedText {
        var text = source
        for (number, template) in templates.enumerated() {
            text.translations[number].text = template.filled(answer).text
        }
        return text
    }
}

/// The texts of a field that contain markup or show answers.
struct TextPlans: Sendable {
    /// `nil` for a text that the field does not have.
    let label: LocalizedTemplate?
    let hint: LocalizedTemplate?
    let note: LocalizedTemplate?
    /// The labels of the options, by index; empty if none shows an answer.
    let options: [LocalizedTemplate]

    /// `nil` if all texts are plain.
    init?(_ definition: FieldDefinition, hasMarkup: Bool, _ slot: (String) -> Int?) {
        func template(_ text: LocalizedText?) -> LocalizedTemplate? {
            text.map { LocalizedTemplate($0, hasMarkup: hasMarkup, slot) }
        }
        label = template(definition.label)
        hint = template(definition.hint)
        note = template(definition.note)
        if case .options(let input) = definition.input, input.options.contains(where: \.label.inserts) {
            options = input.options.map { LocalizedTemplate($0.label, hasMarkup: false, slot) }
        } else {
            options = []
        }
        if options.isEmpty, [label, hint, note].allSatisfy({ $0?.isPlain ?? true }) { return nil }
    }

    /// The approximate work of filling in the texts; see `WorkBudget`.
    var work: Int { 1 + options.count / 4 }

    /// - Parameters:
    ///   - picker: the picker whose options' labels show answers.
    ///   - last: the texts before, which are reused if they did not change.
    func filled(
        in locale: String,
        _ picker: Picker?,
        since last: ShownTexts?,
        _ answer: (Int) -> String
    ) -> ShownTexts {
        func text(_ template: LocalizedTemplate?) -> StyledText {
            template?.filled(in: locale, answer) ?? StyledText()
        }
        var texts = ShownTexts(label: text(label), hint: text(hint), note: text(note))
        guard let picker, !options.isEmpty else { return texts }
        let labels = options.map { $0.filled(answer) }
        let isSame = labels == last?.options?.labels
        texts.options =
            isSame
            ? last?.options : ShownOptions(labels: labels, picker: picker.changing { $0 = $0.labelled(labels) })
        return texts
    }
}

/// A field's texts with the answers filled in.
struct ShownTexts: Sendable, Equatable {
    var label: StyledText
    var hint: StyledText
    var note: StyledText
    /// `nil` if no option's label shows an answer.
    var options: ShownOptions?
}

/// The options of a field with the answers filled into their labels.
struct ShownOptions: Sendable, Equatable {
    let labels: [LocalizedText]
    let picker: Picker

    static func == (one: ShownOptions, other: ShownOptions) -> Bool { one.labels == other.labels }
}

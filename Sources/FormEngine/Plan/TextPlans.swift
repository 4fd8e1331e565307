import FormModel

/// A text of a definition in all its languages, taken apart.
struct LocalizedTemplate: Sendable {
    private let source: LocalizedText
    private let templates: [TextTemplate]

    init(_ text: LocalizedText, hasMarkup: Bool, _ place: (String) -> Int?) {
        source = text
        templates = text.translations.map { TextTemplate($0.text, hasMarkup: hasMarkup, place) }
    }

    var isPlain: Bool { templates.allSatisfy(\.isPlain) }

    func filled(in locale: String, _ answer: (Int) -> String) -> StyledText {
        source.place(in: locale).map { templates[$0].filled(answer) } ?? StyledText()
    }
}

/// The texts of a field that have styles or show answers.
struct TextPlans: Sendable {
    /// `nil` for a text that the field does not have.
    let label: LocalizedTemplate?
    let hint: LocalizedTemplate?
    let note: LocalizedTemplate?

    /// `nil` if all texts are what the definition says, as it stands.
    init?(_ definition: FieldDefinition, hasMarkup: Bool, _ place: (String) -> Int?) {
        func template(_ text: LocalizedText?) -> LocalizedTemplate? {
            text.map { LocalizedTemplate($0, hasMarkup: hasMarkup, place) }
        }
        label = template(definition.label)
        hint = template(definition.hint)
        note = template(definition.note)
        if [label, hint, note].allSatisfy({ $0?.isPlain ?? true }) { return nil }
    }

    func filled(in locale: String, _ answer: (Int) -> String) -> ShownTexts {
        func text(_ template: LocalizedTemplate?) -> StyledText {
            template?.filled(in: locale, answer) ?? StyledText()
        }
        return ShownTexts(label: text(label), hint: text(hint), note: text(note))
    }
}

/// What a field's own texts say now.
struct ShownTexts: Sendable, Equatable {
    var label: StyledText
    var hint: StyledText
    var note: StyledText
}

/// What a field says when its definition does not: a name, a text in English, and the values of its parameters. The texts in
/// other languages are in the module FormMessages, by the names.
///
/// A message that only one kind of rule has stands in the file of the kind; those of several kinds stand in `SharedMessages`.
package struct DefaultMessage: Sendable, Hashable {
    /// The name that a form's `messages` give it.
    package let name: String
    /// ICU's MessageFormat: `{max}`, `{max, plural, one {# digit} other {# digits}}`, `{base, select, 0 {…} other {…}}`.
    package let english: String
    package var parameters: [Parameter]

    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var value: Value
    }

    /// The value of a parameter.
    package enum Value: Sendable, Hashable {
        case text(String)
        case count(Int)
        /// A date pattern, which is written with the letters of the language.
        case format(DatePattern)
    }

    package init(_ name: String, english: String, _ parameters: KeyValuePairs<String, Value> = [:]) {
        self.name = name
        self.english = english
        self.parameters = parameters.map { Parameter(name: $0.key, value: $0.value) }
    }
}

/// What a form says in place of the default messages, by the names of these. Rules share the table.
package struct FormMessages: Sendable, Hashable {
    private var texts: [String: LocalizedText] = [:]

    package init() {}

    package subscript(message: DefaultMessage) -> LocalizedText? {
        texts.isEmpty ? nil : texts[message.name]
    }

    package mutating func set(_ text: LocalizedText, for name: String) {
        texts[name] = text
    }
}

/// The forms that a language has for what is counted, as Unicode's CLDR calls them. Which form goes with which number is
/// different in each language; most have two or three of them, and every language has `other`.
package enum PluralCategory: String, Sendable, CaseIterable {
    case zero, one, two, few, many, other
}

/// The words that a front end writes on a form's buttons, by their names in the definition's `labels` and the property `Labels`.
package enum ButtonLabel: String, CaseIterable, Sendable {
    case submit, cancel, next, previous, addRow, removeRow, show, hide, clear, done, choose

    package var message: DefaultMessage { DefaultMessage("button.\(rawValue)", english: english) }

    private var english: String {
        switch self {
        case .submit: "Submit"
        case .cancel: "Cancel"
        case .next: "Next"
        case .previous: "Back"
        case .addRow: "Add"
        case .removeRow: "Remove"
        case .show: "Show"
        case .hide: "Hide"
        case .clear: "Clear"
        case .done: "Done"
        case .choose: "Choose"
        }
    }
}

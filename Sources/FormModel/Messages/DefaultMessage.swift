/// A message of a field without its own message: a name, an English text, and the values of its parameters. The module
/// FormMessages has the texts in other languages, by name.
///
/// A message of a single kind of rule is declared in that kind's file; a message of several kinds in `SharedMessages`.
package struct DefaultMessage: Sendable, Hashable {
    /// The name of the message in a form's `messages`.
    package let name: String
    /// A text in ICU's MessageFormat: `{max}`, `{max, plural, one {# digit} other {# digits}}`, `{base, select, 0 {…}
    /// other {…}}`.
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
        /// A date pattern, which is shown with the letters of the language.
        case format(DatePattern)
    }

    package init(_ name: String, english: String, _ parameters: KeyValuePairs<String, Value> = [:]) {
        self.name = name
        self.english = english
        self.parameters = parameters.map { Parameter(name: $0.key, value: $0.value) }
    }
}

/// A form's replacements of default messages, by name. Rules share the table.
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

/// The plural categories of Unicode's CLDR. Which numbers belong to which category depends on the language; most
/// languages have two or three categories, and all have `other`.
package enum PluralCategory: String, Sendable, CaseIterable {
    case zero, one, two, few, many, other
}

/// The labels of a form's buttons, by their names in the definition's `labels` and the property `Labels`.
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

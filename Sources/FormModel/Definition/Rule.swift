/// One validator of a field.
package struct Rule: Sendable, Hashable {
    package var kind: Kind
    /// nil: the rule's default message.
    package var message: LocalizedText?
    package var severity: Severity

    package enum Kind: Sendable, Hashable {
        /// Grapheme clusters, both ends included.
        case length(LengthRule)
        /// A regular expression that the whole text must match; see `SharedPattern` for the names with `@`.
        case regex(pattern: String)
        case textField(TextFieldRule)
        /// A plug-in's; the values of the fields with these ids go along with the question.
        case plugin(TypeReference, fields: [String])
    }

    package enum Severity: String, Sendable, CaseIterable {
        case error, warning
    }

    package init(_ kind: Kind, message: LocalizedText? = nil, severity: Severity = .error) {
        self.kind = kind
        self.message = message
        self.severity = severity
    }
}

package struct LengthRule: Sendable, Hashable {
    package var minimum: Int
    package var maximum: Int?
    package var shortMessage: LocalizedText?
    package var longMessage: LocalizedText?

    package init(minimum: Int = 0, maximum: Int? = nil) {
        self.minimum = minimum
        self.maximum = maximum
    }
}

/// `TextFieldValidator` of TextFieldsCatalog, with its order of decisions. It judges empty text itself.
package struct TextFieldRule: Sendable, Hashable {
    package var minLength = 0
    package var maxLength: Int?
    package var pattern: String?
    package var isRequiredField = true
    /// Fills every message that `messages` leaves open.
    package var globalErrorMessage: LocalizedText?
    package var messages = Messages()

    package struct Messages: Sendable, Hashable {
        package var empty: LocalizedText?
        package var short: LocalizedText?
        package var large: LocalizedText?
        package var notValid: LocalizedText?
    }

    package init() {}
}

/// One validator of a field.
package struct Rule: Sendable, Hashable {
    package var kind: Kind
    /// nil: the form's message for the fault, else the default one.
    package var message: LocalizedText?
    package var severity: Severity
    package var compatibility: RuleCompatibility?
    /// What the form says in place of the default messages.
    package var formMessages = FormMessages()

    package enum Kind: Sendable, Hashable {
        case length(LengthRule)
        /// A regular expression that the whole text must match; see `SharedPattern` for the names with `@`.
        case regex(pattern: String)
        case textField(TextFieldRule)
        /// A decimal number, the bound included.
        case minimum(DecimalNumber)
        case maximum(DecimalNumber)
        case step(StepRule)
        case phone
        case email(EmailProfile)
        case luhn
        case iban
        case oneOf([String])
        /// The same value as another field's.
        case equals(field: String)
        case date(DateRule)
        /// Schemes in lower case.
        case url(schemes: [String])
        case uuid
        case ipv4
        case ipv6
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

/// Whose judgements a rule reproduces where formd's own are others.
package enum RuleCompatibility: String, Sendable, CaseIterable {
    /// Rules hear of empty text, numbers are whole ones of 64 bits, and `phone` takes what FormController's does.
    case formController
}

package enum EmailProfile: String, Sendable, CaseIterable {
    /// What web browsers take, so what HTML's standard says of `input type=email`.
    case html
    /// The shared pattern `@email`: ASCII, and a top-level domain of 2 to 64 letters.
    case simple
    /// HTML's rule, with letters and digits of any script besides.
    case international
}

extension Rule {
    /// What a definition can name without a plug-in.
    package static let typeNames: [String] = RuleShape.names

    /// The name that definitions give the rule.
    package var typeName: String {
        switch kind {
        case .length: "length"
        case .regex: "regex"
        case .textField: "textField"
        case .minimum: "minValue"
        case .maximum: "maxValue"
        case .step: "step"
        case .phone: "phone"
        case .email: "email"
        case .luhn: "luhn"
        case .iban: "iban"
        case .oneOf: "oneOf"
        case .equals: "equals"
        case .date: "date"
        case .url: "url"
        case .uuid: "uuid"
        case .ipv4: "ipv4"
        case .ipv6: "ipv6"
        case .plugin(let type, _): type.name
        }
    }

    /// The field that the rule reads besides its own.
    package var otherField: String? {
        if case .equals(let field) = kind { field } else { nil }
    }

    /// Whether the rule says nothing but whether the field's value equals the other field's.
    package var comparesOnly: Bool {
        if case .equals = kind { true } else { false }
    }

    /// Whether the rule has an opinion of empty text. The others leave that to the field's `required`.
    package var judgesEmptyText: Bool {
        if case .textField = kind { return true }
        return compatibility == .formController
    }
}

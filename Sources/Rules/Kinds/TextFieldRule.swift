package import FormModel

/// The rule `textField`: `TextFieldValidator` of TextFieldsCatalog with its order of checks. It validates empty texts,
/// too.
package struct TextFieldRule: RuleKind {
    package var minLength = 0
    package var maxLength: Int?
    package var pattern: String?
    package var isRequiredField = true
    /// The message for every fault without its own message in `messages`.
    package var globalErrorMessage: LocalizedText?
    package var messages = Messages()

    package struct Messages: Sendable, Hashable {
        package var empty: LocalizedText?
        package var short: LocalizedText?
        package var large: LocalizedText?
        package var notValid: LocalizedText?

        fileprivate static let keys = KeyTable<Messages>("the messages") {
            Key("empty", \.empty, .text)
            Key("short", \.short, .text)
            Key("large", \.large, .text)
            Key("notValid", \.notValid, .text)
        }
    }

    package init() {}

    package static let name = "textField"
    package static let about = "see below"
    package static let keys = KeyTable<TextFieldRule>("the validator “textField”") {
        Key("minLength", \.minLength, .characters(), explained: .always)
        Key("maxLength", \.maxLength, .characters())
        Key("regex", \.pattern, .pattern)
        Key(
            "requiredField",
            \.isRequiredField,
            .bool,
            explained: .never,
            "an empty text is invalid if `minLength` is above 0"
        )
        Key("globalErrorMessage", \.globalErrorMessage, .text)
        Key("messages", \.messages, Messages.keys, "a message for each kind of error")
    }

    package static let messages: [DefaultMessage] = [
        .required, .tooShort(minimum: 3), .tooLong(maximum: 3), .wrongFormat, .checkUnavailable,
    ]

    package func check(_ object: JSONObject, _ context: DecodingContext) {
        Length.checkOrder(minLength, maxLength, at: object["maxLength"], context)
    }

    package var judgesEmptyText: Bool { true }
    package var leastCharacters: Int { minLength }

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        guard !subject.text.isEmpty else {
            guard minLength > 0, isRequiredField else { return nil }
            return RuleFinding(.required, message: messages.empty ?? globalErrorMessage)
        }
        switch Length(of: subject, unit: .grapheme, minimum: minLength, maximum: maxLength) {
        case .short(let minimum):
            return RuleFinding(.tooShort(minimum: minimum), message: messages.short ?? globalErrorMessage)
        case .long(let maximum):
            return RuleFinding(.tooLong(maximum: maximum), message: messages.large ?? globalErrorMessage)
        case .fitting:
            let message = messages.notValid ?? globalErrorMessage
            return RuleFinding(.wrongFormat, message: message, for: aids.pattern, in: subject.text)
        }
    }
}

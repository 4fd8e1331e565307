/// A validator determines whether the text of a field is valid.
///
/// A verdict must depend only on the question and the configuration: the daemon may cache it and use it again. A
/// validator gets no questions about empty texts, because the key `required` of the definition determines whether a
/// field may be empty.
public protocol ValidatorService: PluginType {
    func judge(_ question: ValidatorQuestion) -> ValidatorVerdict
}

/// The question to a validator.
public struct ValidatorQuestion: Sendable, Hashable, Codable {
    /// The text that the field shows.
    public var text: String
    /// The text without the characters that a formatter added; the same as `text` if the field has no formatter.
    public var value: String
    /// The session's language for messages, a BCP 47 tag.
    public var locale: String
    /// The values of the fields that the definition names under the rule's key `fields`, by their ids.
    public var fields: [String: String]

    /// Makes a question from all its parts.
    public init(text: String, value: String, locale: String, fields: [String: String] = [:]) {
        self.text = text
        self.value = value
        self.locale = locale
        self.fields = fields
    }
}

/// The verdict of a validator. A message is one sentence for the user of the form, of at most 1,024 code points; if it
/// is empty, the message that the form's author wrote is shown. A message must not repeat a secret.
public enum ValidatorVerdict: Sendable, Hashable {
    case valid
    /// The message is shown, but the form can be submitted.
    case warning(String)
    case invalid(String)
    /// The validator cannot decide now. The form is not submitted, because text that was not checked never counts as
    /// valid.
    case unavailable(String)

    /// The verdict's message; empty for `valid`.
    package var message: String {
        switch self {
        case .valid: ""
        case .warning(let message), .invalid(let message), .unavailable(let message): message
        }
    }

    package static let longestMessage = 1024

    /// Why no client could show the verdict; `nil` if every client can.
    package var fault: String? {
        message.unicodeScalars.count > Self.longestMessage
            ? "a message is longer than \(Self.longestMessage) code points" : nil
    }
}

/// Says whether a field's text is right.
///
/// A pure function of the question and the configuration: the daemon may remember an answer and give it again. Empty text
/// is not asked about: whether a field may be empty is the definition's `required`.
public protocol ValidatorService: PluginType {
    func judge(_ question: ValidatorQuestion) -> ValidatorVerdict
}

/// All that a validator may know.
public struct ValidatorQuestion: Sendable, Hashable, Codable {
    /// What the field shows.
    public var text: String
    /// The same without what a formatter added; where there is no formatter, the text.
    public var value: String
    /// The session's language, a BCP 47 tag: messages are read by people.
    public var locale: String
    /// The values of the other fields that the definition names beside the type, under `"fields"`.
    public var fields: [String: String]

    /// A question with everything said.
    public init(text: String, value: String, locale: String, fields: [String: String] = [:]) {
        self.text = text
        self.value = value
        self.locale = locale
        self.fields = fields
    }
}

/// What a validator says. A message is one sentence for the person at the form, at most 1,024 code points; an empty one
/// leaves the words to the form's author. It must not repeat a secret.
public enum ValidatorVerdict: Sendable, Hashable {
    case valid
    /// Shown, and does not keep the form from being submitted.
    case warning(String)
    case invalid(String)
    /// It cannot be told now. The form is not submitted: what nobody could check is never taken for right.
    case unavailable(String)

    /// Empty for `valid`.
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

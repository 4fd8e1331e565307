/// What a rule says of a text.
package enum Verdict: Sendable, Hashable {
    case valid
    case warning(String)
    /// If the message is empty, the field is in error and shows no message.
    case invalid(String)
    /// The rule could not decide, such as a pattern that passed its limit. Never counts as valid.
    case unavailable(String)
    /// A plug-in has been asked and has not answered yet. Never counts as valid.
    case pending

    package var isValid: Bool {
        switch self {
        case .valid, .warning: true
        case .invalid, .unavailable, .pending: false
        }
    }
}

extension Verdict {
    /// What there is to say; empty for a valid text.
    package var message: String {
        switch self {
        case .valid, .pending: ""
        case .warning(let message), .invalid(let message), .unavailable(let message): message
        }
    }
}

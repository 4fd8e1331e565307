import FormModel

/// A field that is on or off. It says so in the session's language, and its value is `true` or `false`.
struct Toggle: Sendable {
    let texts: MessageTexts
    /// What the form says in place of the default messages.
    let own: FormMessages

    func text(of choice: Choice, locale: String) -> String {
        let message: DefaultMessage = choice == .on ? .yes : .no
        return texts.text(message, in: locale, own: own[message])
    }
}

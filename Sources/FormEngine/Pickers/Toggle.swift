import FormModel

/// A field that is on or off. Its text is in the session's language, its value is `true` or `false`.
struct Toggle: Sendable {
    let texts: MessageTexts
    /// The form's own texts of default messages.
    let own: FormMessages

    func text(of choice: Choice, locale: String) -> String {
        let message: DefaultMessage = choice == .on ? .yes : .no
        return texts.text(message, in: locale, own: own[message])
    }
}

package import FormModel

/// What a formatter has against a text that it shows: a day that does not exist, a number beyond its bounds.
///
/// The text stays as it was typed; a field with a complaint is not valid.
package struct FormatterComplaint: Sendable, Hashable {
    package var reason: DefaultMessage
    /// What the definition says in place of formd's own words.
    package var message: LocalizedText?

    package init(_ reason: DefaultMessage, message: LocalizedText? = nil) {
        self.reason = reason
        self.message = message
    }

    /// - Parameter locale: a BCP 47 tag.
    package func text(in locale: String) -> String {
        message?.text(in: locale) ?? reason.text(in: locale)
    }
}

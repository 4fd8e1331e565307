package import FormModel

/// What a formatter or a calendar has against a text that is shown: a day that does not exist, a number beyond its bounds.
///
/// The text stays as it was typed; a field with a complaint is not valid.
package struct FormatterComplaint: Sendable, Hashable {
    package var reason: DefaultMessage
    /// What the formatter's definition says in place of the form's and formd's own words.
    package var message: LocalizedText?

    package init(_ reason: DefaultMessage, message: LocalizedText? = nil) {
        self.reason = reason
        self.message = message
    }

    /// - Parameters:
    ///   - locale: a BCP 47 tag.
    ///   - messages: the form's, in place of the default ones.
    package func text(in locale: String, messages: FormMessages = FormMessages()) -> String {
        reason.text(in: locale, own: message ?? messages[reason])
    }
}

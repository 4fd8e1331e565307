package import FormModel
package import Languages
package import TextEditing

/// A format of a language or of a form's author, which also judges texts and steps them.
package protocol TextFormatter: TextFormat {
    /// Whether the formatter validates texts. Only then does the absence of a complaint mean that a text is valid.
    var complains: Bool { get }

    /// Whether the validation depends on the current date.
    var asksForToday: Bool { get }

    /// The fault of a formatted text; `nil` if the text has none or is empty.
    ///
    /// - Parameter today: the date in the user's time zone.
    func complaint(about current: FormattedText, today: CalendarDay) -> FormatterComplaint?

    /// Whether the text can be stepped.
    var takesSteps: Bool { get }

    /// The text `count` steps up, or down if `count` is negative, with the caret where the next step continues; `nil`
    /// if no step is possible.
    ///
    /// - Parameter today: the date in the user's time zone.
    func stepped(_ current: FormattedText, by count: Int, _ limits: StepLimits, today: CalendarDay) -> FormattedText?

    /// The formatter in another language; `nil` if the text needs no change for this language.
    ///
    /// - Parameter locale: a BCP 47 tag.
    func localized(to locale: String) -> (any TextFormatter)?
}

extension TextFormatter {
    package var complains: Bool { false }
    package var asksForToday: Bool { false }
    package func complaint(about current: FormattedText, today: CalendarDay) -> FormatterComplaint? { nil }
    package func localized(to locale: String) -> (any TextFormatter)? { nil }
    package var takesSteps: Bool { false }

    package func stepped(
        _ current: FormattedText,
        by count: Int,
        _ limits: StepLimits,
        today: CalendarDay
    ) -> FormattedText? { nil }
}

/// A fault that a formatter or a date picker finds in its text: a day that does not exist, a number out of bounds.
///
/// The text stays as it was typed, and the field is invalid.
package struct FormatterComplaint: Sendable, Hashable {
    package var reason: DefaultMessage
    /// The message of the formatter's definition, which replaces the form's and the default one.
    package var message: LocalizedText?

    package init(_ reason: DefaultMessage, message: LocalizedText? = nil) {
        self.reason = reason
        self.message = message
    }
}

/// A kind of formatter that the engine implements. Definitions contain it as `FormatterKind`, because the model does
/// not depend on formatters; `FormTypes.makeFormatter` checks for this protocol. A plug-in's kind does not conform to
/// it.
package protocol TextFormatterKind: FormatterKind {
    /// Creates the formatter of the definition.
    ///
    /// - Parameter symbols: the formats of numbers and dates in all languages.
    func makeFormatter(_ symbols: any LocaleSymbols) throws -> any TextFormatter

    /// The approximate size of the formatter in bytes.
    var byteCount: Int { get }
}

extension FormatterDefinition {
    /// The approximate size of the formatter in bytes.
    package var byteCount: Int { (kind as? any TextFormatterKind)?.byteCount ?? 1_024 }
}

extension TextFormatterKind {
    package var byteCount: Int { 1_024 }

    package func loses(_ value: String) -> Bool {
        // The canonical value of a number or a date has another order, and no formatter of these loses any of it.
        guard valueKind == nil, let formatter = try? makeFormatter(EnglishSymbols()) else { return false }
        var rest = formatter.format(value).text.string.lowercased().unicodeScalars[...]
        return !value.lowercased().unicodeScalars.allSatisfy { scalar in
            guard scalar.properties.isAlphabetic || scalar.asciiDigit != nil else { return true }
            guard let index = rest.firstIndex(of: scalar) else { return false }
            rest = rest[index...].dropFirst()
            return true
        }
    }

    /// Reports a definition from which no formatter can be created. `part` is the part of it at `site`.
    package func checkFormatter(_ part: String, at site: JSONValue, _ context: DecodingContext) {
        guard context.hasTime(for: WorkBudget.largeStep) else { return }
        do {
            _ = try makeFormatter(EnglishSymbols())
        } catch {
            context.error("the \(part) cannot be used: \(error)", at: site)
        }
    }
}

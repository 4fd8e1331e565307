package import FormModel

/// Determines the text after an edit, and the value of the text.
///
/// A formatter is a pure function of its arguments. All state between two edits is in the `FormattedText`.
package protocol TextFormatter: Sendable {
    /// Applies an edit to a formatted text. Returns `current` itself if the edit is refused.
    ///
    /// - Parameter edit: its range lies within the text and begins and ends at boundaries of grapheme clusters.
    func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText

    /// Formats a value that a program sets; the caret is at the end.
    func format(_ text: String) -> FormattedText

    /// The text of an empty field while it has the focus, such as the first literals of a mask; empty for most
    /// formatters.
    var prefix: FormattedText { get }

    /// The nearest valid position of a caret: outside the literals that the formatter writes around the user's text.
    ///
    /// - Parameter place: the requested position in code points.
    func caret(at place: Int, in current: FormattedText) -> Int

    /// `caret(at:in:)` for many positions in the same text, which a formatter then parses only once.
    func carets(in current: FormattedText) -> (Int) -> Int

    /// Completes a text when the field loses the focus: adds leading zeros to a date, limits an amount to its bounds,
    /// completes an option.
    func finish(_ current: FormattedText) -> FormattedText

    /// The missing part of the format, which is shown after the text; empty for most formatters.
    func tail(of current: FormattedText) -> String

    /// Whether typing at the end can still complete `current`; true for a complete text.
    func canComplete(_ current: FormattedText) -> Bool

    /// The characters of an edit that were not accepted. Called only after an edit that may have lost some.
    ///
    /// A character that was stepped over, or that the text contains in another form, counts as accepted.
    ///
    /// - Parameter result: the result of `apply`.
    func refusals(of edit: TextEdit, to current: FormattedText, leaving result: FormattedText) -> [Refusal]

    /// Why an insertion that came to nothing is refused, where `refusals` does not tell the characters apart.
    var refusal: Refusal.Reason { get }

    /// How an edit changed the text; `nil` if the edit itself determines it: an insertion inserts, a deletion deletes.
    func change(by edit: TextEdit, to current: FormattedText) -> LastEdit?

    /// The blocks of cells in the text, for a front end that draws each cell; empty for most formatters.
    func blocks(of current: FormattedText) -> [MaskBlock]

    /// Whether the formatter is a plug-in's.
    var isPlugin: Bool { get }

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
    package var prefix: FormattedText { .empty }
    package func caret(at place: Int, in current: FormattedText) -> Int { place }
    package func carets(in current: FormattedText) -> (Int) -> Int { { caret(at: $0, in: current) } }
    package func finish(_ current: FormattedText) -> FormattedText { current }
    package func tail(of current: FormattedText) -> String { "" }
    package func canComplete(_ current: FormattedText) -> Bool { true }
    package func blocks(of current: FormattedText) -> [MaskBlock] { [] }
    package func change(by edit: TextEdit, to current: FormattedText) -> LastEdit? { nil }

    package var refusal: Refusal.Reason { .place }

    package func refusals(of edit: TextEdit, to current: FormattedText, leaving result: FormattedText) -> [Refusal] {
        edit.isRefused(in: current, leaving: result) ? Refusal.all(of: edit.replacement, refusal) : []
    }

    package var isPlugin: Bool { false }
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
            guard let place = rest.firstIndex(of: scalar) else { return false }
            rest = rest[place...].dropFirst()
            return true
        }
    }

    /// Reports a definition from which no formatter can be created. `part` is the part of it at `site`.
    func checkFormatter(_ part: String, at site: JSONValue, _ context: DecodingContext) {
        guard context.hasTime(for: WorkBudget.largeStep) else { return }
        do {
            _ = try makeFormatter(EnglishSymbols())
        } catch {
            context.error("the \(part) cannot be used: \(error)", at: site)
        }
    }
}

package import FormModel

/// Decides what text an edit leaves, and which value the text stands for.
///
/// A formatter is a pure function of its arguments. All that it knows between two edits stands in the `FormattedText`.
package protocol TextFormatter: Sendable {
    /// Applies an edit to a formatted text. Returns `current` itself if the edit is refused.
    ///
    /// - Parameter edit: its range lies inside the text, on the boundaries of grapheme clusters.
    func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText

    /// The text of a value that a program sets, with the caret at its end.
    func format(_ text: String) -> FormattedText

    /// What an empty field shows while it has the focus, such as the first literals of a mask; empty for most formatters.
    var prefix: FormattedText { get }

    /// The place of a caret that was put at `place`: moved out of the literals that the formatter writes around the user's
    /// text.
    ///
    /// - Parameter place: code points.
    func caret(at place: Int, in current: FormattedText) -> Int

    /// Tidies a text when the field loses the focus: adds a date's zeros, brings an amount to its limit, completes an option.
    func finish(_ current: FormattedText) -> FormattedText

    /// The part of the format that is not filled in yet, for a hint behind the text; empty for most formatters.
    func tail(of current: FormattedText) -> String

    /// Whether more typing at the end can still complete `current`; true for a complete text.
    func canComplete(_ current: FormattedText) -> Bool

    /// The characters that an edit brought in vain. Called only after an edit that may have lost some.
    ///
    /// A character that was stepped over, or that the text shows in another shape, is not in vain.
    ///
    /// - Parameter result: what `apply` made of the edit.
    func refusals(of edit: TextEdit, to current: FormattedText, leaving result: FormattedText) -> [Refusal]

    /// Why an insertion that came to nothing is refused, where `refusals` does not tell the characters apart.
    var refusal: Refusal.Reason { get }

    /// How an edit changed the text; `nil` if the edit itself tells: an insertion inserts, a deletion deletes.
    func change(by edit: TextEdit, to current: FormattedText) -> LastEdit?

    /// The blocks of cells that the text consists of, for a front end that draws them one by one; empty for most formatters.
    func blocks(of current: FormattedText) -> [MaskBlock]

    /// Whether a plug-in answers for the formatter.
    var isPlugin: Bool { get }

    /// Whether the formatter judges texts. A text without a complaint is found valid only by a formatter that judges.
    var complains: Bool { get }

    /// Whether a judgement depends on the date of today.
    var asksForToday: Bool { get }

    /// The fault of a formatted text; `nil` if the text has none or is empty.
    ///
    /// - Parameter today: the date in the user's time zone.
    func complaint(about current: FormattedText, today: CalendarDay) -> FormatterComplaint?

    /// Whether the text can be stepped up and down.
    var takesSteps: Bool { get }

    /// The text some steps up, or down where `count` is below 0, with the caret where the next step goes on; `nil` where no step
    /// leads anywhere.
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

/// A fault that a formatter or a date picker finds in its text: a day that does not exist, a number beyond its bounds.
///
/// The text stays as it was typed, and the field is not valid.
package struct FormatterComplaint: Sendable, Hashable {
    package var reason: DefaultMessage
    /// The message of the formatter's definition, in place of the form's and the default ones.
    package var message: LocalizedText?

    package init(_ reason: DefaultMessage, message: LocalizedText? = nil) {
        self.reason = reason
        self.message = message
    }
}

/// A kind of formatter that the engine makes itself. Definitions hold it as `FormatterKind`: the model knows no
/// formatters, so that `FormTypes.makeFormatter` asks for this protocol; a plug-in's kind does not conform to it.
package protocol TextFormatterKind: FormatterKind {
    /// The formatter that the definition describes.
    ///
    /// - Parameter symbols: how languages write numbers and dates.
    func makeFormatter(_ symbols: any LocaleSymbols) throws -> any TextFormatter

    /// Bytes that the formatter takes, about.
    var byteCount: Int { get }
}

extension FormatterDefinition {
    /// Bytes that the formatter takes, about.
    package var byteCount: Int { (kind as? any TextFormatterKind)?.byteCount ?? 1_024 }
}

extension TextFormatterKind {
    package var byteCount: Int { 1_024 }

    /// Reports a definition that no formatter can be made of. `part` is what of it stands at `site`.
    func checkFormatter(_ part: String, at site: JSONValue, _ context: DecodingContext) {
        guard context.hasTime(for: WorkBudget.largeStep) else { return }
        do {
            _ = try makeFormatter(EnglishSymbols())
        } catch {
            context.error("the \(part) cannot be used: \(error)", at: site)
        }
    }
}

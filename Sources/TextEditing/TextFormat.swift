/// Determines the text after an edit, and the value of the text.
///
/// A formatter is a pure function of its arguments. All state between two edits is in the `FormattedText`.
package protocol TextFormat: Sendable {
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
    /// - Parameter position: the requested position in code points.
    func caret(at position: Int, in current: FormattedText) -> Int

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
}

extension TextFormat {
    package var prefix: FormattedText { .empty }
    package func caret(at position: Int, in current: FormattedText) -> Int { position }
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
}

package import FormModel

/// Decides what text an edit leaves, and which value that text stands for. A pure function of its arguments: all that a
/// formatter knows between two edits stands in the `FormattedText`.
package protocol TextFormatter: Sendable {
    /// What is left of `current` after `edit`. The same text: the edit was refused.
    ///
    /// The caller has checked that the edit's range lies inside the text and on cluster boundaries.
    func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText

    /// The text of a value that nobody typed, the caret at its end.
    func format(_ text: String) -> FormattedText

    /// What an empty field shows while it has the focus, such as a mask's prefix; empty for most.
    var prefix: FormattedText { get }

    /// Where a caret stands that somebody puts at a place of the text, in code points: never within what the formatter
    /// has around the user's text.
    func caret(at place: Int, in current: FormattedText) -> Int

    /// What is left of `current` when editing ends, such as a date with its zeros or an amount at its limit.
    func finish(_ current: FormattedText) -> FormattedText

    /// What is still to come after the text, to be shown behind it as a hint; empty for most.
    func tail(of current: FormattedText) -> String

    /// Whether more typing at the end could still make `current` complete; true of a complete text.
    func canComplete(_ current: FormattedText) -> Bool

    /// What of an edit's insertion is not in the text that `apply` made, and why. Asked after edits that may have lost
    /// something; a character that was stepped over, or stands there in another shape, is not lost.
    func refusals(of edit: TextEdit, to current: FormattedText, leaving result: FormattedText) -> [Refusal]

    /// How an edit changed the text, where that is not to be told from the edit alone; nil: it is.
    func change(by edit: TextEdit, to current: FormattedText) -> LastEdit?

    /// The blocks of cells that the text consists of, for a front end that draws them one by one; empty for most.
    func blocks(of current: FormattedText) -> [MaskBlock]

    /// Whether a plug-in answers for it.
    var isPlugin: Bool { get }

    /// Whether the formatter ever complains; only then is a text that it has nothing against found valid by it.
    var complains: Bool { get }

    /// Whether what it complains of depends on the day.
    var asksForToday: Bool { get }

    /// What is wrong with a text that is shown, in the words of validation; nil: nothing, as with an empty text.
    ///
    /// - Parameter today: where the user is.
    func complaint(about current: FormattedText, today: CalendarDay) -> FormatterComplaint?

    /// This formatter as it is in a language (a BCP 47 tag), which can be put in yet another one; nil: it is so
    /// already, or is the same in all.
    func localized(to locale: String) -> (any TextFormatter)?
}

extension TextFormatter {
    package func caret(at place: Int, in current: FormattedText) -> Int { place }
    package func finish(_ current: FormattedText) -> FormattedText { current }
    package func tail(of current: FormattedText) -> String { "" }
    package func canComplete(_ current: FormattedText) -> Bool { true }
    package func blocks(of current: FormattedText) -> [MaskBlock] { [] }
    package func change(by edit: TextEdit, to current: FormattedText) -> LastEdit? { nil }

    package func refusals(
        of edit: TextEdit,
        to current: FormattedText,
        leaving result: FormattedText
    ) -> [Refusal] {
        edit.isRefused(in: current, leaving: result) ? Refusal.all(of: edit.replacement, .place) : []
    }

    package var isPlugin: Bool { false }
    package var complains: Bool { false }
    package var asksForToday: Bool { false }
    package func complaint(about current: FormattedText, today: CalendarDay) -> FormatterComplaint? { nil }
    package func localized(to locale: String) -> (any TextFormatter)? { nil }
}

extension TextEdit {
    /// Whether nothing came of an insertion: neither another text nor a step over what stands there.
    func isRefused(in current: FormattedText, leaving result: FormattedText) -> Bool {
        result.text == current.text && result.selection.start <= range.start
    }
}

import TextEditing

/// A mask for the text that someone types: it writes the literals, such as the parentheses of a telephone number, and
/// accepts only characters that fit its cells.
///
/// ```swift
/// let phone = try Mask("+1 ([000]) [000]-[0000]")
/// var text = phone.insert("2025550", into: phone.empty)
/// print(text.string)  // +1 (202) 555-0
/// text = phone.delete(in: text)
/// ```
///
/// A mask is a value that edits do not change. All that they change is in the ``MaskedText``. An edit of a text of `n`
/// characters takes time proportional to `n` and to the length of the mask.
public struct Mask: Sendable {
    private let formatter: any TextFormat
    /// The whole mask as a placeholder: literals unchanged, cells as their symbols, nothing for an endless cell.
    public let placeholder: String
    /// Warnings in English about parts that are valid but may not be meant, such as a notation that is never used.
    public let advice: [String]

    /// - Throws: for the first error of the first mask that has one.
    public init(_ definition: MaskDefinition) throws(MaskError) {
        let masks = try MaskFormatter(definition)
        formatter = definition.compatibility == .inputMask ? try InputMaskFormatter(definition) : masks
        placeholder = masks.variants[0].placeholder
        advice = definition.advice
    }

    /// A mask with the default behaviour.
    ///
    /// - Throws: for the first error.
    public init(_ mask: String) throws(MaskError) {
        try self.init(MaskDefinition(mask: mask))
    }

    /// The text of a field in which nothing has been typed: the literals before the first cell.
    public var empty: MaskedText { MaskedText(formatter.prefix) }

    /// The text for a value that a program sets, which may have the mask's literals or not; the caret is at the end.
    public func format(_ text: String) -> MaskedText {
        MaskedText(formatter.format(text.composed))
    }

    /// Replaces the selection, or inserts at the caret, as typing does.
    ///
    /// - Parameter isPasted: whether the characters come from a clipboard. Then literals with which they begin, and
    ///   which the text has already, are left out.
    /// - Returns: the text itself if no character of `string` fits.
    public func insert(_ string: String, into text: MaskedText, isPasted: Bool = false) -> MaskedText {
        let edit = TextEdit(
            range: text.formatted.text.widened(text.formatted.selection),
            replacement: string.composed,
            origin: isPasted ? .paste : .key
        )
        return MaskedText(formatter.apply(edit, to: text.formatted))
    }

    /// Deletes the selection, or the character beside the caret, as a key does.
    ///
    /// - Parameter forward: whether the character behind the caret is deleted, as Delete does, not the one before it,
    ///   as Backspace does.
    public func delete(in text: MaskedText, forward: Bool = false) -> MaskedText {
        let (current, selection) = (text.formatted.text, text.formatted.selection)
        let range =
            selection.length > 0
            ? current.widened(selection) : current.cluster(beside: selection.start, forward: forward)
        guard range.length > 0 else { return text }
        let edit = TextEdit(range: range, replacement: "", origin: forward ? .deleteForward : .deleteBackward)
        return MaskedText(formatter.apply(edit, to: text.formatted))
    }

    /// The text when its field loses the focus: a number that is too short for its range gets leading zeros, and an
    /// empty optional part goes.
    public func finish(_ text: MaskedText) -> MaskedText {
        MaskedText(formatter.finish(text.formatted))
    }

    /// The missing part of the mask, to show it after the text: literals unchanged, and cells as their symbols.
    public func tail(of text: MaskedText) -> String {
        formatter.tail(of: text.formatted)
    }
}

/// A text with its caret as a mask has formatted it.
public struct MaskedText: Sendable, Hashable {
    fileprivate let formatted: FormattedText

    fileprivate init(_ formatted: FormattedText) {
        self.formatted = formatted
    }

    /// The text that the user sees, with the mask's literals.
    public var string: String { formatted.text.string }

    /// The text without the mask's additions: the characters in cells, and the literals in braces.
    public var value: String { formatted.value }

    /// Whether all cells that must be filled are filled, and no number is out of its range.
    public var isComplete: Bool { formatted.isComplete }

    /// What is selected of ``string``; an empty range is the caret. It begins and ends between grapheme clusters.
    public var selection: Range<String.Index> {
        let text = formatted.text
        return text.index(formatted.selection.start)..<text.index(formatted.selection.end)
    }

    /// The literals at the end of ``string`` that the mask has added after the user's last character. Typing them steps
    /// over them.
    public var completion: Range<String.Index> {
        formatted.text.index(formatted.typedLength)..<string.endIndex
    }

    /// The text with something else selected, as after a click or an arrow key.
    ///
    /// - Parameter range: of ``string``; widened until it splits no grapheme cluster. An end behind the text's end is
    ///   that end.
    public func selecting(_ range: Range<String.Index>) -> MaskedText {
        var copy = formatted
        let start = string.scalarOffset(of: min(range.lowerBound, string.endIndex))
        let end = string.scalarOffset(of: min(range.upperBound, string.endIndex))
        copy.selection = formatted.text.widened(TextSelection(from: start, to: end))
        return MaskedText(copy)
    }
}

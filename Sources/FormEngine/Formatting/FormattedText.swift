/// A text with its caret and what its formatter makes of it.
package struct FormattedText: Sendable, Hashable {
    package var text: FormText
    /// In code points of `text`; never inside a grapheme cluster.
    package var selection: TextSelection
    /// The text without what the formatter added.
    package var value: String
    package var isComplete: Bool
    /// How many code points at the end of `text` the formatter wrote ahead of the user, such as the literals of a mask behind
    /// the last character that was typed. A user who types them all the same steps over them.
    package var completionLength: Int

    package init(
        text: FormText,
        selection: TextSelection,
        value: String,
        isComplete: Bool,
        completionLength: Int = 0
    ) {
        self.text = text
        self.selection = selection
        self.value = value
        self.isComplete = isComplete
        self.completionLength = completionLength
    }

    @inline(__always)
    package init(
        text: String,
        selection: TextSelection,
        value: String,
        isComplete: Bool,
        completionLength: Int = 0
    ) {
        self.init(
            text: FormText(text),
            selection: selection,
            value: value,
            isComplete: isComplete,
            completionLength: completionLength
        )
    }

    /// Code points of `text` before what the formatter wrote ahead of the user.
    var typedLength: Int { max(0, text.count - completionLength) }

    @inline(__always)
    package static func == (one: FormattedText, other: FormattedText) -> Bool {
        one.text == other.text && one.selection == other.selection && one.isComplete == other.isComplete
            && one.completionLength == other.completionLength && one.value.hasSameCodePoints(as: other.value)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(selection)
        value.hashCodePoints(into: &hasher)
    }
}

/// One change that somebody wants made to a text.
package struct TextEdit: Sendable {
    /// What is replaced; for the two deletions of one character already widened to the cluster that goes.
    package var range: TextSelection
    package var replacement: String
    package var origin: Origin

    package enum Origin: Sendable {
        case key, paste, deleteBackward, deleteForward, cut, program
    }

    package init(range: TextSelection, replacement: String, origin: Origin) {
        self.range = range
        self.replacement = replacement
        self.origin = origin
    }
}

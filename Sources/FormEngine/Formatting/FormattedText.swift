/// A text with its caret and what its formatter makes of it.
package struct FormattedText: Sendable, Hashable {
    package var text: String
    /// In code points of `text`; never inside a grapheme cluster.
    package var selection: TextSelection
    /// The text without what the formatter added.
    package var value: String
    package var isComplete: Bool

    package init(text: String, selection: TextSelection, value: String, isComplete: Bool) {
        self.text = text
        self.selection = selection
        self.value = value
        self.isComplete = isComplete
    }
}

extension FormattedText {
    func text(without range: TextSelection) -> String {
        let lower = text.index(ofScalar: range.start, isSimple: false)
        let upper = text.index(ofScalar: range.end, isSimple: false)
        return String(text[..<lower]) + text[upper...]
    }
}

/// A range of a text in code points.
package struct TextSelection: Sendable, Hashable {
    package var start: Int
    package var length: Int

    package init(start: Int, length: Int = 0) {
        self.start = start
        self.length = length
    }

    package var end: Int { start + length }
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

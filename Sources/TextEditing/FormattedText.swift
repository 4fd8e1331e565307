/// A text with its caret, and the formatter's result for it.
package struct FormattedText: Sendable, Hashable {
    package var text: FormText
    /// In code points of `text`; never inside a grapheme cluster.
    package var selection: TextSelection
    /// The text without the formatter's additions.
    package var value: String
    package var isComplete: Bool
    /// The number of code points at the end of `text` that the formatter added after the user's last character, such as
    /// the literals of a mask. If the user types these characters, the caret steps over them.
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

    /// An empty text.
    package static let empty = FormattedText(text: "", selection: TextSelection(start: 0), value: "", isComplete: false)

    /// A text that is its own value, because no formatter can make anything of it.
    package static func foreign(_ text: String, caret: Int) -> FormattedText {
        FormattedText(text: FormText(text), selection: TextSelection(start: caret), value: text, isComplete: false)
    }

    /// The code points of `text` before those that the formatter added at its end.
    package var typedLength: Int { max(0, text.count - completionLength) }

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

/// How complete a text is.
package enum MaskStatus: String, Sendable {
    /// The field has no formatter.
    case none
    /// The text contains no characters of the user.
    case clear
    case incomplete
    case complete
}

/// Adjacent cells of a text between literals.
package struct MaskBlock: Sendable, Hashable {
    /// The block's range in the text, in code points.
    package var range: TextSelection
    package var status: MaskStatus
    package var cells: [Cell]

    package struct Cell: Sendable, Hashable {
        /// The cell's range in the text, in code points.
        package var range: TextSelection
        package var isFilled: Bool
        /// The displayed character: the user's, or the template's.
        package var text: String

        package init(range: TextSelection, isFilled: Bool, text: String) {
            self.range = range
            self.isFilled = isFilled
            self.text = text
        }
    }

    package init(range: TextSelection, status: MaskStatus, cells: [Cell]) {
        self.range = range
        self.status = status
        self.cells = cells
    }
}

// MARK: - Edits

/// A change of a text by a user or a program.
package struct TextEdit: Sendable {
    /// The range that is replaced. For the keys that delete one character it is the whole grapheme cluster.
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

    /// Whether the edit removes something and inserts nothing.
    package var isDeletion: Bool { range.length > 0 && replacement.isEmpty }

    /// Whether an insertion had no effect: the text is unchanged, and the caret has not stepped over a character.
    package func isRefused(in current: FormattedText, leaving result: FormattedText) -> Bool {
        result.text == current.text && result.selection.start <= range.start
    }
}

/// How the last edit of a user changed the text.
package enum LastEdit: String, Sendable {
    case none, insert, delete, replace
}

/// A character of an edit that was not accepted, and the reason.
package struct Refusal: Sendable, Hashable {
    /// One grapheme cluster.
    package var character: String
    package var reason: Reason

    package init(_ character: Character, _ reason: Reason) {
        self.character = String(character)
        self.reason = reason
    }

    package enum Reason: String, Sendable, CaseIterable {
        /// The field's filter does not allow the character.
        case filter
        /// The format accepts only other characters at this position.
        case place
        /// The format is full. The character may be an older one that the edit has pushed out.
        case room
        /// The text would be longer than the field's maximum length.
        case length
        /// The character would merge with its neighbour into one grapheme cluster.
        case cluster
        /// The number would be out of its bounds.
        case range
        /// None of the possible values continues with the character.
        case values
        /// The text could no longer match the pattern.
        case pattern
        /// A validator of single edits found the text invalid.
        case validator
        /// The edit had already ended at an earlier character.
        case stop
    }

    /// The maximum number of refused characters that are listed for one edit.
    package static let maximumCount = 64

    package static func all(of text: String, _ reason: Reason) -> [Refusal] {
        text.prefix(maximumCount).map { Refusal($0, reason) }
    }
}

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
    package var completionLength = 0

    /// An empty text.
    package static let empty = FormattedText(text: "", selection: TextSelection(start: 0), value: "", isComplete: false)

    /// A text that is its own value, because no formatter can make anything of it.
    static func foreign(_ text: String, caret: Int) -> FormattedText {
        FormattedText(text: text, selection: TextSelection(start: caret), value: text, isComplete: false)
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

extension FormattedText {
    @inline(__always)
    package init(text: String, selection: TextSelection, value: String, isComplete: Bool, completionLength: Int = 0) {
        self.init(
            text: FormText(text),
            selection: selection,
            value: value,
            isComplete: isComplete,
            completionLength: completionLength
        )
    }
}

/// How far a text has come on its way to a complete one.
package enum MaskStatus: String, Sendable {
    /// The field has no formatter.
    case none
    /// Nothing of the user's is there.
    case clear
    case incomplete
    case complete
}

/// Adjoining cells of a text, with literals before and behind them.
package struct MaskBlock: Sendable, Hashable {
    /// The block's code points in the text.
    package var range: TextSelection
    package var status: MaskStatus
    package var cells: [Cell]

    package struct Cell: Sendable, Hashable {
        /// The cell's code points in the text.
        package var range: TextSelection
        package var isFilled: Bool
        /// What the cell shows: the user's character, or the template's.
        package var text: String
    }
}

// MARK: - Edits

/// One change that a user or a program wants made to a text.
package struct TextEdit: Sendable {
    /// The part of the text that is replaced. For the two keys that delete one character it is the whole grapheme cluster.
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
    var isDeletion: Bool { range.length > 0 && replacement.isEmpty }

    /// Whether an insertion came to nothing: the text is the same, and the caret has not stepped over what stands there.
    func isRefused(in current: FormattedText, leaving result: FormattedText) -> Bool {
        result.text == current.text && result.selection.start <= range.start
    }
}

/// How the last edit of a user changed the text.
package enum LastEdit: String, Sendable {
    case none, insert, delete, replace
}

/// A character that an edit brought in vain, and the reason.
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
        /// The format takes other characters at this place.
        case place
        /// The format is full. The character may be an older one that the edit pushed out.
        case room
        /// The text would be longer than the field's maximum length.
        case length
        /// The character would merge with its neighbour into one grapheme cluster.
        case cluster
        /// The number would be out of its bounds.
        case range
        /// None of the values that there are to choose from goes on with the character.
        case values
        /// The text could not match the pattern any more.
        case pattern
        /// A validator that judges each edit found the text invalid.
        case validator
        /// The edit had ended at an earlier character.
        case stop
    }

    /// How many refused characters of one edit are listed.
    package static let maximumCount = 64

    package static func all(of text: String, _ reason: Reason) -> [Refusal] {
        text.prefix(maximumCount).map { Refusal($0, reason) }
    }
}

/// The text of a field with its selection, its value, and whether it is complete.
public struct FieldText: Sendable, Hashable, Codable {
    /// The text that the field shows.
    public var text: String
    /// Where the selection begins, in code points of `text`.
    public var selectionStart: Int
    /// The length of the selection in code points; 0 if it is a caret.
    public var selectionLength: Int
    /// The text without the formatter's additions.
    public var value: String
    /// Whether the text is complete, such as a number with all its digits.
    public var isComplete: Bool

    /// Makes a text from all its parts.
    public init(text: String, selectionStart: Int, selectionLength: Int = 0, value: String, isComplete: Bool) {
        self.text = text
        self.selectionStart = selectionStart
        self.selectionLength = selectionLength
        self.value = value
        self.isComplete = isComplete
    }

    /// Makes a text with the caret at its end. The value is the text unless another one is given.
    public init(_ text: String = "", value: String? = nil, isComplete: Bool = false) {
        self.init(
            text: text,
            selectionStart: text.unicodeScalars.count,
            value: value ?? text,
            isComplete: isComplete
        )
    }

    /// The text after `edit` without any formatting: the value is the text itself, and the caret is after the inserted
    /// characters.
    public func applying(_ edit: FieldEdit) -> FieldText {
        let scalars = text.unicodeScalars
        let start = max(0, edit.start)
        let lower = scalars.index(scalars.startIndex, offsetBy: start, limitedBy: scalars.endIndex) ?? scalars.endIndex
        let upper = scalars.index(lower, offsetBy: max(0, edit.length), limitedBy: scalars.endIndex) ?? scalars.endIndex
        let result = String(text[..<lower]) + edit.replacement + String(text[upper...])
        let caret = text[..<lower].unicodeScalars.count + edit.replacement.unicodeScalars.count
        return FieldText(text: result, selectionStart: caret, value: result, isComplete: false)
    }

    /// Why no client could show the text; `nil` if every client can.
    package var fault: String? {
        let size = text.unicodeScalars.count
        guard selectionStart >= 0, selectionLength >= 0, selectionStart <= size,
            selectionLength <= size - selectionStart
        else { return "a selection is not inside the text" }
        return nil
    }
}

/// A change that a user or a program makes to a field's text.
public struct FieldEdit: Sendable, Hashable, Codable {
    /// Where the replaced range begins, in code points.
    public var start: Int
    /// The length of the replaced range in code points; 0 for an insertion.
    public var length: Int
    /// The text that replaces the range; empty for a deletion.
    public var replacement: String
    /// The cause of the edit.
    public var origin: Origin

    /// What caused an edit. The range of a deletion backward or forward without a selection is the deleted character.
    public enum Origin: String, Sendable, Codable, CaseIterable {
        case key, paste, deleteBackward, deleteForward, cut, program
    }

    /// Makes an edit from all its parts.
    public init(start: Int, length: Int, replacement: String, origin: Origin = .key) {
        self.start = start
        self.length = length
        self.replacement = replacement
        self.origin = origin
    }
}

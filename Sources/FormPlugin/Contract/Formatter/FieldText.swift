/// A field's text with its selection, and what a formatter makes of it.
public struct FieldText: Sendable, Hashable, Codable {
    /// What the field shows.
    public var text: String
    /// Where the selection begins, in code points of `text`.
    public var selectionStart: Int
    /// 0: a caret.
    public var selectionLength: Int
    /// The text without what the formatter added.
    public var value: String
    /// Whether nothing is missing.
    public var isComplete: Bool

    /// A text with everything said.
    public init(text: String, selectionStart: Int, selectionLength: Int = 0, value: String, isComplete: Bool) {
        self.text = text
        self.selectionStart = selectionStart
        self.selectionLength = selectionLength
        self.value = value
        self.isComplete = isComplete
    }

    /// A text with the caret at its end. Without a text: the empty one.
    public init(_ text: String = "", value: String? = nil, isComplete: Bool = false) {
        self.init(
            text: text,
            selectionStart: text.unicodeScalars.count,
            value: value ?? text,
            isComplete: isComplete
        )
    }

    /// What `edit` makes of the text when nobody formats it: its value is the text itself, the caret behind what came in.
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

/// One change that somebody wants made to a field's text.
public struct FieldEdit: Sendable, Hashable, Codable {
    /// Where what is replaced begins, in code points.
    public var start: Int
    /// 0: nothing is replaced.
    public var length: Int
    /// What comes in its place; empty: it is deleted.
    public var replacement: String
    /// What the person, or the program, did.
    public var origin: Origin

    /// Where an edit comes from. A deletion of one character spans that character.
    public enum Origin: String, Sendable, Codable, CaseIterable {
        case key, paste, deleteBackward, deleteForward, cut, program
    }

    /// An edit with everything said.
    public init(start: Int, length: Int, replacement: String, origin: Origin = .key) {
        self.start = start
        self.length = length
        self.replacement = replacement
        self.origin = origin
    }
}

/// Decides what text an edit leaves in a field, and which value that text stands for.
///
/// Every answer follows from the arguments and the configuration alone: the daemon may remember it and give it again.
/// Positions are code points (Unicode scalars). Whatever the daemon hands over may be hostile: a text that no edit of this
/// formatter could have made, such as what a user typed while the plug-in was not there.
///
/// A formatter that answers late, or not at all, leaves the text as it was typed.
public protocol FormatterService: PluginType {
    /// What is left of `current` after `edit`. The same text: the edit was refused.
    ///
    /// - Parameter locale: the session's language, a BCP 47 tag.
    func apply(_ edit: FieldEdit, to current: FieldText, locale: String) -> FieldText

    /// The text of a value that nobody typed, such as a program's, with the caret at its end.
    func format(_ text: String, locale: String) -> FieldText

    /// What is left of `current` when editing ends. Without an implementation: the same.
    func finish(_ current: FieldText, locale: String) -> FieldText

    /// What an empty field shows while it has the focus, such as "+7 ". Without an implementation: nothing.
    func prefix(locale: String) -> FieldText
}

extension FormatterService {
    /// The same text.
    public func finish(_ current: FieldText, locale: String) -> FieldText { current }
    /// Nothing.
    public func prefix(locale: String) -> FieldText { FieldText() }
}

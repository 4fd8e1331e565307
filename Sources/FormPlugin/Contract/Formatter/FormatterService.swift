/// A formatter determines the text of a field after an edit, and the value of that text.
///
/// Every answer must depend only on the arguments and the configuration: the daemon may cache it and use it again.
/// Positions are code points (Unicode scalars). Arguments may be hostile: a text may be one that this formatter would
/// never have returned, for instance because a user typed it while the plug-in did not run.
///
/// If a formatter answers late or not at all, the text stays as it was typed.
public protocol FormatterService: PluginType {
    /// The text of the field after `edit`. To refuse the edit, return `current`.
    ///
    /// - Parameter locale: the session's language, a BCP 47 tag.
    func apply(_ edit: FieldEdit, to current: FieldText, locale: String) -> FieldText

    /// The formatted text for a value that was not typed but set by a program, with the caret at the end.
    func format(_ text: String, locale: String) -> FieldText

    /// The text of the field after editing ended. The default implementation returns `current`.
    func finish(_ current: FieldText, locale: String) -> FieldText

    /// The text that an empty field shows while it has the focus, such as "+7 ". The default implementation returns an
    /// empty text.
    func prefix(locale: String) -> FieldText
}

extension FormatterService {
    /// Returns `current`.
    public func finish(_ current: FieldText, locale: String) -> FieldText { current }
    /// Returns an empty text.
    public func prefix(locale: String) -> FieldText { FieldText() }
}

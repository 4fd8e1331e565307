public import DBus

/// The keys of a session's typed properties: `session.focusedField` reads the property with the key `focusedField`.
/// Properties without a key are read by name: `session["Fields"]`.
public struct SessionProperties: Sendable {
    /// The form's name.
    public let form = PropertyKey<String>("Form")
    /// The form's title in the session's language.
    public let title = PropertyKey<String>("Title")
    /// `editing` or `submitted`.
    public let state = PropertyKey<String>("State")
    /// Whether no field shows an error.
    public let valid = PropertyKey<Bool>("Valid")
    /// Whether every field would pass validation now.
    public let complete = PropertyKey<Bool>("Complete")
    /// A number that grows by one with each transaction that changed something.
    public let revision = PropertyKey<UInt64>("Revision")
    /// The field that has the focus; "" if no field has it.
    public let focusedField = PropertyKey<String>("FocusedField")
    /// Whether FocusNext can move the focus.
    public let hasNext = PropertyKey<Bool>("HasNext")
    /// Whether FocusPrevious can move the focus.
    public let hasPrevious = PropertyKey<Bool>("HasPrevious")
    /// The elements of the form from top to bottom, whatever the layout is.
    public let structure = PropertyKey<[FormElement]>("Structure")
    /// The repeated groups in the form's order.
    public let groups = PropertyKey<[FormGroup]>("Groups")
    /// The index of the page that is shown, from 0.
    public let page = PropertyKey<UInt32>("Page")
    /// The pages in their order; `Page` is an index into this list.
    public let pages = PropertyKey<[FormPage]>("Pages")
    /// The language and region for texts and numbers, a BCP 47 tag.
    public let locale = PropertyKey<String>("Locale")
    /// The languages of the definition's texts, BCP 47 tags.
    public let languages = PropertyKey<[String]>("Languages")
    /// The labels of buttons in the session's language, by name, such as submit and addRow.
    public let labels = PropertyKey<[String: String]>("Labels")
    /// The writing direction of the session's language: `ltr`, or `rtl`, in which frames are mirrored.
    public let direction = PropertyKey<String>("Direction")
    /// The factor for all font sizes, 0.5 to 4 (otherwise `OutOfRange`).
    public let textScale = PropertyKey<Double>("TextScale")
    /// The palette of the colours: `dark` or `light`.
    public let colorScheme = PropertyKey<String>("ColorScheme")
    /// The form's width in logical pixels, above 0 and at most 65,536 (otherwise `OutOfRange`).
    public let width = PropertyKey<Double>("Width")
    /// The height of the form, or of the page that is shown, in logical pixels.
    public let contentHeight = PropertyKey<Double>("ContentHeight")
    /// The distance to scroll down so that the focused field, or the first invalid field, is visible.
    public let scrollOffset = PropertyKey<Double>("ScrollOffset")
    /// Whether there is an edit that Undo can revert.
    public let canUndo = PropertyKey<Bool>("CanUndo")
    /// Whether there is an edit that Redo can repeat.
    public let canRedo = PropertyKey<Bool>("CanRedo")
    /// The fields of the draft that could not be restored, because the form has changed.
    public let leftOut = PropertyKey<[String]>("LeftOut")

    /// The keys.
    public static let all = SessionProperties()
}

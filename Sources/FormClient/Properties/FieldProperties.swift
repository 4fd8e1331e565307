public import DBus

/// The keys of a field's typed properties: `field.hintText` reads the property with the key `hintText`. Properties
/// without a key are read by name: `field["MaskBlocks"]`.
public struct FieldProperties: Sendable {
    /// The name of the field that is shown to users.
    public let label = PropertyKey<String>("Label")
    /// `text`, `textView` or `note`.
    public let type = PropertyKey<String>("Type")
    /// The identifier of the field for accessibility tools.
    public let accessibilityId = PropertyKey<String>("AccessibilityId")
    /// The formatted text.
    public let text = PropertyKey<String>("Text")
    /// The text without the characters that the formatter added.
    public let value = PropertyKey<String>("Value")
    /// The start and the length of the selection.
    public let selection = PropertyKey<TextRange>("Selection")
    /// The position of the caret, which is one end of the selection.
    public let caret = PropertyKey<UInt32>("Caret")
    /// The text that an input method is composing (SetComposition); "" for a secret.
    public let composition = PropertyKey<String>("Composition")
    /// `error`, `active`, `normal` or `disabled`.
    public let state = PropertyKey<String>("State")
    /// Whether users can focus and edit the field.
    public let enabled = PropertyKey<Bool>("Enabled")
    /// Whether the field is part of the form at present, according to the definition's conditions.
    public let visible = PropertyKey<Bool>("Visible")
    /// Whether the application allows the field to get the focus.
    public let focusable = PropertyKey<Bool>("Focusable")
    /// Whether users cannot change the text (`ActionDisabled`).
    public let readOnly = PropertyKey<Bool>("ReadOnly")
    /// The ways in which users can change the text: typing, replacement, clipboard, picker, clear.
    public let allowedEdits = PropertyKey<[String]>("AllowedEdits")
    /// Whether the field has the focus.
    public let focused = PropertyKey<Bool>("Focused")
    /// Whether the field shows no error.
    public let valid = PropertyKey<Bool>("Valid")
    /// Whether the field has been edited.
    public let touched = PropertyKey<Bool>("Touched")
    /// Whether the text differs from the text with which the session was opened.
    public let modified = PropertyKey<Bool>("Modified")
    /// Whether the field must be filled in.
    public let required = PropertyKey<Bool>("Required")
    /// Whether a plug-in has not answered yet if the field is valid.
    public let pending = PropertyKey<Bool>("Pending")
    /// The error message.
    public let error = PropertyKey<String>("Error")
    /// The message of a failed rule with the severity "warning".
    public let warning = PropertyKey<String>("Warning")
    /// The hint.
    public let hint = PropertyKey<String>("Hint")
    /// The text below the field: the error, or else the warning, or else the hint.
    public let hintText = PropertyKey<String>("HintText")
    /// Whether HintText is shown.
    public let hintVisible = PropertyKey<Bool>("HintVisible")
    /// The height of the whole field.
    public let height = PropertyKey<Double>("Height")
    /// The part of the height that the hint takes.
    public let hintHeight = PropertyKey<Double>("HintHeight")
    /// The part of the height that the text takes.
    public let textHeight = PropertyKey<Double>("TextHeight")
    /// The maximum number of grapheme clusters that a user can enter; 0 is no text, 4294967295 is no limit.
    public let maxLength = PropertyKey<UInt32>("MaxLength")
    /// `none`, `clear`, `incomplete` or `complete`.
    public let maskStatus = PropertyKey<String>("MaskStatus")
    /// The characters that the formatter still expects after the text; "" for a secret.
    public let maskTail = PropertyKey<String>("MaskTail")
    /// The brands of payment cards to which the number can belong, also those that the rule creditCard does not accept.
    public let cardBrands = PropertyKey<[String]>("CardBrands")
    /// The text of the first placeholder.
    public let placeholder = PropertyKey<String>("Placeholder")
    /// The layers of all placeholders, from back to front.
    public let placeholders = PropertyKey<[[String: Value]]>("Placeholders")
    /// How the parts of the field are drawn in its current state.
    public let presentation = PropertyKey<[String: Value]>("Presentation")
    /// The button at the field's end: a password's eye, a text view's clear button, or the definition's own.
    public let actionButton = PropertyKey<[String: Value]>("ActionButton")
    /// The actions that PerformEditAction refuses.
    public let disabledEditActions = PropertyKey<[String]>("DisabledEditActions")
    /// Whether the text is drawn as dots.
    public let secureEntry = PropertyKey<Bool>("SecureEntry")
    /// The label of the return key: `done`, `next`, `go`, `search` or `send`.
    public let returnKey = PropertyKey<String>("ReturnKey")
    /// Information for on-screen keyboards and input methods.
    public let keyboard = PropertyKey<[String: Value]>("Keyboard")
    /// Whether the text is a secret: only the reply of Reveal contains it, everything else bullets, and its value is "".
    public let secret = PropertyKey<Bool>("Secret")
    /// Whether the daemon computes the text from other fields.
    public let computed = PropertyKey<Bool>("Computed")
    /// How the user fills in the field: `keyboard`, `options`, `date` or `toggle`.
    public let input = PropertyKey<String>("Input")
    /// The definition's wish for the input: `menu`, `list`, `buttons`, `rating`, `grid`, `slider`, or "" for none.
    public let display = PropertyKey<String>("Display")
    /// Whether several options can be chosen.
    public let multiple = PropertyKey<Bool>("Multiple")
    /// The labels of the options, at most the first 500.
    public let options = PropertyKey<[String]>("Options")
    /// The number of all options.
    public let optionCount = PropertyKey<UInt32>("OptionCount")
    /// The index of the first chosen option; -1 if none is chosen.
    public let selectedOption = PropertyKey<Int32>("SelectedOption")
    /// The indices of all chosen options, ascending.
    public let selectedOptions = PropertyKey<[UInt32]>("SelectedOptions")
    /// The chosen day in ISO 8601; "" if none is chosen.
    public let date = PropertyKey<String>("Date")
    /// The field to which FocusNext moves the focus; "" means the next one in the form's order.
    public let nextField = PropertyKey<String>("NextField")
    /// The field to which FocusPrevious moves the focus; "" means the previous one in the form's order.
    public let previousField = PropertyKey<String>("PreviousField")

    /// The keys.
    public static let all = FieldProperties()
}

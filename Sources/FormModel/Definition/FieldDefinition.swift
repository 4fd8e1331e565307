package import TextEditing

/// The definition of one field of a form.
package struct FieldDefinition: Sendable, Hashable {
    package var id: String
    package var label: LocalizedText?
    /// The text of a note; `nil` for every other kind of field.
    package var note: LocalizedText?
    /// A picture beside the label or the note; the client maps the name to an image.
    package var image: String?
    /// The number of columns, of twelve, that the field occupies.
    package var span = FormStructure.columns
    package var isEnabled = true
    /// Whether the field can take the focus; the application can change this.
    package var isFocusable = true
    /// Whether users cannot change the text. Focus, selection and copying still work.
    package var isReadOnly = false
    package var allowedEdits: EditOrigins = .all
    package var kind = FieldKind.text
    @Shared package var style: Style
    package var placeholders: [PlaceholderDefinition] = []
    package var hint: LocalizedText?
    package var visibleHintStates: ContainerStates = [.active, .error]
    /// The computation of the field's text; `nil` for a field that the user fills in. A computed field is read-only.
    package var computed: Computation?
    /// The initial text before formatting.
    package var value = ""
    /// The computation of the initial text, which is evaluated once; `nil` for a text that the definition has.
    package var initially: Computation?
    /// The computation of the text that the field gets whenever one of `setters` changes; `nil` if no change sets it.
    package var setOnChange: Computation?
    /// The fields whose changes set the text.
    package var setters: [String] = []
    /// In grapheme clusters; `nil` for no limit besides the daemon's.
    package var maxLength: Int?
    package var pasteOverflow = PasteOverflow.textThatFits
    package var allowedCharacters: CharacterFilter?
    /// Whether an edit with disallowed characters keeps the allowed ones. Otherwise the whole edit is refused.
    package var filtersInserted = true
    /// Whether the filter also applies to texts that a program sets.
    package var filtersProgram = false
    package var inputRules: [Rule] = []
    package var trims = false
    package var formatter: FormatterDefinition?
    package var rules: [Rule] = []
    package var isRequired = false
    package var requiredMessage: LocalizedText?
    package var validation = ValidationPolicy.always
    package var validatesWithFormatter = false
    /// Whether the messages of all rules that fail are shown, not only the first one's.
    package var showsAllMessages = false
    /// `nil` for a field that is always visible.
    package var visibleWhen: Condition?
    /// `nil` for a field that only `isEnabled` enables and disables.
    package var enabledWhen: Condition?
    /// The condition under which the field is required, in addition to `isRequired`.
    package var requiredWhen: Condition?
    package var whenIrrelevant = IrrelevantValue.exclude
    package var mode = FieldMode.plain
    package var isSecret = false
    package var maxTextHeight: Double?
    package var fixedTextHeight: Double?
    package var hasClearButton = true
    package var input = InputKind.keyboard
    package var keyboard = Keyboard()
    /// A WHATWG autofill token.
    package var contentType: String?
    package var returnKey: ReturnKey?
    package var next: Neighbour = .formOrder
    package var previous: Neighbour = .formOrder
    package var onReturn = ReturnBehavior.next
    package var disabledEditActions: Set<EditAction> = []
    package var clearsOnRefocus = false
    package var accessibilityID: String
    /// `nil` for a value that is written under the field's identifier with the type of the field's kind.
    package var document: DocumentPlace?
    /// The range of the field's JSON in the form's source, in bytes; `nil` for a field that was not decoded.
    package var source: Range<Int>?

    /// Creates a field with a name and a style; all other properties have their defaults.
    package init(id: String, style: Style) {
        self.id = id
        self.style = style
        accessibilityID = id
    }
}

/// The condition under which a field is validated when it loses the focus.
package enum ValidationPolicy: String, Sendable, CaseIterable {
    case always, notEmptyText, afterChanges, never
}

/// The handling of an edit that would exceed `maxLength`.
package enum PasteOverflow: String, Sendable, CaseIterable {
    /// The inserted text is cut.
    case textThatFits
    /// The edit is refused.
    case noChanges
}

package enum FieldMode: Sendable, Hashable {
    case plain
    case password(reveal: RevealBehavior)
    case custom(image: String, normalColor: Color, pressedColor: Color)
}

/// When the eye of a password field is visible.
package enum RevealBehavior: String, Sendable, CaseIterable {
    case alwaysVisible, visibleOnNotEmptyText, visibleAfterFirstEntry
}

package enum ReturnKey: String, Sendable, CaseIterable {
    case done, next, go, search, send
}

package enum ReturnBehavior: String, Sendable, CaseIterable {
    case next, blur, stay
}

/// The field that the focus moves to.
package enum Neighbour: Sendable, Hashable {
    /// The next or the previous field of the form.
    case formOrder
    case field(String)
}

package struct Keyboard: Sendable, Hashable {
    package var purpose = KeyboardPurpose.text
    package var autocapitalization = Autocapitalization.none
    package var autocorrection = true
    package var spellcheck = true

    package init() {}
}

package enum KeyboardPurpose: String, Sendable, CaseIterable {
    case text, name, integer, decimal, phone, email, url, password, pin, date, time, code
}

package enum Autocapitalization: String, Sendable, CaseIterable {
    case none, words, sentences, characters
}

package enum EditAction: String, Sendable, CaseIterable {
    case cut, copy, paste, select, selectAll, delete
}

/// The ways in which users change texts.
package struct EditOrigins: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Inserting and deleting at the caret.
    package static let typing = EditOrigins(rawValue: 1)
    /// Replacing a range that is not the selection: completion, correction, dictation, drag and drop.
    package static let replacement = EditOrigins(rawValue: 2)
    /// The edit actions that change the text.
    package static let clipboard = EditOrigins(rawValue: 4)
    package static let picker = EditOrigins(rawValue: 8)
    /// The clear button.
    package static let clear = EditOrigins(rawValue: 16)

    package static let all: EditOrigins = [.typing, .replacement, .clipboard, .picker, .clear]

    /// The origins with their names in definitions.
    package static let named: [(name: String, origin: EditOrigins)] = [
        ("typing", .typing), ("replacement", .replacement), ("clipboard", .clipboard), ("picker", .picker),
        ("clear", .clear),
    ]
}

/// One placeholder of a field.
package struct PlaceholderDefinition: Sendable, Hashable {
    package var text: LocalizedText?
    package var service: Service

    package enum Service: Sendable, Hashable {
        case floating(FloatingPlaceholderStyle)
        case `static`(StaticPlaceholderStyle)
        case native(NativePlaceholderStyle)
        /// A type of a plug-in, with its configuration as a JSON object.
        case plugin(type: String, configuration: String)
    }

    package init(text: LocalizedText?, service: Service) {
        self.text = text
        self.service = service
    }
}

extension FieldDefinition {
    /// The field whose value decides which options this one offers; `nil` if there is none.
    package var decidingField: String? {
        if case .options(let input) = input { input.decidingField } else { nil }
    }

    /// The conditions of options that are only offered while they hold, by the options' indices.
    package var optionConditions: [Int: Condition] {
        if case .options(let input) = input { input.conditions } else { [:] }
    }

    /// Whether other fields determine the value, at all times, at first or when they change.
    package var isDerived: Bool { computed != nil || initially != nil || setOnChange != nil }

    /// Whether other fields decide which options are offered.
    package var hasDecidedOptions: Bool { decidingField != nil || !optionConditions.isEmpty }
}

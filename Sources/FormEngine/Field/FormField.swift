import Formatters
import FormModel
import FormPlugin
import TextEditing

/// One field of one session at one moment. Everything else that a client sees is derived from it, from the field's plan
/// and from the session's context.
///
/// Fields are copied on write by `FieldTable.change`: a transaction replaces a field by a copy before its first change.
/// The original stays unchanged for a rollback, for the history and for the announcement. So reading copies nothing,
/// and keeping a field costs a reference.
///
/// The class is `Sendable` because only the transaction that made a copy writes it, before anything else can see it.
final class FormField: @unchecked Sendable {
    var place: FieldPlace { didSet { dirty.insert(.place) } }
    /// The plan of the place, unless `Configure` replaced it.
    var plan: FieldPlan { didSet { dirty.insert(.configuration) } }
    /// The formatter in the session's language; `nil` if the text is not formatted.
    var formatter: FieldFormatter? { didSet { dirty.insert(.formatter) } }
    /// The text that the field shows, including its formatter's prefix.
    var text: FormText {
        didSet {
            dirty.insert(.text)
            needsVerdict = true
            isNews = true
        }
    }
    /// The selection in code points of the text.
    var selection: TextSelection {
        didSet {
            if selection != oldValue { dirty.insert(.selection) }
            if isCaretAtStart { isCaretAtStart = false }
        }
    }
    /// The text that an input method composes in place of the selection; `nil` if there is none.
    var composition: Boxed<String>? { didSet { dirty.insert(.composition) } }
    /// Whether the caret is at the start of the selection. A new selection has its caret at the end.
    var isCaretAtStart: Bool { didSet { dirty.insert(.selection) } }
    /// The unformatted value that the formatter derived from the text; empty without a formatter.
    var value: String { didSet { dirty.insert(.value) } }
    /// The code points at the end of the text that the formatter completed before the user typed them.
    var completionLength: Int
    /// The characters that the formatter still expects behind the text.
    var tail: String { didSet { dirty.insert(.tail) } }
    /// The picker's choice that the text matches.
    var choice: Choice {
        didSet {
            guard choice != oldValue else { return }
            dirty.insert(.choice)
            isNews = true
        }
    }
    var lastEdit: LastEdit { didSet { if lastEdit != oldValue { dirty.insert(.lastEdit) } } }
    /// The error or the warning that is shown; `nil` if there is neither.
    var message: ShownMessage? { didSet { dirty.insert(.message) } }
    var layout: FieldLayout { didSet { dirty.insert(.layout) } }
    var flags: FieldFlags {
        didSet {
            let changed = oldValue.symmetricDifference(flags)
            dirty.formUnion(FieldAspects(changed))
            if changed.contains(.hidden) { isNews = true }
        }
    }
    /// Properties that replace those of the definition in this session; `nil` for most fields.
    var overrides: Boxed<FieldOverrides>? { didSet { dirty.insert(.overrides) } }
    /// Label, hint and note, if they have styles or show answers; `nil` if they are those of the definition.
    var shown: Boxed<ShownTexts>? { didSet { dirty.insert(.texts) } }
    /// The options that are offered, if another field decides; `nil` for all. Derived from that field.
    var offer: OptionOffer? {
        didSet {
            dirty.insert(.texts)
            needsVerdict = true
        }
    }
    /// The plug-ins' answers; `nil` for a field that asks no plug-in.
    var plugins: Boxed<PluginAnswers>? { didSet { dirty.insert(.placeholders) } }
    /// The form's revision when a property of the field was last announced; 0 if none was.
    var revision: UInt64

    // The properties below belong to the open transaction, and are empty in a new copy.

    /// Whether the open transaction made this copy, which it may write.
    var isOpen = false
    /// Whether an undo restored the field with its row.
    var isBack = false
    /// The aspects that the open transaction has written.
    var dirty: FieldAspects = []
    /// Whether the field must be validated again.
    var needsVerdict = false
    /// Whether conditions and computations have not been evaluated since what they read of this field changed.
    var isNews = false
    /// The cause of the text's last change.
    var textOrigin: TextOrigin?
    var occurrences: Occurrences = []

    /// The events of a field that are not changes of its properties.
    struct Occurrences: OptionSet, Sendable {
        let rawValue: UInt8

        static let returnPressed = Self(rawValue: 1 << 0)
        static let actionPressed = Self(rawValue: 1 << 1)
        static let validationFailed = Self(rawValue: 1 << 2)
    }

    // The properties have no initial values: each key makes a copy, which would assign them first.

    init(at place: FieldPlace) {
        self.place = place
        plan = place.plan
        text = .empty
        selection = TextSelection(start: 0)
        isCaretAtStart = false
        value = ""
        completionLength = 0
        tail = ""
        choice = .none
        lastEdit = .none
        layout = FieldLayout()
        flags = [.passes, .possible]
        revision = 0
    }

    /// A copy for a new transaction.
    init(copying other: FormField) {
        place = other.place
        plan = other.plan
        formatter = other.formatter
        text = other.text
        selection = other.selection
        isCaretAtStart = other.isCaretAtStart
        composition = other.composition
        value = other.value
        completionLength = other.completionLength
        tail = other.tail
        choice = other.choice
        lastEdit = other.lastEdit
        message = other.message
        layout = other.layout
        flags = other.flags
        overrides = other.overrides
        shown = other.shown
        offer = other.offer
        plugins = other.plugins
        revision = other.revision
        isOpen = true
    }

    /// Whether a user, a program or a computation has changed the value since conditions were evaluated.
    var hasNewAnswer: Bool {
        switch textOrigin {
        case .user, .program, .picker, .clear: isNews
        case .mask, .trim, .reset, .undo, nil: false
        }
    }

    /// Clears what belongs to the transaction that made this copy.
    func close() {
        isOpen = false
        isBack = false
        dirty = []
        needsVerdict = false
        isNews = false
        textOrigin = nil
        occurrences = []
    }
}

/// The error or the warning that a field shows.
struct ShownMessage: Sendable, Equatable {
    enum Severity: Sendable {
        case error, warning
    }

    var severity: Severity
    /// The message; `nil` for an error without one, so that the hint stays visible.
    var text: String?
    /// Whether a rule found it, so that it can be translated; otherwise a program set it.
    var isJudged: Bool
}

/// The cause of a text's change.
package enum TextOrigin: String, Sendable {
    case user, program, picker, mask, trim, clear, reset, undo
}

/// A value on the heap: an optional one costs only a pointer while it is `nil`.
final class Boxed<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

// MARK: - Derived properties

extension FormField {
    var index: Int { place.index }
    var id: String { place.id }
    var definition: FieldDefinition { _read { yield plan.definition } }

    /// The field's picker with the current labels of its options and those that are offered. To test whether there is
    /// one, `plan.picker` is faster.
    var picker: Picker? {
        let picker = shown?.value.options?.picker ?? plan.picker
        guard let offer else { return picker }
        return picker?.changing { $0.offer = offer }
    }

    var hasError: Bool { message?.severity == .error }
    var isDisabled: Bool { flags.contains(.disabled) }
    var isFocused: Bool { flags.contains(.focused) }
    var isHidden: Bool { flags.contains(.hidden) }
    var isSecret: Bool { flags.contains(.secret) }
    /// Whether the field is a note: a text of the form's author, without input and validation.
    var isNote: Bool { flags.contains(.note) }
    var canTakeFocus: Bool { flags.isDisjoint(with: [.disabled, .hidden, .vetoed, .note]) }
    /// Whether the form's values contain the field, and other fields can read it. A hidden field is relevant if its
    /// definition keeps its value.
    var isRelevant: Bool { !isHidden || plan.conditions?.whenIrrelevant == .keep }
    /// Whether validations and submissions check the field.
    var isJudged: Bool { flags.isDisjoint(with: [.disabled, .hidden, .note]) }

    var fieldState: FieldState {
        isDisabled ? .disabled : isFocused ? .active : .normal
    }

    var containerState: ContainerState {
        hasError ? .error : isDisabled ? .disabled : isFocused ? .active : .normal
    }

    /// The text as it is published: for a secret a bullet for each code point.
    var publishedText: String { published(text) }

    func published(_ text: FormText) -> String {
        isSecret ? String(repeating: "•", count: text.count) : text.string
    }

    /// The end of the selection that moves with the caret, in code points.
    var caret: Int { isCaretAtStart ? selection.start : selection.end }

    /// The text that rules validate. An option without a value, such as “Choose…”, counts as no text.
    var judgedText: String {
        if choice != .none, plan.picker?.value(of: choice) == "" { return "" }
        return enteredText
    }

    /// Whether the field is a toggle that is off. Only the check of `required` treats it as empty.
    var isToggledOff: Bool { plan.isToggle && choice != .on }

    /// The text without a formatter's prefix and without the white space that a blur would trim.
    var enteredText: String {
        if showsPrefixOnly { return "" }
        return definition.trims ? text.string.trimmed : text.string
    }

    /// Whether the text is nothing but the formatter's prefix.
    var showsPrefixOnly: Bool {
        formatter != nil && value.isEmpty && !flags.contains(.verbatim) && !text.isEmpty
    }

    /// The unformatted text.
    var fieldValue: String {
        if choice != .none, let value = plan.picker?.value(of: choice) { return value }
        return formatter != nil ? value : enteredText
    }

    /// Whether an empty text is invalid.
    var isRequired: Bool { definition.isRequired || flags.contains(.demanded) }

    var mode: FieldMode { overrides?.value.mode ?? definition.mode }

    /// The maximum number of grapheme clusters; `nil` for no limit.
    var maxLength: Int? { overrides?.value.maxLength ?? definition.maxLength }

    var isReadOnly: Bool { overrides?.value.isReadOnly ?? definition.isReadOnly }

    /// The ways in which users may change the text.
    var allowedEdits: EditOrigins {
        guard let isReadOnly = overrides?.value.isReadOnly else { return plan.allowedEdits }
        return isReadOnly ? [] : plan.edits
    }

    /// The edit actions that the definition disables, and those that would change the text in a way that is not
    /// allowed.
    var disabledEditActions: Set<EditAction> {
        let disabled = definition.disabledEditActions
        return allowedEdits.contains(.clipboard) ? disabled : disabled.union([.cut, .paste, .delete])
    }

    /// The text that the field was opened with.
    var initialText: String { overrides?.value.initialText ?? plan.initialText }

    /// How complete the formatter finds the text.
    var maskStatus: MaskStatus {
        guard formatter != nil else { return .none }
        if flags.contains(.complete) { return .complete }
        return value.isEmpty ? .clear : .incomplete
    }

    /// The text with its value, as the formatter reads it for the next edit.
    var formattedText: FormattedText {
        FormattedText(
            text: text,
            selection: selection,
            value: value,
            isComplete: flags.contains(.complete),
            completionLength: completionLength
        )
    }

    /// The field's formatter, if it is built in.
    var builtInFormatter: (any TextFormatter)? { formatter?.builtIn }

    /// Whether the field's validation depends on the date.
    var asksForToday: Bool { plan.asksForToday || builtInFormatter?.asksForToday == true }

    /// The field's formatter; it asks plug-ins through `attempt`.
    func formatter(asking attempt: Attempt) -> (any TextFormatter)? {
        formatter?.formatter(for: Asker(attempt: attempt, field: index, isSecret: isSecret))
    }
}

// MARK: - Costs

extension FormField {
    /// The approximate number of bytes that the field takes.
    var byteCount: Int {
        var count = 512 + choice.byteCount + text.string.utf8.count + value.utf8.count + tail.utf8.count
        count += (message?.text?.utf8.count ?? 0) + (composition?.value.utf8.count ?? 0)
        // Only what the session does not share with others.
        if formatter !== plan.formatter { count += formatter?.byteCount ?? 0 }
        if plan !== place.plan { count += 4_096 }
        if let shown = shown?.value {
            count += shown.label.text.utf8.count + shown.hint.text.utf8.count + shown.note.text.utf8.count
            for label in shown.options?.labels ?? [] {
                count += label.translations.reduce(0) { $0 + $1.text.utf8.count }
            }
        }
        if let plugins { count += plugins.value.placeholders.values.reduce(0) { $0 + $1.asked.size + 256 } }
        return count
    }

    /// The approximate work of validating the text once, without its rules; see `WorkBudget`.
    var work: Int { 1 + text.string.work + initialText.work }

    /// About how long it takes to format the text and the initial one.
    var formattingWork: Int {
        formatter == nil ? work : 1 + text.string.formattingWork + initialText.formattingWork
    }
}

extension String {
    /// The approximate work of reading the text once; see `WorkBudget`.
    var work: Int { utf8.count >> 9 }

    /// The approximate work of formatting the text. A code point outside of ASCII is read many times.
    var formattingWork: Int { isSimple ? work : utf8.count >> 2 }
}

// MARK: - The button at the right end

extension FormField {
    /// Whether the field has a button at its right end, visible or not.
    var hasActionButton: Bool {
        guard !plan.isTextView else { return false }
        if case .plain = mode { return false }
        return true
    }

    /// Whether the button at the right end is visible. The button of a password field has a rule of its own.
    var showsButton: Bool {
        if plan.isTextView { return definition.hasClearButton && !text.isEmpty && allowedEdits.contains(.clear) }
        return switch mode {
        case .plain: false
        case .custom, .password(reveal: .alwaysVisible): true
        case .password(reveal: .visibleOnNotEmptyText): !text.isEmpty
        case .password(reveal: .visibleAfterFirstEntry): flags.contains(.entered)
        }
    }
}

// MARK: - Overrides

/// Properties that replace those of the definition in one session. Most fields have none.
struct FieldOverrides: Sendable {
    var mode: FieldMode?
    var hint: String?
    /// The maximum number of grapheme clusters. The outer `nil` keeps the definition's limit, the inner `nil` means no
    /// limit.
    var maxLength: Int??
    var isReadOnly: Bool?
    var placeholder: String?
    var next: Neighbour?
    var previous: Neighbour?
    /// The text that the session was opened with.
    var initialText: String?
    /// The numbers of lines that the client measured.
    var hintLines: Int?
    var textLines: Int?
    /// The JSON of formatter, mode and configuration as a program set them, for the saved record. A formatter's is
    /// empty if the program removed it.
    var formatterJSON: String?
    var modeJSON: String?
    var configurationJSON: String?
}

extension FormField {
    func override(_ change: (inout FieldOverrides) -> Void) {
        var value = overrides?.value ?? FieldOverrides()
        change(&value)
        overrides = Boxed(value)
    }

    /// The index of the next or previous field in focus order; `nil` at the ends of the form. An override that names a
    /// field of a removed row is ignored.
    func neighbour(forward: Bool, in placement: Placement) -> Int? {
        let own = forward ? place.next : place.previous
        return switch forward ? overrides?.value.next : overrides?.value.previous {
        case nil: own
        case .formOrder: forward ? place.nextInOrder : place.previousInOrder
        case .field(let id): placement.indices[id] ?? own
        }
    }
}

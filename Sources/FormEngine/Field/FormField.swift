import FormModel
import FormPlugin

/// One field of one session at one moment. Everything else that a client sees is derived from this, from the field's plan
/// and from the session's context.
///
/// A field is copy-on-write by hand: a transaction replaces a field by a copy before its first change (`FieldTable.change`).
/// The field as it was stays untouched, for a rollback, for the history of undo, and to tell what changed. So reading copies
/// nothing, and keeping a field costs a reference.
///
/// Sendable, since only the transaction that made a copy writes it, before anybody else sees it.
final class FormField: @unchecked Sendable {
    var place: FieldPlace { didSet { dirty.insert(.place) } }
    /// The place's plan, unless the session configured the field otherwise.
    var plan: FieldPlan { didSet { dirty.insert(.configuration) } }
    /// In the session's language; `nil` if the text is not formatted.
    var formatter: FieldFormatter? { didSet { dirty.insert(.formatter) } }
    /// What the field shows, the prefix of its formatter included.
    var text: FormText {
        didSet {
            dirty.insert(.text)
            needsVerdict = true
        }
    }
    /// In code points of the text.
    var selection: TextSelection {
        didSet {
            if selection != oldValue { dirty.insert(.selection) }
            if isCaretAtStart { isCaretAtStart = false }
        }
    }
    /// What an input method composes in the place of the selection; `nil` if it composes nothing.
    var composition: Boxed<String>? { didSet { dirty.insert(.composition) } }
    /// Whether the start of the selection is the end that moves. A new selection has its caret at the end.
    var isCaretAtStart: Bool { didSet { dirty.insert(.selection) } }
    /// What the formatter made of the text; unused without one.
    var value: String { didSet { dirty.insert(.value) } }
    /// Code points at the end of the text that the formatter wrote ahead of the user.
    var completionLength: Int
    /// What the formatter says is still to come behind the text.
    var tail: String { didSet { dirty.insert(.tail) } }
    /// What of the field's picker the text stands for.
    var choice: Choice { didSet { if choice != oldValue { dirty.insert(.choice) } } }
    var lastEdit: LastEdit { didSet { if lastEdit != oldValue { dirty.insert(.lastEdit) } } }
    /// The error or the warning that is shown; `nil` if there is neither.
    var message: ShownMessage? { didSet { dirty.insert(.message) } }
    var layout: FieldLayout { didSet { dirty.insert(.layout) } }
    var flags: FieldFlags {
        didSet { dirty.formUnion(FieldParts(oldValue.symmetricDifference(flags))) }
    }
    /// What the session changed about the definition; `nil` for most fields.
    var overrides: Boxed<FieldOverrides>? { didSet { dirty.insert(.overrides) } }
    /// Label, hint and note where they have styles or show answers; `nil` if they are the definition's.
    var shown: Boxed<ShownTexts>? { didSet { dirty.insert(.texts) } }
    /// What plug-ins have answered; `nil` for a field that asks none.
    var plugins: Boxed<PluginAnswers>? { didSet { dirty.insert(.placeholders) } }
    /// The form's revision when a property of the field was last announced; 0 if none was.
    var revision: UInt64

    // What belongs to the open transaction, and is empty in a new copy.

    /// Whether the open transaction made this copy, and may write it.
    var isOpen = false
    /// Whether the field has come back with its row.
    var isBack = false
    /// The parts that were written.
    var dirty: FieldParts = []
    /// Whether the field has to be judged anew.
    var needsVerdict = false
    /// Why the text changed; the last reason wins.
    var textOrigin: TextOrigin?
    var occurrences: Occurrences = []

    /// What happened to a field besides changes of its properties.
    struct Occurrences: OptionSet, Sendable {
        let rawValue: UInt8

        static let returnPressed = Self(rawValue: 1 << 0)
        static let actionPressed = Self(rawValue: 1 << 1)
        static let validationFailed = Self(rawValue: 1 << 2)
    }

    // Properties have no initial values: a copy, of which each key makes one, would have them first.

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
        plugins = other.plugins
        revision = other.revision
        isOpen = true
    }

    /// The transaction that made this copy has ended.
    func close() {
        isOpen = false
        isBack = false
        dirty = []
        needsVerdict = false
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
    /// `nil` if the field is in error and has nothing to say, so that the hint stays in view.
    var text: String?
    /// A judge found it, so that it can be said in another language; otherwise a program set it.
    var isJudged: Bool
}

/// Who or what changed a text.
package enum TextOrigin: String, Sendable {
    case user, program, picker, mask, trim, clear, reset, undo
}

/// A value on the heap: who does not have it pays for a pointer only.
final class Boxed<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

// MARK: - Questions about a field

extension FormField {
    var index: Int { place.index }
    var id: String { place.id }
    var definition: FieldDefinition { _read { yield plan.definition } }

    /// What the value is chosen from, with the labels of options as they are now. That there is none, the plan says quicker.
    var picker: Picker? { shown?.value.options?.picker ?? plan.picker }

    var hasError: Bool { message?.severity == .error }
    var isDisabled: Bool { flags.contains(.disabled) }
    var isFocused: Bool { flags.contains(.focused) }
    var isHidden: Bool { flags.contains(.hidden) }
    var isSecret: Bool { flags.contains(.secret) }
    /// Whether the field is a text of the form's author, which nobody enters or judges.
    var isNote: Bool { flags.contains(.note) }
    var canTakeFocus: Bool { flags.isDisjoint(with: [.disabled, .hidden, .vetoed, .note]) }
    /// Whether the field counts for others and for the form's values: one that is not visible does if its definition keeps
    /// its value.
    var isRelevant: Bool { !isHidden || plan.conditions?.whenIrrelevant == .keep }
    /// Whether validations and submissions ask the field.
    var isJudged: Bool { flags.isDisjoint(with: [.disabled, .hidden, .note]) }

    var fieldState: FieldState {
        isDisabled ? .disabled : isFocused ? .active : .normal
    }

    var containerState: ContainerState {
        hasError ? .error : isDisabled ? .disabled : isFocused ? .active : .normal
    }

    /// The text as anybody may see it: bullets for a secret, one for each code point.
    var publishedText: String { published(text) }

    func published(_ text: FormText) -> String {
        isSecret ? String(repeating: "•", count: text.count) : text.string
    }

    /// The end of the selection that moves, in code points.
    var caret: Int { isCaretAtStart ? selection.start : selection.end }

    /// The text as rules and policies see it. An option that stands for nothing, such as “Choose…”, is no text.
    var judgedText: String {
        if choice != .none, plan.picker?.value(of: choice) == "" { return "" }
        return enteredText
    }

    /// Whether the field is a toggle that is off, which is empty to `required` and to nothing else.
    var isOff: Bool { plan.isToggle && choice != .on }

    /// The text without a formatter's prefix and without what a blur would trim.
    var enteredText: String {
        if showsPrefixOnly { return "" }
        return definition.trims ? text.string.trimmed : text.string
    }

    /// Whether nothing but what the formatter added is in the field.
    var showsPrefixOnly: Bool {
        formatter != nil && value.isEmpty && !flags.contains(.verbatim) && !text.isEmpty
    }

    /// The unformatted text.
    var fieldValue: String {
        if choice != .none, let value = plan.picker?.value(of: choice) { return value }
        if formatter != nil { return value }
        return definition.trims ? text.string.trimmed : text.string
    }

    /// Whether empty text fails.
    var isRequired: Bool { definition.isRequired || flags.contains(.demanded) }

    var mode: FieldMode { overrides?.value.mode ?? definition.mode }

    /// In grapheme clusters; `nil` for no limit.
    var maxLength: Int? { overrides?.value.maxLength ?? definition.maxLength }

    var isReadOnly: Bool { overrides?.value.isReadOnly ?? definition.isReadOnly }

    /// What users may change the text with.
    var allowedEdits: EditOrigins {
        guard let isReadOnly = overrides?.value.isReadOnly else { return plan.allowedEdits }
        return isReadOnly ? [] : plan.edits
    }

    /// What the definition disables, and what would change a text that is not to be changed so.
    var disabledEditActions: EditActions {
        let disabled = definition.disabledEditActions
        return allowedEdits.contains(.clipboard) ? disabled : disabled.union([.cut, .paste, .delete])
    }

    /// The text that the field was opened with.
    var initialText: String { overrides?.value.initialText ?? plan.initialText }

    /// How far the formatter is with the text.
    var maskStatus: MaskStatus {
        guard formatter != nil else { return .none }
        if flags.contains(.complete) { return .complete }
        return value.isEmpty ? .clear : .incomplete
    }

    /// What the formatter makes of the text, for the formatter itself to go on from.
    var formattedText: FormattedText {
        FormattedText(
            text: text,
            selection: selection,
            value: value,
            isComplete: flags.contains(.complete),
            completionLength: completionLength
        )
    }

    /// The field's formatter, if it is one that answers by itself.
    var builtInFormatter: (any TextFormatter)? {
        formatter?.builtIn
    }

    /// Whether what the field says depends on the day.
    var asksForToday: Bool { plan.asksForToday || builtInFormatter?.asksForToday == true }

    /// The field's formatter, ready to format.
    func formatter(asking attempt: Attempt) -> (any TextFormatter)? {
        formatter?.formatter(for: Asker(attempt: attempt, field: index, isSecret: isSecret))
    }
}

// MARK: - What a field costs

extension FormField {
    /// Bytes that the field takes, about.
    var byteCount: Int {
        var count = 512 + choice.byteCount + text.string.utf8.count + value.utf8.count + tail.utf8.count
        count += (message?.text?.utf8.count ?? 0) + (composition?.value.utf8.count ?? 0)
        // What other sessions of the form do not share.
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

    /// About how long it takes to judge the text once, without its rules; see `WorkBudget`.
    var work: Int { 1 + text.string.work + initialText.work }

    /// About how long it takes to format the text and the initial one.
    var formattingWork: Int {
        formatter == nil ? work : 1 + text.string.formattingWork + initialText.formattingWork
    }
}

extension String {
    /// About how long it takes to go through the text once; see `WorkBudget`.
    var work: Int { utf8.count >> 9 }

    /// About how long it takes to format the text: a code point outside of ASCII is looked at many times.
    var formattingWork: Int { isSimple ? work : utf8.count >> 2 }
}

// MARK: - The button at the right end

extension FormField {
    /// Whether the right end of the field belongs to a button, seen or not.
    var hasActionButton: Bool {
        guard !plan.isTextView else { return false }
        if case .plain = mode { return false }
        return true
    }

    /// Whether the button at the right end is to be seen: the eye of a password field hides until it is of use.
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

/// What a session changed about a field's definition. Most fields have none.
struct FieldOverrides: Sendable {
    var mode: FieldMode?
    var hint: String?
    /// Grapheme clusters. The inner `nil` is *no limit*, the outer one leaves the definition's.
    var maxLength: Int??
    var isReadOnly: Bool?
    var placeholder: String?
    var next: Neighbour?
    var previous: Neighbour?
    /// The text that the session was opened with.
    var initialText: String?
    /// Lines that the client measured.
    var hintLines: Int?
    var textLines: Int?
    /// What a program set by JSON, as it set it, so that it can be kept. A formatter's is empty where there is none any more.
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

    /// The field that the focus goes to from here, or came from; `nil` at the ends of the form. A field that the session
    /// named and whose row is gone does not count.
    func neighbour(forward: Bool, in placement: Placement) -> Int? {
        let own = forward ? place.next : place.previous
        return switch forward ? overrides?.value.next : overrides?.value.previous {
        case nil: own
        case .formOrder: forward ? place.nextInOrder : place.previousInOrder
        case .field(let id): placement.indices[id] ?? own
        }
    }
}

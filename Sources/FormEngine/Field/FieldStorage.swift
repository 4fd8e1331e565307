import FormModel
import FormPlugin

/// What one field of one session is at the moment. Everything else that a client sees is derived from this, from
/// the compiled definition and from the session.
struct FieldStorage: Sendable {
    /// What the field shows, the prefix of its formatter included.
    var text = ""
    /// What the formatter made of `text`; unused without one.
    var value = ""
    /// What the formatter says is still to come behind `text`.
    var tail = ""
    /// The error's, or the warning's. nil: no message of its own, so that the hint stays in view.
    var errorMessage: String?
    var overrides: Boxed<FieldOverrides>?
    var height = 0.0
    var flags: FieldFlags = [.simple, .passes, .possible]
    /// Code points of `text`.
    var textSize: UInt32 = 0
    var selectionStart: UInt32 = 0
    var selectionLength: UInt32 = 0
    /// What of the field's picker the text stands for.
    var choice = Choice.none
    /// Laid-out lines; 0 while no hint is visible.
    var hintLines: UInt16 = 0
    /// Code points at the end of `text` that the formatter wrote ahead of the user.
    var completionLength: UInt16 = 0
    var textLines: UInt16 = 1
    var lastEdit = LastEdit.none
    /// Why the text changed in the transaction that is open; the last reason wins.
    var textOrigin: TextOrigin?
}

extension FieldStorage {
    var selection: TextSelection {
        get { TextSelection(start: Int(selectionStart), length: Int(selectionLength)) }
        set {
            selectionStart = UInt32(clamping: newValue.start)
            selectionLength = UInt32(clamping: newValue.length)
        }
    }

    var hasError: Bool { flags.contains(.error) }
    var isDisabled: Bool { flags.contains(.disabled) }
    var isFocused: Bool { flags.contains(.focused) }
    var isHidden: Bool { flags.contains(.hidden) }
    var canTakeFocus: Bool { flags.isDisjoint(with: [.disabled, .hidden, .vetoed]) }
    /// Whether validations and submissions ask it.
    var isJudged: Bool { flags.isDisjoint(with: [.disabled, .hidden]) }
    var isSecret: Bool { flags.contains(.secret) }

    @inline(__always)
    var fieldState: FieldState {
        isDisabled ? .disabled : isFocused ? .active : .normal
    }

    @inline(__always)
    var containerState: ContainerState {
        hasError ? .error : isDisabled ? .disabled : isFocused ? .active : .normal
    }

    mutating func override(_ change: (inout FieldOverrides) -> Void) {
        var value = overrides?.value ?? FieldOverrides()
        change(&value)
        overrides = Boxed(value)
        flags.insert(.overridesDirty)
    }

    /// Puts a text in place, the caret at its end unless `selection` says where.
    mutating func replaceText(_ newText: String, selection: TextSelection? = nil) {
        text = newText
        completionLength = 0
        let bytes = newText.utf8.count
        if newText.isSimple {
            flags.insert(.simple)
            textSize = UInt32(clamping: bytes)
        } else {
            flags.remove(.simple)
            textSize = UInt32(clamping: newText.unicodeScalars.count)
        }
        self.selection = selection ?? TextSelection(start: Int(textSize))
        flags.formUnion([.textDirty, .verdictDirty])
    }

    mutating func clearError() {
        flags.subtract([.error, .judged, .warning])
        flags.formUnion([.hintDirty, .verdictDirty])
        errorMessage = nil
    }

    mutating func raiseError(_ message: String?, isJudged: Bool) {
        flags.formUnion([.error, .hintDirty, .verdictDirty])
        errorMessage = message
        flags.remove(.warning)
        if isJudged { flags.insert(.judged) } else { flags.remove(.judged) }
    }

    /// What a judge remarks on a text that it lets pass.
    mutating func raiseWarning(_ message: String) {
        flags.remove(.error)
        flags.formUnion([.warning, .judged, .hintDirty, .verdictDirty])
        errorMessage = message
    }
}

// What every key asks is inlined: a call would copy the whole of the field's storage.
extension FieldStorage {
    /// The field as this session has it, of what all sessions of the form have.
    @inline(__always)
    func configured(_ field: CompiledField) -> CompiledField {
        overrides?.value.configured ?? field
    }

    func mode(_ field: CompiledField) -> FieldMode {
        overrides?.value.mode ?? field.definition.mode
    }

    @inline(__always)
    func formatter(_ field: CompiledField) -> (any TextFormatter)? {
        overrides == nil && !isSecret ? field.formatter : field.formatter(overrides, isSecret: isSecret)
    }

    /// Costs less than asking for the formatter itself.
    @inline(__always)
    func hasFormatter(_ field: CompiledField) -> Bool {
        overrides == nil ? field.hasFormatter : formatter(field) != nil
    }

    /// Grapheme clusters; nil: no limit.
    @inline(__always)
    func maxLength(_ field: CompiledField) -> Int? {
        guard let own = overrides?.value.maxLength else { return field.maxLength }
        return own == 0 ? nil : own
    }

    /// What users may change the text with.
    @inline(__always)
    func allowedEdits(_ field: CompiledField) -> EditOrigins {
        guard let isReadOnly = overrides?.value.isReadOnly else { return field.allowedEdits }
        return isReadOnly ? [] : field.definition.allowedEdits
    }

    func isReadOnly(_ field: CompiledField) -> Bool {
        overrides?.value.isReadOnly ?? field.definition.isReadOnly
    }

    func hint(_ field: CompiledField, locale: String) -> String {
        overrides?.value.hint ?? field.definition.hint?.text(in: locale) ?? ""
    }

    /// What stands where hints stand: the error's message or the warning's, else the hint.
    func shownHint(_ field: CompiledField, locale: String) -> String {
        if let errorMessage { return errorMessage }
        return hint(field, locale: locale)
    }

    /// Whether the right end of the field belongs to a button, seen or not.
    func hasActionButton(_ field: CompiledField) -> Bool {
        guard !field.isTextView else { return false }
        if case .plain = mode(field) { return false }
        return true
    }

    var shownError: String? { hasError ? errorMessage : nil }
    var shownWarning: String? { flags.contains(.warning) ? errorMessage : nil }

    /// Whether empty text fails.
    @inline(__always)
    func isRequired(_ field: CompiledField) -> Bool {
        field.isRequired || flags.contains(.demanded)
    }

    /// The text as rules and policies see it. An option that stands for nothing, such as “Choose…”, is no text.
    @inline(__always)
    func judgedText(_ field: CompiledField) -> String {
        if choice != .none, field.picker?.value(of: choice) == "" { return "" }
        return enteredText(field)
    }

    /// A formatter's prefix is no text, and what a blur would trim is gone.
    @inline(__always)
    func enteredText(_ field: CompiledField) -> String {
        if showsPrefixOnly(field) { return "" }
        return field.trims ? text.trimmed : text
    }

    /// Whether nothing but what the formatter added is in the field.
    @inline(__always)
    func showsPrefixOnly(_ field: CompiledField) -> Bool {
        value.isEmpty && !flags.contains(.verbatim) && !text.isEmpty && hasFormatter(field)
    }

    /// The unformatted text.
    func fieldValue(_ field: CompiledField) -> String {
        if choice != .none, let value = field.picker?.value(of: choice) { return value }
        return hasFormatter(field) ? value : field.trims ? text.trimmed : text
    }
}

extension CompiledField {
    /// The formatter of a session that may have its own.
    fileprivate func formatter(_ overrides: Boxed<FieldOverrides>?, isSecret: Bool) -> (any TextFormatter)? {
        let formatter: (any TextFormatter)? =
            switch overrides?.value.formatter {
            case nil: formatter
            case .some(.none): nil
            case .some(.some(let formatter)): formatter
            }
        if isSecret, let plugin = formatter as? PluginTextFormatter { return plugin.forSecret }
        return formatter
    }
}

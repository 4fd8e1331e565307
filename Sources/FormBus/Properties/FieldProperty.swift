import DBus
import FormEngine
import FormModel
import FormPlugin

/// One property of the Field interface: how it is read, and what the engine calls its change.
struct FieldProperty: Sendable {
    let name: MemberName
    /// nil: it never changes while the session is open.
    let change: FieldProperties?
    let content: PropertyContent<FieldReading>
    /// nil: clients cannot write it. The value's type has been checked.
    let write: (@Sendable (Value) throws -> FieldOperation)?

    init(
        _ name: MemberName,
        _ change: FieldProperties?,
        _ content: PropertyContent<FieldReading>,
        write: (@Sendable (Value) throws -> FieldOperation)? = nil
    ) {
        self.name = name
        self.change = change
        self.content = content
        self.write = write
    }
}

extension FieldProperty {
    /// In the contract's order.
    static let all: [FieldProperty] = [
        FieldProperty("Id", nil, .string { $0.id }),
        FieldProperty("AccessibilityId", nil, .string { $0.accessibilityID }),
        FieldProperty("Type", nil, .string { $0.kind.rawValue }),
        FieldProperty("Label", .label, .string { $0.label }),
        FieldProperty("Text", .text, .string { $0.text }) {
            .setText(try written($0), formats: true, validates: true)
        },
        FieldProperty("Value", .value, .string { $0.value }),
        FieldProperty(
            "Selection",
            .selection,
            .range { (UInt32(clamping: $0.selection.start), UInt32(clamping: $0.selection.length)) }
        ),
        FieldProperty("State", .state, .string { $0.containerState.rawValue }),
        FieldProperty("Enabled", .enabled, .boolean { $0.isEnabled }) {
            .setEnabled(try written($0))
        },
        FieldProperty("Visible", .visible, .boolean { $0.isVisible }),
        FieldProperty("Focusable", .focusable, .boolean { $0.isFocusable }) {
            .setFocusable(try written($0))
        },
        FieldProperty("ReadOnly", .readOnly, .boolean { $0.isReadOnly }) {
            .setReadOnly(try written($0))
        },
        FieldProperty("AllowedEdits", .allowedEdits, .value("as") { .strings($0.allowedEdits.words) }),
        FieldProperty("Focused", .focused, .boolean { $0.isFocused }),
        FieldProperty("Valid", .valid, .boolean { $0.isValid }),
        FieldProperty("Touched", .touched, .boolean { $0.isTouched }),
        FieldProperty("Modified", .modified, .boolean { $0.isModified }),
        FieldProperty("Required", .required, .boolean { $0.isRequired }),
        FieldProperty("Pending", .pending, .boolean { $0.isPending }),
        FieldProperty("Error", .error, .string { $0.error }),
        FieldProperty("Warning", .warning, .string { $0.warning }),
        FieldProperty("Hint", .hint, .string { $0.hint }) {
            .setHint(try written($0))
        },
        FieldProperty("HintText", .hintText, .string { $0.hintText }),
        FieldProperty("HintVisible", .hintVisible, .boolean { $0.isHintVisible }),
        FieldProperty("Height", .height, .double { $0.height }),
        FieldProperty("HintHeight", .hintHeight, .double { $0.hintHeight }),
        FieldProperty("TextHeight", .textHeight, .double { $0.textHeight }),
        FieldProperty("MaxLength", .maxLength, .uint32 { UInt32(clamping: $0.maxLength) }) {
            .setMaxLength(Int(try written($0) as UInt32))
        },
        FieldProperty("MaskStatus", .maskStatus, .string { $0.maskStatus.rawValue }),
        FieldProperty("MaskTail", .maskTail, .string { $0.maskTail }),
        FieldProperty("MaskPossible", .maskPossible, .boolean { $0.isMaskPossible }),
        FieldProperty("MaskBlocks", .maskBlocks, .value("a(uusa(uubs))") { .maskBlocks($0.maskBlocks) }),
        FieldProperty("LastEdit", .lastEdit, .string { $0.lastEdit.rawValue }),
        // An edit that is refused changes nothing and announces nothing: who made it reads this after the reply.
        FieldProperty("Refusals", nil, .value("a(ss)") { .refusals($0.refusals) }),
        FieldProperty("Placeholder", .placeholder, .string { $0.placeholder }) {
            .setPlaceholder(try written($0))
        },
        FieldProperty("Placeholders", .placeholders, .value("aa{sv}") { .placeholders($0.placeholders) }),
        FieldProperty("Presentation", .presentation, .value("a{sv}") { .presentation($0.presentation) }),
        FieldProperty("ActionButton", .actionButton, .value("a{sv}") { .actionButton($0.actionButton) }),
        FieldProperty(
            "DisabledEditActions",
            .disabledEditActions,
            .value("as") { .strings($0.disabledEditActions.words) }
        ),
        FieldProperty("SecureEntry", .secureEntry, .boolean { $0.isSecureEntry }) {
            .setSecureEntry(try written($0))
        },
        FieldProperty("ReturnKey", .returnKey, .string { $0.returnKey.rawValue }),
        FieldProperty(
            "Keyboard",
            nil,
            .value("a{sv}") {
                .keyboard($0.keyboard, contentType: $0.contentType, isSecret: $0.isSecret)
            }
        ),
        FieldProperty("Options", .options, .value("as") { .strings($0.options) }),
        FieldProperty("OptionCount", nil, .uint32 { UInt32(clamping: $0.optionCount) }),
        FieldProperty(
            "SelectedOption",
            .selectedOption,
            .value("i") { .int32(Int32(clamping: $0.selectedOption ?? -1)) }
        ),
        FieldProperty("Date", .date, .string { $0.date }),
        FieldProperty(
            "DateRange",
            .dateRange,
            .value("(sss)") {
                let range = $0.dateRange
                return .structure([
                    .string(range?.minimum ?? ""), .string(range?.maximum ?? ""), .string(range?.initial ?? ""),
                ])
            }
        ),
        FieldProperty("NextField", .nextField, .string { $0.nextField }) {
            .setNextField(try written($0))
        },
        FieldProperty("PreviousField", .previousField, .string { $0.previousField }) {
            .setPreviousField(try written($0))
        },
    ]
}

extension EditOrigins {
    /// As definitions name them.
    fileprivate var words: [String] {
        EditOrigins.named.filter { contains($0.origin) }.map(\.name)
    }
}

extension EditActions {
    /// As definitions name them.
    fileprivate var words: [String] {
        EditAction.allCases.filter { contains($0.option) }.map(\.rawValue)
    }
}

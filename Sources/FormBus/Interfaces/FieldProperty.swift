import DBus
import FormEngine
import FormModel
import FormPlugin

/// One property of the Field interface: its type, how it is read, and what the engine calls its change.
struct FieldProperty: Sendable {
    let name: MemberName
    let type: ValueType
    /// nil: it never changes while the session is open.
    let change: FieldProperties?
    let value: @Sendable (FieldReading) -> Value
    /// nil: clients cannot write it. The value's type has been checked.
    let write: (@Sendable (Value) throws -> FieldOperation)?

    init(
        _ name: MemberName,
        _ type: ValueType,
        _ change: FieldProperties?,
        _ value: @escaping @Sendable (FieldReading) -> Value,
        write: (@Sendable (Value) throws -> FieldOperation)? = nil
    ) {
        self.name = name
        self.type = type
        self.change = change
        self.value = value
        self.write = write
    }
}

extension FieldProperty {
    /// In the contract's order.
    static let all: [FieldProperty] = [
        FieldProperty("Id", "s", nil) { .string($0.id) },
        FieldProperty("AccessibilityId", "s", nil) { .string($0.accessibilityID) },
        FieldProperty("Type", "s", nil) { .string($0.kind.rawValue) },
        FieldProperty("Label", "s", .label) { .string($0.label) },
        FieldProperty("Text", "s", .text) {
            .string($0.text)
        } write: {
            .setText(try [$0].string(0), formats: true, validates: true)
        },
        FieldProperty("Value", "s", .value) { .string($0.value) },
        FieldProperty("Selection", "(uu)", .selection) {
            .structure([.uint32(UInt32(clamping: $0.selection.start)), .uint32(UInt32(clamping: $0.selection.length))])
        },
        FieldProperty("State", "s", .state) { .string($0.containerState.rawValue) },
        FieldProperty("Enabled", "b", .enabled) {
            .boolean($0.isEnabled)
        } write: {
            .setEnabled(try [$0].boolean(0))
        },
        FieldProperty("Visible", "b", .visible) { .boolean($0.isVisible) },
        FieldProperty("Focused", "b", .focused) { .boolean($0.isFocused) },
        FieldProperty("Valid", "b", .valid) { .boolean($0.isValid) },
        FieldProperty("Touched", "b", .touched) { .boolean($0.isTouched) },
        FieldProperty("Modified", "b", .modified) { .boolean($0.isModified) },
        FieldProperty("Required", "b", .required) { .boolean($0.isRequired) },
        FieldProperty("Pending", "b", .pending) { .boolean($0.isPending) },
        FieldProperty("Error", "s", .error) { .string($0.error) },
        FieldProperty("Warning", "s", .warning) { .string($0.warning) },
        FieldProperty("Hint", "s", .hint) {
            .string($0.hint)
        } write: {
            .setHint(try [$0].string(0))
        },
        FieldProperty("HintText", "s", .hintText) { .string($0.hintText) },
        FieldProperty("HintVisible", "b", .hintVisible) { .boolean($0.isHintVisible) },
        FieldProperty("Height", "d", .height) { .double($0.height) },
        FieldProperty("HintHeight", "d", .hintHeight) { .double($0.hintHeight) },
        FieldProperty("TextHeight", "d", .textHeight) { .double($0.textHeight) },
        FieldProperty("MaxLength", "u", .maxLength) {
            .uint32(UInt32(clamping: $0.maxLength))
        } write: {
            .setMaxLength(try [$0].count(0))
        },
        FieldProperty("MaskStatus", "s", .maskStatus) { .string($0.maskStatus.rawValue) },
        FieldProperty("MaskTail", "s", .maskTail) { .string($0.maskTail) },
        FieldProperty("MaskPossible", "b", .maskPossible) { .boolean($0.isMaskPossible) },
        FieldProperty("LastEdit", "s", .lastEdit) { .string($0.lastEdit.rawValue) },
        FieldProperty("Placeholder", "s", .placeholder) {
            .string($0.placeholder)
        } write: {
            .setPlaceholder(try [$0].string(0))
        },
        FieldProperty("Placeholders", "aa{sv}", .placeholders) { .placeholders($0.placeholders) },
        FieldProperty("Presentation", "a{sv}", .presentation) { .presentation($0.presentation) },
        FieldProperty("ActionButton", "a{sv}", .actionButton) { .actionButton($0.actionButton) },
        FieldProperty("DisabledEditActions", "as", .disabledEditActions) {
            .strings($0.disabledEditActions.words)
        },
        FieldProperty("SecureEntry", "b", .secureEntry) {
            .boolean($0.isSecureEntry)
        } write: {
            .setSecureEntry(try [$0].boolean(0))
        },
        FieldProperty("ReturnKey", "s", .returnKey) { .string($0.returnKey.rawValue) },
        FieldProperty("Keyboard", "a{sv}", nil) {
            .keyboard($0.keyboard, contentType: $0.contentType, isSecret: $0.isSecret)
        },
        FieldProperty("Options", "as", .options) { .strings($0.options) },
        FieldProperty("OptionCount", "u", nil) { .uint32(UInt32(clamping: $0.optionCount)) },
        FieldProperty("SelectedOption", "i", .selectedOption) { .int32(Int32(clamping: $0.selectedOption ?? -1)) },
        FieldProperty("Date", "s", .date) { .string($0.date) },
        FieldProperty("DateRange", "(sss)", .dateRange) {
            let range = $0.dateRange
            return .structure([
                .string(range?.minimum ?? ""), .string(range?.maximum ?? ""), .string(range?.initial ?? ""),
            ])
        },
        FieldProperty("NextField", "s", .nextField) {
            .string($0.nextField)
        } write: {
            .setNextField(try [$0].string(0))
        },
        FieldProperty("PreviousField", "s", .previousField) {
            .string($0.previousField)
        } write: {
            .setPreviousField(try [$0].string(0))
        },
    ]
}

extension EditActions {
    /// As definitions name them.
    fileprivate var words: [String] {
        EditAction.allCases.filter { contains($0.option) }.map(\.rawValue)
    }
}

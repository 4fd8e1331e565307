import FormModel
import FormPlugin
import TextEditing

/// The properties of a field, in the contract's order. The engine, the bus adapter, the introspection and the tests all
/// use this table.
package enum FieldProperty: Int, CaseIterable, Sendable {
    case id, accessibilityID, type, label, text, value, selection, caret, composition, state, enabled, visible,
        focusable
    case readOnly, allowedEdits
    case focused, valid, touched, modified, required, pending, error, warning, hint, hintText, hintVisible
    case height, hintHeight, textHeight, maxLength, maskStatus, maskTail, maskPossible, maskBlocks
    case cardBrands, lastEdit, refusals
    case placeholder, placeholders, presentation, actionButton, disabledEditActions, secret, secureEntry, returnKey
    case keyboard
    case input, display, multiple, options, optionCount, selectedOption, selectedOptions, date, dateRange, nextField,
        previousField, markup, computed, revision

    package typealias Declaration = PropertyDeclaration<FieldReading, FieldAspects, FieldOperation>

    /// In the order of the cases.
    package static let table: [Declaration] = allCases.map(\.declared)

    package var declaration: Declaration { Self.table[rawValue] }

    static let dependents = PropertyDependents<FieldProperty> { $0.declaration.aspects }

    private var declared: Declaration {
        switch self {
        case .id: Declaration("Id", [], .string { $0.id })
        case .accessibilityID: Declaration("AccessibilityId", [], .string { $0.accessibilityID })
        case .type: Declaration("Type", [], .string { $0.kind.rawValue })
        case .label: Declaration("Label", [.language, .configuration, .texts], .string { $0.label })
        case .text:
            Declaration("Text", [.text, .secret], .string { $0.text }) {
                $0.string.map { .setText($0, formats: true, validates: true) }
            }
        case .value: Declaration("Value", [.text, .value, .choice, .formatter, .secret], .string { $0.value })
        case .selection: Declaration("Selection", [.selection], .range { $0.selection })
        case .caret: Declaration("Caret", [.selection], .number { $0.caret })
        case .composition: Declaration("Composition", [.composition, .secret], .string { $0.composition })
        case .state: Declaration("State", .state, .string { $0.containerState.rawValue })
        case .enabled:
            Declaration("Enabled", [.disabled], .boolean { $0.isEnabled }) { $0.boolean.map { .setEnabled($0) } }
        case .visible: Declaration("Visible", [FieldAspects(.hidden)], .boolean { $0.isVisible })
        case .focusable:
            Declaration("Focusable", [FieldAspects(.vetoed)], .boolean { $0.isFocusable }) {
                $0.boolean.map { .setFocusable($0) }
            }
        case .readOnly:
            Declaration("ReadOnly", [.overrides], .boolean { $0.isReadOnly }) { $0.boolean.map { .setReadOnly($0) } }
        case .allowedEdits:
            Declaration("AllowedEdits", [.overrides, .configuration], .strings { $0.allowedEdits })
        case .focused: Declaration("Focused", [.focused], .boolean { $0.isFocused })
        case .valid: Declaration("Valid", [.message], .boolean { $0.isValid })
        case .touched: Declaration("Touched", [FieldAspects(.touched)], .boolean { $0.isTouched })
        case .modified: Declaration("Modified", [FieldAspects(.modified)], .boolean { $0.isModified })
        case .required: Declaration("Required", [FieldAspects(.demanded)], .boolean { $0.isRequired })
        case .pending: Declaration("Pending", [FieldAspects(.pending)], .boolean { $0.isPending })
        case .error: Declaration("Error", [.message], .string { $0.error })
        case .warning: Declaration("Warning", [.message], .string { $0.warning })
        case .hint:
            Declaration("Hint", [.overrides, .configuration, .language, .texts], .string { $0.hint }) {
                $0.string.map { .setHint($0) }
            }
        case .hintText:
            Declaration("HintText", [.message, .overrides, .configuration, .language, .texts], .string { $0.hintText })
        case .hintVisible: Declaration("HintVisible", [FieldAspects(.hintVisible)], .boolean { $0.isHintVisible })
        case .height: Declaration("Height", [.layout], .double { $0.height })
        case .hintHeight: Declaration("HintHeight", .heights, .double { $0.hintHeight })
        case .textHeight: Declaration("TextHeight", .heights, .double { $0.textHeight })
        case .maxLength:
            Declaration("MaxLength", [.overrides], .number { $0.maxLength ?? FieldReading.noMaxLength }) {
                $0.number.map { .setMaxLength($0 == FieldReading.noMaxLength ? nil : $0) }
            }
        case .maskStatus:
            Declaration(
                "MaskStatus",
                [.value, .formatter, FieldAspects(.complete)],
                .string { $0.maskStatus.rawValue }
            )
        case .maskTail: Declaration("MaskTail", [.tail, .secret], .string { $0.maskTail })
        case .maskPossible: Declaration("MaskPossible", [FieldAspects(.possible)], .boolean { $0.isMaskPossible })
        case .maskBlocks:
            Declaration(
                "MaskBlocks",
                [.emptiness, .value, .formatter, .secret, FieldAspects(.verbatim)],
                .structured("a(uusa(uubs))") { $0.maskBlocks }
            )
        case .cardBrands:
            Declaration("CardBrands", [.cardBrands, .secret], .strings { $0.cardBrands })
        case .lastEdit: Declaration("LastEdit", [.lastEdit], .string { $0.lastEdit.rawValue })
        case .refusals:
            // A refused edit announces nothing: the client that made it reads this property after the reply.
            Declaration("Refusals", [], .structured("a(ss)") { $0.refusals })
        case .placeholder:
            Declaration("Placeholder", [.overrides, .configuration, .language], .string { $0.placeholder }) {
                $0.string.map { .setPlaceholder($0) }
            }
        case .placeholders:
            Declaration(
                "Placeholders",
                [
                    .emptiness, .disabled, .focused, .message, .placeholders, .layout, .overrides, .configuration,
                    .language, .traits,
                ],
                .structured("aa{sv}", { $0.placeholders }, differs: { $0.drawsPlaceholders(unlike: $1) })
            )
        case .presentation:
            Declaration(
                "Presentation",
                FieldAspects.heights.union([.disabled, .focused, .message, .language]),
                .structured("a{sv}") { $0.context.isLaidOut ? $0.presentation : nil }
            )
        case .actionButton:
            Declaration(
                "ActionButton",
                [.button, .overrides, .configuration, .traits, FieldAspects(.secure)],
                .structured("a{sv}") { $0.actionButton }
            )
        case .disabledEditActions:
            Declaration("DisabledEditActions", [.overrides, .configuration], .strings { $0.disabledEditActions })
        case .secret: Declaration("Secret", [.secret], .boolean { $0.isSecret })
        case .secureEntry:
            Declaration("SecureEntry", [FieldAspects(.secure)], .boolean { $0.isSecureEntry }) {
                $0.boolean.map { .setSecureEntry($0) }
            }
        case .returnKey:
            Declaration("ReturnKey", [.overrides, .configuration, .place], .string { $0.returnKey.rawValue })
        case .keyboard:
            Declaration("Keyboard", [.secret, .configuration], .structured("a{sv}") { $0.keyboardHints })
        case .input: Declaration("Input", [], .string { $0.input })
        case .display: Declaration("Display", [], .string { $0.display })
        case .multiple: Declaration("Multiple", [], .boolean { $0.allowsSeveral })
        case .options: Declaration("Options", [.language, .texts], .strings { $0.options })
        case .optionCount: Declaration("OptionCount", [.texts], .number { $0.optionCount })
        case .selectedOption:
            Declaration(
                "SelectedOption",
                [.choice, .secret, .texts],
                .structured("i") { PropertyValue.signed($0.selectedOption ?? -1) }
            )
        case .selectedOptions:
            Declaration(
                "SelectedOptions",
                [.choice, .secret, .texts],
                .structured("au") { PropertyValue.array($0.selectedOptions.map { .number($0) }) }
            )
        case .date: Declaration("Date", [.choice, .secret], .string { $0.date })
        case .dateRange:
            Declaration("DateRange", [.today], .structured("(sss)") { $0.dateRange ?? DateRange() })
        case .nextField:
            Declaration("NextField", [.overrides, .place], .string { $0.nextField }) {
                $0.string.map { .setNextField($0) }
            }
        case .previousField:
            Declaration("PreviousField", [.overrides, .place], .string { $0.previousField }) {
                $0.string.map { .setPreviousField($0) }
            }
        case .markup:
            Declaration(
                "Markup",
                [.language, .configuration, .texts, .overrides],
                .structured("a(suuss)") { $0.markup }
            )
        case .computed: Declaration("Computed", [], .boolean { $0.isComputed })
        // Changes with any other property.
        case .revision: Declaration("Revision", [.revision], .counter { $0.revision })
        }
    }
}

package typealias FieldProperties = PropertySet<FieldProperty>

extension FieldReading {
    /// The properties that differ from those of the same field at another moment.
    ///
    /// - Parameter aspects: the aspects that were written in between.
    func properties(differingFrom other: FieldReading, in aspects: FieldAspects) -> FieldProperties {
        FieldProperty.dependents.properties(of: aspects).filter { FieldProperty.table[$0].differs(self, other) }
    }
}

// MARK: - Values of operations

extension PropertyValue {
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var boolean: Bool? {
        if case .boolean(let flag) = self { flag } else { nil }
    }

    package var double: Double? {
        if case .double(let number) = self { number } else { nil }
    }

    package var number: Int? {
        if case .number(let number) = self { number } else { nil }
    }
}

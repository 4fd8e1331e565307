@testable import FormEngine
import FormModel
import FormPlugin
import Testing

/// What is announced is what changed: every property that differs, and no other.
@Suite("Announcements")
struct AnnouncementTests {
    /// By property, what a client reads.
    private static let fields: [(String, FieldProperties, @Sendable (FieldReading) -> String)] = [
        ("label", .label, { $0.label }), ("text", .text, { $0.text }), ("value", .value, { $0.value }),
        ("selection", .selection, { "\($0.selection)" }), ("state", .state, { $0.containerState.rawValue }),
        ("enabled", .enabled, { "\($0.isEnabled)" }), ("visible", .visible, { "\($0.isVisible)" }),
        ("focusable", .focusable, { "\($0.isFocusable)" }), ("readOnly", .readOnly, { "\($0.isReadOnly)" }),
        ("allowedEdits", .allowedEdits, { "\($0.allowedEdits)" }), ("focused", .focused, { "\($0.isFocused)" }),
        ("valid", .valid, { "\($0.isValid)" }), ("touched", .touched, { "\($0.isTouched)" }),
        ("modified", .modified, { "\($0.isModified)" }), ("required", .required, { "\($0.isRequired)" }),
        ("pending", .pending, { "\($0.isPending)" }), ("error", .error, { $0.error }),
        ("warning", .warning, { $0.warning }), ("hint", .hint, { $0.hint }), ("hintText", .hintText, { $0.hintText }),
        ("hintVisible", .hintVisible, { "\($0.isHintVisible)" }), ("height", .height, { "\($0.height)" }),
        ("hintHeight", .hintHeight, { "\($0.hintHeight)" }), ("textHeight", .textHeight, { "\($0.textHeight)" }),
        ("maxLength", .maxLength, { "\($0.maxLength)" }), ("maskStatus", .maskStatus, { $0.maskStatus.rawValue }),
        ("maskTail", .maskTail, { $0.maskTail }), ("maskPossible", .maskPossible, { "\($0.isMaskPossible)" }),
        ("maskBlocks", .maskBlocks, { "\($0.maskBlocks)" }), ("lastEdit", .lastEdit, { $0.lastEdit.rawValue }),
        ("placeholder", .placeholder, { $0.placeholder }),
        ("placeholders", .placeholders, { "\($0.placeholders)" }),
        ("presentation", .presentation, { "\($0.presentation)" }),
        ("actionButton", .actionButton, { "\($0.actionButton)" }),
        ("disabledEditActions", .disabledEditActions, { "\($0.disabledEditActions)" }),
        ("secureEntry", .secureEntry, { "\($0.isSecureEntry)" }), ("returnKey", .returnKey, { $0.returnKey.rawValue }),
        ("options", .options, { "\($0.options)" }),
        ("selectedOption", .selectedOption, { "\($0.selectedOption as Int?)" }), ("date", .date, { $0.date }),
        ("nextField", .nextField, { $0.nextField }), ("previousField", .previousField, { $0.previousField }),
    ]

    private static let session: [(String, SessionProperties, @Sendable (Form) -> String)] = [
        ("title", .title, { $0.title }), ("state", .state, { $0.state.rawValue }),
        ("valid", .valid, { "\($0.isValid)" }), ("complete", .complete, { "\($0.isComplete)" }),
        ("focusedField", .focusedField, { $0.focusedField.map { form in "\(form)" } ?? "" }),
        ("hasNext", .hasNext, { "\($0.hasNext)" }), ("hasPrevious", .hasPrevious, { "\($0.hasPrevious)" }),
        ("locale", .locale, { $0.locale }), ("width", .width, { "\($0.width)" }),
        ("contentHeight", .contentHeight, { "\($0.contentHeight)" }),
        ("scrollOffset", .scrollOffset, { "\($0.scrollOffset)" }), ("canUndo", .canUndo, { "\($0.canUndo)" }),
        ("canRedo", .canRedo, { "\($0.canRedo)" }),
    ]

    /// What was not said, or said without need.
    private static func faults(_ form: Form, since before: Form, _ changes: [Change]) -> [String] {
        var announced: [Int: FieldProperties] = [:]
        var ofSession: SessionProperties = []
        for change in changes {
            switch change {
            case .fieldProperties(let index, let properties):
                if announced[index] != nil { return ["field \(index) twice"] }
                announced[index] = properties
            case .sessionProperties(let properties): ofSession.formUnion(properties)
            case .field, .session, .rows: break
            }
        }
        var faults: [String] = []
        for index in 0..<form.fieldCount {
            let (now, then) = (form.field(index), before.field(index))
            for (name, property, read) in fields {
                let (new, old) = (read(now), read(then))
                let isSaid = announced[index]?.contains(property) ?? false
                // A secret's text may be another one behind the same bullets.
                if property == .text, now.isSecret, isSaid { continue }
                if (new != old) != isSaid {
                    faults.append("\(name) of \(now.id) " + (isSaid ? "is the same \(new)" : "\(old) -> \(new)"))
                }
            }
        }
        for (name, property, read) in session {
            let (new, old) = (read(form), read(before))
            if (new != old) != ofSession.contains(property) { faults.append("\(name) \(old) -> \(new)") }
        }
        return faults
    }

    /// What programs set besides texts.
    private static func setting(_ form: Form, _ random: inout RandomWalkTests.Random) -> FormEngine.Operation {
        let index = Int.random(in: 0..<form.fieldCount, using: &random)
        let name = form.definition.fields.randomElement(using: &random)?.id ?? ""
        let isOn = Bool.random(using: &random)
        let formatters: [FormatterDefinition?] = [
            .mask(MaskDefinition(mask: "[00]-[AA]")), .grouping(GroupingDefinition()),
            .blockMask(BlockMaskDefinition(mask: "{dd}-{aa}")), .number(NumberDefinition(.decimal)), nil,
        ]
        let modes: [FieldMode] = [
            .plain, .custom(image: "i", normalColor: TestStyle.red, pressedColor: TestStyle.red),
            .password(reveal: .visibleOnNotEmptyText),
        ]
        return switch Int.random(in: 0..<10, using: &random) {
        case 0: .field(index, .setFormatter(formatters.randomElement(using: &random) ?? nil))
        case 1: .field(index, .setMode(index == 0 ? .plain : modes.randomElement(using: &random) ?? .plain))
        case 2: .field(index, .setMaxLength(Int.random(in: 0...3, using: &random)))
        case 3: .field(index, .setReadOnly(isOn))
        case 4: .field(index, isOn ? .setNextField(name) : .setPreviousField(isOn ? name : ""))
        case 5: .field(index, .setPlaceholder(isOn ? "P" : ""))
        case 6: .field(index, .setSecureEntry(isOn))
        case 7: .field(index, .setMetrics(hintLines: isOn ? 3 : 0, textLines: isOn ? nil : 2))
        case 8: .setViewport(height: isOn ? 200 : 500, keyboardInset: 50)
        default: .setErrors([name: isOn ? "server" : ""])
        }
    }

    @Test("name what differs, and nothing else, along every walk", arguments: 1...6)
    func walk(seed: UInt64) throws {
        var random = RandomWalkTests.Random(state: seed &* 31_337)
        var form = try FormDriver(RandomWalkTests.definition()).form
        for step in 0..<400 {
            let before = form
            let operation =
                seed % 2 == 0 && step % 4 == 0
                ? Self.setting(form, &random) : RandomWalkTests.operation(form, &random)
            guard let outcome = try? form.perform([operation]) else { continue }
            let faults = Self.faults(form, since: before, outcome.changes)
            if !faults.isEmpty { Issue.record("step \(step), \(operation): \(faults)") }
        }
    }
}

@testable import FormEngine
@testable import Formatters
import FormModel
import FormPlugin
import Languages
import Masks
import RandomTesting
import Testing

/// What is announced is what changed: every property that differs, and no other.
@Suite("Announcements")
struct AnnouncementTests {
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
            for property in FieldProperty.allCases where property.declaration.changes {
                let (new, old) = (
                    property.declaration.reader.value(of: now), property.declaration.reader.value(of: then)
                )
                if (new != old) != (announced[index]?.contains(property) ?? false) {
                    faults.append("\(property) of \(now.id): \(old) -> \(new)")
                }
            }
        }
        // The session's revision grows with those of its fields, and is announced along with the session's own
        // properties.
        if ofSession.isEmpty == ofSession.contains(.revision) { faults.append("the session's revision") }
        for property in SessionProperty.allCases where property.declaration.changes && property != .revision {
            let reader = property.declaration.reader
            let (new, old) = (reader.value(of: form.reading), reader.value(of: before.reading))
            if (new != old) != ofSession.contains(property) { faults.append("\(property): \(old) -> \(new)") }
        }
        return faults
    }

    /// Whether nothing says how high, where, or in which colour anything is.
    private static func isFree(ofLayout form: Form) -> Bool {
        let fields = (0..<form.fieldCount).map(form.field)
        return form.contentHeight == 0 && form.scrollOffset == 0 && form.frames.isEmpty
            && fields.allSatisfy { field in
                let properties: [FieldProperty] = [.placeholders, .presentation]
                let drawn = properties.map { $0.declaration.reader.value(of: field) }
                return field.height == 0 && field.hintHeight == 0 && field.textHeight == 0
                    && drawn == [.array([]), .record([])] && field.actionButton.color == nil
            }
    }

    /// What programs set besides texts.
    private static func setting(_ form: Form, _ random: inout SeededGenerator) -> FormEngine.Operation {
        let index = Int.random(in: 0..<form.fieldCount, using: &random)
        let name = form.name(ofField: Int.random(in: 0..<form.fieldCount, using: &random))
        let isOn = Bool.random(using: &random)
        let formatters: [FormatterDefinition?] = [
            .mask(MaskDefinition(mask: "[00]-[AA]")), .grouping(GroupingDefinition()),
            .blockMask(BlockMaskDefinition(mask: "{dd}-{aa}")), .number(NumberDefinition(.decimal)), nil,
        ]
        let modes: [FieldMode] = [
            .plain, .custom(image: "i", normalColor: TestStyle.red, pressedColor: TestStyle.red),
            .password(reveal: .visibleOnNotEmptyText),
        ]
        return switch Int.random(in: 0..<13, using: &random) {
        case 0: .field(index, .setFormatter(formatters.randomElement(using: &random) ?? nil))
        case 1: .field(index, .setMode(index == 0 ? .plain : modes.randomElement(using: &random) ?? .plain))
        case 2: .field(index, .setMaxLength(Int.random(in: 0...3, using: &random)))
        case 3: .field(index, .setReadOnly(isOn))
        case 4: .field(index, isOn ? .setNextField(name) : .setPreviousField(name))
        case 5: .field(index, .setPlaceholder(isOn ? "P" : ""))
        case 6: .field(index, .setSecureEntry(isOn))
        case 7: .field(index, .setMetrics(hintLines: isOn ? 3 : 0, textLines: isOn ? nil : 2))
        case 8: .setTextScale(isOn ? 1 : 1.5)
        case 9: .setColorScheme(isOn ? .dark : .light)
        case 10: .setLocale(isOn ? "en" : "ar")
        case 11: .setViewport(height: isOn ? 200 : 500, keyboardInset: 50)
        default: .setErrors([name: isOn ? "server" : ""])
        }
    }

    @Test(
        "announcements contain exactly the changed properties after any edits, with and without a layout",
        arguments: 1...6,
        [LayoutMode.full, .none]
    )
    func walk(seed: UInt64, mode: LayoutMode) throws {
        var random = SeededGenerator(seed: seed &* 31_337)
        var form = try FormDriver(RandomWalkTests.definition(), traits: LayoutTraits(mode: mode)).form
        for step in 0..<RandomCases.count(400) {
            let before = form
            let operation =
                seed % 2 == 0 && step % 4 == 0
                ? Self.setting(form, &random) : RandomWalkTests.operation(form, &random)
            guard let outcome = try? form.perform([operation]) else { continue }
            let faults = Self.faults(form, since: before, outcome.changes)
            if !faults.isEmpty { Issue.record("step \(step), \(operation): \(faults)") }
            if mode == .none { #expect(Self.isFree(ofLayout: form), "step \(step), \(operation)") }
        }
    }
}

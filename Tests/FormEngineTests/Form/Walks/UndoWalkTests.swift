import FormModel
import RandomTesting
import Testing

@testable import FormEngine
import TextEditing

/// Operations of every kind at random, and the way back: undo, redo, and a restart of the daemon.
@Suite("Random edits, undone, redone, saved and restored")
struct UndoWalkTests {

    static let definition = """
        {"fields": [
          {"id": "name", "required": true, "hint": "Hint of {{kind}}"},
          {"id": "never", "validation": "never", "validators": [{"type": "equals", "field": "name"}]},
          {"id": "again", "label": "*Again* {{name}}",
           "validators": [{"type": "equals", "field": "name", "message": "not {{name}}"}]},
          {"id": "phone", "formatter": {"type": "mask", "mask": "+7 [000]-[00]"}, "validateWithFormatter": true},
          {"id": "kind", "input": {"type": "options", "options": [
            {"value": "a", "label": {"en": "First", "ru": "Первый"}}, {"value": "b", "label": "Second of {{name}}"}]}},
          {"id": "agree", "input": {"type": "toggle"}, "required": true},
          {"id": "several", "input": {"type": "options", "multiple": true, "options": ["S", "M", "L"]},
           "visibleWhen": {"field": "agree", "equals": "true"}, "whenIrrelevant": "clear"},
          {"id": "born", "formatter": {"type": "date", "format": "dd.MM.yyyy", "maximum": "today",
            "message": "Not yet"}},
          {"id": "day", "input": {"type": "date", "min": "2020-01-01", "max": "today"}},
          {"id": "level", "input": {"type": "slider", "min": 0, "max": 10}},
          {"id": "age", "computed": {"yearsBetween": [{"field": "born"}, "today"]},
           "validators": [{"type": "minValue", "min": 18, "message": "{{name}} is under {min}"}]},
          {"id": "count", "formatter": {"type": "number"}},
          {"id": "kids", "repeat": {"min": 0, "max": 3, "count": {"field": "count"}}, "fields": [
            {"id": "kid", "required": true}, {"id": "years", "formatter": {"type": "number"}},
            {"id": "school", "visibleWhen": {"field": "kid", "empty": false}, "whenIrrelevant": "clear"}]},
          {"id": "sum", "computed": {"sum": [{"field": "kids.years"}]}},
          {"id": "limit", "formatter": {"type": "number"},
           "validators": [{"type": "minValue", "min": {"sum": [{"field": "orders.rate"}]}, "message": "under {{sum}}"}]},
          {"id": "gift", "visibleWhen": {"field": "sum", "greater": 2}, "whenIrrelevant": "clear",
           "validators": [{"type": "length", "min": 2}]},
          {"id": "pin", "mode": {"type": "password"}},
          {"id": "pinAgain", "mode": {"type": "password"}, "validators": [{"type": "equals", "field": "pin"}]},
          {"id": "orders", "repeat": {"min": 1, "max": 3}, "fields": [
            {"id": "who"}, {"id": "rate", "formatter": {"type": "number"}},
            {"id": "items", "repeat": {"min": 0, "max": 2}, "fields": [
              {"id": "what"}, {"id": "price", "formatter": {"type": "number"}},
              {"id": "same", "validators": [{"type": "equals", "field": "who", "message": "not {{who}}"}]},
              {"id": "total", "computed": {"product": [{"field": "price"}, {"field": "rate"}]}}]}]},
          {"id": "all", "computed": {"sum": [{"field": "orders.items.total"}]},
           "validators": [{"type": "maxValue", "max": 20}]},
          {"id": "reason", "requiredWhen": {"field": "again", "empty": false},
           "visibleWhen": {"field": "all", "greater": 3}, "whenIrrelevant": "clear"},
          {"id": "thanks", "note": "Thanks, {{name}}",
           "visibleWhen": {"field": "agree", "equals": "true"}}]}
        """

    static let configurations = [
        #"{"hint": "*Other* hint"}"#, #"{"height": {"policy": "fixed", "height": 50}}"#,
        #"{"label": "Other {{name}}"}"#,
    ]

    /// No birthday is on a day of a walk: an undo of another day would work out another age.
    private static let dates = ["", "01.02.2000", "03.02.2030"]

    static func definitions(_ form: FormDefinition) -> SavedDefinitions {
        SavedDefinitions { json in
            try #require(DefinitionDecoder().decodeFormatter(json).value)
        } mode: { json in
            try #require(DefinitionDecoder().decodeMode(json).value)
        } configuration: { json, field in
            try #require(DefinitionDecoder().decodeConfiguration(json, of: field, in: form).value)
        }
    }

    /// - Parameter changesForm: whether there are operations that change what the form's definition says.
    private static func operation(_ form: Form, _ random: inout SeededGenerator, changesForm: Bool) throws
        -> FormEngine.Operation
    {
        let index = Int.random(in: 0..<form.fieldCount, using: &random)
        let group = form.groups.randomElement(using: &random)
        let row = group?.rows.randomElement(using: &random) ?? 1
        let text = ["", "1", "2", "12", "Ann", "x"].randomElement(using: &random) ?? ""
        let number = Int.random(in: 0..<3, using: &random)
        if changesForm, Int.random(in: 0..<8, using: &random) == 0 {
            switch Int.random(in: 0..<18, using: &random) {
            case 5: return .field(index, .setMaxLength([nil, 1, 3][number]))
            case 6: return .field(index, .setEnabled(number > 0))
            case 7: return .field(index, .setReadOnly(number == 0))
            case 8: return .field(index, .setHint(text))
            case 9: return .field(index, .setPlaceholder(text))
            case 10: return .field(index, .setNextField(["", "name", "kind"][number]))
            case 11: return .field(index, .setMetrics(hintLines: number, textLines: nil))
            case 12: return .field(index, .setFocusable(number > 0))
            case 13: return .field(index, .setError(number == 0 ? nil : "An error"))
            case 14: return .setErrors(["name": "A server's error", "again": ""])
            case 15: return .setWidth([240, 320, 640][number])
            case 16: return .setTextScale([1, 1.5, 2][number])
            case 17: return .setViewport(height: Double(number) * 100, keyboardInset: 0)
            case 0: return .setLocale(["en", "ru"][number % 2])
            case 1:
                let json = #"{"type": "mask", "mask": "[00]-[00]"}"#
                return .field(index, .setFormatter(try definitions(form.definition).formatter(json), json: json))
            case 2:
                let json = #"{"type": "password"}"#
                return .field(index, .setMode(try definitions(form.definition).mode(json), json: json))
            case 3: return .field(index, .configure(nil))
            default:
                let (json, field) = (configurations[number], form.field(index).definition)
                let configured = DefinitionDecoder().decodeConfiguration(json, of: field, in: form.definition).value
                // A note, for example, has no hint.
                return configured.map { .field(index, .configure($0, json: json)) } ?? .blur
            }
        }
        let id = form.name(ofField: index)
        // An undo moves the focus. A field that is left drops what is no option, and completes a date.
        if id == "kind" { return .field(index, .selectOption(number % 2)) }
        if id == "born" { return .field(index, .setText(dates[number], formats: true, validates: nil)) }
        if id == "day" { return .field(index, .selectDate(["2026-01-01", "2026-01-03", "2024-02-29"][number])) }
        // Nothing but a sign is no number, and goes when the field is left.
        if form.field(index).text.hasPrefix("-") { return .field(index, .focus) }
        // The text that a program sets in a hidden field is removed when the field is hidden again.
        if !form.field(index).isVisible { return .field(index, .focus) }
        return switch Int.random(in: 0..<38, using: &random) {
        case 34: .field(index, .delete(.word, count: -1))
        case 35: .field(index, .performEditAction(.cut, text: ""))
        case 36: .field(index, .select(start: 0, length: number))
        case 37: .field(index, .replaceRange(start: 0, length: number, text: text))
        case 0..<6: .field(index, .insertText(text))
        case 6, 7: .field(index, .deleteBackward)
        case 8: .field(index, .performEditAction(.paste, text: text))
        case 9: .field(index, .selectOption(number))
        case 10: .field(index, .selectOptions([number]))
        case 11, 12: .field(index, .toggle)
        case 13..<17: .field(index, .step(Int.random(in: -2...2, using: &random)))
        case 17: .field(index, .focus)
        case 18: .blur
        case 19: .validate(force: true)
        case 20: .submit
        case 21: .field(index, .validate(force: true))
        case 22, 23: .addRow(group: group?.id ?? "", position: Bool.random(using: &random) ? nil : 0)
        case 24, 25: .removeRow(group: group?.id ?? "", row: row)
        case 26: .moveRow(group: group?.id ?? "", row: row, position: 0)
        case 27: .field(form.index(ofField: "count") ?? 0, .step(1))
        case 28: .field(form.index(ofField: "count") ?? 0, .step(-1))
        case 29: .field(index, .reset)
        default: .field(index, .setText(text, formats: true, validates: nil))
        }
    }

    /// What undo restores of a form, and what follows from it, in lines. Without the prefix and the caret, which the
    /// focus changes, and without the texts of secrets.
    static func state(_ form: Form) -> [String] {
        form.fields.all.map { field in
            let text = field.isSecret ? "" : "\(field.enteredText)|\(field.value)"
            return
                "\(field.id)=\(text)|\(field.choice)|\(String(describing: field.message))|\(field.flags.contains(.passes))"
                + "|\(field.isHidden)|\(field.isDisabled)|\(field.isRequired)"
        } + form.groups.map { "\($0.id) \($0.rows)" } + ["\(form.isValid) \(form.isComplete)"]
    }

    static func differences(_ one: [String], _ two: [String]) -> [String] {
        if one.count != two.count { return ["\(one) instead of \(two)"] }
        return zip(one, two).filter { $0 != $1 }.map { "\($0) instead of \($1)" }
    }

    /// The properties of a form and its fields, in lines.
    static func properties(_ form: Form) -> [String] {
        (0..<form.fieldCount).flatMap { index in
            FieldProperty.table.map {
                "\(form.name(ofField: index)).\($0.name) \($0.reader.value(of: form.field(index)))"
            }
        } + SessionProperty.table.map { "\($0.name) \($0.reader.value(of: form.reading))" }
    }

    static func form(_ definition: String = definition) throws -> Form {
        let decoded = DefinitionDecoder().decode(definition, name: "t")
        #expect(decoded.diagnostics.map(\.description) == [])
        return try Form(CompiledForm(try #require(decoded.value), types: .inAllLanguages), today: day(0))
    }

    private static func day(_ number: Int) throws -> CalendarDay {
        try #require(CalendarDay(dayNumber: 20_454 + number))
    }

    /// A walk, in which the days pass. `step` is called after each operation that was performed, with the form before.
    private static func walk(
        seed: UInt64,
        steps: Int,
        changesForm: Bool,
        _ step: (Form, inout Form, [FormEngine.Operation]) throws -> Void
    ) throws -> Form {
        var random = SeededGenerator(seed: seed &* 6_151)
        var form = try form()
        for number in 0..<steps {
            let before = form
            let count = Int.random(in: 0..<12, using: &random) == 0 ? 3 : 1
            let operations = try (0..<count).map { _ in try operation(form, &random, changesForm: changesForm) }
            guard (try? form.perform(operations, today: day(number / 16))) != nil else { continue }
            try step(before, &form, operations)
        }
        return form
    }

    /// Goes through all steps. Returns the states on the way, beginning with the present one.
    private static func traverse(_ form: inout Form, _ operation: FormEngine.Operation) throws -> [[String]] {
        var states = [state(form)]
        while operation.isUndo ? form.canUndo : form.canRedo {
            _ = try form.perform([operation])
            states.append(state(form))
        }
        return states
    }

    @Test("undo restores each state, and redo returns to it", arguments: 1...RandomCases.count(12), [false, true])
    func undo(seed: UInt64, changesForm: Bool) throws {
        /// The states around a transaction that can be undone, and the number of steps before it.
        var moments: [(depth: Int, before: [String], after: [String], operations: [FormEngine.Operation])] = []
        var form = try Self.walk(seed: seed, steps: 90, changesForm: changesForm) { before, form, operations in
            let (depth, now) = (before.history.undo.steps.count, form.history.undo.steps.count)
            if now < depth || changesForm && operations.contains(where: \.mayForget) { moments = [] }
            // What is done beside the text of a secret, or beside what removes steps, is undone without it.
            let isWhole =
                operations.count == 1
                || operations.allSatisfy { operation in
                    !operation.mayForget && operation.field.map { !before.fields[$0].isSecret } ?? true
                }
            if now > depth, isWhole {
                moments.append((depth, Self.state(before), Self.state(form), operations))
            } else if let last = moments.indices.last, operations.count == 1, let index = operations[0].index,
                moments[last].operations.map(\.index) == [index], Self.state(before) == moments[last].after
            {
                moments[last].after = Self.state(form)
            }
        }
        while let moment = moments.popLast() {
            let isUnchanged = Self.state(form) == moment.after
            while form.history.undo.steps.count > moment.depth { _ = try form.perform([.undo]) }
            let state = Self.state(form)
            if isUnchanged {
                try #require(Self.differences(state, moment.before) == [], "\(moment.operations)")
            } else {
                // What was validated, or trimmed, in between stays so.
                let texts = { (lines: [String]) in lines.map { $0.split(separator: "|")[0] } }
                try #require(texts(state).count == texts(moment.before).count)
            }
        }
        while form.canRedo { _ = try form.perform([.redo]) }
        let back = try Self.traverse(&form, .undo)
        let forth = try Self.traverse(&form, .redo)
        for (one, two) in zip(forth.reversed(), back) { try #require(Self.differences(one, two) == []) }
        try #require(forth.count == back.count)
        // Once more, because the steps are other ones now.
        let again = try Self.traverse(&form, .undo)
        for (one, two) in zip(again, back) { try #require(Self.differences(one, two) == []) }
        if !changesForm { try Self.compareWithNew(form) }
    }

    /// A form that is opened with the same values, and validated alike, shows the same.
    private static func compareWithNew(_ old: Form) throws {
        var (old, values) = (old, old.draft)
        for field in old.fields.all where field.isSecret { values[field.id] = field.text.string }
        var new = try Form(old.compiled, values: values, today: old.context.today)
        guard new.groups.map(\.rows) == old.groups.map(\.rows) else { return }
        _ = try old.perform([.validate(force: true)])
        _ = try new.perform([.validate(force: true)])
        // A hidden field is not validated, and keeps the message that it had.
        let shown = { (form: Form) in zip(state(form), form.fields.all).filter { !$1.isHidden }.map(\.0) }
        try #require(differences(shown(old), shown(new)) == [])
        #expect(old.isValid == new.isValid && old.isComplete == new.isComplete)
    }

    @Test(
        "a form saved and restored at any moment answers every property as before",
        arguments: 1...RandomCases.count(8)
    )
    func restart(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &* 911)
        // A secret is restored empty and untouched.
        var form = try Self.form(Self.definition.split(separator: "\n").filter { !$0.contains("\"pin") }.joined())
        var journal = SavedWalkTests.Journal(form, Self.definitions(form.definition))
        for step in 0..<120 {
            let operation: FormEngine.Operation =
                switch Int.random(in: 0..<10, using: &random) {
                case 0: .undo
                case 1: .redo
                default: try Self.operation(form, &random, changesForm: true)
                }
            switch operation {
            case .field(_, .setMode): continue
            default: break
            }
            guard (try? journal.perform(operation, on: &form)) != nil, step % 3 == 0 else { continue }
            var twin = try journal.restored(form.compiled)
            twin.session.isRestored = form.isRestored
            // The characters that the last edit refused are those of the present daemon.
            let properties = { (form: Form) in Self.properties(form).filter { !$0.contains(".Refusals") } }
            try #require(Self.differences(properties(twin), properties(form)) == [], "step \(step): \(operation)")
            try #require(SavedWalkTests.differences(twin, form) == [], "step \(step): \(operation)")
        }
    }
}

extension FormEngine.Operation {
    fileprivate var isUndo: Bool { if case .undo = self { true } else { false } }

    /// The field of a key, which may continue the step of the last one.
    fileprivate var index: Int? {
        switch self {
        case .field(let index, .insertText), .field(let index, .deleteBackward), .field(let index, .step): index
        default: nil
        }
    }

    fileprivate var field: Int? { if case .field(let index, _) = self { index } else { nil } }

    /// Whether the operation may remove steps of some fields.
    fileprivate var mayForget: Bool {
        switch self {
        case .setLocale, .setErrors, .field(_, .setFormatter), .field(_, .setMode), .field(_, .setMaxLength),
            .field(_, .setEnabled), .field(_, .setReadOnly), .field(_, .setError):
            true
        default: false
        }
    }
}

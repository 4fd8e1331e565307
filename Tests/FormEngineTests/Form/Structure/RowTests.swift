@testable import FormEngine
@testable import FormModel
import FormPlugin
import RandomTesting
import Testing

@Suite("Rows")
struct RowTests {
    /// `name`, then rows of `what` (required) and `count`, then `note`.
    static func structure(minimum: Int = 1, maximum: Int = 4) -> FormStructure {
        var what = FormDriver.field("what") { $0.isRequired = true }
        what.next = .field("count")
        let group = GroupDefinition(
            id: "items",
            minimum: minimum,
            maximum: maximum,
            fields: [what, FormDriver.field("count")]
        )
        return FormStructure(elements: [
            .field(FormDriver.field("name")), .group(group), .field(FormDriver.field("note")),
        ])
    }

    static func driver(_ structure: FormStructure = structure(), values: [String: String] = [:]) throws -> FormDriver {
        let definition = FormDefinition(name: "t", title: LocalizedText("T"), structure: structure, source: "{}")
        var driver = try FormDriver([FormDriver.field("a")])
        driver.form = try Form(definition: definition, types: .builtIn, locale: "en", values: values)
        return driver
    }

    static func names(_ driver: FormDriver) -> [String] { driver.form.reading.fields }

    static func index(_ name: String, in driver: FormDriver) throws -> Int {
        try #require(driver.form.index(ofField: name))
    }

    static func values(_ driver: FormDriver) -> [String: String] {
        Dictionary(driver.form.values(includingSecrets: true).map { ($0.field, $0.value) }) { $1 }
    }

    @Test("rows are added at the given position with new numbers, and are announced first")
    func add() throws {
        var form = try Self.driver()
        #expect(Self.names(form) == ["name", "items_1_what", "items_1_count", "note"])
        #expect(try form.perform(.addRow(group: "items", position: nil)).results == [.row(2)])
        #expect(form.changes.first == .rows(added: [3, 4], removed: []))
        #expect(
            form.changes.contains(
                .sessionProperties([.fields, .structure, .groups, .frames, .contentHeight, .canUndo])
            )
        )
        #expect(try form.perform(.addRow(group: "items", position: 0)).results == [.row(3)])
        #expect(form.form.groups.map(\.rows) == [[3, 1, 2]])
        #expect(Self.names(form)[1...2] == ["items_3_what", "items_3_count"])
        try form.perform(.removeRow(group: "items", row: 3))
        #expect(form.changes.first == .rows(added: [], removed: ["items_3_what", "items_3_count"]))
        #expect(try form.perform(.addRow(group: "items", position: 1)).results == [.row(4)])
        #expect(form.form.groups.map(\.rows) == [[1, 4, 2]])
        // Eight fields, three headers of rows, and a button to add one.
        #expect(form.form.contentHeight == 77 * 8 + 32 * 3 + 44)
        #expect(RandomWalkTests.violations(of: form.form, since: form.form, Outcome()) == [])
    }

    @Test("rows keep text, error, focus and validation result when other rows are added, removed and moved")
    func identity() throws {
        var form = try Self.driver()
        try form.perform(.addRow(group: "items", position: nil))
        let second = try Self.index("items_2_what", in: form)
        try form.perform(.field(second, .focus))
        try form.type("two", in: second)
        try form.perform(.field(second, .setError("no")))
        try form.perform(.moveRow(group: "items", row: 2, position: 0))
        #expect(Self.names(form)[1...2] == ["items_2_what", "items_2_count"])
        #expect(form.form.focusedField == 1 && form.form.field(1).text == "two" && form.form.field(1).error == "no")
        // The focus stayed where it was, though its field has another number.
        #expect(form.events.isEmpty)
        try form.perform(.removeRow(group: "items", row: 1))
        #expect(form.form.focusedField == 1 && !form.form.isValid)
        #expect(form.form.field(1).nextField == "items_2_count")
        #expect(form.form.field(3).previousField == "items_2_count")
        try form.perform(.field(1, .resetError))
        #expect(form.form.isComplete)
    }

    @Test("a removed row takes its focus and errors with it")
    func remove() throws {
        var form = try Self.driver()
        try form.perform(.addRow(group: "items", position: nil))
        _ = try form.form.perform([.validate(force: true)])
        try form.perform(.field(3, .focus))
        try form.perform(.field(1, .setText("x", formats: true, validates: true)))
        #expect(!form.form.isValid)
        try form.perform(.removeRow(group: "items", row: 2))
        #expect(form.form.isValid && form.form.isComplete && form.form.focusedField == nil)
        let told: [Change] = [
            .session(.focusChanged(nil, previous: nil)),
            .session(.heightChanged(308 + 32 + 44, previous: 462 + 2 * 32 + 44)),
        ]
        #expect(form.events == told)
    }

    @Test("removing a row changes the next and previous fields around it, and that is announced", arguments: 1...3)
    func neighbours(gone: Int) throws {
        var form = try Self.driver()
        for _ in 0..<2 { try form.perform(.addRow(group: "items", position: nil)) }
        let rows = (1...3).filter { $0 != gone }
        try form.perform(.removeRow(group: "items", row: gone))
        let before = gone == 1 ? "name" : "items_\(gone - 1)_count"
        let behind = gone == 3 ? "note" : "items_\(gone + 1)_what"
        #expect(form.form.groups.map(\.rows) == [rows])
        let (first, second) = (try Self.index(before, in: form), try Self.index(behind, in: form))
        #expect(form.form.field(first).nextField == behind && form.form.field(second).previousField == before)
        let told = form.changes.filter { if case .fieldProperties = $0 { true } else { false } }
        #expect(told == [.fieldProperties(first, [.nextField]), .fieldProperties(second, [.previousField])])
    }

    @Test("rows are validated separately, and their values have the fields' names")
    func submit() throws {
        var form = try Self.driver()
        try form.perform(.addRow(group: "items", position: nil))
        try form.perform(.setValues(["items_2_what": "b", "items_2_count": "2"]))
        let refused = try form.perform(.submit)
        #expect(refused.failure?.code == .notValid && form.form.focusedField == 1)
        try form.perform(.setValues(["items_1_what": "a"]))
        #expect(
            try form.perform(.submit).results == [
                .values([
                    FieldValue(field: "name", value: ""), FieldValue(field: "items_1_what", value: "a"),
                    FieldValue(field: "items_1_count", value: ""), FieldValue(field: "items_2_what", value: "b"),
                    FieldValue(field: "items_2_count", value: "2"), FieldValue(field: "note", value: ""),
                ])
            ]
        )
    }

    @Test("the number of rows stays within the bounds, and unknown rows and groups are refused")
    func bounds() throws {
        func refusal(_ driver: FormDriver, _ operations: FormEngine.Operation...) -> FormError.Code? {
            var form = driver.form
            do throws(FormError) {
                _ = try form.perform(operations)
                return nil
            } catch {
                return error.code
            }
        }
        var form = try Self.driver(Self.structure(maximum: 2))
        #expect(refusal(form, .removeRow(group: "items", row: 1)) == .limitExceeded)
        #expect(refusal(form, .removeRow(group: "items", row: 2)) == .outOfRange)
        #expect(refusal(form, .moveRow(group: "items", row: 1, position: 1)) == .outOfRange)
        #expect(refusal(form, .moveRow(group: "items", row: 9, position: 0)) == .outOfRange)
        #expect(refusal(form, .addRow(group: "items", position: 2)) == .outOfRange)
        #expect(refusal(form, .addRow(group: "items", position: -1)) == .outOfRange)
        #expect(refusal(form, .addRow(group: "name", position: nil)) == .unknownField)
        #expect(refusal(form, .blur, .addRow(group: "items", position: nil)) == .invalidArgument)
        #expect(refusal(try FormDriver(), .addRow(group: "items", position: nil)) == .unknownField)
        try form.perform(.addRow(group: "items", position: nil))
        #expect(refusal(form, .addRow(group: "items", position: nil)) == .limitExceeded)
        #expect(refusal(form, .setValues(["items_3_what": "x"])) == .unknownField)
        let revision = form.form.revision
        try form.perform(.moveRow(group: "items", row: 2, position: 1))
        #expect(form.form.revision == revision)
    }

    @Test("rows named by initial values exist from the beginning")
    func initial() throws {
        let form = try Self.driver(values: ["items_3_what": "c", "items_7_count": "7"])
        #expect(form.form.groups.map(\.rows) == [[1, 3, 7]])
        #expect(Self.values(form)["items_3_what"] == "c" && Self.values(form)["items_7_count"] == "7")
        var next = form
        #expect(try next.perform(.addRow(group: "items", position: nil)).results == [.row(8)])
        #expect(throws: FormError.self) {
            try Self.driver(values: ["items_2_what": "", "items_3_what": "", "items_4_what": "", "items_5_what": ""])
        }
        #expect(throws: FormError.self) { try Self.driver(values: ["items_0_what": ""]) }
    }

    @Test("undo restores rows with their texts and numbers, and earlier steps can still be undone")
    func undo() throws {
        var form = try Self.driver()
        try form.perform(.addRow(group: "items", position: 0))
        let what = try Self.index("items_2_what", in: form)
        try form.perform(.field(what, .setText("two", formats: true, validates: nil)))
        try form.perform(.removeRow(group: "items", row: 2))
        try form.perform(.undo)
        #expect(form.form.groups.map(\.rows) == [[2, 1]] && Self.values(form)["items_2_what"] == "two")
        try form.perform(.undo)
        #expect(Self.values(form)["items_2_what"]?.isEmpty == true)
        try form.perform(.undo)
        #expect(form.form.groups.map(\.rows) == [[1]] && !form.form.canUndo)
        for _ in 0..<2 { try form.perform(.redo) }
        #expect(form.form.groups.map(\.rows) == [[2, 1]] && Self.values(form)["items_2_what"] == "two")
        try form.perform(.redo)
        #expect(form.form.groups.map(\.rows) == [[1]] && !form.form.canRedo)
    }

    @Test("every field that can have the focus can be reached after any changes of rows and pages", arguments: 1...12)
    func walk(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var structure = Self.structure(minimum: 0)
        structure.elements.append(
            .group(
                GroupDefinition(
                    id: "g",
                    minimum: 1,
                    maximum: 3,
                    fields: [FormDriver.field("x"), FormDriver.field("y")]
                )
            )
        )
        structure.pages = [
            .init(title: nil, elements: 0..<1), .init(title: nil, elements: 1..<2), .init(title: nil, elements: 2..<4),
        ]
        var form = try Self.driver(structure).form
        for step in 0..<400 {
            let operation: FormEngine.Operation =
                switch Int.random(in: 0..<12, using: &random) {
                case 0: .addRow(group: Bool.random(using: &random) ? "items" : "g", position: nil)
                case 1: .addRow(group: "items", position: 0)
                case 2: .removeRow(group: "items", row: form.groups[0].rows.randomElement(using: &random) ?? 1)
                case 3: .removeRow(group: "g", row: form.groups[1].rows.randomElement(using: &random) ?? 1)
                case 4: .moveRow(group: "g", row: form.groups[1].rows.randomElement(using: &random) ?? 1, position: 0)
                case 5: .showPage(Int.random(in: 0...2, using: &random))
                case 6: Bool.random(using: &random) ? .undo : .redo
                case 7:
                    .field(
                        Int.random(in: 0..<form.fieldCount, using: &random),
                        .setEnabled(Bool.random(using: &random))
                    )
                default: RandomWalkTests.operation(form, &random)
                }
            let before = form
            guard let outcome = try? form.perform([operation]) else {
                if RandomWalkTests.shows(before) != RandomWalkTests.shows(form) {
                    Issue.record("\(operation) was refused, yet changed something")
                }
                continue
            }
            // Numbers mean other fields after a change of rows.
            let hasNewRows = outcome.changes.contains { if case .rows = $0 { true } else { false } }
            let violations = RandomWalkTests.violations(
                of: form,
                since: hasNewRows ? form : before,
                hasNewRows ? Outcome() : outcome
            )
            if !violations.isEmpty { Issue.record("step \(step), \(operation): \(violations)") }
        }
        let reachable = (0..<form.fieldCount).filter { form.field($0).isEnabled && form.field($0).isFocusable }
        #expect(try Self.reached(form) == Set(reachable))
    }

    /// The fields that `FocusNext` and `NextPage` come to, from the first page on, each filled in on the way.
    private static func reached(_ form: Form) throws -> Set<Int> {
        var form = form
        for index in 0..<form.fieldCount {
            _ = try form.perform([.field(index, .setText("x", formats: true, validates: true))])
            _ = try form.perform([.field(index, .setNextField("")), .field(index, .resetError)])
        }
        _ = try form.perform([.showPage(0)])
        var reached: Set<Int> = []
        while true {
            _ = try form.perform([.blur])
            var steps = 0
            while form.hasNext, steps <= form.fieldCount {
                _ = try form.perform([.focusNext])
                if let focus = form.focusedField { reached.insert(focus) }
                steps += 1
            }
            guard form.page + 1 < form.pages.count else { return reached }
            _ = try form.perform([.nextPage])
        }
    }

    @Test("a restored row does not contain its secret")
    func secret() throws {
        let secret = FormDriver.field("pin") { $0.mode = .password(reveal: .alwaysVisible) }
        var form = try Self.driver(
            FormStructure(elements: [.group(GroupDefinition(id: "g", minimum: 0, maximum: 2, fields: [secret]))])
        )
        try form.perform(.addRow(group: "g", position: nil))
        try form.perform(.field(0, .setText("1234", formats: true, validates: nil)))
        try form.perform(.removeRow(group: "g", row: 1))
        #expect(!"\(form.form.history)".contains("1234"))
        try form.perform(.undo)
        #expect(Self.values(form) == ["g_1_pin": ""])
    }

    @Test("rows get the answers of plug-ins, also late ones", arguments: [0, 1])
    func plugins(position: Int) throws {
        let field = FormDriver.field("sum") {
            $0.placeholders = [
                PlaceholderDefinition(text: LocalizedText("€"), service: .plugin(type: "currency", configuration: "{}"))
            ]
        }
        var form = try Self.driver(
            FormStructure(elements: [.group(GroupDefinition(id: "g", minimum: 1, maximum: 3, fields: [field]))])
        )
        func layer(_ text: String) -> PlaceholderLayer {
            PlaceholderLayer(
                text: text,
                isVisible: true,
                frame: Frame(x: 0, y: 0, width: 1, height: 1),
                fontSize: 1,
                color: "#FFFFFF"
            )
        }
        form.answers = { _ in .late }
        try form.perform(.addRow(group: "g", position: position))
        #expect(form.form.awaitsAnswers)
        form.answers = { _ in .answer(.placeholder([layer("A")])) }
        try form.perform(.refresh)
        #expect(!form.form.awaitsAnswers)
        #expect(form.form.field(position).placeholders.map(\.layer.text) == ["A"])
    }
}

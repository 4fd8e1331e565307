@testable import FormEngine
@testable import FormModel
import RandomTesting
import Testing

/// A form that begins anew for another person is, in everything that a client can read, one that was just opened.
@Suite("Resetting an idle form")
struct RestartTests {
    /// All properties but the revision, by object.
    private static func properties(_ form: Form) -> [String: PropertyValue] {
        var all: [String: PropertyValue] = [:]
        for property in SessionProperty.table where property.name != "Revision" {
            all[property.name] = property.reader.value(of: form.reading)
        }
        for field in (0..<form.fieldCount).map({ form.field($0) }) {
            for property in FieldProperty.table where property.name != "Revision" {
                all["\(field.id).\(property.name)"] = property.reader.value(of: field)
            }
        }
        return all
    }

    /// The properties in which two forms differ.
    private static func differences(_ one: Form, _ other: Form) -> [String] {
        let (one, other) = (properties(one), properties(other))
        return Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
    }

    private static let asOpened: [FormEngine.Operation] = [.setLocale("en"), .setWidth(320), .restart([:])]

    @Test("the form returns to its initial state and announces everything that has changed", arguments: 1...20)
    func walk(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let new = try FormDriver(RandomWalkTests.definition()).form
        var form = new
        for _ in 0..<200 { _ = try? form.perform([RandomWalkTests.operation(form, &random)]) }
        let before = form
        let outcome = try form.perform(Self.asOpened)
        #expect(Self.differences(form, new) == [])
        #expect(!form.canUndo && !form.canRedo && form.focusedField == nil)
        #expect(RandomWalkTests.violations(of: form, since: before, outcome) == [])

        var announced: Set<String> = []
        for change in outcome.changes {
            switch change {
            case .fieldProperties(let index, let properties):
                properties.forEach { announced.insert("\(form.field(index).id).\(FieldProperty.table[$0].name)") }
            case .sessionProperties(let properties):
                properties.forEach { announced.insert(SessionProperty.table[$0].name) }
            case .field, .session, .rows: break
            }
        }
        // The refusals of the last edit are never announced.
        let silent = Self.differences(form, before).filter { !announced.contains($0) && !$0.hasSuffix(".Refusals") }
        #expect(silent == [])
    }

    @Test("the form then behaves like one that was just opened", arguments: 21...30)
    func goesOn(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var new = try FormDriver(RandomWalkTests.definition()).form
        var form = new
        for _ in 0..<200 { _ = try? form.perform([RandomWalkTests.operation(form, &random)]) }
        _ = try form.perform(Self.asOpened)
        for step in 0..<200 {
            let operation = RandomWalkTests.operation(form, &random)
            _ = try? form.perform([operation])
            _ = try? new.perform([operation])
            let differences = Self.differences(form, new)
            guard differences.isEmpty else {
                Issue.record("step \(step), \(operation): \(differences)")
                return
            }
        }
    }

    @Test("the form has its initial rows, page and texts")
    func rows() throws {
        let items = GroupDefinition(
            id: "items",
            minimum: 1,
            maximum: 4,
            fields: [FormDriver.field("what") { $0.value = "apple" }]
        )
        let structure = FormStructure(
            elements: [.field(FormDriver.field("name")), .group(items)],
            pages: [.init(title: nil, elements: 0..<1), .init(title: nil, elements: 1..<2)]
        )
        let values = ["name": "Ada", "items_3_what": "pear"]
        let new = try RowTests.driver(structure, values: values)
        var driver = new
        try driver.perform(.setValues(["name": "Grace", "items_1_what": "plum"]))
        try driver.perform(.addRow(group: "items", position: 0))
        try driver.perform(.removeRow(group: "items", row: 3))
        try driver.perform(.nextPage)
        try driver.perform(.submit)
        #expect(driver.form.canUndo && driver.form.page == 1)
        try driver.perform(.restart(values))
        #expect(Self.differences(driver.form, new.form) == [])
        #expect(RowTests.names(driver) == ["name", "items_1_what", "items_3_what"])
        // A number that the last person's row had is given to no other row.
        try driver.perform(.addRow(group: "items", position: nil))
        #expect(RowTests.names(driver).last == "items_5_what")
    }

    @Test("the form does not change if the reset exceeds its time limit")
    func refused() throws {
        var form = try FormDriver([FormDriver.field("a")]).form
        _ = try form.perform([.field(0, .insertText("Ada"))])
        let before = form
        let late = Attempt(budget: WorkBudget(time: .zero, timeForRules: .zero) { .seconds(1) })
        #expect(throws: FormError.self) { try form.perform([.restart([:])], attempt: late) }
        #expect(Self.differences(form, before) == [] && form.canUndo)
    }
}

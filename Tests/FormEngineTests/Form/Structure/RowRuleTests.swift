@testable import FormEngine
import FormModel
@testable import Rules
import Masks
import Testing

@Suite("Rules and conditions of rows")
struct RowRuleTests {
    /// `kind`; then rows of `mail`, `again`, which repeats it, and `note`, there while `kind` says so and `mail` is
    /// filled in.
    private static func driver() throws -> FormDriver {
        let group = GroupDefinition(
            id: "p",
            minimum: 1,
            maximum: 4,
            fields: [
                FormDriver.field("mail"),
                FormDriver.field("again") { $0.rules = [Rule(.equals(field: "mail"))] },
                FormDriver.field("note") {
                    $0.visibleWhen = .all([
                        .test(field: "kind", .equals("long")), .not(.test(field: "mail", .empty)),
                    ])
                    $0.isRequired = true
                },
            ]
        )
        return try RowTests.driver(FormStructure(elements: [.field(FormDriver.field("kind")), .group(group)]))
    }

    private static func index(_ name: String, _ form: FormDriver) throws -> Int { try RowTests.index(name, in: form) }

    private static func set(_ name: String, _ text: String, _ form: inout FormDriver) throws {
        try form.perform(.field(try index(name, form), .setText(text, formats: true, validates: true)))
    }

    @Test("rules read the fields of their own row, even after it was moved")
    func ownRow() throws {
        var form = try Self.driver()
        try form.perform(.addRow(group: "p", position: nil))
        try Self.set("p_1_mail", "a", &form)
        try Self.set("p_1_again", "a", &form)
        try Self.set("p_2_mail", "b", &form)
        try Self.set("p_2_again", "a", &form)
        #expect(try form.form.field(Self.index("p_1_again", form)).isValid)
        #expect(try !form.form.field(Self.index("p_2_again", form)).isValid)
        try form.perform(.moveRow(group: "p", row: 2, position: 0))
        #expect(try !form.form.field(Self.index("p_2_again", form)).isValid)
        try Self.set("p_2_mail", "a", &form)
        #expect(form.form.isValid && form.form.isComplete)
        try Self.set("p_1_mail", "c", &form)
        #expect(try !form.form.field(Self.index("p_1_again", form)).isValid)
        #expect(try form.form.field(Self.index("p_2_again", form)).isValid)
        #expect(RandomWalkTests.violations(of: form.form, since: form.form, Outcome()) == [])
    }

    @Test("rules read fields outside of the group, in existing and later rows")
    func outside() throws {
        var form = try Self.driver()
        try Self.set("p_1_mail", "a", &form)
        #expect(try !form.form.field(Self.index("p_1_note", form)).isVisible)
        try Self.set("kind", "long", &form)
        #expect(try form.form.field(Self.index("p_1_note", form)).isVisible)
        #expect(!form.form.isComplete)
        try form.perform(.addRow(group: "p", position: 0))
        #expect(try !form.form.field(Self.index("p_2_note", form)).isVisible)
        try Self.set("p_2_mail", "b", &form)
        #expect(try form.form.field(Self.index("p_2_note", form)).isVisible)
        try Self.set("kind", "", &form)
        #expect(form.form.isComplete && form.form.contentHeight == 5 * 77 + 2 * 32 + 44)
    }

    @Test("rules are evaluated again for a restored row")
    func undo() throws {
        var form = try Self.driver()
        try Self.set("kind", "long", &form)
        try form.perform(.addRow(group: "p", position: nil))
        try Self.set("p_2_mail", "b", &form)
        try Self.set("p_2_note", "n", &form)
        try form.perform(.removeRow(group: "p", row: 2))
        try form.perform(.undo)
        #expect(try form.form.field(Self.index("p_2_note", form)).isVisible)
        #expect(try form.form.field(Self.index("p_2_note", form)).text == "n")
        try form.perform(.redo)
        try form.perform(.undo)
        #expect(form.form.contentHeight == 6 * 77 + 2 * 32 + 44)
        #expect(RandomWalkTests.violations(of: form.form, since: form.form, Outcome()) == [])
        try Self.set("kind", "", &form)
        #expect(try !form.form.field(Self.index("p_2_note", form)).isVisible)
    }

    @Test("changed next and previous fields are announced, also for fields that did not change otherwise")
    func neighbours() throws {
        var form = try Self.driver()
        try form.perform(.addRow(group: "p", position: nil))
        let last = try Self.index("p_1_note", form)
        let expected: FieldProperties = [.nextField, .returnKey]
        #expect(form.changes.contains(.fieldProperties(last, expected)))
        #expect(form.form.field(last).nextField == "p_2_mail")
        #expect(try form.form.field(Self.index("p_2_mail", form)).previousField == "p_1_note")
        try form.perform(.removeRow(group: "p", row: 1))
        #expect(form.changes.contains(.fieldProperties(0, [.nextField])))
        #expect(form.form.field(0).nextField == "p_2_mail")
    }

    @Test("a next field and a configuration set in the session stay with their row")
    func overrides() throws {
        var form = try Self.driver()
        try form.perform(.addRow(group: "p", position: nil))
        let mail = try Self.index("p_2_mail", form)
        try form.perform(.field(mail, .setNextField("p_1_mail")))
        var looks = form.form.field(mail).definition
        looks.label = LocalizedText("Address")
        try form.perform(.field(mail, .configure(looks)))
        try form.perform(.moveRow(group: "p", row: 2, position: 0))
        func check() throws {
            let field = form.form.field(try Self.index("p_2_mail", form))
            #expect(field.nextField == "p_1_mail" && field.label == "Address" && field.id == "p_2_mail")
        }
        try check()
        try form.perform(.addRow(group: "p", position: 0))
        try form.perform(.removeRow(group: "p", row: 2))
        try form.perform(.undo)
        try check()
    }

    @Test("rules are compiled once: rows share their patterns, and unchanged ones are not compiled again")
    func compiledOnce() throws {
        let group = GroupDefinition(
            id: "g",
            minimum: 2,
            maximum: 4,
            fields: [
                FormDriver.field("a") { $0.rules = [Rule(.regex(pattern: "[a-z]*"))] },
                FormDriver.field("b") {
                    $0.visibleWhen = .test(field: "a", .matches(pattern: "[a-z]*"))
                    $0.formatter = .mask(MaskDefinition(mask: "[00]-[00]"))
                },
            ]
        )
        var form = try RowTests.driver(FormStructure(elements: [.group(group)]))
        func rules() -> Set<ObjectIdentifier> {
            Set(
                form.form.placement.fields.flatMap { field in
                    field.plan.rules.compactMap { $0.judge as? CompiledRule }.map(ObjectIdentifier.init)
                }
            )
        }
        let first = rules()
        #expect(first.count == 1)
        try form.perform(.addRow(group: "g", position: 1))
        #expect(form.form.fieldCount == 6 && rules() == first)
        let last = try Self.index("g_2_b", form)
        try form.perform(.field(last, .setText("1234", formats: true, validates: true)))
        #expect(form.form.field(last).text == "12-34")
        try form.perform(.field(try Self.index("g_2_a", form), .setText("A", formats: true, validates: true)))
        #expect(!form.form.field(last).isVisible && !form.form.isValid)
    }

    @Test("changed rules apply to the next operation of the same transaction")
    func sequence() throws {
        var form = try Self.driver()
        try Self.set("p_1_mail", "a", &form)
        let note = try Self.index("p_1_note", form)
        var copy = form.form
        #expect(throws: FormError.self) {
            try copy.perform([.field(0, .setText("long", formats: true, validates: false)), .submit])
        }
        try form.perform(
            .field(0, .setText("long", formats: true, validates: false)),
            .field(note, .insertText("n"))
        )
        #expect(form.form.field(note).text == "n")
    }
}

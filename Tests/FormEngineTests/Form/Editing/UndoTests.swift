import FormEngine
import FormModel
import FormPlugin
import Testing
import TextEditing

@Suite("Undo and redo")
struct UndoTests {
    @Test("consecutive keys are one undo step, and anything between them starts another")
    func bursts() throws {
        var form = try FormDriver()
        try form.type("abc")
        try form.perform(.select(start: 1, length: 0))
        try form.type("XY")
        try form.perform(.deleteBackward)
        try form.perform(.undo)
        #expect(try form.field.text == "aXYbc")
        try form.perform(.undo)
        #expect(try form.field.text == "abc" && form.field.selection == TextSelection(start: 1))
        try form.perform(.undo)
        #expect(try form.field.text.isEmpty && !form.form.canUndo && form.form.canRedo)
        for _ in 0..<3 { try form.perform(.redo) }
        #expect(try form.field.text == "aXbc" && !form.form.canRedo)
        try form.type("z")
        #expect(!form.form.canRedo)
    }

    @Test("undo restores errors and marks, and announces the origin of the change")
    func state() throws {
        var form = try FormDriver { $0.isRequired = true }
        try form.perform(.validate(force: true))
        try form.type("a")
        #expect(try form.field.isValid)
        try form.perform(.undo)
        #expect(try form.field.error == "Field must be filled")
        #expect(
            form.events() == [.stateChanged(.error, previous: .normal), .editingBegan, .textChanged(.undo)]
        )
    }

    @Test("the number of undo steps is limited")
    func bound() throws {
        var form = try FormDriver()
        for number in 0..<150 { try form.perform(.setText("\(number)", formats: true, validates: false)) }
        var count = 0
        while form.form.canUndo {
            try form.perform(.undo)
            count += 1
        }
        #expect(count == 100)
        #expect(try form.field.text == "49")
    }

    @Test("undo returns the field, and moves the focus there without validating another field")
    func place() throws {
        var form = try FormDriver([
            FormDriver.field("a"), FormDriver.field("b") { $0.isRequired = true }, FormDriver.field("c"),
        ])
        try form.type("x", in: 0)
        try form.type("y", in: 2)
        try form.perform(.field(1, .focus))
        #expect(try form.perform(.undo).results == [.restored(field: "c")])
        #expect(form.form.focusedField == 2 && form.form.isValid)
        #expect(try form.perform(.undo).results == [.restored(field: "a")])
        #expect(form.form.focusedField == 0)
        #expect(try form.perform(.undo).results == [.restored(field: "")])
        #expect(form.form.focusedField == 0)
        try form.perform(.field(0, .setEnabled(false)))
        #expect(try form.perform(.redo).results == [.restored(field: "a")])
        #expect(form.form.focusedField == nil, "a disabled field takes no focus")
    }

    @Test("undo must be the only operation of a transaction")
    func alone() throws {
        var form = try FormDriver()
        #expect(throws: FormError.self) { try form.perform(.undo, .blur) }
    }

    @Test("a restored message is in the current language")
    func language() throws {
        var form = try FormDriver { $0.rules = [.length(3)] }
        try form.perform(.focus)
        try form.type("a")
        try form.perform(.blur)
        #expect(try form.field.error == "The field must contain at least 3 characters.")
        try form.type("b")
        try form.perform(.setLocale("ru"))
        try form.perform(.undo)
        #expect(try form.field.error == "Поле должно содержать минимум 3 символа")
    }

    // MARK: Rows, conditions and messages

    private static func index(_ name: String, _ form: FormDriver) throws -> Int {
        try #require(form.form.index(ofField: name), "\(name)")
    }

    @Test("a counted group that is stepped without the focus is undone step by step, with the texts of its rows")
    func countedSteps() throws {
        var form = try PartTests.driver(
            """
            {"fields": [{"id": "count", "formatter": {"type": "number"}},
              {"id": "kids", "repeat": {"min": 0, "max": 4, "count": {"field": "count"}}, "fields": [{"id": "kid"}]}]}
            """
        )
        for count in 1...3 {
            try form.perform(.field(0, .step(1)))
            #expect(form.form.groups[0].rows.count == count)
        }
        try form.perform(.field(3, .setText("Ann", formats: true, validates: nil)))
        try form.perform(.field(0, .step(-1)))
        #expect(form.form.fieldCount == 3)
        // Each step of the number is undone before its rows.
        for _ in 0..<2 { try form.perform(.undo) }
        #expect(try form.field(0).text == "3" && form.field(3).text == "Ann")
        try form.perform(.undo)
        for count in [2, 1, 0] {
            for _ in 0..<2 { try form.perform(.undo) }
            #expect(form.form.groups[0].rows.count == count)
            #expect(try form.field(0).text == (count == 0 ? "" : "\(count)"))
        }
        #expect(!form.form.canUndo)
        while form.form.canRedo { try form.perform(.redo) }
        #expect(try form.field(0).text == "2" && form.form.groups[0].rows == [1, 2])
    }

    @Test("an undo of a removed row restores the text that its removal cleared in another field")
    func clearedByRow() throws {
        var form = try PartTests.driver(
            """
            {"fields": [
              {"id": "rows", "repeat": {"min": 0, "max": 3}, "fields": [{"id": "n", "formatter": {"type": "number"}}]},
              {"id": "sum", "computed": {"sum": [{"field": "rows.n"}]}},
              {"id": "why", "visibleWhen": {"field": "sum", "greater": 3}, "whenIrrelevant": "clear"}]}
            """
        )
        try form.perform(.addRow(group: "rows", position: nil))
        try PartTests.put("5", into: "rows_1_n", &form)
        try PartTests.put("because", into: "why", &form)
        try form.perform(.removeRow(group: "rows", row: 1))
        #expect(try form.field(Self.index("why", form)).text == "")
        try form.perform(.undo)
        #expect(try form.field(Self.index("why", form)).text == "because")
        try form.perform(.redo)
        #expect(try form.field(Self.index("why", form)).text == "" && form.form.groups[0].rows == [])
    }

    @Test("the error of a field that is never validated by itself comes back with an undo")
    func neverValidated() throws {
        var form = try FormDriver([
            FormDriver.field("a"),
            FormDriver.field("b") {
                $0.rules = [Rule(.equals(field: "a"))]
                $0.validation = .never
            },
        ])
        try form.perform(.setValues(["a": "x", "b": "y"]))
        try form.perform(Operation.validate(force: true))
        #expect(try !form.field(1).isValid)
        try form.perform(.field(0, .setText("y", formats: true, validates: nil)))
        #expect(try form.field(1).isValid)
        try form.perform(.undo)
        #expect(try !form.field(1).isValid)
        try form.perform(.redo)
        #expect(try form.field(1).isValid)
        // This error is newer than the step, and no longer true after the undo of it.
        try form.perform(.field(0, .setText("z", formats: true, validates: nil)))
        try form.perform(.field(1, .resetError))
        try form.perform(Operation.validate(force: true))
        #expect(try !form.field(1).isValid)
        try form.perform(.undo)
        #expect(try form.field(1).isValid)
    }

    @Test("the error of a rule about a column follows an undo of a removed row")
    func columnRule() throws {
        var form = try PartTests.driver(
            """
            {"fields": [
              {"id": "rows", "repeat": {"min": 0, "max": 3}, "fields": [{"id": "n", "formatter": {"type": "number"}}]},
              {"id": "limit", "formatter": {"type": "number"},
               "validators": [{"type": "minValue", "min": {"sum": [{"field": "rows.n"}]}}]}]}
            """
        )
        try form.perform(.addRow(group: "rows", position: nil))
        try PartTests.put("5", into: "rows_1_n", &form)
        try PartTests.put("3", into: "limit", &form)
        try form.perform(Operation.validate(force: true))
        #expect(!form.form.isValid)
        try form.perform(.removeRow(group: "rows", row: 1))
        #expect(form.form.isValid)
        try form.perform(.undo)
        #expect(!form.form.isValid && !form.form.isComplete)
        try form.perform(.redo)
        #expect(form.form.isValid && form.form.isComplete)
    }

    @Test("a message does not bring back the answer of a field that has become secret, nor is it in the record")
    func secretAnswer() throws {
        var form = try PartTests.driver(
            """
            {"fields": [{"id": "a", "value": "hunter2"},
              {"id": "b", "validators": [{"type": "length", "min": 3, "message": "longer than {{a}}"}]}]}
            """
        )
        try form.perform(.field(1, .setText("x", formats: true, validates: true)))
        #expect(try form.field(1).error == "longer than hunter2")
        try form.perform(.field(1, .setText("long enough", formats: true, validates: true)))
        let mode = FieldOperation.setMode(.password(reveal: .alwaysVisible), json: "{}")
        let pending = try form.form.perform([.field(0, mode)], saving: .change).pending
        let record = try #require(pending?.record)
        #expect(record.replacesOlder && !String(decoding: record.bytes, as: UTF8.self).contains("hunter2"))
        try form.perform(.undo)
        #expect(try form.field(1).text == "x" && form.field(1).error == "longer than ")
    }

    @Test("the size of undo steps is limited, not only their number")
    func bounds() throws {
        var form = try FormDriver((0..<200).map { FormDriver.field("f\($0)") })
        for round in 0..<60 {
            let values = (0..<200).map { ("f\($0)", String(repeating: "x", count: 100 + round)) }
            try form.perform(.setValues(Dictionary(uniqueKeysWithValues: values)))
        }
        var steps = 0
        while form.form.canUndo {
            try form.perform(.undo)
            steps += 1
        }
        #expect((1..<60).contains(steps))
    }
}

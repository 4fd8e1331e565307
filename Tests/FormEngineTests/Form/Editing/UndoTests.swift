import FormEngine
import FormModel
import FormPlugin
import Testing

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

import FormEngine
import FormModel
import FormPlugin
import Testing

@Suite("A transaction of several operations")
struct TransactionTests {
    static func form() throws -> FormDriver {
        try FormDriver([
            FormDriver.field("a") { $0.isRequired = true }, FormDriver.field("b") { $0.rules = [.length(2)] },
        ])
    }

    @Test("a refused operation rolls back the earlier ones, and the error names it")
    func refused() throws {
        var form = try Self.form()
        let before = RandomWalkTests.shows(form.form)
        let error = #expect(throws: FormError.self) {
            try form.perform(.field(0, .insertText("x")), .field(1, .focus), .field(1, .select(start: 9, length: 0)))
        }
        #expect(error?.code == .outOfRange)
        #expect(error?.message.hasPrefix("operation 3: ") == true)
        #expect(RandomWalkTests.shows(form.form) == before && form.form.revision == 0)
    }

    @Test("a failed submission at the end of a transaction rolls back everything, including the errors that it found")
    func refusedSubmission() throws {
        var form = try Self.form()
        let before = RandomWalkTests.shows(form.form)
        let error = #expect(throws: FormError.self) {
            try form.perform(.setValues(["a": "Ada", "b": "x"]), .submit)
        }
        #expect(error?.code == .notValid)
        #expect(error?.message.hasPrefix("operation 2: Label: ") == true)
        #expect(RandomWalkTests.shows(form.form) == before)
        #expect(!form.form.canUndo && form.form.revision == 0)
        // By itself it shows what is wrong.
        #expect(try form.perform(.submit).failure?.code == .notValid)
        #expect(form.form.focusedField == 0)
        #expect(try form.perform(.setValues(["a": "Ada", "b": "xy"]), .submit).results.count == 2)
        #expect(form.form.state == .submitted)
    }

    @Test("errors count misplaced operations from 1")
    func order() throws {
        var form = try Self.form()
        let early = #expect(throws: FormError.self) { try form.perform(.submit, .blur) }
        #expect(early?.message.hasPrefix("operation 1: ") == true)
        let undo = #expect(throws: FormError.self) { try form.perform(.blur, .undo) }
        #expect(undo?.message.hasPrefix("operation 2: ") == true)
    }

    @Test("each change of a field is announced once, however often it changed")
    func once() throws {
        var form = try Self.form()
        try form.perform(
            .field(0, .focus),
            .field(0, .setError("no")),
            .field(0, .insertText("x")),
            .field(0, .setError("no")),
            .field(0, .resetError),
            .field(0, .insertText("y"))
        )
        #expect(form.events() == [.stateChanged(.active, previous: .normal), .editingBegan, .textChanged(.user)])
        try form.perform(.blur, .field(0, .focus))
        #expect(form.events() == [], "it has the focus as before")
    }
}

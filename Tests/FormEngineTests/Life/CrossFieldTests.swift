import FormEngine
import FormModel
import FormPlugin
import Testing

@Suite("Rules that read other fields")
struct CrossFieldTests {
    /// A password and its repetition, and a field that has nothing to do with them.
    private func form(_ change: (inout FieldDefinition) -> Void = { _ in }) throws -> FormDriver {
        try FormDriver([
            FormDriver.field("first"),
            FormDriver.field("second") {
                $0.rules = [.length(2), Rule(.equals(field: "first"), message: LocalizedText("differs"))]
                change(&$0)
            },
            FormDriver.field("other") { $0.rules = [.length(1)] },
        ])
    }

    @Test("correcting either field clears the error")
    func either() throws {
        var form = try form()
        try form.type("ab", in: 0)
        try form.type("ax", in: 1)
        try form.perform(.field(1, .focus))
        try form.perform(.field(1, .blur))
        #expect(try form.field(1).error == "differs")
        try form.perform(.field(0, .deleteBackward))
        try form.perform(.field(0, .insertText("x")))
        #expect(try form.field(1).isValid)
        #expect(form.form.isComplete)
        try form.perform(.field(0, .deleteBackward))
        #expect(try form.field(1).error == "differs")
        #expect(
            form.events(of: 1) == [.stateChanged(.error, previous: .normal), .validationFailed(message: "differs")]
        )
        try form.perform(.field(1, .deleteBackward))
        try form.perform(.field(1, .validate(force: true)))
        #expect(!(try form.field(1).isValid), "too short now")
    }

    @Test("no error appears at a field that is untouched, empty or being edited because another field changed")
    func early() throws {
        var untouched = try form { $0.value = "zz" }
        try untouched.perform(.field(0, .setText("ab", formats: true, validates: false)))
        #expect(try untouched.field(1).isValid)
        #expect(!untouched.form.isComplete, "but it would not pass")
        var empty = try form { $0.isRequired = true }
        try empty.type("ab", in: 0)
        #expect(try empty.field(1).isValid)
        var focused = try form()
        try focused.perform(.field(1, .focus))
        try focused.type("ab", in: 1)
        try focused.type("x", in: 0)
        #expect(try focused.field(1).isValid)
        try focused.perform(.field(1, .blur))
        #expect(!(try focused.field(1).isValid))
        var never = try form { $0.validation = .never }
        try never.type("ab", in: 1)
        try never.type("x", in: 0)
        #expect(try never.field(1).isValid)
    }

    @Test("an error set by a program is not cleared by another field")
    func ownError() throws {
        var form = try form()
        try form.type("ab", in: 1)
        try form.perform(.field(1, .setError("taken")))
        try form.type("ab", in: 0)
        #expect(try form.field(1).error == "taken")
    }

    @Test("undo and redo restore errors that depend on other fields, including secrets")
    func undo() throws {
        for isSecret in [false, true] {
            var form = try form { $0.isSecret = isSecret }
            try form.type("ab", in: 0)
            try form.perform(.field(1, .setText("ab", formats: true, validates: true)))
            try form.perform(.field(0, .insertText("c")))
            try form.perform(.field(0, .insertText("d")))
            #expect(try form.field(1).error == "differs")
            try form.perform(.undo)
            #expect(try form.field(0).text == "ab")
            #expect(try form.field(1).error == "")
            #expect(form.form.isComplete)
            try form.perform(.redo)
            #expect(try form.field(1).error == "differs")
            #expect(!form.form.isComplete)
        }
    }

    @Test("a key evaluates only the rules of its field and of those that read it")
    func counted() throws {
        let count = 1_000
        var fields = [FormDriver.field("f0") { $0.rules = [.length(1)] }]
        for index in 1..<count {
            fields.append(
                FormDriver.field("f\(index)") { $0.rules = [.length(1), Rule(.equals(field: "f\(index - 1)"))] }
            )
        }
        let values = Dictionary(uniqueKeysWithValues: (0..<count).map { ("f\($0)", "x") })
        var form = try FormDriver(fields, values: values).form
        #expect(form.isComplete)
        #expect(form.evaluations.rules == UInt64(2 * count - 1))
        let before = form.evaluations
        _ = try form.perform([.field(500, .insertText("y"))])
        // Two rules of its own, two of the one after it.
        #expect(form.evaluations.rules - before.rules == 4)
        #expect(form.evaluations.conditions == before.conditions)
        #expect(!form.isComplete)
        let second = form.evaluations
        _ = try form.perform([.field(count - 1, .insertText("y"))])
        #expect(form.evaluations.rules - second.rules == 2)
        let third = form.evaluations
        _ = try form.perform([.field(3, .focus)])
        _ = try form.perform([.field(3, .select(start: 0, length: 1))])
        #expect(form.evaluations == third)
    }
}

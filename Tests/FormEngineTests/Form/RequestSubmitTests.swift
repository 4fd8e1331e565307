import FormEngine
import FormModel
import Testing

@Suite("A request to submit")
struct RequestSubmitTests {
    @Test("validates like a submission, and returns no values")
    func requests() throws {
        var form = try FormDriver { $0.isRequired = true }
        let outcome = try form.perform(.requestSubmit)
        #expect(outcome.failure?.code == .notValid && form.form.focusedField == 0 && !form.form.isValid)
        #expect(!form.changes.contains(.session(.submitRequested)))
        try form.type("a")
        #expect(try form.perform(.requestSubmit).results == [.none])
        #expect(form.changes.last == .session(.submitRequested) && form.form.state == .editing)
        try form.perform(.submit)
        #expect(throws: FormError.self) { try form.perform(.requestSubmit) }
        #expect(throws: FormError.self) { try form.perform(.requestSubmit, .blur) }
    }
}

import FormEngine
import FormModel
import FormPlugin
import Masks
import Testing

@Suite("Validation on leaving a field")
struct ValidationPolicyTests {
    enum Situation: String, CaseIterable, Sendable {
        case untouched, typedThenErased, typed, setWithValidation, setWithoutValidation, validatedEmpty
        case blankTrimmed, blank, prefixOnly, picked

        /// In the order always, notEmptyText, afterChanges, never.
        var validates: [Bool] {
            switch self {
            case .untouched: [true, false, false, false]
            case .typedThenErased: [true, false, true, false]
            case .typed: [true, true, true, false]
            case .setWithValidation: [true, true, true, false]
            case .setWithoutValidation: [true, true, false, false]
            case .validatedEmpty: [true, false, true, false]
            case .blankTrimmed: [true, false, true, false]
            case .blank: [true, true, true, false]
            case .prefixOnly: [true, false, false, false]
            case .picked: [true, true, true, false]
            }
        }
    }

    static let table = Situation.allCases.flatMap { situation in
        zip(ValidationPolicy.allCases, situation.validates).map { (situation, $0, $1) }
    }

    @Test("the policy determines whether leaving a field validates it", arguments: table)
    func blur(situation: Situation, policy: ValidationPolicy, validates: Bool) throws {
        var form = try FormDriver { field in
            field.validation = policy
            // Fails whatever the text is, so that a validation is always heard.
            field.rules = [.textField(50)]
            field.trims = situation == .blankTrimmed
            if situation == .picked {
                field.input = .options(OptionsInput(options: [.init(value: "a", label: LocalizedText("A"))]))
            }
            if situation == .prefixOnly { field.formatter = .mask(MaskDefinition(mask: "+7 [000]")) }
        }
        switch situation {
        case .untouched, .prefixOnly: break
        case .typedThenErased:
            try form.type("a")
            try form.perform(.deleteBackward)
        case .typed: try form.type("a")
        case .picked: try form.perform(.selectOption(0))
        case .setWithValidation: try form.perform(.setText("a", formats: true, validates: true))
        case .setWithoutValidation: try form.perform(.setText("a", formats: true, validates: false))
        case .validatedEmpty: try form.perform(.validate(force: false))
        case .blankTrimmed, .blank: try form.type("  ")
        }
        try form.perform(.resetError)
        try form.perform(.focus)
        try form.perform(.blur)
        let failed = form.events().contains { if case .validationFailed = $0 { true } else { false } }
        #expect(failed == validates)
        #expect(try form.field.isValid != validates)
    }

    @Test("validating a field with an error without force returns false and does nothing")
    func unforced() throws {
        var form = try FormDriver { $0.isRequired = true }
        try form.perform(.validate(force: false))
        #expect(try !form.field.isValid)
        try form.perform(.setText("a", formats: true, validates: false))
        let outcome = try form.perform(.validate(force: false))
        #expect(outcome.results == [.verdict(valid: false, message: "Field must be filled")])
        #expect(outcome.changes.isEmpty)
        let forced = try form.perform(.validate(force: true))
        #expect(forced.results == [.verdict(valid: true, message: "")])
    }

    @Test("setting an untouched field to an empty text shows no error")
    func prefill() throws {
        var form = try FormDriver { $0.isRequired = true }
        try form.perform(.setText("", formats: true, validates: nil))
        #expect(try form.field.isValid)
        try form.perform(.setText("", formats: true, validates: true))
        #expect(try !form.field.isValid)
    }

    @Test("a successful validation shows the hint again")
    func hintReturns() throws {
        var form = try FormDriver {
            $0.hint = LocalizedText("Hint")
            $0.isRequired = true
        }
        try form.perform(.validate(force: true))
        #expect(try form.field.hintText == "Field must be filled")
        try form.perform(.setText("x", formats: true, validates: true))
        #expect(try form.field.hintText == "Hint")
    }

    @Test("rules are evaluated in order, and an empty text passes those that do not require a text")
    func order() throws {
        var form = try FormDriver { $0.rules = [.length(3, message: "short"), .length(5, message: "shorter")] }
        #expect(try form.perform(.validate(force: true)).results == [.verdict(valid: true, message: "")])
        try form.type("ab")
        #expect(try form.perform(.validate(force: true)).results == [.verdict(valid: false, message: "short")])
        try form.type("c")
        #expect(try form.perform(.validate(force: true)).results == [.verdict(valid: false, message: "shorter")])
    }

    @Test("a text set by a program that is over the limit is an error, which deleting characters clears")
    func overLength() throws {
        var form = try FormDriver { $0.maxLength = 3 }
        try form.perform(.setText("abcde", formats: true, validates: nil))
        #expect(try form.field.error == "The field must contain at most 3 characters.")
        #expect(!form.form.isComplete)
        try form.type("x")
        #expect(try form.field.text == "abcde")
        try form.perform(.deleteBackward)
        try form.perform(.deleteBackward)
        #expect(try form.field.text == "abc")
        #expect(form.form.isComplete)
    }

    @Test("error messages change with the session's language")
    func locale() throws {
        var form = try FormDriver {
            $0.isRequired = true
            $0.hint = LocalizedText(translations: [
                .init(locale: "en", text: "Hint"), .init(locale: "ru", text: "Подсказка"),
            ])
        }
        try form.perform(.validate(force: true))
        try form.perform(.setLocale("ru-RU"))
        #expect(try form.field.error == "Поле должно быть заполнено")
        #expect(try form.field.hint == "Подсказка")
        try form.perform(.field(0, .setError("Own")))
        try form.perform(.setLocale("en"))
        #expect(try form.field.error == "Own")
    }
}

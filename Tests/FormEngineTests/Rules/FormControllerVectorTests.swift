import FormEngine
import FormModel
import FormPlugin
import Rules
import Testing

/// FormController's own judgements, observed by running it, against the same rules with its name as compatibility.
@Suite("FormController's vectors")
struct FormControllerVectorTests {
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        var id: String
        var kind: String
        var rule: RuleRow?
        var value: String?
        var expect: Expectation?
        var fields: [Field]?
        var steps: [Step]?
        var results: [Result]?

        var testDescription: String { id }

        struct RuleRow: Decodable, Sendable {
            var rule: String
            var min: Int?
            var max: Int?
            var regex: String?
            var message: String?
        }

        struct Expectation: Decodable, Sendable {
            var valid: Bool?
            var crash: Bool?
        }

        struct Field: Decodable, Sendable {
            var name: String
            var value: String
            var rules: [RuleRow]
        }

        struct Step: Decodable, Sendable {
            var `do`: String
            var field: String?
            var text: String?
        }

        struct Result: Decodable, Sendable {
            var isSuccess: Bool?
            var failed: [Failure]?
            var states: [String: String]?
        }

        struct Failure: Decodable, Sendable {
            var field: String
            var error: String?
        }
    }

    @Test("there are vectors of each kind", arguments: ["rule", "form"])
    func present(_ kind: String) {
        #expect(!Self.vectors(kind).isEmpty)
    }

    private static func vectors(_ kind: String) -> [Vector] {
        let all = (try? Vectors<Vector>("formcontroller"))?.vectors ?? []
        let chosen = all.filter { $0.kind == kind && isAboutForms($0) }
        print("formcontroller, \(kind): \(chosen.count) of \(all.count) vectors")
        return chosen
    }

    /// Registering fields with a controller, and freeing them, is nothing that a definition knows.
    private static func isAboutForms(_ vector: Vector) -> Bool {
        (vector.steps ?? []).allSatisfy { ["validate", "type"].contains($0.do) }
    }

    private static func rule(_ row: Vector.RuleRow) throws -> Rule {
        let kind: any RuleKind =
            switch row.rule {
            case "minLength": LengthRule(minimum: row.min ?? 0)
            case "maxLength": LengthRule(maximum: row.max ?? 0)
            case "minValue": MinimumRule(DecimalNumber(row.min ?? 0))
            case "maxValue": MaximumRule(DecimalNumber(row.max ?? 0))
            case "regex": RegexRule(pattern: row.regex ?? "")
            case "phone": PhoneRule()
            default: throw VectorError(reason: "a rule that the tests do not know: \(row.rule)")
            }
        var rule = Rule(kind, message: row.message.map { LocalizedText($0) })
        rule.compatibility = .formController
        return rule
    }

    @Test("a rule has the same result as the original", arguments: vectors("rule"))
    func rule(_ vector: Vector) throws {
        let row = try #require(vector.rule)
        let rule = try Self.rule(row)
        guard vector.expect?.crash != true else {
            // What ends the original's process is refused before a form opens.
            #expect(throws: (any Error).self) { try CompiledRule(rule) }
            return
        }
        let verdict = try CompiledRule(rule).judge(text: vector.value ?? "", locale: "en")
        #expect(verdict.isValid == vector.expect?.valid)
    }

    @Test(
        "an edit that does not change the text clears the error, and a refused edit does not",
        arguments: [true, false]
    )
    func sameText(isCompatible: Bool) throws {
        let compatibility = isCompatible ? #", "compatibility": "formController""# : ""
        var form = try FormDriver(
            field: #""maxLength": 3, "validators": [{"type": "length", "min": 9\#(compatibility)}]"#
        )
        try form.perform(.setText("abc", formats: true, validates: true))
        try form.perform(.insertText("d"))
        #expect(try !form.field.isValid)
        let outcome = try form.perform(.replaceRange(start: 0, length: 3, text: "abc"))
        #expect(outcome.results == [.edit(text: "abc", caret: 3, accepted: false)])
        #expect(try form.field.isValid == isCompatible)
        #expect(form.events() == (isCompatible ? [.stateChanged(.normal, previous: .error)] : []))
    }

    @Test(
        "a form reports the invalid fields in order, with the message of the first failed rule",
        arguments: vectors("form")
    )
    func form(_ vector: Vector) throws {
        let definitions = try (vector.fields ?? []).map { field in
            let rules = try field.rules.map(Self.rule)
            return FormDriver.field(field.name) {
                $0.value = field.value
                $0.rules = rules
            }
        }
        var form = try FormDriver(definitions)
        for (step, result) in zip(vector.steps ?? [], vector.results ?? []) {
            switch step.do {
            case "validate":
                let outcome = try form.form.perform([.validate(force: true)])
                guard case .validation(let isValid, let errors) = try #require(outcome.results.first) else {
                    Issue.record("no verdict")
                    return
                }
                #expect(isValid == result.isSuccess)
                #expect(errors.map(\.field) == result.failed?.map(\.field))
                for (error, failure) in zip(errors, result.failed ?? []) where failure.error != nil {
                    #expect(error.message == failure.error)
                }
            default:
                let index = try #require(form.form.index(ofField: step.field ?? ""))
                let length = try form.field(index).text.unicodeScalars.count
                try form.perform(
                    .field(index, .replaceRange(start: 0, length: length, text: step.text ?? ""))
                )
            }
            for (name, state) in result.states ?? [:] {
                let index = try #require(form.form.index(ofField: name))
                #expect(try form.field(index).isValid == !state.hasPrefix("error"), "\(name): \(state)")
            }
        }
    }
}

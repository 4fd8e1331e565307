import FormEngine
import FormModel
import Rules
import Testing

/// DGInputField's validator is asked at every edit, as formd's `inputValidators` are: a refusal refuses the whole edit.
@Suite("DGInputField's vectors about its validator")
struct InputFieldVectorTests {
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        var id: String
        var kind: String
        var input: String?
        var expect: Expectation?
        var validator: String?
        var steps: [Step]?
        var results: [Result]?

        var testDescription: String { id }

        struct Expectation: Decodable, Sendable {
            var isValid: Bool
        }

        struct Step: Decodable, Sendable {
            var `do`: String
            var text: String?
            var location: Int?
        }

        struct Result: Decodable, Sendable {
            var accepted: Bool?
            var unformatted: String?
        }
    }

    /// At most 16 digits of any script.
    private static let card = Rule(.regex(pattern: #"\d{0,16}"#))

    @Test("there are vectors of each kind", arguments: ["field", "format"])
    func present(_ kind: String) {
        #expect(!Self.vectors(kind).isEmpty)
    }

    private static func vectors(_ kind: String, _ isChosen: (Vector) -> Bool = { _ in true }) -> [Vector] {
        let all = (try? Vectors<Vector>("dginputfield"))?.vectors ?? []
        let chosen = all.filter { $0.kind == kind && isChosen($0) }
        print("dginputfield, \(kind): \(chosen.count) of \(all.count) vectors")
        return chosen
    }

    @Test("the validator has the same result as the original", arguments: vectors("format"))
    func format(_ vector: Vector) throws {
        let verdict = try CompiledRule(Self.card).judge(text: vector.input ?? "", locale: "en")
        #expect(verdict.isValid == vector.expect?.isValid)
    }

    /// Where groups stand between the digits is a formatter's business; what is accepted at the end is not.
    @Test(
        "an edit that the validator refuses is refused as a whole",
        arguments: vectors("field") { vector in
            vector.validator == "card"
                && (vector.steps ?? []).allSatisfy { ($0.do == "edit" || $0.do == "text") && $0.location == nil }
        }
    )
    func field(_ vector: Vector) throws {
        var form = try FormDriver { $0.inputRules = [Self.card] }
        for (step, result) in zip(vector.steps ?? [], vector.results ?? []) {
            let text = step.text ?? ""
            guard step.do == "edit" else {
                try form.perform(.setText(text, formats: false, validates: false))
                continue
            }
            let outcome = try form.perform(.insertText(text))
            guard case .edit(let now, _, let accepted) = try #require(outcome.results.first) else { return }
            if let expected = result.accepted { #expect(accepted == expected) }
            if let expected = result.unformatted { #expect(now == expected) }
        }
    }
}

@testable import FormEngine
import FormModel
@testable import Rules
import RandomTesting
import Testing

/// A form beside a simple model of it: the model knows no transactions and no dependencies, it works everything out
/// anew from the texts whenever it is asked.
@Suite("A form compared with a model")
struct LifeModelTests {
    private static let fields = ["a", "b", "c", "d", "e"]
    private static let texts = ["", "x", "yes", "longer"]

    private static func form() throws -> Form {
        try FormDriver([
            FormDriver.field("a") { $0.isRequired = true },
            FormDriver.field("b") { $0.visibleWhen = .test(field: "a", .oneOf(["yes", "longer"])) },
            FormDriver.field("c") {
                $0.visibleWhen = .not(.test(field: "b", .empty))
                $0.rules = [Rule(.equals(field: "a"))]
                $0.whenIrrelevant = .keep
            },
            FormDriver.field("d") {
                $0.enabledWhen = .not(.test(field: "c", .equals("x")))
                $0.rules = [.length(0, 3)]
            },
            FormDriver.field("e") {
                $0.requiredWhen = .all([.test(field: "b", .empty), .test(field: "d", .empty)])
                $0.rules = [Rule(.length(LengthRule(minimum: 2)), severity: .warning)]
            },
        ]).form
    }

    private struct Model {
        var text = Dictionary(uniqueKeysWithValues: LifeModelTests.fields.map { ($0, "") })
        /// Messages that a program set.
        var setErrors: Set<String> = []
        var isSubmitted = false

        func isVisible(_ field: String) -> Bool {
            switch field {
            case "b": ["yes", "longer"].contains(read("a"))
            case "c": !read("b").isEmpty
            default: true
            }
        }

        /// What conditions see.
        func read(_ field: String) -> String {
            isVisible(field) || field == "c" ? text[field] ?? "" : ""
        }

        func isEnabled(_ field: String) -> Bool { field != "d" || read("c") != "x" }

        func isRequired(_ field: String) -> Bool {
            field == "a" || field == "e" && read("b").isEmpty && read("d").isEmpty
        }

        func passes(_ field: String) -> Bool {
            let own = text[field] ?? ""
            if own.isEmpty { return !isRequired(field) }
            return switch field {
            case "c": own == read("a")
            case "d": own.count <= 3
            default: true
            }
        }

        var judged: [String] { LifeModelTests.fields.filter { isVisible($0) && isEnabled($0) } }
        var failing: [String] { judged.filter { !passes($0) } }
        var values: [String: String] { text.filter { isVisible($0.key) || $0.key == "c" } }
    }

    private enum Step: CustomStringConvertible {
        case set(String, String)
        case type(String, String)
        case setErrors([String])
        case submit
        case validate
        case focus(String)
        case reset

        var description: String {
            switch self {
            case .set(let field, let text): "set \(field) \(text)"
            case .type(let field, let text): "type \(field) \(text)"
            case .setErrors(let fields): "setErrors \(fields)"
            case .submit: "submit"
            case .validate: "validate"
            case .focus(let field): "focus \(field)"
            case .reset: "reset"
            }
        }

        static func random(_ random: inout SeededGenerator) -> Step {
            let field = LifeModelTests.fields.randomElement(using: &random) ?? "a"
            let text = LifeModelTests.texts.randomElement(using: &random) ?? ""
            return switch Int.random(in: 0..<12, using: &random) {
            case 0..<3: .set(field, text)
            case 3..<6: .type(field, text)
            case 6: .setErrors(Bool.random(using: &random) ? [field] : [])
            case 7, 8: .submit
            case 9: .validate
            case 10: .focus(field)
            default: Int.random(in: 0..<6, using: &random) == 0 ? .reset : .focus(field)
            }
        }
    }

    /// Does one step with both; what they do not agree about.
    private static func disagreements(_ step: Step, _ form: inout Form, _ model: inout Model) -> [String] {
        var found: [String] = []
        func index(_ field: String) -> Int { form.index(ofField: field) ?? 0 }
        switch step {
        case .set(let field, let text):
            _ = try? form.perform([.field(index(field), .setText(text, formats: true, validates: false))])
            if model.text[field] != text { model.isSubmitted = false }
            model.text[field] = text
        case .type(let field, let text):
            let accepts = model.isVisible(field) && model.isEnabled(field)
            let size = form.field(index(field)).text.count
            let edit = FieldOperation.replaceRange(start: 0, length: size, text: text)
            let outcome = try? form.perform([.field(index(field), edit)])
            if (outcome != nil) != accepts { found.append("accepts \(field)") }
            guard accepts, model.text[field] != text else { break }
            model.text[field] = text
            model.setErrors.remove(field)
            model.isSubmitted = false
        case .setErrors(let fields):
            let errors = Dictionary(uniqueKeysWithValues: fields.map { ($0, "server") })
            _ = try? form.perform([.setErrors(errors)])
            model.setErrors.formUnion(fields)
            model.isSubmitted = false
        case .submit:
            let outcome: Outcome
            do {
                outcome = try form.perform([.submit])
            } catch {
                if error.code != .alreadySubmitted || !model.isSubmitted { found.append("refusal \(error.code)") }
                break
            }
            if model.isSubmitted { found.append("submitted twice") }
            model.setErrors.subtract(model.judged)
            switch outcome.results.first {
            case .values(let values):
                if !model.failing.isEmpty { found.append("submitted although \(model.failing) fail") }
                let given = Dictionary(values.map { ($0.field, $0.value) }) { $1 }
                if given != model.values { found.append("values \(given), not \(model.values)") }
                model.isSubmitted = true
            case .validation(_, let errors):
                if errors.map(\.field) != model.failing { found.append("failing \(errors), not \(model.failing)") }
                if form.focusedField != model.failing.first.map(index) { found.append("focus") }
            default: found.append("no result")
            }
        case .validate:
            guard case .validation(let isValid, let errors)? = try? form.perform([.validate(force: true)]).results.first
            else { return ["no validation"] }
            // A field without rules keeps what a program said of it.
            let kept = model.judged.filter { model.setErrors.contains($0) && $0 == "b" }
            model.setErrors.subtract(model.judged.filter { !kept.contains($0) })
            let expected = fields.filter { model.failing.contains($0) || kept.contains($0) }
            if errors.map(\.field) != expected || isValid != expected.isEmpty {
                found.append("failing \(errors.map(\.field)), not \(expected)")
            }
        case .focus(let field):
            let outcome = try? form.perform([.field(index(field), .focus)])
            let takes = model.isVisible(field) && model.isEnabled(field)
            if outcome?.results.first != .focused(takes) { found.append("focus of \(field)") }
            // Leaving validates, which replaces what a program said of a field with rules.
            model.setErrors.formIntersection(
                fields.filter { !form.field(index($0)).isValid && form.field(index($0)).error == "server" }
            )
        case .reset:
            _ = try? form.perform([.reset])
            model = Model()
        }
        return found + differences(form, model)
    }

    private static func differences(_ form: Form, _ model: Model) -> [String] {
        var found: [String] = []
        var height = 0.0
        for (index, field) in fields.enumerated() {
            let reading = form.field(index)
            if reading.text != model.text[field] { found.append("text of \(field)") }
            if reading.isVisible != model.isVisible(field) { found.append("visible \(field)") }
            if reading.isEnabled != model.isEnabled(field) { found.append("enabled \(field)") }
            if reading.isRequired != model.isRequired(field) { found.append("required \(field)") }
            if reading.wouldPass != model.passes(field), model.isVisible(field) { found.append("verdict of \(field)") }
            if (reading.error == "server") != model.setErrors.contains(field) { found.append("set error of \(field)") }
            if reading.isFocused, !model.isVisible(field) { found.append("focus of invisible \(field)") }
            height += reading.height
        }
        if form.isComplete != model.failing.isEmpty { found.append("complete") }
        if obstacles(form) != Set(model.failing) { found.append("explanation \(obstacles(form))") }
        if (form.state == .submitted) != model.isSubmitted { found.append("state") }
        if form.contentHeight != height { found.append("height") }
        let shown = fields.indices.contains { form.field($0).isVisible && !form.field($0).isValid }
        if form.isValid == shown { found.append("valid") }
        return found
    }

    /// The fields that an explanation says are in a submission's way.
    static func obstacles(_ form: Form) -> Set<String> {
        let words: Set<RuleExplanation.Word> = [.invalid, .unavailable, .pending]
        guard let explanations = try? form.explain(clock: { 0 }) else { return ["refused"] }
        return Set(explanations.filter { words.contains($0.verdict) }.map(\.field))
    }

    @Test("random operations have the same results as in the model", arguments: 1...20)
    func life(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &* 104_729)
        var form = try Self.form()
        var model = Model()
        for number in 0..<RandomCases.count(600) {
            let step = Step.random(&random)
            let found = Self.disagreements(step, &form, &model)
            if !found.isEmpty {
                Issue.record("step \(number), \(step): \(found)")
                return
            }
        }
    }
}

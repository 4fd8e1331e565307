import Formatters
import FormEngine
import FormModel
import Synchronization
import Testing
import TextEditing

/// A clock that goes on by a millisecond each time that it is looked at, so that these tests count work and measure
/// nothing.
private final class CountingClock: Sendable {
    private let count = Mutex(0)

    var looks: Int { count.withLock { $0 } }

    func budget(_ milliseconds: Int, rules: Int? = nil) -> WorkBudget {
        WorkBudget(time: .milliseconds(milliseconds), timeForRules: .milliseconds(rules ?? milliseconds)) { [self] in
            .milliseconds(
                count.withLock { count in
                    count += 1
                    return count
                }
            )
        }
    }
}

@Suite("The work limit of a call")
struct WorkBudgetTests {
    @Test("each operation of a call evaluates only the conditions that read what it changed")
    func operationsInProportion() throws {
        let fields = (0..<50).flatMap { number in
            [
                FormDriver.field("f\(number)"),
                FormDriver.field("g\(number)") { $0.visibleWhen = .test(field: "f\(number)", .equals("x")) },
            ]
        }
        var form = try FormDriver(fields).form
        let before = form.evaluations.conditions
        let operations = (0..<400).map { number in
            Operation.field(number % 50 * 2, .setText("\(number)", formats: true, validates: false))
        }
        _ = try form.perform(operations)
        #expect(form.evaluations.conditions - before <= 2 * 400)
    }

    private static func form(_ json: String) throws -> FormDefinition {
        let decoded = DefinitionDecoder().decode(json, name: "")
        return try #require(decoded.value, "\(decoded.diagnostics)")
    }

    /// A form of so many equal fields.
    private static func form(fields: Int, _ keys: String) throws -> FormDefinition {
        let fields = (0..<fields).map { #"{"id": "f\#($0)", \#(keys)}"# }.joined(separator: ", ")
        return try form(#"{"fields": [\#(fields)]}"#)
    }

    @Test("rules after the time limit are unavailable, and the rest of the call is performed")
    func rules() throws {
        let pattern = #"{"type": "regex", "pattern": "x+"}"#
        let rules = Array(repeating: pattern, count: 32).joined(separator: ", ")
        var form = try Form(CompiledForm(try Self.form(fields: 100, #""validators": [\#(rules)]"#)))
        let texts = Dictionary(uniqueKeysWithValues: (0..<100).map { ("f\($0)", "xx") })
        _ = try form.perform([.setValues(texts)])
        let clock = CountingClock()
        let attempt = Attempt(budget: clock.budget(10_000, rules: 50))
        let outcome = try form.perform([.validate(force: true)], attempt: attempt)
        guard case .validation(false, let errors) = outcome.results.first else { return #expect(Bool(false)) }
        #expect((1..<100).contains(errors.count), "those that were asked in time pass")
        #expect(errors.allSatisfy { $0.message == "The value could not be checked" })
        #expect(attempt.evaluations.rules <= 150, "a look at the clock for two patterns")
        #expect(form.field(0).isValid && !form.field(99).isValid)
    }

    @Test(
        "a transaction that exceeds the limit is refused and changes nothing",
        arguments: [
            [Operation.setValues(Dictionary(uniqueKeysWithValues: (0..<200).map { ("f\($0)", "12") }))],
            [.setLocale("de")], [.reset], [.setWidth(500)], [.validate(force: true)], [.submit],
            (0..<100).map { _ in .field(0, .insertText("7")) },
            // What is pasted is shortened until it fits, each time with the formatter.
            [.field(0, .insertText(String(repeating: "7", count: 300)))],
        ]
    )
    func transaction(_ operations: [Operation]) throws {
        let keys = #""formatter": {"type": "mask", "mask": "[0…]"}, "maxLength": 3"#
        var form = try Form(CompiledForm(try Self.form(fields: 200, keys)))
        _ = try form.perform([.field(0, .setText("1", formats: true, validates: nil))])
        let (revision, text) = (form.revision, form.field(0).text)
        let clock = CountingClock()
        let error = #expect(throws: FormError.self) {
            _ = try form.perform(operations, attempt: Attempt(budget: clock.budget(3)))
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("0.003 seconds") == true, "names the limit")
        #expect(clock.looks <= 4, "nothing is begun after the end")
        #expect(form.revision == revision && form.field(0).text == text && form.field(199).text == "")
        #expect(form.field(0).isValid && form.locale == "en")
        _ = try form.perform([.field(0, .insertText("2"))])
        #expect(form.field(0).text == "12", "the form goes on")
    }

    @Test("conditions with patterns count towards the limit")
    func conditions() throws {
        let condition = #"{"field": "a", "matches": "x+"}"#
        let fields = (0..<32).map { #"{"id": "f\#($0)", "visibleWhen": \#(condition)}"# }.joined(separator: ", ")
        let definition = try Self.form(#"{"fields": [{"id": "a"}, \#(fields)]}"#)
        var form = try Form(CompiledForm(definition))
        let clock = CountingClock()
        #expect(throws: FormError.self) {
            _ = try form.perform([.field(0, .insertText("x"))], attempt: Attempt(budget: clock.budget(3)))
        }
        #expect(form.field(0).text == "" && !form.field(1).isVisible)
    }

    @Test("opening, compiling and reading a form are limited")
    func opening() throws {
        let keys = #""formatter": {"type": "mask", "mask": "[00]"}, "validators": [{"type": "regex", "pattern": "1+"}]"#
        let definition = try Self.form(fields: 100, keys)
        let values = Dictionary(uniqueKeysWithValues: (0..<100).map { ("f\($0)", "1") })
        for (looks, clock) in [(3, CountingClock()), (99, CountingClock())] {
            let error = #expect(throws: FormError.self) {
                _ = try CompiledForm(definition, within: clock.budget(looks))
            }
            #expect(error?.code == .limitExceeded && clock.looks <= looks)
            #expect(error?.message.hasPrefix("opening the form, up to the field f\(looks - 1),") == true)
        }
        let compiled = try CompiledForm(definition)
        let clock = CountingClock()
        let error = #expect(throws: FormError.self) {
            _ = try Form(compiled, values: values, attempt: Attempt(.defers, budget: clock.budget(3)))
        }
        #expect(error?.code == .limitExceeded && clock.looks <= 4)
        #expect(error?.message.hasPrefix("opening the form, with its values, conditions") == true)
        let reading = CountingClock()
        let decoded = DefinitionDecoder(budget: reading.budget(3)).decode(definition.source, name: "")
        #expect(decoded.isCutShort && decoded.value == nil && reading.looks <= 4)
        #expect(!DefinitionDecoder().decode(definition.source, name: "").isCutShort)
    }

    @Test("a step that is known to take long is not started late", arguments: [(0, true), (40, false)])
    func longStep(used: Int, isDone: Bool) throws {
        var form = try Form(CompiledForm(try Self.form(fields: 1, #""formatter": {"type": "mask", "mask": "[00]"}"#)))
        let budget = WorkBudget(time: .milliseconds(75), timeForRules: .milliseconds(50)) { .milliseconds(used) }
        let text = String(repeating: "😀", count: 65_535) + "1"
        for operation in [.setText(text, formats: true, validates: nil), .insertText(text)] as [FieldOperation] {
            _ = try form.perform([.reset])
            let outcome = try? form.perform([.field(0, operation)], attempt: Attempt(budget: budget))
            #expect((outcome != nil) == isDone)
            #expect(form.field(0).text == (isDone ? "1" : ""))
        }
    }

    @Test("a long text is formatted by the first of several masks", arguments: [nil, "inputMask"])
    func masks(compatibility: String?) throws {
        func formatter(affine: Int) throws -> any TextFormatter {
            let masks = (0..<affine).map { #""[0]\#(String(repeating: "-", count: $0))[0…]""# }.joined(separator: ", ")
            let keys = compatibility.map { #", "compatibility": "\#($0)""# } ?? ""
            let json = #"{"type": "mask", "mask": "[0]x[0…]"\#(affine > 0 ? #", "affine": [\#(masks)]"# : "")\#(keys)}"#
            let decoded = DefinitionDecoder().decodeFormatter(json)
            return try FormTypes.builtIn.makeFormatter(try #require(decoded.value, "\(decoded.diagnostics)"))
        }
        let (one, many) = (try formatter(affine: 0), try formatter(affine: 63))
        for text in [String(repeating: "1", count: 1_025), String(repeating: "😀", count: 65_536)] {
            #expect(many.format(text).text == one.format(text).text)
        }
        #expect(many.format("1-" + String(repeating: "1", count: 1_000)).text.string.hasPrefix("1-1"))
    }
}

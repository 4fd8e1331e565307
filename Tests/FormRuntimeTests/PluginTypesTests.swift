import EventLoop
import FormEngine
import FormModel
import FormPlugin
import FormRuntime
import FormdTesting
import Foundation
import PluginHost
import Rules
import Testing
import TextEditing

/// Sessions whose fields have types of a plug-in: `upper`, `even` and `ten` of `formd-zoo-plugin`.
@Suite("Sessions with a plug-in's types", .loop, .timeLimit(.minutes(2)))
struct PluginTypesTests {
    private static let form = """
        {"measurer": "ten", "fields": [
          {"id": "name", "formatter": {"type": "upper"}, "validators": [{"type": "even"}], "hint": "A hint"},
          {"id": "plain", "validators": [{"type": "even", "fields": ["name"]}]},
          {"id": "strict", "inputValidators": [{"type": "even"}]}
        ]}
        """

    /// Answers are awaited for long: whether they come is the question here, not when.
    @LoopActor
    private func harness(
        answersWithin: Duration = .seconds(20),
        keys: [String: String] = [:],
        mayReadSecrets: Set<String> = []
    ) throws -> RuntimeHarness {
        try RuntimeHarness(
            zoo: "",
            answersWithin: answersWithin,
            dead: .seconds(5),
            keys: keys,
            mayReadSecrets: mayReadSecrets
        )
    }

    @LoopActor
    private func text(_ session: Session, _ field: Int = 0) -> String { session.form.field(field).text }

    @Test("an edit is formatted in its own transaction, based on the current text")
    @LoopActor
    func formatted() async throws {
        let harness = try harness()
        let session = try await harness.open(json: Self.form)
        for letter in ["a", "b", "é"] { try await harness.perform([.field(0, .insertText(letter))], on: session) }
        #expect(text(session) == "ABé")
        #expect(session.form.revision == 3)
        try await harness.perform([.field(0, .select(start: 1, length: 1)), .field(0, .insertText("xy"))], on: session)
        #expect(text(session) == "AXYé")
        #expect(session.form.field(0).selection == TextSelection(start: 3))
        #expect(session.form.field(0).maskStatus == .complete)
        try await harness.perform([.field(0, .deleteBackward)], on: session)
        #expect(text(session) == "AXé")
        #expect(session.form.field(0).maskStatus == .incomplete)
        try await harness.perform([.undo], on: session)
        #expect(text(session) == "AXYé")
        try await harness.perform([.redo], on: session)
        #expect(text(session) == "AXé")
    }

    @Test("each of many edits in one transaction sees the result of the previous one, and all are one revision")
    @LoopActor
    func manyEdits() async throws {
        let harness = try harness()
        let session = try await harness.open(json: Self.form)
        let edits = "abcdefghijklmnopqrstuvwxyz".map { FormEngine.Operation.field(0, .insertText(String($0))) }
        let transaction = try await harness.perform(edits, on: session)
        #expect(text(session) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        #expect(transaction.revision == 1)
        #expect(transaction.results.count == 26)
        try await harness.perform([.undo], on: session)
        #expect(text(session) == "")
    }

    @Test("operations that would ask a plug-in endlessly are refused and change nothing")
    @LoopActor
    func tooManyRounds() async throws {
        var limits = Limits()
        limits.questionRounds = 8
        let harness = try RuntimeHarness(limits: limits, zoo: "", answersWithin: .seconds(20), dead: .seconds(5))
        let session = try await harness.open(json: Self.form)
        // A round asks a few questions, each on the ground of the answer before.
        let edits = (0..<99).map { FormEngine.Operation.field(0, .insertText("\($0)")) }
        let error = await #expect(throws: RuntimeError.self) { try await harness.perform(edits, on: session) }
        #expect(error?.code == .limitExceeded)
        #expect(text(session) == "" && session.form.revision == 0)
        try await harness.perform([.field(0, .insertText("a"))], on: session)
        #expect(text(session) == "A")
    }

    @Test("an operation that is refused after an answer rolls back the transaction")
    @LoopActor
    func refused() async throws {
        let harness = try harness()
        let session = try await harness.open(json: Self.form)
        let operations: [FormEngine.Operation] = [.field(0, .insertText("a")), .field(0, .select(start: 5, length: 1))]
        let error = await #expect(throws: FormError.self) { try await harness.perform(operations, on: session) }
        #expect(error?.code == .outOfRange)
        #expect(text(session) == "" && session.form.revision == 0)
    }

    @Test("an initial value is formatted and validated before the session is open")
    @LoopActor
    func initialValue() async throws {
        let harness = try harness()
        let session = try await harness.open(
            json:
                #"{"fields": [{"id": "a", "value": "abc", "formatter": {"type": "upper"}, "validators": [{"type": "even"}]}]}"#
        )
        #expect(text(session) == "ABC")
        #expect(!session.form.field(0).isModified && !session.form.field(0).isPending)
        #expect(!session.form.isComplete && session.form.isValid)
    }

    @Test("a placeholder is asked after the formatter, with the formatted value")
    @LoopActor
    func placeholderOfInitialValue() async throws {
        let harness = try harness()
        let session = try await harness.open(
            json: """
                {"fields": [{
                  "id": "a", "value": "abc", "formatter": {"type": "upper"}, "placeholders": [{"service": "echo", "text": "*"}]
                }]}
                """
        )
        #expect(text(session) == "ABC")
        #expect(try await eventually { session.form.field(0).placeholders.map(\.layer.text) == ["ABC"] })
    }

    @Test("a placeholder gets the answer for the formatted text, whatever was predicted before")
    @LoopActor
    func guessedPlaceholder() async throws {
        let harness = try RuntimeHarness(answersWithin: .seconds(20), dead: .seconds(5)) { folder in
            try PluginFolder.installZoo(into: folder, types: ["formatter upper"])
            try PluginFolder.installZoo(into: folder, name: "decorator", types: ["placeholder echo"])
        }
        let session = try await harness.open(
            json: """
                {"fields": [{"id": "a", "formatter": {"type": "upper"}, "placeholders": [{"service": "echo", "text": "*"}]}]}
                """
        )
        let letters = "1234ab5678cd9éfgh12"
        for letter in letters {
            try await harness.perform([.field(0, .insertText(String(letter)))], on: session)
            #expect(session.form.field(0).placeholders.map(\.layer.text) == [text(session)])
        }
        #expect(text(session) == "1234AB5678CD9éFGH12")
        let asked = try #require(harness.states.first { $0.name == "decorator" }?.counters.questions)
        #expect((letters.count...2 * letters.count).contains(asked - 1), "once when the form opened")
    }

    /// Two plug-ins, so that a placeholder's question is put while the formatter's answer is awaited.
    @LoopActor
    private func formatterAndDecorator() throws -> RuntimeHarness {
        try RuntimeHarness(answersWithin: .seconds(20), dead: .seconds(5)) { folder in
            try PluginFolder.installZoo(into: folder, types: ["formatter upper"])
            try PluginFolder.installZoo(into: folder, name: "decorator", types: ["placeholder echo"])
        }
    }

    @Test("a question of two placeholders of one field is answered for both, and the session continues")
    @LoopActor
    func equalQuestionsOfOneField() async throws {
        let harness = try formatterAndDecorator()
        let echo = #"{"service": "echo", "text": "*"}"#
        let session = try await harness.open(
            json: #"{"fields": [{"id": "a", "formatter": {"type": "upper"}, "placeholders": [\#(echo), \#(echo)]}]}"#
        )
        for digit in ["1", "2", "3"] {
            try await harness.perform([.field(0, .insertText(digit))], on: session)
            #expect(session.form.field(0).placeholders.map(\.layer.text) == [text(session), text(session)])
        }
        #expect(text(session) == "123")
    }

    @Test("a question of two fields in one transaction is answered for both, and the session continues")
    @LoopActor
    func equalQuestionsOfTwoFields() async throws {
        let harness = try formatterAndDecorator()
        let field = #""formatter": {"type": "upper"}, "placeholders": [{"service": "echo", "text": "*"}]"#
        let session = try await harness.open(json: #"{"fields": [{"id": "a", \#(field)}, {"id": "b", \#(field)}]}"#)
        for digit in ["1", "2", "3"] {
            let operations = [0, 1].map { FormEngine.Operation.field($0, .insertText(digit)) }
            try await harness.perform(operations, on: session)
            for index in [0, 1] {
                #expect(session.form.field(index).placeholders.map(\.layer.text) == [text(session)])
            }
        }
        #expect(text(session) == "123")
    }

    @Test("a late answer first leaves the text as typed, then formats it in a separate revision")
    @LoopActor
    func lateFormat() async throws {
        let harness = try harness(answersWithin: .milliseconds(10))
        let session = try await harness.open(json: Self.form)
        try await harness.perform([.field(0, .insertText("late!"))], on: session)
        #expect(text(session) == "late!")
        #expect(session.form.revision == 1)
        #expect(try await eventually { text(session) == "LATE!" })
        #expect(harness.told.last == "changed a \(session.form.revision)")
        try await harness.perform([.undo], on: session)
        #expect(text(session) == "", "it is one step with the typing")
    }

    @Test("a late answer to a text that has changed since is dropped")
    @LoopActor
    func staleFormat() async throws {
        let harness = try harness(answersWithin: .milliseconds(10))
        let session = try await harness.open(json: Self.form)
        try await harness.perform([.field(0, .insertText("late!"))], on: session)
        try await harness.perform([.field(0, .setText("other", formats: false, validates: nil))], on: session)
        #expect(text(session) == "other")
        try await EventLoop.shared.sleep(for: .milliseconds(150))
        #expect(text(session) == "other")
    }

    @Test("a late validation result is pending, then shown; a text that has changed gets its own")
    @LoopActor
    func pending() async throws {
        let harness = try harness(answersWithin: .milliseconds(10))
        let session = try await harness.open(json: Self.form)
        try await harness.perform([.field(1, .focus)], on: session)
        try await harness.perform([.field(1, .insertText("late!"))], on: session)
        #expect(session.form.field(1).isPending)
        #expect(!session.form.isComplete)
        try await harness.perform([.field(1, .blur)], on: session)
        if session.form.field(1).isPending {
            #expect(session.form.field(1).isValid, "nothing is shown before it is known")
        }
        #expect(try await eventually { !session.form.field(1).isPending })
        #expect(session.form.field(1).error == "5 is odd")
        try await harness.perform([.field(1, .insertText("x"))], on: session)
        #expect(session.form.field(1).isValid)
        #expect(try await eventually { !session.form.field(1).isPending })
        #expect(session.form.field(1).wouldPass)
    }

    @Test("Submit fails while a validation result is pending, and succeeds when it has arrived")
    @LoopActor
    func submitRefusesWhatIsPending() async throws {
        let harness = try harness(answersWithin: .milliseconds(10))
        let session = try await harness.open(json: Self.form)
        try await harness.perform([.field(1, .insertText("slow!"))], on: session)
        let awaited = await #expect(throws: FormError.self) { try await harness.perform([.submit], on: session) }
        #expect(awaited?.code == .pending)
        #expect(session.form.state == .editing)
        #expect(try await eventually { !session.form.field(1).isPending })
        #expect(session.form.field(1).error == "5 is odd", "shown as soon as it is known: somebody wanted to submit")
        let refused = await #expect(throws: FormError.self) { try await harness.perform([.submit], on: session) }
        #expect(refused?.code == .notValid)
        try await harness.perform([.field(1, .insertText("x"))], on: session)
        #expect(try await eventually { !session.form.field(1).isPending })
        let transaction = try await harness.perform([.submit], on: session)
        #expect(session.form.state == .submitted)
        #expect(transaction.results.count == 1)
    }

    @Test("Validate waits for a late validation result, because its reply cannot contain a pending one")
    @LoopActor
    func validateWaits() async throws {
        let harness = try harness(answersWithin: .milliseconds(10))
        let session = try await harness.open(json: Self.form)
        try await harness.perform([.field(1, .insertText("slow!"))], on: session)
        let transaction = try await harness.perform([.validate(force: true)], on: session)
        let expected = [FieldMessage(field: "plain", message: "5 is odd")]
        #expect(transaction.results == [.validation(valid: false, errors: expected)])
    }

    @Test("with an unavailable validator Submit fails, and the message says that the value could not be checked")
    @LoopActor
    func unavailable() async throws {
        let harness = try harness()
        let session = try await harness.open(json: Self.form)
        try await harness.perform([.field(1, .insertText("ab"))], on: session)
        #expect(session.form.field(1).wouldPass)
        try await harness.perform([.field(1, .insertText("crash!"))], on: session)
        #expect(!session.form.field(1).wouldPass && !session.form.field(1).isPending)
        let error = await #expect(throws: FormError.self) { try await harness.perform([.submit], on: session) }
        #expect(error?.code == .checkUnavailable)
        #expect(session.form.field(1).error == DefaultMessage.checkUnavailable.english)
        #expect(session.form.state == .editing)
    }

    @Test("with an unavailable formatter the text stays as it was typed")
    @LoopActor
    func noFormatter() async throws {
        let harness = try harness()
        let session = try await harness.open(json: #"{"fields": [{"id": "a", "formatter": {"type": "upper"}}]}"#)
        try await harness.perform([.field(0, .insertText("crash!"))], on: session)
        #expect(text(session) == "crash!")
        try await harness.perform([.field(0, .insertText("b"))], on: session)
        #expect(text(session) == "CRASH!B", "the next edit's answer takes it along")
    }

    @Test("a rule that reads another field is evaluated again when that field changes")
    @LoopActor
    func otherFields() async throws {
        let harness = try harness()
        let session = try await harness.open(json: Self.form)
        try await harness.perform([.field(1, .insertText("AB"))], on: session)
        #expect(session.form.field(1).wouldPass)
        try await harness.perform([.field(0, .insertText("ab"))], on: session)
        #expect(!session.form.field(1).wouldPass)
        try await harness.perform([.field(1, .validate(force: true))], on: session)
        #expect(session.form.field(1).error == "the same again")
        try await harness.perform([.field(0, .insertText("cd"))], on: session)
        #expect(session.form.field(1).wouldPass && session.form.field(1).isValid)
    }

    @Test("an input validator can refuse an edit, and the edit is accepted if there is no answer")
    @LoopActor
    func inputValidator() async throws {
        let harness = try harness()
        let session = try await harness.open(json: Self.form)
        try await harness.perform([.field(2, .insertText("a"))], on: session)
        #expect(text(session, 2) == "")
        try await harness.perform([.field(2, .insertText("ab"))], on: session)
        #expect(text(session, 2) == "ab")
        try await harness.perform([.field(2, .insertText("crash!!"))], on: session)
        #expect(text(session, 2) == "abcrash!!")
    }

    @Test("heights are computed with the form's measurer, or with the reference metrics if there is no answer")
    @LoopActor
    func measured() async throws {
        let harness = try harness()
        let hint = String(repeating: "x", count: 25)
        let json = """
            {"measurer": "ten", "fields": [{"id": "a", "hint": "\(hint)", "visibleHintStates": ["normal"]}]}
            """
        let session = try await harness.open(json: json)
        #expect(session.form.field(0).hintHeight == 75)
        try await harness.perform([.field(0, .setHint("crash!"))], on: session)
        let reference = try await harness.open(json: json.replacing(#""measurer": "ten", "#, with: ""), token: "b")
        try await harness.perform([.field(0, .setHint("crash!"))], on: reference)
        #expect(session.form.field(0).hintHeight == reference.form.field(0).hintHeight)
    }

    @Test(
        "a secret is only sent to a plug-in if both the manifest and the administrator allow it",
        arguments: [(false, false), (true, false), (false, true), (true, true)]
    )
    @LoopActor
    func secrets(_ asked: Bool, _ allowed: Bool) async throws {
        let harness = try harness(keys: ["secrets": "\(asked)"], mayReadSecrets: allowed ? ["zoo"] : [])
        let session = try await harness.open(
            json:
                #"{"fields": [{"id": "a", "secret": true, "validators": [{"type": "even"}]}, {"id": "b", "validators": [{"type": "even", "fields": ["a"]}]}]}"#
        )
        try await harness.perform([.field(0, .insertText("hush")), .field(1, .insertText("ab"))], on: session)
        #expect(session.form.field(0).wouldPass == (asked && allowed))
        #expect(session.form.field(1).wouldPass == (asked && allowed), "a secret goes along with its question")
    }

    @Test("SetMask can use a plug-in's formatter, and a mode can make a field secret while the session is open")
    @LoopActor
    func setFormatter() async throws {
        let harness = try harness()
        let session = try await harness.open(json: #"{"fields": [{"id": "a"}]}"#)
        let upper = try harness.runtime.library.compiler.formatter(#"{"type": "upper"}"#, within: .unlimited)
        try await harness.perform([.field(0, .insertText("ab"))], on: session)
        try await harness.perform([.field(0, .setFormatter(upper))], on: session)
        #expect(text(session) == "AB")
        try await harness.perform([.field(0, .setMode(.password(reveal: .alwaysVisible)))], on: session)
        try await harness.perform([.field(0, .insertText("c"))], on: session)
        guard case .values(let values) = try await harness.perform([.submit], on: session).results.first else {
            Issue.record("no values")
            return
        }
        #expect(values.map(\.value) == ["ABc"], "the plug-in may not read it any more")
    }

    @Test("Format and Check use plug-ins, too, and report if there is no answer")
    @LoopActor
    func withoutSession() async throws {
        let harness = try harness()
        let runtime = harness.runtime
        func format(_ text: String) async throws -> FormattedText {
            try await withCheckedThrowingContinuation { continuation in
                runtime.format(text, formatter: #"{"type": "upper"}"#, for: 1) { continuation.resume(with: $0) }
            }
        }
        func judge(_ text: String) async throws -> Verdict {
            try await withCheckedThrowingContinuation { continuation in
                runtime.judge(text, rules: #"[{"type": "length", "max": 9}, {"type": "even"}]"#, locale: "en", for: 1) {
                    continuation.resume(with: $0)
                }
            }
        }
        #expect(try await format("abcd").text == "ABCD")
        let tooLong = String(repeating: "x", count: 65_537)
        #expect(await #expect(throws: FormError.self) { try await format(tooLong) }?.code == .textTooLong)
        #expect(await #expect(throws: FormError.self) { try await judge(tooLong) }?.code == .textTooLong)
        #expect(try await judge("ab") == .valid)
        #expect(try await judge("abc") == .invalid("3 is odd"))
        #expect(try await judge("warn!") == .warning("careful"))
        #expect(try await judge("dunno!") == .unavailable("ask again"))
        // The second time it is remembered.
        for _ in 0..<2 {
            let error = await #expect(throws: RuntimeError.self) { try await format("crash!") }
            #expect(error?.code == .pluginUnavailable)
            #expect(error?.message == "upper is not available: asked twice: it was ended by signal 6")
        }
    }
}

/// What one user does with a plug-in, and what another one sees of it.
@Suite("Plug-ins of several users", .loop, .timeLimit(.minutes(2)))
struct PluginUserTests {
    private static let form = #"{"fields": [{"id": "a", "placeholders": [{"service": "echo", "text": "*"}]}]}"#

    @Test("each user has separate processes, counters and cached answers, which are removed with the last session")
    @LoopActor
    func separate() async throws {
        let harness = try RuntimeHarness(zoo: "", answersWithin: .seconds(20), dead: .seconds(5))
        let form = try harness.runtime.library.compiler.compile(Self.form, name: "form")
        let host = harness.runtime.plugins
        func questions(_ user: UInt32) -> Int { host.plugins(of: user).states.first?.counters.questions ?? 0 }
        let first = try await harness.open(form, token: "a", user: 1)
        try await harness.perform([.field(0, .insertText("4111"))], on: first)
        let asked = questions(1)
        #expect(questions(2) == 0)

        let second = try await harness.open(form, token: "a", user: 2)
        try await harness.perform([.field(0, .insertText("4111"))], on: second)
        #expect(questions(1) == asked)
        #expect(questions(2) == asked, "nothing tells that somebody else typed the same")
        #expect(host.plugins(of: 1).states.first?.pid != host.plugins(of: 2).states.first?.pid)

        #expect(host.plugins(of: 1).byteCount > 0)
        harness.runtime.close(first, reason: .closed)
        #expect(host.plugins(of: 1).byteCount == 0)
        #expect(host.plugins(of: 2).byteCount > 0)
    }

    @Test("a plug-in that is in quarantine for one user serves the others")
    @LoopActor
    func quarantine() async throws {
        let harness = try RuntimeHarness(zoo: "", answersWithin: .seconds(20), dead: .seconds(5), failures: 1)
        let form = try harness.runtime.library.compiler.compile(Self.form, name: "form")
        let first = try await harness.open(form, token: "a", user: 1)
        try await harness.perform([.field(0, .insertText("crash!"))], on: first)
        guard case .quarantined = harness.runtime.plugins.plugins(of: 1).states.first?.state else {
            Issue.record("it is not in quarantine")
            return
        }
        let second = try await harness.open(form, token: "a", user: 2)
        try await harness.perform([.field(0, .insertText("x"))], on: second)
        #expect(second.form.field(0).placeholders.map(\.layer.text) == ["x"])
    }

    @Test("an answer applies to the exact code points of its question, not to canonically equivalent ones")
    @LoopActor
    func codePoints() async throws {
        let harness = try RuntimeHarness(zoo: "", answersWithin: .seconds(20), dead: .seconds(5))
        let session = try await harness.open(json: #"{"fields": [{"id": "a", "formatter": {"type": "upper"}}]}"#)
        for text in ["\u{E9}", "e\u{301}"] {
            try await harness.perform([.field(0, .setText(text, formats: true, validates: nil))], on: session)
            let expected = text.unicodeScalars.map { $0 == "e" ? "E" : $0 }
            #expect(Array(session.form.field(0).text.unicodeScalars) == expected)
        }
    }

    @Test("a transaction that asks several times waits for late answers only once")
    @LoopActor
    func oneDeadline() async throws {
        let harness = try RuntimeHarness(answersWithin: .milliseconds(150)) { folder in
            try PluginFolder.installZoo(
                into: folder,
                behaviour: "mute!",
                types: ["formatter upper", "placeholder echo"]
            )
        }
        let session = try await harness.open(
            json: """
                {"fields": [{
                  "id": "a", "formatter": {"type": "upper"}, "placeholders": [{"service": "echo", "text": "*"}]
                }]}
                """
        )
        let start = ContinuousClock.now
        try await harness.perform([.field(0, .insertText("x"))], on: session)
        let waited = ContinuousClock.now - start
        #expect(waited >= .milliseconds(150))
        #expect(waited < .milliseconds(300), "not once for the formatter and once more for the placeholder")
    }
}

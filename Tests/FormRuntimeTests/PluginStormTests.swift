import EventLoop
import FormEngine
import FormModel
import FormRuntime
import FormdTesting
import Foundation
import PluginHost
import Testing

/// Bad plug-ins, and plug-ins that are killed, while others work.
@Suite("Sessions while a plug-in fails", .loop, .timeLimit(.minutes(5)))
struct PluginStormTests {
    private static let form = """
        {"fields": [{"id": "plain", "maxLength": 400},
          {"id": "upper", "formatter": {"type": "upper"}, "validators": [{"type": "even"}]}]}
        """
    private static let badForm = #"{"fields": [{"id": "a", "placeholders": [{"service": "echo", "text": "*"}]}]}"#

    /// A good plug-in for formatters and validators, a bad one for placeholders. A busy machine may hold up the good
    /// one for long: its deadlines are not what is tested.
    @LoopActor
    private func harness(behaviour: String = "") throws -> RuntimeHarness {
        try RuntimeHarness(answersWithin: .seconds(5), dead: .seconds(4)) { folder in
            try PluginFolder.installZoo(into: folder, name: "good", types: ["formatter upper", "validator even"])
            try PluginFolder.installZoo(into: folder, name: "bad", behaviour: behaviour, types: ["placeholder echo"])
        }
    }

    @Test(
        "however a plug-in fails at its start, fifty other sessions continue without waiting or losing input",
        arguments: ["crash!", "leave!", "silent!", "hang!", "garbage!", "version!", "nothing!", "memory!", "fork!"]
    )
    @LoopActor
    func badStart(_ behaviour: String) async throws {
        try await typeBeside(try harness(behaviour: behaviour), "text")
    }

    @Test(
        "whatever a plug-in does, fifty other sessions continue without waiting or losing input",
        arguments: [
            "crash!", "hang!", "sleep!", "garbage!", "giantframe!", "giantpacket!", "utf8!", "nul!", "nobody!",
            "version!", "goodbye!", "after!", "fork!", "thread!", "memory!", "flood!", "read!", "socket!", "leave!",
        ]
    )
    @LoopActor
    func fifty(_ deed: String) async throws {
        try await typeBeside(try harness(), deed)
    }

    /// Types into one session what a bad plug-in is asked about, and into fifty others meanwhile.
    @LoopActor
    private func typeBeside(_ harness: RuntimeHarness, _ deed: String) async throws {
        let bad = try await harness.open(json: Self.badForm, token: "bad")
        var others: [Session] = []
        for number in 0..<50 { others.append(try await harness.open(json: Self.form, token: "s\(number)")) }
        // What it did when the form was opened is forgotten: it does it again now, while they type.
        harness.runtime.reload()
        var isDone = false
        harness.runtime.perform([.field(0, .insertText(deed))], on: bad) { _ in isDone = true }
        var formatted = 0
        var rounds = 0
        repeat {
            let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(rounds % 26)))
            for session in others {
                var hasAnswer = false
                harness.type(letter, into: session) { _ in hasAnswer = true }
                #expect(hasAnswer, "a session without plug-ins waits for nobody")
            }
            // One of them uses the good plug-in, and gets its answer.
            let transaction = try await harness.perform([.field(1, .insertText(letter))], on: others[rounds % 50])
            if case .edit(let text, _, true) = transaction.results.first, text == text.uppercased() { formatted += 1 }
            rounds += 1
            try await EventLoop.shared.sleep(for: .milliseconds(1))
        } while rounds < 20 || (!isDone && rounds < 390)
        #expect(try await eventually { isDone })
        #expect(formatted == rounds)
        let typed = String((0..<rounds).map { Character(UnicodeScalar(UInt8(ascii: "a") + UInt8($0 % 26))) })
        for session in others { #expect(session.form.field(0).text == typed) }
        let good = harness.states.first { $0.name == "good" }
        #expect(good?.counters.late == 0)
        #expect(good?.starts == 1)
        #expect(bad.form.field(0).text == deed)
    }

    @Test(
        "when formd is killed repeatedly during many keys, every acknowledged key is restored in order",
        arguments: [3, 10_000]
    )
    @LoopActor
    func killed(_ failures: Int) async throws {
        let harness = try RuntimeHarness(answersWithin: .milliseconds(20), dead: .milliseconds(250), failures: failures)
        {
            try PluginFolder.installZoo(into: $0)
        }
        let form =
            #"{"fields": [{"id": "a", "formatter": {"type": "upper"}}, {"id": "b", "validators": [{"type": "even"}]}]}"#
        let sessions = [try await harness.open(json: form, token: "a"), try await harness.open(json: form, token: "b")]
        var acknowledged = ["", ""]
        for number in 0..<300 {
            let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(number % 26)))
            if number % 7 == 0, let pid = harness.states.first?.pid { kill(pid, SIGKILL) }
            for (index, session) in sessions.enumerated() {
                let operations: [FormEngine.Operation] = [
                    .field(0, .insertText(letter)), .field(1, .insertText(letter)),
                ]
                let transaction = try await harness.perform(operations, on: session)
                guard case .edit(let text, _, true) = transaction.results.first else {
                    Issue.record("the key \(number) was not taken")
                    continue
                }
                acknowledged[index].append(letter)
                #expect(text.lowercased() == acknowledged[index])
            }
        }
        for (index, session) in sessions.enumerated() {
            #expect(session.form.field(0).text.lowercased() == acknowledged[index])
            #expect(session.form.field(1).text == acknowledged[index])
        }
        if failures == 3 {
            guard case .quarantined = harness.states.first?.state else {
                Issue.record("it is not in quarantine")
                return
            }
            // After Reload it formats again, and what was typed meanwhile goes along.
            harness.runtime.reload()
            try await harness.perform([.field(0, .insertText("z"))], on: sessions[0])
            #expect(
                try await eventually { sessions[0].form.field(0).text == (acknowledged[0] + "z").uppercased() }
            )
        }
    }
}

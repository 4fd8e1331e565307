import EventLoop
import FormPlugin
import FormdTesting
import Foundation
import PluginHost
import Testing

/// What becomes of plug-ins that do not do what they should. `formd-zoo-plugin` does what the text of a question, or
/// the file `behaviour`, tells it.
@Suite("Faulty plug-ins")
struct BadPluginTests {
    private let directory: TemporaryDirectory

    init() throws {
        EventLoop.startOnThread()
        directory = try TemporaryDirectory()
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var behaviour: String
        var reason: String
        var testDescription: String { behaviour }

        init(_ behaviour: String, _ reason: String) {
            self.behaviour = behaviour
            self.reason = reason
        }
    }

    /// One failure is the last.
    private static var strict: PluginLimits {
        var limits = PluginLimits.patient
        limits.failures = 1
        return limits
    }

    @Test(
        "a plug-in with an invalid start is quarantined with the reason",
        arguments: [
            Case("garbage!", "it does not speak the protocol: the bytes are not a frame"),
            Case("giantpacket!", "it sent a packet of 307200 bytes"),
            Case(
                "giantframe!",
                "it does not speak the protocol: 1073741824 bytes are more than the 262144 allowed"
            ),
            Case(
                "version!",
                "it does not speak the protocol: it speaks version 2 of the protocol, not version 1"
            ),
            Case("nothing!", "its manifest promises the type placeholder echo, which it does not have"),
            Case("goodbye!", "it does not speak the protocol: a frame of kind goodbye does not belong here"),
            Case("nobody!", "it does not speak the protocol: a frame of kind answer does not belong here"),
            Case("leave!", "it exited with status 3"),
            Case("crash!", "it was ended by signal 6"),
            Case("memory!", "it was ended by signal 6"),
        ]
    )
    @LoopActor
    func badStart(_ row: Case) async throws {
        try PluginFolder.installZoo(into: directory.path, behaviour: row.behaviour)
        let harness = PluginHarness(directory, limits: Self.strict)
        let results = await harness.askPatiently([.placeholder("a")]).results
        #expect(results == [.unavailable(reason: "echo is not available: \(row.reason)")])
        #expect(harness.status?.state == .quarantined(reason: row.reason))
        #expect(harness.status?.lastFailure == row.reason)
        #expect(harness.status?.pid == nil)
        #expect(
            harness.log.contains("error: quarantined until plug-ins are reloaded plugin=zoo reason=\(row.reason)")
        )
    }

    @Test(
        "a plug-in with invalid answers is killed, and the reason is logged",
        arguments: [
            Case("garbage!", "it broke the protocol: the bytes are not a frame"),
            Case("giantframe!", "it broke the protocol: 1073741824 bytes are more than the 262144 allowed"),
            Case("giantpacket!", "it sent a packet of 307200 bytes"),
            Case("nobody!", "it broke the protocol: nobody waits for an answer to request 65535"),
            Case("utf8!", "it broke the protocol: a text is not UTF-8, or has a NUL"),
            Case("nul!", "it broke the protocol: a text is not UTF-8, or has a NUL"),
            Case("trailing!", "it broke the protocol: a frame ends too early"),
            Case("goodbye!", "it broke the protocol: a frame of kind goodbye does not belong here"),
            Case("version!", "it broke the protocol: it speaks version 2 of the protocol, not version 1"),
            Case("after!", "it broke the protocol: a frame of kind goodbye does not belong here"),
            Case("crash!", "it was ended by signal 6"),
            Case("memory!", "it was ended by signal 6"),
            Case("leave!", "it exited with status 3"),
        ]
    )
    @LoopActor
    func badAnswer(_ row: Case) async throws {
        try PluginFolder.installZoo(into: directory.path)
        let harness = PluginHarness(directory, limits: Self.strict)
        let results = await harness.askPatiently([.placeholder(row.behaviour)]).results
        #expect(results == [.unavailable(reason: "echo is not available: \(row.reason)")])
        #expect(harness.log.contains("reason=\(row.reason)"), "\(harness.log.lines)")
        try await harness.wait { harness.status?.pid == nil }
    }

    @Test("an answer that no client could use counts as no answer", arguments: ["color!", "nan!"])
    @LoopActor
    func badLayers(_ behaviour: String) async throws {
        try PluginFolder.installZoo(into: directory.path)
        let harness = PluginHarness(directory)
        let result = await harness.askPatiently([.placeholder(behaviour)]).results.first
        let reasons: Set<TypeResult> = [
            .unavailable(
                reason: "echo gave an answer that cannot be used: a colour is neither #RRGGBB nor #AARRGGBB nor a role"
            ),
            .unavailable(reason: "echo has no answer"),
        ]
        #expect(result.map(reasons.contains) == true, "\(String(describing: result))")
        #expect(harness.status?.state == .running, "it has done nothing against the protocol")
        let selection = await harness.askPatiently([.format("selection!")]).results
        #expect(
            selection == [
                .unavailable(reason: "upper gave an answer that cannot be used: a selection is not inside the text")
            ]
        )
    }

    @Test("a plug-in that sends nothing is killed", arguments: ["silent!", "hang!", "sleep!"])
    @LoopActor
    func silent(_ behaviour: String) async throws {
        try PluginFolder.installZoo(into: directory.path, behaviour: behaviour)
        var limits = Self.strict
        limits.hello = .milliseconds(300)
        let harness = PluginHarness(directory, limits: limits)
        #expect(
            await harness.askPatiently([.placeholder("a")]).results
                == [.unavailable(reason: "echo is not available: it did not say hello within 0.3 seconds")]
        )
    }

    @Test(
        "a plug-in that hangs on a question is killed, and not started again for the same question",
        arguments: [
            "hang!", "sleep!", "silent!",
        ]
    )
    @LoopActor
    func hanging(_ behaviour: String) async throws {
        try PluginFolder.installZoo(into: directory.path)
        var limits = PluginLimits.patient
        limits.dead = .seconds(1)
        let harness = PluginHarness(directory, limits: limits)
        await harness.warmUp(.placeholder("warm"))
        let (results, late) = await harness.askPatiently([.placeholder(behaviour)])
        #expect(late == [true])
        let reason = "echo is not available: asked twice: it gave no answer within 1.0 seconds"
        #expect(results == [.unavailable(reason: reason)])
        #expect(await harness.ask([.placeholder(behaviour)]) == [.unavailable(reason: reason)], "it is remembered")
        #expect(harness.status?.starts == 2)
        #expect(await harness.askPatiently([.placeholder("well")]).results.first?.layers?.first?.text == "well")
    }

    @Test("the question that crashes a plug-in is identified, and all others are answered")
    @LoopActor
    func culprit() async throws {
        try PluginFolder.installZoo(into: directory.path)
        let harness = PluginHarness(directory)
        await harness.warmUp(.placeholder("warm"))
        let texts = (0..<20).map { $0 == 7 ? "crash!" : "text \($0)" }
        let results = await harness.askPatiently(texts.map { .placeholder($0) }).results
        for (text, result) in zip(texts, results) where text != "crash!" {
            #expect(result.layers?.first?.text == text)
        }
        #expect(
            results[7] == .unavailable(reason: "echo is not available: asked twice: it was ended by signal 6")
        )
        #expect(harness.status?.recentFailures == 2)
    }

    @Test("after the third failure within five minutes a plug-in is not started until plug-ins are reloaded")
    @LoopActor
    func quarantine() async throws {
        try PluginFolder.installZoo(into: directory.path)
        let harness = PluginHarness(directory)
        _ = await harness.askPatiently([.placeholder("crash!")])
        #expect(harness.status?.recentFailures == 2)
        let last = await harness.askPatiently([.placeholder("leave!")]).results
        #expect(last == [.unavailable(reason: "echo is not available: it exited with status 3")])
        #expect(harness.status?.state == .quarantined(reason: "it exited with status 3"))
        let fallen = await harness.ask([.placeholder("well"), .validator("ab"), .format("a")])
        #expect(fallen.allSatisfy { if case .unavailable = $0 { true } else { false } })

        harness.host.reload()
        #expect(harness.status?.state == .idle)
        #expect(await harness.askPatiently([.placeholder("well")]).results.first?.layers != nil)
    }

    @Test("without the launcher no plug-in is started")
    @LoopActor
    func noLauncher() async throws {
        try PluginFolder.installZoo(into: directory.path)
        let harness = PluginHarness(directory, launcher: nil)
        let reason = "formd-plugin-launcher, which confines plug-ins, is not installed beside formd"
        #expect(
            await harness.askPatiently([.placeholder("a")]).results
                == [.unavailable(reason: "echo is not available: \(reason)")]
        )
        #expect(harness.status?.starts == 1)
        #expect(harness.status?.state == .quarantined(reason: reason))
    }

    @Test("a file that is not a program cannot be started, and that is logged")
    @LoopActor
    func noProgram() async throws {
        try directory.addPlugin("bad")
        try directory.write("\u{7F}ELF, not really", to: "bad/run", mode: 0o755)
        let harness = PluginHarness(directory, limits: Self.strict)
        let results = await harness.askPatiently([.placeholder("a")]).results
        #expect(results == [.unavailable(reason: "echo is not available: it exited with status 126")])
        #expect(harness.log.contains("cannot start \(directory.path)/bad/run: Exec format error"))
    }

    @Test("many log lines are limited, and do not delay answers")
    @LoopActor
    func flood() async throws {
        try PluginFolder.installZoo(into: directory.path)
        let harness = PluginHarness(directory)
        #expect(await harness.askPatiently([.placeholder("flood!")]).results.first?.layers?.first?.text == "flood!")
        _ = await harness.askPatiently([.placeholder("after")])
        #expect(harness.log.lines.filter { $0.contains("of a flood") }.count <= 40)
        #expect(harness.log.contains("zoo: line 0 of a flood"))
    }
}

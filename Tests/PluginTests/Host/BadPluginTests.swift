import EventLoop
import FormPlugin
import FormRuntime
import Foundation
import Testing

/// Plug-ins in shell script: they speak the frames, or do not.
@Suite("Plug-ins that do not do what they should")
struct BadPluginTests {
    private let directory: TemporaryDirectory
    /// A hello that offers the placeholder `echo`.
    private static let hello =
        #"printf 'FRMP\001\000\001\000\000\000\000\000\013\000\000\000\001\000\001\004\000\000\000echo' >&3"#

    init() throws {
        EventLoop.startOnThread()
        directory = try TemporaryDirectory()
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var script: String
        var reason: String

        init(_ name: String, _ script: String, _ reason: String) {
            testDescription = name
            self.script = script
            self.reason = reason
        }
    }

    @Test(
        "one that does not speak the protocol is quarantined with the reason",
        arguments: [
            Case("garbage", "printf garbage >&3; sleep 9", "it does not speak the protocol: the bytes are not a frame"),
            Case(
                "another version",
                #"printf 'FRMP\002\000\001\000\000\000\000\000\002\000\000\000\000\000' >&3; sleep 9"#,
                "it does not speak the protocol: it speaks version 2 of the protocol, not version 1"
            ),
            Case(
                "no types",
                #"printf 'FRMP\001\000\001\000\000\000\000\000\002\000\000\000\000\000' >&3; sleep 9"#,
                "its manifest promises the type placeholder echo, which it does not have"
            ),
            Case(
                "a goodbye for a hello",
                #"printf 'FRMP\001\000\006\000\000\000\000\000\000\000\000\000' >&3; sleep 9"#,
                "it does not speak the protocol: a frame of kind goodbye does not belong here"
            ),
            Case("an end at once", "exit 3", "it exited with status 3"),
            Case("a socket closed", "exec 3>&-; sleep 9", "it closed its socket"),
            Case(
                "an answer that nobody asked for",
                hello + #"; printf 'FRMP\001\000\004\000\011\000\000\000\002\000\000\000\000\000' >&3; sleep 9"#,
                "it broke the protocol: nobody waits for an answer to request 9"
            ),
        ]
    )
    @LoopActor
    func quarantined(_ row: Case) async throws {
        try directory.addPlugin("bad", script: row.script)
        var limits = PluginLimits()
        limits.failures = 1
        // The shells take their time when all tests run at once.
        limits.hello = .seconds(20)
        let harness = PluginHarness(directory, limits: limits)
        let results = await harness.askPatiently([Self.question]).results
        if row.testDescription != "an answer that nobody asked for" || results.first == nil {
            #expect(results == [.unavailable(reason: "echo is not available: \(row.reason)")])
        }
        try await harness.wait { harness.status?.state == .quarantined(reason: row.reason) }
        #expect(harness.status?.pid == nil)
        #expect(
            harness.log.contains("error: quarantined until plug-ins are loaded anew plugin=bad reason=\(row.reason)")
        )
        #expect(await harness.ask([Self.question]).count == 1)
    }

    @Test("one that says nothing is killed", .timeLimit(.minutes(1)))
    @LoopActor
    func silent() async throws {
        try directory.addPlugin("bad", script: "sleep 9")
        var limits = PluginLimits()
        limits.failures = 1
        limits.hello = .milliseconds(100)
        let harness = PluginHarness(directory, limits: limits)
        let reason = "it did not say hello within 0.1 seconds"
        #expect(
            await harness.askPatiently([Self.question]).results
                == [.unavailable(reason: "echo is not available: \(reason)")]
        )
    }

    @Test("a program that is not one at all cannot be started")
    @LoopActor
    func noProgram() async throws {
        try directory.addPlugin("bad")
        try directory.write("\u{7F}ELF, not really", to: "bad/run", mode: 0o755)
        var limits = PluginLimits()
        limits.failures = 1
        let harness = PluginHarness(directory, limits: limits)
        guard case .unavailable(let reason) = await harness.askPatiently([Self.question]).results.first else {
            Issue.record("it was started")
            return
        }
        #expect(reason.contains("cannot start"), "\(reason)")
    }

    @Test("the question that kills it twice is not asked again, others are; the third failure is its last until reload")
    @LoopActor
    func culprit() async throws {
        // Reads the daemon's hello, then the first question, and dies.
        let script = Self.hello + "; head -c 1 <&3 >/dev/null; head -c 1 <&3 >/dev/null; exit 1"
        try directory.addPlugin("bad", script: script)
        var limits = PluginLimits()
        limits.dead = .seconds(20)
        let harness = PluginHarness(directory, limits: limits)
        let culprit = PlaceholderResult.unavailable(
            reason: "echo is not available: asked twice: it exited with status 1"
        )
        #expect(await harness.askPatiently([Self.question]).results == [culprit])
        #expect(harness.status?.starts == 2)
        #expect(await harness.ask([Self.question]) == [culprit], "it is remembered")
        #expect(harness.status?.starts == 2)

        var other = Self.question
        other.context.text = "other"
        let quarantined = PlaceholderResult.unavailable(reason: "echo is not available: it exited with status 1")
        #expect(await harness.askPatiently([other]).results == [quarantined])
        #expect(harness.status?.state == .quarantined(reason: "it exited with status 1"))

        harness.host.reload()
        #expect(harness.status?.state == .idle)
        _ = await harness.askPatiently([Self.question])
        #expect(harness.status?.starts == 2)
    }

    @Test("layers that no client could draw are refused")
    @LoopActor
    func badLayers() async throws {
        let harness = PluginHarness(directory, types: [RedPlaceholder.self])
        var question = Self.question
        question.type = "red"
        #expect(
            await harness.ask([question])
                == [
                    .unavailable(
                        reason: "red gave layers that cannot be shown: a colour is neither #RRGGBB nor #AARRGGBB"
                    )
                ]
        )
    }

    @Test("a process has nothing of formd's: no descriptors, no environment, no privileges to gain, no core")
    @LoopActor
    func belongings() async throws {
        let script = """
            ls /proc/self/fd >&2
            env | sed 's/=.*//' | sed 's/^/has /' >&2
            grep -E 'NoNewPrivs|SigBlk|SigIgn' /proc/self/status >&2
            echo "core $(ulimit -c) files $(ulimit -n) folder $(pwd)" >&2
            """
        try directory.addPlugin("bad", script: script)
        setenv("FORMD_TEST_SECRET", "1", 1)
        var limits = PluginLimits()
        limits.failures = 1
        let harness = PluginHarness(directory, limits: limits)
        harness.host.prepare(["echo"])
        try await harness.wait { harness.status?.state == .quarantined(reason: "it exited with status 0") }
        let lines = harness.log.lines.compactMap { line -> String? in
            guard line.hasPrefix("notice: "), line.hasSuffix(" plugin=bad") else { return nil }
            return String(line.dropFirst("notice: ".count).dropLast(" plugin=bad".count))
        }
        // With 4, `ls` reads the folder.
        #expect(Set(lines.compactMap(Int.init)) == [0, 1, 2, 3, 4])
        let variables = Set(lines.filter { $0.hasPrefix("has ") }.map { $0.dropFirst(4) })
        #expect(variables.isSuperset(of: ["PATH", "LANG"]))
        #expect(variables.isSubset(of: ["PATH", "LANG", "PWD", "OLDPWD", "SHLVL", "_"]))
        #expect(lines.contains("NoNewPrivs:?1"), "\(lines)")
        #expect(lines.contains("SigBlk:?0000000000000000"), "\(lines)")
        #expect(lines.contains("core 0 files 64 folder \(directory.path)/bad"), "\(lines)")
    }

    private static let question = PlaceholderQuestion(type: "echo", configuration: "{}", context: Samples.context)
}

/// Answers what it must not.
private struct RedPlaceholder: PlaceholderService {
    static let typeName = "red"

    struct Configuration: Decodable {}

    init(configuration: Configuration) {}

    func layers(for field: FieldContext) -> [PlaceholderLayer] {
        [PlaceholderLayer(text: "", isVisible: true, frame: field.inputFrame, fontSize: 16, color: "red")]
    }
}

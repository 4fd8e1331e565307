import EventLoop
import FormPlugin
import FormdTesting
import Foundation
import PluginHost
import Testing

/// What a plug-in's process may do: the plug-in tries, and says on its standard error how that went.
@Suite("The sandbox of a plug-in")
struct ConfinementTests {
    private let directory: TemporaryDirectory

    init() throws {
        EventLoop.startOnThread()
        directory = try TemporaryDirectory()
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var deed: String
        var lines: [String]
        var testDescription: String { deed }

        init(_ deed: String, _ lines: String...) {
            self.deed = deed
            self.lines = lines
        }
    }

    @Test(
        "forbidden operations fail, and the plug-in continues and answers",
        arguments: [
            Case("fork!", "zoo: fork: Operation not permitted"),
            Case("thread!", "zoo: thread: Operation not permitted"),
            Case("read!", "zoo: read: Permission denied"),
            Case("proc!", "zoo: proc: Permission denied"),
            Case("write!", "zoo: write: Operation not permitted"),
            Case("make!", "zoo: make: Operation not permitted"),
            Case("socket!", "zoo: socket: Operation not permitted", "zoo: inet: Operation not permitted"),
            Case("kill!", "zoo: kill: Operation not permitted"),
            Case(
                "aim!",
                "zoo: owner: Operation not permitted",
                "zoo: ownerex: Operation not permitted",
                "zoo: signal: Operation not permitted",
                "zoo: flags: done"
            ),
            Case("code!", "zoo: code: Operation not permitted"),
            Case("exec!", "zoo: exec: Permission denied"),
            Case("limit!", "zoo: limit: Function not implemented"),
            Case("own!", "zoo: own: done"),
        ]
    )
    @LoopActor
    func refused(_ row: Case) async throws {
        try PluginFolder.installZoo(into: directory.path)
        let harness = PluginHarness(directory)
        let answer = await harness.askPatiently([.placeholder(row.deed)]).results.first
        #expect(answer?.layers?.first?.text == row.deed)
        for line in row.lines {
            try await harness.wait { harness.log.contains("notice: \(line)") }
        }
        #expect(harness.status?.starts == 1)
        #expect(!FileManager.default.fileExists(atPath: "/tmp/zoo-was-here"))
    }

    @Test("requested paths that are not granted cannot be read, and that is logged")
    @LoopActor
    func notGranted() async throws {
        let keys = ["reads": #"["/etc/passwd", "/usr/share/fonts/truetype"]"#]
        try PluginFolder.installZoo(into: directory.path, keys: keys, granted: ["/etc/passwd.d", "/etc/pass"])
        let harness = PluginHarness(directory)
        let line =
            "a plug-in requests to read files that the administrator has not granted paths=/etc/passwd plugin=zoo"
        #expect(harness.log.contains(line), "\(harness.log.lines)")
        _ = await harness.askPatiently([.placeholder("read!")])
        try await harness.wait { harness.log.contains("zoo: read: Permission denied") }
    }

    @Test("standard error is logged until the first question, then only if the administrator allows it")
    @LoopActor
    func standardError() async throws {
        try PluginFolder.installZoo(into: directory.path, behaviour: "own!", logsErrors: false)
        let harness = PluginHarness(directory)
        _ = await harness.askPatiently([.placeholder("first read!"), .placeholder("second read!")])
        try await harness.wait { harness.status?.counters.withheldLines == 2 }
        #expect(harness.log.contains("zoo: own: done"), "before the first question it knows nothing of users")
        #expect(!harness.log.contains("zoo: read"))
        #expect(
            harness.log.lines.count { $0.contains("the plug-in writes to its standard error, which is not logged") }
                == 1
        )
    }

    @Test("paths in the manifest can be read, and threads can be started if the manifest has `threads`")
    @LoopActor
    func granted() async throws {
        let keys = ["reads": #"["/etc/passwd", "/not/there"]"#, "threads": "true"]
        try PluginFolder.installZoo(into: directory.path, keys: keys, granted: ["/etc/passwd", "/not"])
        let harness = PluginHarness(directory)
        _ = await harness.askPatiently([.placeholder("read! thread! fork!")])
        for line in ["read: done", "thread: done", "fork: Function not implemented"] {
            try await harness.wait { harness.log.contains("zoo: \(line)") }
        }
    }

    @Test("memory is limited")
    @LoopActor
    func memory() async throws {
        try PluginFolder.installZoo(into: directory.path)
        var limits = PluginLimits.patient
        limits.addressSpace = 128 << 20
        limits.failures = 1
        let harness = PluginHarness(directory, limits: limits)
        _ = await harness.askPatiently([.placeholder("memory!")])
        let line = try #require(harness.log.lines.first { $0.contains("MiB and no more") })
        let size = try #require(line.split(separator: " ").compactMap { Int($0) }.first)
        #expect((16...128).contains(size), "\(line)")
    }

    @Test("a process inherits no descriptors, environment, privileges or core files from formd")
    @LoopActor
    func belongings() async throws {
        let program = BuiltProducts.project + "/Tests/PluginTests/Programs/belongings.py"
        let manifest = #"""
            {"name": "belongings", "version": "1", "program": "belongings.py", "protocol": 1, "reads": ["/proc"],
             "types": [{"kind": "placeholder", "name": "echo"}]}
            """#
        try PluginFolder.install(program: program, manifest: manifest, into: directory.path + "/belongings")
        setenv("FORMD_TEST_SECRET", "1", 1)
        var limits = PluginLimits.patient
        limits.failures = 1
        let harness = PluginHarness(directory, limits: limits)
        harness.plugins.prepare(["echo"])
        try await harness.wait { harness.status?.state == .quarantined(reason: "it exited with status 0") }
        let lines = harness.log.lines.filter { $0.hasSuffix(" plugin=belongings") }.joined(separator: "\n")
        #expect(lines.contains("descriptors 0 1 2 3 plugin"), "\(lines)")
        #expect(lines.contains("environment LANG PATH plugin"), "\(lines)")
        #expect(lines.contains("NoNewPrivs 1 plugin"), "\(lines)")
        #expect(lines.contains("Seccomp 2 plugin"), "\(lines)")
        #expect(lines.contains("SigBlk 0000000000000000 plugin"), "\(lines)")
        #expect(lines.contains("core 0 files 64 folder \(directory.path)/belongings plugin"), "\(lines)")
    }

    @Test("missing features of the kernel are listed, and none if it has all")
    func gaps() {
        #expect(Confinement(landlockVersion: 7, hasSeccomp: true).gaps.isEmpty)
        #expect(
            Confinement(landlockVersion: 0, hasSeccomp: true).gaps
                == ["no Landlock: plug-ins can read what formd's user can read"]
        )
        #expect(Confinement(landlockVersion: 0, hasSeccomp: false).gaps.count == 5)
        #expect(Confinement(landlockVersion: 5, hasSeccomp: false).gaps.count == 2)
        #expect(Confinement(landlockVersion: 2, hasSeccomp: true).gaps.isEmpty, "seccomp closes what it leaves open")
    }
}

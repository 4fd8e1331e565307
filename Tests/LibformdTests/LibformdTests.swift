import FormdTesting
import Foundation
import Testing

/// The library for GObject programs, used from C and, by its introspection, from Python.
@Suite("libformd", .timeLimit(.minutes(3)))
struct LibformdTests {
    static let forms = [
        "plain": """
        {"title": "Plain", "fields": [
          {"id": "first", "placeholders": ["First"]},
          {"id": "second", "placeholders": ["Second"]},
          {"id": "secret", "placeholders": ["Secret"], "mode": {"type": "password"}},
          {"id": "off", "placeholders": ["Off"], "enabled": false}]}
        """,
        "order": """
        {"title": {"en": "Order", "de": "Bestellung"}, "fields": [
          {"id": "name", "placeholders": ["Name"], "required": true, "maxLength": 12},
          {"id": "phone", "placeholders": ["Phone"],
           "formatter": {"type": "mask", "mask": "+7 ([000]) [000]-[00]-[00]"},
           "validators": [{"type": "length", "min": 18, "message": "Enter the whole number"}]},
          {"id": "code", "placeholders": ["Code"], "visibleWhen": {"field": "name", "equals": "ab"}},
          {"id": "secret", "placeholders": ["Secret"],
           "mode": {"type": "password", "reveal": "visibleOnNotEmptyText"}},
          {"id": "items", "label": "Item", "repeat": {"min": 1, "max": 3}, "fields": [
            {"id": "what", "placeholders": ["What"], "required": true},
            {"id": "count", "placeholders": ["Count"]}]}],
         "pages": [{"title": "Who", "fields": ["name", "phone", "code", "secret"]},
                   {"title": "What", "fields": ["items"]}]}
        """,
    ]

    enum Scenario: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case typing, transactions, rows, errors, options, contexts
        case givingUp = "giving_up"

        var testDescription: String { rawValue }
    }

    @Test("a program does what a form needs, on a bus and at the private socket", arguments: Scenario.allCases)
    func scenario(_ scenario: Scenario) async throws {
        let bus = try PrivateBus()
        let daemon = try await Daemon.start(.busAndSocket(bus), forms: Self.forms)
        for address in [bus.address, daemon.socketAddress] {
            let result = try await Libformd.run(scenario.rawValue, address)
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test(
        "a session goes on after formd was killed: stored, or opened again with its rows, texts and focus",
        arguments: ["bus", "socket"],
        ["none", "stored"]
    )
    func recovery(_ transport: String, _ store: String) async throws {
        let bus = try PrivateBus()
        let folder = try TemporaryFolder()
        let state = ["--state", store == "none" ? "none" : folder.path + "/state"]
        let daemon = try await Daemon.start(.busAndSocket(bus), forms: Self.forms, arguments: state, in: folder)
        let environment = try await Libformd.environment().merging(["FORMD_STORE": store]) { $1 }
        let address = transport == "bus" ? bus.address : daemon.socketAddress
        let arguments = [Libformd.path(of: "scenarios.py"), "recovery", address]
        let client = try RunningTool("/usr/bin/python3", arguments, environment: environment)
        try await client.waits(for: "killable")
        daemon.send(SIGKILL)
        _ = try await daemon.exitStatus()
        try await client.waits(for: "lost")
        let next = try await Daemon.start(.busAndSocket(bus), forms: Self.forms, arguments: state, in: folder)
        let result = try await client.result()
        #expect(result.status == 0, "\(result.errors)")
        try await next.stop()
    }

    @Test("the vectors for clients are passed", arguments: ["Duties", "Lies", "Restoring"])
    func vectors(_ vectors: String) async throws {
        let folder = try TemporaryFolder()
        let program = folder.path + "/front-end"
        try await Libformd.compile("front-end.c", to: program)
        let environment = try await Libformd.environment()
        let failures = try await ClientVectors.failures(of: [program], playing: vectors, environment: environment)
        #expect(failures.isEmpty, "\(failures)")
    }

    @Test("a program ignores what a daemon sends against the contract, and what others send in its name")
    func hostileDaemon() async throws {
        let bus = try PrivateBus()
        let environment = try await Libformd.environment()
        let result = try await Tool.run(
            "/usr/bin/python3",
            [Libformd.path(of: "hostile.py"), bus.address],
            environment: environment,
            limit: .seconds(60)
        )
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("a program in C neither leaks nor touches memory that is not its own")
    func memory() async throws {
        let daemon = try await Daemon.start(.socket, forms: Self.forms)
        let program = daemon.folder.path + "/client"
        try await Libformd.compile("client.c", to: program)
        // `G_DEBUG` would make GLib abort below valgrind, which finds more by itself.
        let environment = try await Libformd.environment().merging(["G_DEBUG": "gc-friendly"]) { $1 }
        let flags = ["-q", "--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite"]
        let result = try await Tool.run(
            "valgrind",
            flags + ["--error-exitcode=9", program, daemon.socketAddress],
            environment: environment,
            limit: .seconds(90)
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.isEmpty, "\(result.errors)")
    }

    @Test("1,000 sessions that were given up leave neither descriptors nor memory")
    func manySessions() async throws {
        let daemon = try await Daemon.start(.socket, forms: Self.forms)
        let program = daemon.folder.path + "/client"
        try await Libformd.compile("client.c", to: program)
        // All threads allocate from the heap that is measured, and keep nothing that was freed.
        let heap = [
            "MALLOC_ARENA_MAX": "1", "G_SLICE": "always-malloc", "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0",
        ]
        let environment = try await Libformd.environment().merging(heap) { $1 }
        let arguments = [daemon.socketAddress, "1000"]
        let result = try await Tool.run(program, arguments, environment: environment, limit: .seconds(90))
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("the bindings for Vala call the functions that begin and end an opening")
    func vala() async throws {
        let daemon = try await Daemon.start(.socket, forms: Self.forms)
        let libraries = try await Libformd.folder()
        let folder = daemon.folder.path
        let include = "-X -I\(BuiltProducts.project)/Sources/libformd -X -I\(libraries)"
        let source = Libformd.path(of: "opening.vala")
        let command = """
            valac --quiet --vapidir \(libraries) --pkg formd-1 \(include) -X -w -X -L\(libraries) -X -lformd-1 \
                -d \(folder) -o opening \(source) && \(folder)/opening \(daemon.socketAddress)
            """
        let environment = try await Libformd.environment()
        let result = try await Tool.run("sh", ["-c", command], environment: environment, limit: .seconds(90))
        #expect(result.status == 0 && result.output == "name first\n", "\(result)")
    }

    @Test("the error domain has the contract's errors, and exported symbols have versions and are documented")
    func completeness() async throws {
        let folder = try await Libformd.folder()
        let reference = try String(
            contentsOfFile: BuiltProducts.project + "/Sources/FormBus/FormBus.docc/Reference.md",
            encoding: .utf8
        )
        let source = try String(
            contentsOfFile: BuiltProducts.project + "/Sources/libformd/formd-error.c",
            encoding: .utf8
        )
        let errors = try #require(reference.components(separatedBy: "\n## Errors\n").last)
        let names = errors.matches(of: /(?m)^\| `(\w+)` \|/).map { String($0.1) }
        #expect(names.count >= 20)
        for name in names { #expect(source.contains("ERROR_PREFIX \"\(name)\""), "\(name)") }

        let library = folder + "/libformd-1.so.0"
        let symbols = try await Tool.run("nm", ["-D", "--defined-only", "--with-symbol-versions", library])
        let exported = symbols.output.matches(of: /\sT (\w+)(@@[\w.]+)?/)
        #expect(exported.count > 150)
        let interface = try String(contentsOfFile: folder + "/Formd-1.gir", encoding: .utf8)
        for symbol in exported {
            #expect(symbol.2 == "@@LIBFORMD_1.0", "\(symbol.1)")
            let name = String(symbol.1)
            #expect(interface.contains("c:identifier=\"\(name)\"") || interface.contains("\"\(name)\""), "\(name)")
        }
    }
}

import FormdTesting
import Foundation
import Testing

/// Every subcommand once, in a pipe, on a terminal and with `--json`.
@Suite("formctl's output")
struct FormctlOutputTests {
    struct Row: Sendable {
        let words: [String]
        var status: Int32 = 0
        /// Whether the output is another one each time.
        var varies = false

        init(_ line: String, status: Int32 = 0, varies: Bool = false) {
            words = line.split(separator: " ").map(String.init)
            self.status = status
            self.varies = varies
        }
    }

    /// In this order, on a session of their own. `DIR` is a folder with the files of `files`.
    private static let rows = [
        Row("forms"), Row("sessions"), Row("types"), Row("status", varies: true), Row("top --once", varies: true),
        Row("plugins list"), Row("plugins check DIR", status: 1), Row("reload"), Row("new"), Row("schema"),
        Row("check DIR/contact.json"), Row("format [000]-[0] 1234"), Row("import DIR/schema.json"),
        Row("export --to survey DIR/labelled.json"),
        Row("open contact --token other"), Row("close other"), Row("get t"), Row("get t name Text"),
        Row("set t name=Ada"), Row("type t name !"), Row("press t name backspace"), Row("undo t"), Row("redo t"),
        Row("select t size M"), Row("step t count"), Row("focus t name"), Row("blur t"), Row("rows list t"),
        Row("rows add t items"), Row("rows move t items 2 0"), Row("rows remove t items 2"), Row("pages t"),
        Row("apply t DIR/operations.json"), Row("why t"), Row("grant t nobody viewer"), Row("revoke t nobody"),
        Row("share t", status: 1), Row("attach ABCD-EFGH", status: 1), Row("sessions --elsewhere", status: 1),
        Row("extend t"), Row("drafts list", varies: true), Row("drafts show contact mine", varies: true),
        Row("wait t --timeout 1", status: 3), Row("validate t"), Row("submit t"), Row("drafts discard contact kept"),
        Row("submissions list"), Row("submissions show none", status: 1), Row("submissions retry"),
        Row("submissions discard none", status: 1), Row("bundle status", status: 1), Row("bundle update", status: 1),
        Row("bundle rollback", status: 1), Row("bundle resume", status: 1),
        Row("bundle make DIR --name house", status: 1),
        Row("bundle check DIR/contact.json --key RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3", status: 1),
    ]

    /// A session, and two drafts of sessions that were closed.
    private static let setup = [
        "open contact --token t --value count=1", "open contact --token kept --draft mine", "set kept name=Ada",
        "close kept", "open contact --token lost --draft kept", "set lost name=Ada", "close lost",
    ]

    /// They go on until they are ended, write files, or need somebody who fills in a form: they have tests of their
    /// own.
    private static let others: Set<String> = ["run", "ask", "compat", "watch", "record", "replay", "plugins new"]

    private static let files = [
        "contact.json": #"{"fields": [{"id": "a"}]}"#,
        "labelled.json": #"{"fields": [{"id": "a", "label": "A"}]}"#,
        "schema.json": #"{"type": "object", "properties": {"a": {"type": "string"}}}"#,
        "operations.json": #"[{"method": "Blur"}]"#,
        "plugin.json": "{}",
    ]

    private static let form = """
        {
          "title": "Contact",
          "fields": [
            {"id": "name", "label": "Name", "required": true},
            {"id": "size", "label": "Size", "input": {"type": "options", "options": ["S", "M", "L"]}},
            {"id": "count", "label": "Count", "formatter": {"type": "number"}},
            {"id": "items", "label": "Item", "repeat": {"min": 1, "max": 3}, "fields": [{"id": "what", "label": "What"}]}
          ]
        }
        """

    enum Way: String, CaseIterable, Sendable {
        case pipe, terminal, json
    }

    private func run(_ way: Way) async throws -> [Tool.Result] {
        let folder = try TemporaryFolder()
        for (name, text) in Self.files {
            try text.write(toFile: "\(folder.path)/\(name)", atomically: true, encoding: .utf8)
        }
        let state = try TemporaryFolder()
        let daemon = try await Daemon.start(
            .socket,
            forms: ["contact": Self.form],
            arguments: ["--state", state.path]
        )
        let options = ["--address", daemon.socketAddress]
        for line in Self.setup {
            _ = try await Tool.run(Formctl.program, options + line.split(separator: " ").map(String.init))
        }
        var results: [Tool.Result] = []
        for row in Self.rows {
            let words = options + row.words.map { $0.replacing("DIR", with: folder.path) }
            switch way {
            case .pipe: results.append(try await Tool.run(Formctl.program, words))
            case .json: results.append(try await Tool.run(Formctl.program, words + ["--json"]))
            case .terminal:
                let line = ([Formctl.program] + words).map { "'\($0)'" }.joined(separator: " ")
                var result = try await Tool.run(
                    "script",
                    ["-qefc", line, "/dev/null"],
                    environment: ["TERM": "xterm-256color"]
                )
                result.output = result.output.replacing("\r\n", with: "\n")
                results.append(result)
            }
            results[results.count - 1].output.replace(folder.path, with: "DIR")
            results[results.count - 1].errors.replace(folder.path, with: "DIR")
        }
        return results
    }

    @Test(
        "every subcommand prints the same in a pipe and on a terminal, without colours, and JSON where it is asked for"
    )
    func everySubcommand() async throws {
        async let piped = run(.pipe)
        async let shown = run(.terminal)
        async let json = run(.json)
        let results = try await (piped, shown, json)
        for (index, row) in Self.rows.enumerated() {
            let (piped, shown, json) = (results.0[index], results.1[index], results.2[index])
            #expect(
                [piped.status, shown.status, json.status] == Array(repeating: row.status, count: 3),
                "\(row): \(piped)"
            )
            #expect(!piped.output.contains("\u{1b}"), "\(row)")
            // A terminal has errors on the same screen.
            if !row.varies { #expect(shown.output == piped.output + piped.errors, "\(row)") }
            #expect(row.status != 0 || piped.errors.isEmpty, "\(row): \(piped.errors)")
            #expect(row.status == 0 || piped.errors.hasPrefix("formctl: ") || !piped.output.isEmpty, "\(row)")
            if !json.output.isEmpty {
                #expect(throws: Never.self, "\(row): \(json.output)") {
                    try JSONSerialization.jsonObject(with: Data(json.output.utf8), options: .fragmentsAllowed)
                }
            }
        }
    }

    private struct Help: Decodable {
        struct Command: Decodable {
            let commandName: String
            let subcommands: [Command]?
        }

        let command: Command
    }

    @Test("no subcommand is left out")
    func complete() async throws {
        let help = try await Tool.run(Formctl.program, ["--experimental-dump-help"])
        func leaves(_ command: Help.Command) -> [String] {
            let parts = (command.subcommands ?? []).filter { $0.commandName != "help" }
            guard !parts.isEmpty else { return [command.commandName] }
            return parts.flatMap { leaves($0) }.map { command.commandName + " " + $0 }
        }
        let all = leaves(try JSONDecoder().decode(Help.self, from: Data(help.output.utf8)).command)
        let names = Set(all.map { $0.dropFirst("formctl ".count).description })
        let tried = Set(Self.rows.map { $0.words[0] } + Self.rows.map { $0.words.prefix(2).joined(separator: " ") })
        #expect(names.count > 40 && names.subtracting(tried) == Self.others)
    }

    @Test("a closed pipe is no error, and a full disk is one")
    func closedPipe() async throws {
        let formctl = try await Formctl()
        let result = try await formctl.shell(
            "{ formctl schema; echo $? >&2; } | true; formctl schema > /dev/full; echo $? >&2"
        )
        #expect(
            result.errors.hasPrefix("0\nformctl: cannot write to standard output: ") && result.errors.hasSuffix("\n1\n")
        )
    }
}

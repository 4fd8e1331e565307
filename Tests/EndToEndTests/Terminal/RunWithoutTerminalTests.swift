import FormdTesting
import Foundation
import Testing

/// `formctl run --noninteractive`: what scripts use.
@Suite("Forms without a terminal")
struct RunWithoutTerminalTests {
    private static let order = """
        {
          "fields": [
            {"id": "name", "label": "Name", "required": true, "requiredMessage": {"en": "Who are you?"}},
            {"id": "pin", "label": "PIN", "secret": true},
            {"id": "terms", "label": "Terms", "input": {"type": "toggle"}},
            {"id": "extras", "label": "Extras", "input": {"type": "options", "multiple": true, "options": ["a", "b"]}},
            {
              "id": "items", "label": "Item", "repeat": {"min": 1, "max": 3},
              "fields": [{"id": "what", "label": "What"}, {"id": "code", "label": "Code", "secret": true}]
            },
            {
              "id": "parts", "repeat": {"max": 2},
              "fields": [{"id": "more", "repeat": {"max": 3}, "fields": [{"id": "it"}, {"id": "key", "secret": true}]}]
            }
          ]
        }
        """

    private func run(_ values: String, _ arguments: String...) async throws -> Tool.Result {
        let daemon = try await Daemon.start(.socket, forms: ["order": Self.order])
        let file = daemon.folder.path + "/values.json"
        try values.write(toFile: file, atomically: true, encoding: .utf8)
        let options = ["run", "--address", daemon.socketAddress, "order", "--noninteractive", "--values", file]
        return try await Tool.run(BuiltProducts.path(of: "formctl"), options + arguments)
    }

    private static let values = """
        {"name": "O'Neill", "pin": "1234", "terms": true, "extras": ["b"],
         "items": [{"what": "Tea", "code": "x"}, {"what": "Milk"}],
         "parts": [{"more": [{"it": "A", "key": "k"}, {"it": "B"}]}]}
        """

    @Test(
        "the values are printed in the requested format",
        arguments: [
            (
                [],
                """
                {"name": "O'Neill", "terms": true, "extras": ["b"], "items": [{"what": "Tea"}, {"what": "Milk"}], \
                "parts": [{"more": [{"it": "A"}, {"it": "B"}]}]}
                """
            ),
            (
                ["--format", "shell"],
                """
                form_name='O'\\''Neill'
                form_terms='true'
                form_extras=('b')
                form_items_1_what='Tea'
                form_items_2_what='Milk'
                form_parts_1_more_1_it='A'
                form_parts_1_more_2_it='B'
                """
            ),
            (
                ["--format", "env"],
                """
                name="O'Neill"
                terms="true"
                extras="[\\"b\\"]"
                items_1_what="Tea"
                items_2_what="Milk"
                parts_1_more_1_it="A"
                parts_1_more_2_it="B"
                """
            ),
        ]
    )
    func formats(arguments: [String], output: String) async throws {
        let result = try await run(Self.values, arguments)
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output == output + "\n")
    }

    private func run(_ values: String, _ arguments: [String]) async throws -> Tool.Result {
        switch arguments.count {
        case 0: try await run(values)
        case 1: try await run(values, arguments[0])
        default: try await run(values, arguments[0], arguments[1])
        }
    }

    @Test("the output of a form with computed values can be the input of the same form")
    func computed() async throws {
        let form = """
            {"fields": [{"id": "from"}, {"id": "to"},
              {"id": "nights", "computed": {"daysBetween": [{"field": "from"}, {"field": "to"}]}}]}
            """
        let daemon = try await Daemon.start(.socket, forms: ["order": form])
        let script = """
            run() { "$0" run --address "$1" order --noninteractive --values -; }
            echo '{"from": "2026-01-01", "to": "2026-01-07", "nights": 9}' | run "$@" | tee /dev/stderr | run "$@"
            """
        let result = try await Tool.run(
            "bash",
            ["-c", script, BuiltProducts.path(of: "formctl"), daemon.socketAddress]
        )
        #expect(result.output == #"{"from": "2026-01-01", "to": "2026-01-07", "nights": 6}"# + "\n")
        #expect(result.errors == result.output)
    }

    @Test("50,000 options pass the check, and the form opens from its file")
    func manyOptions() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/form.json"
        let options = (0..<50_000).map { "\"City \($0)\"" }.joined(separator: ", ")
        try #"{"fields": [{"id": "city", "input": {"type": "options", "options": [\#(options)]}}]}"#
            .write(toFile: file, atomically: true, encoding: .utf8)
        let script = """
            "$0" check "$1" && echo '{"city": "City 49999"}' | "$0" run "$1" --noninteractive --values -
            """
        let result = try await Tool.run("sh", ["-c", script, BuiltProducts.path(of: "formctl"), file])
        #expect(result.status == 0 && result.output == #"{"city": "City 49999"}"# + "\n", "\(result)")
    }

    @Test("secrets are printed only if requested")
    func secrets() async throws {
        #expect(try await run(Self.values, "--with-secrets").output.contains(#""pin": "1234""#))
        #expect(!(try await run(Self.values).output.contains("1234")))
    }

    @Test(
        "missing and refused values are printed as JSON, with status 5",
        arguments: [
            ("{}", #"{"errors":[{"field":"name","message":"Who are you?"}],"valid":false}"#),
            (
                #"{"name": "Ada", "extras": ["z"], "terms": "z"}"#,
                """
                {"errors":[{"field":"extras","message":"“[\\"z\\"]” is no JSON array of at most 2 different values of \
                the options of “Extras”"},{"field":"terms","message":"“z” is neither “true” nor “false”, one of which \
                “Terms” is"}],"valid":false}
                """
            ),
            (#"{"name": "Ada", "nonesuch": "z"}"#, #""field":"nonesuch""#),
            // All that is wrong at once.
            (#"{"extras": ["z"], "nonesuch": "z"}"#, #""field":"nonesuch""#),
            (#"{"extras": ["z"], "nonesuch": "z"}"#, #"{"field":"name","message":"Who are you?"}"#),
        ]
    )
    func incomplete(values: String, output: String) async throws {
        let result = try await run(values)
        #expect(result.status == 5)
        #expect(result.output.contains(output))
    }

    @Test(
        "invalid arguments have status 2",
        arguments: [
            ["run"], ["run", "nonesuch", "--noninteractive"], ["run", "/nonesuch.json"],
            ["run", "order", "--page", "0"],
            ["run", "order", "--format", "xml"], ["run", "order", "--format", "shell", "--prefix", "a b"],
            ["run"], ["run", "order", "--session", "x"], ["run", "order", "--values", "/nonesuch"],
            ["--address", "unix:path=/nonesuch", "run", "order", "--nonesuch"],
            // There is no terminal.
            ["run", "order"],
        ]
    )
    func usage(arguments: [String]) async throws {
        let daemon = try await Daemon.start(.socket, forms: ["order": Self.order])
        let program = BuiltProducts.path(of: "formctl")
        let all = ["-w", program] + arguments + ["--address", daemon.socketAddress]
        let result = try await Tool.run("setsid", all)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(!result.errors.isEmpty)
    }

    @Test("an address without a daemon has status 4")
    func noDaemon() async throws {
        let result = try await Tool.run(
            BuiltProducts.path(of: "formctl"),
            ["run", "order", "--noninteractive", "--address", "unix:path=/nonesuch"]
        )
        #expect(result.status == 4)
    }

    @Test("bash takes the values with the prefix, and its own variables keep theirs")
    func evaluated() async throws {
        let form = """
            {"fields": [{"id": "PATH"}, {"id": "tags", "input": {"type": "options", "multiple": true,
              "options": ["a b", "c'd", "e"]}}]}
            """
        let daemon = try await Daemon.start(.socket, forms: ["order": form])
        let script = """
            values=$(echo '{"PATH": "x y", "tags": ["a b", "c'"'"'d"]}' | "$0" run --address "$1" order \
              --noninteractive --values - --format shell --prefix v_)
            eval "$values"; echo "$v_PATH|${#v_tags[@]}|${v_tags[1]}|$(command -v ls)"
            """
        let program = BuiltProducts.path(of: "formctl")
        let result = try await Tool.run("bash", ["-c", script, program, daemon.socketAddress])
        #expect(result.output.hasPrefix("x y|2|c'd|/"), "\(result)")
    }

    private static let hostile = "a\u{9b}31m\u{7f}b\u{202e}c"
    private static let escaped = #"a\u009b31m\u007fb\u202ec"#

    @Test("what controls a terminal is escaped in values, JSON, imported forms and errors")
    func controls() async throws {
        let result = try await run(#"{"name": "\#(Self.hostile)"}"#)
        #expect(result.output.contains(Self.escaped), "\(result)")
        let shell = try await run(#"{"name": "Ada", "\#(Self.hostile)": "x"}"#)
        #expect(shell.output.contains(Self.escaped) && !shell.output.contains("\u{9b}"))
        // A script gets the value as it is.
        let script = try await run(#"{"name": "\#(Self.hostile)"}"#, "--format", "shell")
        #expect(script.output.contains("form_name='\(Self.hostile)'"), "\(script)")
        let folder = try TemporaryFolder()
        let file = folder.path + "/schema.json"
        let schema = #"{"type": "object", "title": "\#(Self.hostile)", "properties": {"a": {"type": "string"}}}"#
        try schema.write(toFile: file, atomically: true, encoding: .utf8)
        let imported = try await Tool.run(BuiltProducts.path(of: "formctl"), ["import", file])
        #expect(imported.output.contains(Self.escaped) && imported.status == 0, "\(imported)")
        let wrong = try await Tool.run(BuiltProducts.path(of: "formctl"), ["import", "--from", Self.hostile, file])
        #expect(!wrong.errors.contains("\u{9b}") && wrong.errors.contains(Self.escaped), "\(wrong)")
    }

    @Test("a type that no plug-in here provides is a warning, with --strict an error, and no form of it runs")
    func strict() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/form.json"
        try #"{"fields": [{"id": "a", "formatter": {"type": "nonesuch"}}]}"#
            .write(toFile: file, atomically: true, encoding: .utf8)
        let program = BuiltProducts.path(of: "formctl")
        let lax = try await Tool.run(program, ["check", file])
        #expect(lax.status == 0 && lax.output.contains("warning: "))
        let strict = try await Tool.run(program, ["check", "--strict", file])
        #expect(strict.status == 1 && strict.output.contains("error: "), "\(strict)")
        // A form of this type cannot be opened here, which running it says.
        let run = try await Tool.run(program, ["run", "--noninteractive", file])
        #expect(run.status == 2 && run.errors.contains("no plug-in provides the formatter “nonesuch”"), "\(run)")
    }
}

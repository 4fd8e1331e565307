import FormdTesting
import Foundation
import Testing

@Suite("formctl why and check", .loop)
struct FormctlWhyTests {
    private func linked() async throws -> Formctl {
        let formctl = try await Formctl()
        let path = formctl.daemon.folder.path + "/linked.json"
        let opened = try await formctl.shell(
            """
            cat > \(path) <<'END'
            \(LinkedForm.definition)
            END
            formctl open --definition \(path) --token t
            """
        )
        #expect(opened.status == 0, "\(opened)")
        return formctl
    }

    @Test("why names the field that prevents the submission, the rule, and the values that it read")
    func why() async throws {
        let formctl = try await linked()
        try await formctl.output("set", "t", "kind", "firm")
        try await formctl.output("set", "t", "pin", "s3cr3t")
        try await formctl.output("set", "t", "again", "s3crXt")
        let refused = try await formctl("why", "t")
        #expect(refused.status == 1)
        #expect(
            refused.output == """
                The form cannot be submitted: 3 fields are in the way.
                kind: Choose one of the listed values
                  the rule oneOf (values person, company) read "firm"
                phone: Needed
                  it is empty and required because of "" in mail
                again: The PINs differ
                  the rule equals (field pin) read "••••••" and "••••••" in pin

                """
        )
        let json = try await formctl("why", "t", "--json")
        #expect(json.status == 1)
        #expect(json.output.contains(#""submittable":false"#))
        #expect(!json.output.contains("s3c"))
    }

    @Test("why names the conditional parts around a field, and their conditions")
    func parts() async throws {
        let formctl = try await Formctl()
        let path = formctl.daemon.folder.path + "/parts.json"
        let opened = try await formctl.shell(
            """
            cat > \(path) <<'END'
            {"fields": [{"id": "kind"}, {"id": "pets", "section": "Pets", "visibleWhen": {"field": "kind", "equals": "cat"},
              "fields": [{"id": "name", "required": true, "requiredMessage": "Its name?"}]}]}
            END
            formctl open --definition \(path) --token p; formctl set p kind cat
            """
        )
        #expect(opened.status == 0, "\(opened)")
        #expect(
            try await formctl("why", "p").output == """
                The form cannot be submitted: 1 field is in the way.
                name: Its name?
                  it is empty and required
                  it stands in the section pets, which is there because of "cat" in kind

                """
        )
    }

    @Test("why reports that nothing prevents the submission, and which errors do not count")
    func submittable() async throws {
        let formctl = try await linked()
        try await formctl.output("set", "t", "mail", "a@b")
        #expect(
            try await formctl.output("why", "t")
                == "The form can be submitted.\nmail: That is short (a warning: not in the way)"
        )
        try await formctl.output("submit", "t")
        let submitted = try await formctl("why", "t")
        #expect(submitted.status == 1)
        #expect(submitted.output.hasPrefix("The form has been submitted."))
        let nobody = try await formctl("why", "nobody")
        #expect(nobody.status == 1)
        #expect(nobody.errors.contains("UnknownSession"))
    }

    @Test("check prints file, line and column of every error in every file, with a daemon and without")
    func check() async throws {
        let formctl = try await Formctl()
        let folder = formctl.daemon.folder.path
        let script = """
            cd \(folder)
            printf '{"fields": [\\n  {"id": "a", "colour": "red"},\\n  {"id": "b", "visibleWhen": {"field": "c", "empty": true}}\\n]}' > one.json
            echo '{"fields": [{"id": "a", "validators": [{"type": "regex", "pattern": "("}]}]}' > two.json
            echo '{"fields": [{"id": "a", "filterInserted": true}]}' > three.json
            formctl check one.json two.json three.json; echo "status $?"
            formctl check three.json; echo "status $?"
            echo '{"fields": [{"id": "a"' | formctl check -; echo "status $?"
            formctl check none.json 2>/dev/null; echo "status $?"
            """
        let expected = """
            one.json:2:15: error: /fields/0/colour: unknown key “colour”
            one.json:3:30: error: /fields/1/visibleWhen: unknown field “c”; known are “a”, “b”
            two.json:1:69: error: /fields/0/validators/0/pattern: the pattern cannot be used: missing closing parenthesis at 1
            three.json:1:43: warning: /fields/0/filterInserted: there is no filter: the key “allowedCharacters” is missing
            status 1
            three.json:1:43: warning: /fields/0/filterInserted: there is no filter: the key “allowedCharacters” is missing
            status 0
            """
        let lines = try await formctl.shell(script).output
        #expect(lines.hasPrefix(expected), "\(lines)")
        let rest = lines.dropFirst(expected.count).split(separator: "\n")
        #expect(rest.first?.hasPrefix("-:2:1: error: ") == true)
        #expect(rest.dropFirst() == ["status 1", "status 1"])
        let alone = try await Tool.run(
            Formctl.program,
            ["--address", "unix:path=/nowhere", "check", folder + "/three.json"],
            environment: [:]
        )
        #expect(alone.status == 0)
        #expect(alone.output.contains(":1:43: warning"))
    }

    @Test("without a daemon, check reads the types of installed plug-ins from their manifests, and warns about others")
    func checkPluginTypes() async throws {
        let folder = try TemporaryFolder()
        try PluginFolder.install("CardNumber", into: folder.path)
        let form = folder.path + "/form.json"
        try """
        {"fields": [
          {"id": "card", "formatter": {"type": "cardNumber"}, "validation": "notEmptyText",
           "validators": [{"type": "cardNumber", "message": "No card"}, {"type": "stars"}]},
          {"id": "sum", "placeholders": [{"service": "currency", "text": "€"}], "formatter": {"type": "stars", "most": 5}}],
         "measurer": "pango"}
        """.write(toFile: form, atomically: true, encoding: .utf8)
        let result = try await Tool.run(
            Formctl.program,
            ["check", form],
            environment: ["FORMD_PLUGIN_PATH": folder.path, "HOME": folder.path]
        )
        #expect(result.status == 0, "\(result)")
        let lines = result.output.split(separator: "\n").map { $0.dropFirst(form.count + 1) }
        #expect(lines.count == 4, "\(lines)")
        let places = [
            "/fields/0/validators/1/type: no plug-in provides the validator “stars”",
            "/fields/1/placeholders/0/service: no plug-in provides the placeholder service “currency”",
            "/fields/1/formatter/type: no plug-in provides the formatter “stars”",
            "/measurer: no plug-in provides the text measurer “pango”",
        ]
        for place in places {
            #expect(lines.contains { $0.contains(": warning: \(place)") }, "\(place): \(lines)")
        }
    }
}

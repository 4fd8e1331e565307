import FormdTesting
import Foundation
import Testing

@Suite("formctl record and replay")
struct FormctlRecordingTests {
    private static let form = """
        {
          "title": "Sign up",
          "fields": [
            {"id": "name", "required": true, "maxLength": 12, "allowedCharacters": {"sets": ["letters"]}},
            {"id": "phone", "formatter": {"type": "mask", "mask": "+7 ([000]) [000]-[00]-[00]"}},
            {"id": "password", "mode": {"type": "password"}},
            {"repeat": {"min": 0, "max": 3}, "id": "items", "fields": [{"id": "what"}]}
          ]
        }
        """

    /// Records a session in which much is done and some of it refused; returns the recording's path.
    private func record(_ formctl: Formctl) async throws -> String {
        let definition = formctl.daemon.folder.path + "/signup.json"
        try Self.form.write(toFile: definition, atomically: true, encoding: .utf8)
        try await formctl.output("open", "--definition", definition, "--token", "s", "--locale", "de")
        let file = formctl.daemon.folder.path + "/recording"
        let recorder = try formctl.start("record", "s", file)
        try await recorder.waits(for: "recording /")
        let result = try await formctl.shell(
            """
            formctl type s name 'Ada 1 Lovelace of London'; formctl type s phone 9161234567; formctl undo s
            formctl type s password Tr0ub4dor; formctl set s phone 912
            printf '[{"method": "AddRow", "group": "items", "position": -1}]' | formctl apply s
            formctl type s items_1_what apples; formctl focus s name; formctl blur s
            printf '[{"method": "SetText", "field": "name", "text": "Grace"}, {"method": "Select", "field": "name", "start": 99, "length": 0}]' \\
              | formctl apply s
            formctl submit s; formctl close s
            """
        )
        let ended = try await recorder.result()
        #expect(ended.status == 0, "\(ended) \(result)")
        return file
    }

    @Test("a recording is replayed without differences")
    func faithful() async throws {
        let formctl = try await Formctl()
        let file = try await record(formctl)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(!text.contains("Tr0ub4dor") && text.contains("•••••••••"), "secrets are masked")
        #expect(text.contains("apples") && text.contains("OutOfRange"))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        for speed in [[], ["--speed", "1000"]] {
            let replayed = try await formctl.run(["replay", file] + speed)
            #expect(replayed.status == 0, "\(replayed)")
            #expect(replayed.output.hasSuffix(" transactions, 0 differences\n"), "\(replayed)")
            #expect(replayed.errors.contains("bullets for password"))
        }
        #expect(try await formctl.output("sessions").isEmpty)
    }

    @Test("a form that behaves differently is reported with the operation and the field")
    func different() async throws {
        let formctl = try await Formctl()
        let file = try await record(formctl)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        // As if the daemon had been mended meanwhile.
        let changed = text.replacingOccurrences(of: #"\"maxLength\": 12"#, with: #"\"maxLength\": 20"#)
        #expect(changed != text)
        try changed.write(toFile: file, atomically: true, encoding: .utf8)
        let replayed = try await formctl("replay", file)
        #expect(replayed.status == 1)
        #expect(replayed.output.contains("0 name MaxLength: recorded 12, now 20"), "\(replayed.output)")
        let texts = replayed.output.split(separator: "\n").filter { $0.contains(" name Text: ") }
        #expect(texts.count == 1)
        let difference = #" name Text: recorded "AdaLovelaceo", now "AdaLovelaceof""#
        #expect(texts.first?.hasSuffix(difference) == true, "\(texts)")
        #expect(!replayed.output.contains(" phone "), "\(replayed.output)")
    }

    @Test(
        "an invalid recording is refused with the line number",
        arguments: [
            ("", ":1: it is no recording of version 1"), ("{}", ":1: it is no recording of version 1"),
            ("no JSON", ":1: "), (#"{"recording": 2, "definition": "{}"}"#, ":1: it is no recording of version 1"),
            (
                #"{"recording": 1, "definition": "{}"}"# + "\n" + #"{"operations": [{"method": "Fly"}]}"#,
                #":2: there is no method "Fly""#
            ),
            (
                #"{"recording": 1, "definition": "{}"}"# + "\n" + #"{"operations": [], "time": 1e300}"#,
                ":2: the time 1e+300 is not from 0.0 to 1000000000.0 seconds"
            ),
            (#"{"recording": 1, "definition": "{}"}"# + "\n" + #"{"time": -1}"#, ":2: the time -1.0 is not from 0.0"),
            (
                #"{"recording": 1, "definition": "{}", "options": {"width": "wide"}}"#,
                #":1: the option "width" is not of type d"#
            ),
        ]
    )
    func foreign(text: String, reason: String) async throws {
        let formctl = try await Formctl()
        let file = formctl.daemon.folder.path + "/recording"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let replayed = try await formctl("replay", file)
        #expect(replayed.status == 1 && replayed.errors.contains(reason), "\(replayed)")
    }

    @Test("an installed form without a title is replayed without differences, at the recorded speed if asked to")
    func realTime() async throws {
        let formctl = try await Formctl()
        try formctl.daemon.write(form: #"{"fields": [{"id": "name"}]}"#, named: "untitled")
        try await formctl.output("reload")
        try await formctl.output("open", "untitled", "--token", "s")
        let file = formctl.daemon.folder.path + "/recording"
        // Others could read this file before.
        #expect(FileManager.default.createFile(atPath: file, contents: nil, attributes: [.posixPermissions: 0o644]))
        let recorder = try formctl.start("record", "s", file)
        try await recorder.waits(for: "recording /")
        try await formctl.output("type", "s", "name", "Ada")
        try await formctl.output("close", "s")
        #expect(try await recorder.result().status == 0)
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)

        let text = try String(contentsOfFile: file, encoding: .utf8)
        let delayed = text.replacing(/"time":[0-9.]+/, with: #""time":1"#)
        #expect(delayed != text)
        try delayed.write(toFile: file, atomically: true, encoding: .utf8)
        let start = ContinuousClock.now
        #expect(try await formctl.output("replay", file, "--speed", "2").hasSuffix(" transactions, 0 differences"))
        #expect(ContinuousClock.now - start >= .milliseconds(500))
        for speed in ["0", "1e-300", "inf", "nan"] {
            let refused = try await formctl("replay", file, "--speed", speed)
            #expect(refused.status == 2 && refused.errors.contains("from 0.001 to 1000000"), "\(refused)")
        }
    }

    @Test("only an owner can record, and a file that cannot be written is reported")
    func refused() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        let result = try await formctl("record", "t", "/nowhere/recording")
        #expect(result.errors.hasPrefix("formctl: cannot write /nowhere/recording: "), "\(result)")
        let unknown = try await formctl("record", "nobody", "/tmp/never")
        #expect(unknown.errors.contains("UnknownSession") && unknown.status == 1)
    }
}

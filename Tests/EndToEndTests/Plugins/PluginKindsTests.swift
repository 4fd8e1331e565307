import FormdTesting
import Foundation
import Testing

/// Formatters, validators, input validators and measurers of plug-ins, as busctl and formctl see them.
@Suite("Plug-ins' types on the bus", .loop, .timeLimit(.minutes(3)))
struct PluginKindsTests {
    private static let hint = "iiiiiiiiiiiiiiiiiiii WWWWWWWWWWWW lllllllllllllllllll MMMMMMMMMMM"
    private static let forms = [
        "card": #"""
        {"fields": [{"id": "number", "formatter": {"type": "cardNumber"},
          "validators": [{"type": "cardNumber", "brands": ["visa", "americanExpress"]}]}]}
        """#,
        "zoo": #"""
        {"measurer": {"type": "ten"}, "fields": [
          {"id": "upper", "formatter": {"type": "upper"}, "hint": "twenty-five letters, or so", "visibleHintStates": ["normal"]},
          {"id": "even", "validators": [{"type": "even"}]},
          {"id": "strict", "inputValidators": [{"type": "even"}]},
          {"id": "own", "validators": [{"type": "even", "message": "An even number, please"}]}
        ]}
        """#,
        "heights": #"""
        {"measurer": "pango", "fields": [{"id": "a", "hint": "\#(hint)", "visibleHintStates": ["normal"]}]}
        """#,
        "amount": #"""
        {"measurer": "pango", "fields": [
          {"id": "sum", "style": "sum", "placeholders": [{"service": "currency", "text": "₽"}]}
        ]}
        """#,
    ]

    private let shell: PluginShell

    init() async throws {
        shell = try await PluginShell(forms: Self.forms) { folder in
            for plugin in ["CardNumber", "CurrencyPlaceholder", "PangoTextMeasurer"] {
                try PluginFolder.install(plugin, into: folder)
            }
            try PluginFolder.installZoo(into: folder)
        }
    }

    private func open(_ form: String, width: String = "320") async throws {
        let opened = try await shell.formctl("open", form, "--token", "t", "--width", width)
        try #require(opened.status == 0, "\(opened.errors)")
    }

    @Test("a card's number is grouped as its brand is, checked, and submitted without the spaces")
    func card() async throws {
        try await open("card")
        let number = PluginShell.field("number", of: "t")
        // The first key starts the plug-in, and may be formatted late.
        _ = try await shell.formctl("type", "t", "number", "3")
        #expect(try await shell.becomes(number, "Text", #"s "3""#))
        _ = try await shell.formctl("type", "t", "number", "78282246310005")
        #expect(try await shell.becomes(number, "Text", #"s "3782 822463 10005""#))
        #expect(try await shell.becomes(number, "Value", #"s "378282246310005""#))
        #expect(try await shell.becomes(number, "MaskStatus", #"s "complete""#))
        #expect(try await shell.formctl("validate", "t").status == 0)
        #expect(
            try await shell.formctl("submit", "t", "--json").output
                == "{\"valid\":true,\"values\":{\"number\":\"378282246310005\"}}\n"
        )
    }

    @Test("a wrong check digit is found by Submit and reported at the field")
    func wrongDigit() async throws {
        try await open("card")
        _ = try await shell.formctl("set", "t", "number", "4111 1111 1111 1112")
        var submitted = try await shell.formctl("submit", "t")
        // On a busy machine the verdict may be late, and then the submission is pending.
        for _ in 0..<100 where submitted.errors.contains("Pending") {
            submitted = try await shell.formctl("submit", "t")
        }
        #expect(submitted.status == 1)
        #expect(submitted.errors.contains("NotValid: number: There is a mistake in the number of the card"))
        let number = PluginShell.field("number", of: "t")
        #expect(try await shell.becomes(number, "Error", #"s "There is a mistake in the number of the card""#))
        #expect(try await shell.becomes(number, "Pending", "b false"))
    }

    @Test("Format and Check ask plug-ins, and wait for them")
    func oneShot() async throws {
        func call(_ method: String, _ json: String, _ text: String) async throws -> String {
            try await shell.busctl("call", [PluginShell.manager, method, "ss", json, text])
        }
        let card = #"{"type": "cardNumber", "separator": "-"}"#
        #expect(
            try await call("Format", card, "4111111111111111")
                == "ssb \"4111-1111-1111-1111\" \"4111111111111111\" true\n"
        )
        #expect(try await call("Check", #"[{"type": "cardNumber"}]"#, "4111111111111111") == "bs true \"\"\n")
        #expect(try await call("Check", #"[{"type": "even"}]"#, "late!") == "bs false \"5 is odd\"\n")
        #expect(
            try await call("Format", #"{"type": "cardNumber", "gap": 1}"#, "4")
                == "Call failed: cardNumber refuses its configuration: /gap: there is no such key; there are separator\n"
        )
        #expect(
            try await call("Check", #"[{"type": "odd"}]"#, "4").contains("odd"),
            "a type that nobody has is named"
        )
        let crashed = try await call("Format", #"{"type": "upper"}"#, "crash!")
        #expect(crashed == "Call failed: upper is not available: asked twice: it was ended by signal 6\n")
        #expect(try await shell.formctl("format", #"{"type": "upper"}"#, "crash!").errors.contains("PluginUnavailable"))
    }

    @Test("an input validator refuses a key")
    func inputValidator() async throws {
        // A key is taken if the answer is late, as it may be on a busy machine.
        let settings = try TemporaryFolder()
        let file = settings.path + "/formd.json"
        try #"{"limits": {"pluginWait": 20000, "pluginTime": 20000}}"#.write(
            toFile: file,
            atomically: true,
            encoding: .utf8
        )
        let shell = try await PluginShell(forms: Self.forms, arguments: ["--config", file]) { folder in
            try PluginFolder.installZoo(into: folder)
        }
        let opened = try await shell.formctl("open", "zoo", "--token", "t")
        try #require(opened.status == 0, "\(opened.errors)")
        let strict = PluginShell.field("strict", of: "t")
        _ = try await shell.busctl("call", [PluginShell.manager, "Check", "ss", #"[{"type": "even"}]"#, "warm"])
        func type(_ text: String) async throws -> String {
            try await shell.busctl("call", [strict, "InsertText", "s", text])
        }
        #expect(try await type("ab").hasPrefix("subt \"ab\" 2 true "))
        #expect(try await type("c").hasPrefix("subt \"ab\" 2 false "))
        #expect(try await type("cd").hasPrefix("subt \"abcd\" 4 true "))
    }

    @Test("with a late formatter a key stays as it was typed; a late verdict is pending, and Submit fails meanwhile")
    func late() async throws {
        try await open("zoo")
        let upper = PluginShell.field("upper", of: "t")
        let even = PluginShell.field("even", of: "t")
        let late = try await shell.busctl("call", [upper, "InsertText", "s", "late!"])
        #expect(late.hasPrefix("subt \"late!\" 5 true "))
        #expect(try await shell.becomes(upper, "Text", #"s "LATE!""#))
        let session = PluginShell.session("t")
        // In one transaction, so that the answer cannot come between the two.
        let refused = try await shell.busctl(
            "call",
            [session, "Apply", "a(sa{sv})a{sv}", "2"]
                + ["InsertText", "2", "field", "s", "even", "text", "s", "slow!", "Submit", "0", "0"]
        )
        #expect(refused == "Call failed: operation 2: even: the answer of a plug-in is not available yet\n")
        _ = try await shell.busctl("call", [even, "SetText", "sa{sv}", "late!", "0"])
        #expect(try await shell.becomes(even, "Pending", "b false"))
        #expect(try await shell.busctl("call", [session, "Submit"]) == "Call failed: even: 5 is odd\n")
        _ = try await shell.busctl("call", [even, "InsertText", "s", "x"])
        #expect(try await shell.becomes(even, "Pending", "b false"))
        let submitted = try await shell.busctl("call", [session, "Submit"])
        #expect(submitted.hasPrefix("a{ss} 4 "), "\(submitted)")
    }

    @Test("a missing validator does not make a text valid: Submit fails, and works again after Reload")
    func missing() async throws {
        try await open("zoo")
        let even = PluginShell.field("even", of: "t")
        let session = PluginShell.session("t")
        // Three failures within five minutes.
        _ = try await shell.busctl("call", [PluginShell.manager, "Check", "ss", #"[{"type": "even"}]"#, "crash!"])
        _ = try await shell.busctl("call", [PluginShell.manager, "Check", "ss", #"[{"type": "even"}]"#, "leave!"])
        let report = try await shell.formctl("plugins").output
        #expect(report.contains("zoo: quarantined until Reload: it exited with status 3\n"), "\(report)")
        let typed = try await shell.busctl("call", [even, "InsertText", "s", "ab"])
        #expect(typed.hasPrefix("subt \"ab\" 2 true "))
        let refused = try await shell.busctl("call", [session, "Submit"])
        #expect(refused == "Call failed: even: The value could not be checked\n")
        #expect(try await shell.becomes(session, "State", #"s "editing""#))
        _ = try await shell.busctl("call", [PluginShell.manager, "Reload"])
        // The process may take longer to start than an answer may take.
        _ = try await shell.busctl("call", [session, "Validate", "b", "true"])
        let submitted = try await shell.busctl("call", [session, "Submit"])
        #expect(submitted.hasPrefix("a{ss} 4 "), "\(submitted)")
    }

    @Test("heights are those of the form's measurer")
    func measurer() async throws {
        try await open("zoo")
        // 26 letters are three lines of 25 pixels.
        #expect(try await shell.becomes(PluginShell.field("upper", of: "t"), "HintHeight", "d 75"))
    }

    @Test("with Pango's measurer a currency's sign is at the end of the amount")
    func follower() async throws {
        try await open("amount")
        _ = try await shell.formctl("type", "t", "sum", "1200,50")
        let text = PangoSize(of: "1200,50", fontSize: 50, lineHeight: 0, width: 10_000)
        let sign = PangoSize(of: "₽", fontSize: 50, lineHeight: 0, width: 10_000)
        let x = Int(min(16 + text.width + 10, 320 - 16 - sign.width))
        let frame = "\"frame\" (dddd) \(x) 37 \(Int(sign.width)) 54"
        let place = PluginShell.field("sum", of: "t")
        var drawn = ""
        // The plug-ins' first answers may be late.
        for _ in 0..<500 where !drawn.contains(frame) {
            drawn = try await shell.busctl("get-property", [place, "Placeholders"])
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(drawn.contains(frame), "\(frame): \(drawn)")
    }

    @Test("with Pango's measurer a field is as high as GTK draws it")
    func pango() async throws {
        // Beside an inset of 16 on each side.
        try await open("heights", width: "120")
        let field = PluginShell.field("a", of: "t")
        let hint = PangoSize(of: Self.hint, fontSize: 12, lineHeight: 16, width: 88)
        #expect(hint.lines > 1)
        #expect(try await shell.becomes(field, "HintHeight", "d \(Int(hint.height))"))
        let types = try await shell.busctl("call", [PluginShell.manager, "ListTypes"])
        #expect(types.contains(#""measurer" "pango" "pango-text-measurer""#))
    }
}

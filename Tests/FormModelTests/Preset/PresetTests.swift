import FormEngine
import FormModel
import Masks
import Rules
import Testing
import TextEditing

@Suite("A preset")
struct PresetTests {
    private func preset(_ name: String) throws -> FieldDefinition {
        try #require(decodedField("\"extends\": \"\(name)\""))
    }

    private func rule(_ field: FieldDefinition) throws -> TextFieldRule {
        let rule = try #require(field.rules.first)
        #expect(field.rules.count == 1)
        return try #require(rule.kind as? TextFieldRule, "not a rule of the original library")
    }

    @Test(
        "the texts exist in every language of formd",
        arguments: Preset.allCases
    )
    func languages(_ preset: Preset) throws {
        let field = try self.preset(preset.rawValue)
        let rule = try rule(field)
        let texts = [
            field.label, field.hint, rule.globalErrorMessage, rule.messages.empty, rule.messages.short,
            rule.messages.large, rule.messages.notValid,
        ]
        for text in texts.compactMap(\.self) {
            let languages = [
                "en", "ar", "de", "es", "fr", "he", "it", "ja", "pl", "pt", "ru", "tr", "zh", "zh-Hant", "zh-TW",
                "zh-HK", "zh-MO",
            ]
            #expect(text.translations.map(\.locale) == languages)
            #expect(text.translations.allSatisfy { !$0.text.isEmpty })
        }
        #expect(field.label != nil)
    }

    @Test(
        "the validators are those of the example",
        arguments: [
            ("password", 8, 20, "@password"), ("name", 1, 20, "@name"), ("email", 1, nil, "@email"),
            ("phone", 18, nil, nil), ("cardExpirationDate", 5, nil, nil), ("cvc", 3, nil, nil),
            ("cardNumber", 19, nil, nil), ("qrCode", 10, 10, nil), ("comment", 30, 200, nil), ("sum", 1, 14, nil),
        ] as [(String, Int, Int?, String?)]
    )
    func rules(_ name: String, minimum: Int, maximum: Int?, pattern: String?) throws {
        let rule = try rule(preset(name))
        #expect(rule.minLength == minimum)
        #expect(rule.maxLength == maximum)
        #expect(rule.pattern == pattern)
        #expect(rule.isRequiredField)
    }

    @Test(
        "the mask is that of the example, and a password is complete from 8 characters",
        arguments: [
            ("password", "[sssssss][s…]"), ("phone", "+7 ([000]) [000]-[00]-[00]"), ("cardExpirationDate", "[00]/[00]"),
            ("cvc", "[000]"), ("cardNumber", "[0000] [0000] [0000] [0000] [999]"),
        ]
    )
    func masks(_ name: String, mask: String) throws {
        var expected = MaskDefinition(mask: mask)
        if name == "password" {
            expected.notations = [MaskNotation(character: "s", set: .named(.nonWhitespace), isOptional: false)]
        }
        #expect(try preset(name).formatter == FormatterDefinition(expected))
    }

    @Test(
        "the keyboard and autofill token are set",
        arguments: [
            ("password", .password, nil), ("name", .name, "name"), ("email", .email, "email"), ("phone", .phone, "tel"),
            ("cardExpirationDate", .integer, "cc-exp"), ("cvc", .integer, "cc-csc"),
            ("cardNumber", .integer, "cc-number"), ("qrCode", .text, nil), ("comment", .text, nil),
            ("sum", .decimal, "transaction-amount"),
        ] as [(String, KeyboardPurpose, String?)]
    )
    func keyboards(_ name: String, purpose: KeyboardPurpose, token: String?) throws {
        let field = try preset(name)
        #expect(field.keyboard.purpose == purpose)
        #expect(field.contentType == token)
    }

    @Test("the other settings are those of the example")
    func settings() throws {
        let password = try preset("password")
        #expect(password.mode == .password(reveal: .visibleOnNotEmptyText))
        #expect(password.isSecret)
        #expect(password.disabledEditActions == [.paste])
        #expect(password.returnKey == .next)
        #expect(!password.keyboard.autocorrection)

        let name = try preset("name")
        #expect(name.maxLength == 20)
        #expect(name.trims)
        #expect(name.visibleHintStates == [.normal, .active, .error])
        #expect(name.keyboard.autocapitalization == .words)
        #expect(name.allowedCharacters?.sets == [.digits, .letters, .whitespace])

        let code = try preset("qrCode")
        #expect(code.maxLength == 10)
        #expect(
            code.mode
                == .custom(
                    image: "qrCode",
                    normalColor: Style.underlined.actionButton.normalColor,
                    pressedColor: Style.underlined.actionButton.pressedColor
                )
        )
        guard case .native(let native) = try #require(code.placeholders.last).service else {
            Issue.record("no native placeholder")
            return
        }
        #expect(native.role == .support)
        #expect(code.placeholders.last?.text == LocalizedText("XX XXX-XXX"))

        let comment = try preset("comment")
        #expect(comment.kind == .textView)
        #expect(comment.maxLength == 200)
        #expect(comment.maxTextHeight == 96)
        #expect(comment.allowedCharacters == name.allowedCharacters)

        let sum = try preset("sum")
        #expect(sum.maxLength == 14)
        #expect(sum.validation == .afterChanges)
        #expect(sum.style == StyleVariants.builtIn("sum")?.text.style)
        #expect(
            sum.placeholders.last
                == PlaceholderDefinition(
                    text: LocalizedText("₽"),
                    service: .plugin(
                        type: "currency",
                        configuration: #"{"insets":{"top":37,"left":10,"right":16},"height":54,"fontSize":50}"#
                    )
                )
        )
    }

    @Test("the field's own keys replace those of the preset")
    func overrides() throws {
        let field = try #require(
            decodedField(
                #""extends": "phone", "label": "L", "validators": [], "style": "box", "keyboard": {"spellcheck": false}"#
            )
        )
        #expect(field.label == LocalizedText("L"))
        #expect(field.rules == [])
        #expect(field.style.border.width == 2)
        #expect(field.keyboard.purpose == .text)
        #expect(field.contentType == "tel")
        #expect(field.formatter != nil)
    }

    @Test("a preset can have an input, which the field can remove")
    func pickers() throws {
        guard case .date(let date) = try preset("birthday").input, case .options(let options) = try preset("sex").input
        else {
            Issue.record("no picker")
            return
        }
        #expect(date.maximum == .today)
        #expect(options.options.map(\.value) == ["male", "female"])
        #expect(decodedField(#""extends": "birthday", "input": "keyboard""#)?.input == .keyboard)
    }

    @Test("a preset that needs something missing is reported at the key that names it")
    func unavailable() {
        let plain = DefinitionDecoder()
        #expect(
            plain.decode(form(withField: #""extends": "sum""#), name: "").diagnostics.map(\.description) == [
                "1:36: error: /fields/0/extends: the preset “sum” at /sum/placeholders/2/service: "
                    + "no plug-in provides the placeholder service “currency”; known are “floating”, “native”, “static”"
            ]
        )
    }
}

@Suite("A shared pattern")
struct SharedPatternTests {
    @Test(
        "a shared pattern is found by its name with an @",
        arguments: [
            ("@email", #"[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,64}"#),
            ("@everything", "(.*)"),
            ("@password", #"^((?=(.*\d))(?=.*[A-Z])(?=.*[a-z]))(.{8,})"#),
            ("@name", "^[а-яА-ЯёЁ ]{1,}"),
        ]
    )
    func names(reference: String, expression: String) {
        #expect(SharedPattern(reference: reference)?.expression == expression)
    }

    @Test("an unknown name or another pattern is not replaced", arguments: ["@nothing", "[@]x", "email"])
    func others(text: String) {
        #expect(SharedPattern(reference: text) == nil)
    }
}

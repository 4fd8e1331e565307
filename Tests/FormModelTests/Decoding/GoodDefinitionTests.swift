import FormEngine
import FormModel
import Masks
import Rules
import Testing
import TextEditing

@Suite("A good definition")
struct GoodDefinitionTests {
    static let checkout = """
        {
          "$schema": "https://example.org/form.json",
          "title": {"en": "Checkout", "ru": "Оплата"},
          "styles": {
            "box": {"extends": "underlined", "height": {"policy": "flexible", "minimum": 130, "bottomInset": 5}}
          },
          "fields": [
            { "id": "phone", "label": {"en": "Your phone"}, "style": "box",
              "placeholders": [
                {"service": "floating", "text": {"en": "Phone"}},
                {"service": "native", "text": "+7 (___) ___-__-__", "role": "support", "behavior": "hideOnInput"} ],
              "formatter": {"type": "mask", "mask": "+7 ([000]) [000]-[00]-[00]"},
              "validators": [{"type": "length", "min": 18, "message": {"en": "Enter the whole number"}}],
              "validation": "notEmptyText", "required": true,
              "keyboard": {"purpose": "phone"}, "contentType": "tel" },
            { "id": "sum", "extends": "sum" },
            { "id": "password", "mode": {"type": "password", "reveal": "visibleOnNotEmptyText"},
              "validators": [{"type": "length", "min": 8, "max": 20}, {"type": "regex", "pattern": "@password"}],
              "disabledEditActions": ["copy", "cut", "paste"] },
            { "id": "comment", "type": "textView", "maxLength": 200, "maxTextHeight": 96, "next": "phone" }
          ]
        }
        """

    @Test("a definition is decoded completely")
    func whole() throws {
        let decoded = decoder.decode(Self.checkout, name: "checkout")
        #expect(decoded.diagnostics == [])
        let form = try #require(decoded.value)
        #expect(form.name == "checkout")
        #expect(form.title.text(in: "ru-RU") == "Оплата")
        #expect(form.source == Self.checkout)
        #expect(form.fields.map(\.id) == ["phone", "sum", "password", "comment"])

        let phone = form.fields[0]
        #expect(phone.label?.text(in: "en") == "Your phone")
        #expect(phone.style.height == .flexible(minimum: 130, bottomInset: 5, ignoresEmptyHint: false))
        #expect(phone.placeholders.count == 2)
        #expect(phone.formatter == FormatterDefinition(MaskDefinition(mask: "+7 ([000]) [000]-[00]-[00]")))
        #expect(
            phone.rules == [
                Rule(
                    LengthRule(minimum: 18),
                    message: LocalizedText(translations: [.init(locale: "en", text: "Enter the whole number")])
                )
            ]
        )
        #expect(phone.validation == .notEmptyText)
        #expect(phone.isRequired)
        #expect(phone.keyboard.purpose == .phone)
        #expect(phone.contentType == "tel")
        #expect(!phone.isSecret)

        let password = form.fields[2]
        #expect(password.mode == .password(reveal: .visibleOnNotEmptyText))
        #expect(password.isSecret)
        #expect(password.disabledEditActions == [.copy, .cut, .paste])
        #expect(password.rules[1] == Rule(RegexRule(pattern: "@password")))

        let comment = form.fields[3]
        #expect(comment.kind == .textView)
        #expect(comment.maxLength == 200)
        #expect(comment.maxTextHeight == 96)
        #expect(comment.next == .field("phone"))
        #expect(comment.style.height == .flexible(minimum: 77, bottomInset: 5, ignoresEmptyHint: true))
    }

    @Test("an empty field has every default")
    func defaults() throws {
        let field = try #require(decodedField(""))
        var expected = FieldDefinition(id: "a", style: .underlined)
        expected.source = field.source
        #expect(field == expected)
        #expect(field.accessibilityID == "a")
    }

    @Test("sets every key of a field")
    func everyKey() throws {
        let field = try #require(
            decodedField(
                """
                "label": "L", "enabled": false, "allowedEdits": ["typing", "picker"], "type": "text", "placeholders": ["P"], "hint": {"de": "H"},
                "visibleHintStates": ["normal", "disabled"], "value": "v", "maxLength": 7, "pasteOverflow": "noChanges",
                "allowedCharacters": {"sets": ["letters", "greek"], "including": "-'", "excluding": "x", "emoji": true},
                "filterProgram": true, "filterInserted": false,
                "inputValidators": [{"type": "regex", "pattern": "a*", "severity": "warning"}],
                "trim": true, "formatter": {"type": "mask", "mask": "[0]"},
                "validators": [{"type": "length", "min": 1, "max": 3, "shortMessage": "s", "longMessage": "l"}],
                "required": true, "requiredMessage": "r", "validation": "never",
                "mode": {"type": "custom", "image": "i", "normalColor": "#111", "pressedColor": "#80222222"},
                "secret": true, "height": {"policy": "fixed", "height": 50.5}, "input": "keyboard",
                "keyboard": {
                    "purpose": "pin", "autocapitalization": "words", "autocorrection": false, "spellcheck": false
                },
                "contentType": "one-time-code", "returnKey": "go", "onReturn": "stay",
                "disabledEditActions": ["select", "selectAll", "delete"], "clearOnRefocus": true,
                "accessibilityId": "the id"
                """.replacing("\"value\": \"v\", ", with: "")
            )
        )
        #expect(field.label == LocalizedText("L"))
        #expect(!field.isEnabled)
        #expect(
            field.placeholders == [
                PlaceholderDefinition(text: LocalizedText("P"), service: .floating(StyleSheet.underlined.floating))
            ]
        )
        #expect(field.hint == LocalizedText(translations: [.init(locale: "de", text: "H")]))
        #expect(field.visibleHintStates == [.normal, .disabled])
        #expect(field.maxLength == 7)
        #expect(field.pasteOverflow == .noChanges)
        #expect(
            field.allowedCharacters
                == CharacterFilter(
                    sets: [.letters, .greek],
                    including: ["-", "'"],
                    excluding: ["x"],
                    allowsEmoji: true
                )
        )
        #expect(!field.filtersInserted)
        #expect(field.filtersProgram)
        #expect(decodedField(#""readOnly": true"#)?.isReadOnly == true)
        #expect(field.allowedEdits == [.typing, .picker])
        #expect(field.inputRules == [Rule(RegexRule(pattern: "a*"), severity: .warning)])
        #expect(field.trims)
        var length = LengthRule(minimum: 1, maximum: 3)
        length.shortMessage = LocalizedText("s")
        length.longMessage = LocalizedText("l")
        #expect(field.rules == [Rule(length)])
        #expect(field.isRequired)
        #expect(field.requiredMessage == LocalizedText("r"))
        #expect(field.validation == .never)
        let judging = decodedField(#""formatter": {"type": "mask", "mask": "[0]"}, "validateWithFormatter": true"#)
        #expect(judging?.validatesWithFormatter == true)
        #expect(
            field.mode
                == .custom(
                    image: "i",
                    normalColor: Color(argb: 0xFF11_1111),
                    pressedColor: Color(argb: 0x8022_2222)
                )
        )
        #expect(field.isSecret)
        #expect(field.style.height == .fixed(height: 50.5))
        #expect(field.keyboard.purpose == .pin)
        #expect(field.keyboard.autocapitalization == .words)
        #expect(!field.keyboard.autocorrection)
        #expect(!field.keyboard.spellcheck)
        #expect(field.contentType == "one-time-code")
        #expect(field.returnKey == .go)
        #expect(field.onReturn == .stay)
        #expect(field.disabledEditActions == [.select, .selectAll, .delete])
        #expect(field.clearsOnRefocus)
        #expect(field.accessibilityID == "the id")
    }

    @Test("sets every key of a text view, and an initial text")
    func textView() throws {
        let field = try #require(
            decodedField(
                #""type": "textView", "maxTextHeight": 96, "fixedTextHeight": 60, "clearButton": false, "value": "v\n""#
            )
        )
        #expect(field.kind == .textView)
        #expect(field.maxTextHeight == 96)
        #expect(field.fixedTextHeight == 60)
        #expect(!field.hasClearButton)
        #expect(field.value == "v\n")
        #expect(field.keyboard.autocapitalization == .sentences)
        let plain = decodedField(#""type": "textView", "keyboard": {"autocapitalization": "none"}"#)
        #expect(plain?.keyboard.autocapitalization == Autocapitalization.none)
        #expect(
            decodedField(#""type": "textView", "keyboard": {"spellcheck": false}"#)?.keyboard.autocapitalization
                == .sentences
        )
    }

    @Test("sets every key of an input")
    func inputs() throws {
        let options = decodedField(
            """
            "input": {"type": "options", "preselect": "first",
                      "options": ["a", {"value": "b"}, {"value": "", "label": {"en": "C"}}]}
            """
        )
        var list = OptionsInput(options: [
            .init(value: "a", label: LocalizedText("a")), .init(value: "b", label: LocalizedText("b")),
            .init(value: "", label: LocalizedText(translations: [.init(locale: "en", text: "C")])),
        ])
        list.preselectsFirst = true
        #expect(options?.input == .options(list))

        let date = decodedField(
            """
            "input": {"type": "date", "format": {"en": "MM/dd/yyyy", "ru": "dd.MM.yyyy"}, "min": "1900-01-01",
                      "max": "today", "initial": "2000-01-01", "calendar": "buddhist", "preselect": "initial"}
            """
        )
        var calendar = DateInput(formats: [
            .init(locale: "en", pattern: try DatePattern("MM/dd/yyyy", for: .picker)),
            .init(locale: "ru", pattern: try DatePattern("dd.MM.yyyy", for: .picker)),
        ])
        let usual = DateInput(formats: [.init(locale: "", pattern: .dayFirst)])
        #expect(decodedField(#""input": {"type": "date"}"#)?.input == .date(usual))
        #expect(DatePattern.dayFirst == (try DatePattern("dd.MM.yyyy", for: .picker)))
        calendar.minimum = CalendarDay(iso: "1900-01-01").map(DayBound.date)
        calendar.maximum = .today
        calendar.initial = CalendarDay(iso: "2000-01-01").map(DayBound.date)
        calendar.calendar = .buddhist
        calendar.preselectsInitial = true
        #expect(date?.input == .date(calendar))
        #expect(decodedField(#""input": {"type": "keyboard"}"#)?.input == .keyboard)
        let tenThousands = (0..<30_000).map { "\"Option \($0)\"" }.joined(separator: ",")
        let large = decodedField(#""input": {"type": "options", "options": [\#(tenThousands)]}"#)
        guard case .options(let input) = large?.input else {
            Issue.record("no options")
            return
        }
        #expect(input.options.count == 30_000)
    }

    @Test("sets every key of a mask")
    func mask() {
        let decoded = decoder.decodeFormatter(
            """
            {"type": "mask", "mask": "[ЯЯ]", "notations": [
                {"character": "Я", "set": {"characters": "АБВ"}, "optional": true},
                {"character": "h", "set": "hexDigits"}],
             "autocomplete": false, "autoskip": true, "affine": ["[0]", "[00]"], "affinity": "capacity",
             "reversed": true, "lenient": true, "compatibility": "inputMask", "trunkPrefixes": ["8"]}
            """
        )
        var mask = MaskDefinition(mask: "[ЯЯ]")
        mask.notations = [
            MaskNotation(character: "Я", set: .characters("АБВ"), isOptional: true),
            MaskNotation(character: "h", set: .named(.hexDigits), isOptional: false),
        ]
        mask.autocomplete = false
        mask.autoskip = true
        mask.affineMasks = ["[0]", "[00]"]
        mask.affinity = .capacity
        mask.isReversed = true
        mask.isLenient = true
        mask.compatibility = .inputMask
        mask.trunkPrefixes = ["8"]
        #expect(decoded.diagnostics == [])
        #expect(decoded.value == FormatterDefinition(mask))
    }

    @Test("sets every key of a rule of the original library")
    func textFieldRule() {
        let decoded = decoder.decodeRules(
            """
            [{"type": "textField", "minLength": 2, "maxLength": 9, "regex": "@email", "requiredField": false,
              "globalErrorMessage": "g",
              "messages": {"empty": "e", "short": "s", "large": "l", "notValid": {"en": "n"}}}]
            """
        )
        var rule = TextFieldRule()
        rule.minLength = 2
        rule.maxLength = 9
        rule.pattern = "@email"
        rule.isRequiredField = false
        rule.globalErrorMessage = LocalizedText("g")
        rule.messages.empty = LocalizedText("e")
        rule.messages.short = LocalizedText("s")
        rule.messages.large = LocalizedText("l")
        rule.messages.notValid = LocalizedText(translations: [.init(locale: "en", text: "n")])
        #expect(decoded.diagnostics == [])
        #expect(decoded.value == [Rule(rule)])
    }

    @Test("a definition can be decoded from bytes, and a mode or formatter separately")
    func parts() {
        #expect(decoder.decode(bytes: Array(#"{"fields": [{"id": "a"}]}"#.utf8), name: "").value?.fields.count == 1)
        #expect(decoder.decodeMode(#""plain""#).value == .plain)
        #expect(decoder.decodeMode(#"{"type": "password"}"#).value == .password(reveal: .alwaysVisible))
        #expect(
            decoder.decodeMode(#"{"type": "custom", "image": "qr"}"#).value
                == .custom(
                    image: "qr",
                    normalColor: Style.underlined.actionButton.normalColor,
                    pressedColor: Style.underlined.actionButton.pressedColor
                )
        )
        #expect(decoder.decodeRules("[]").value == [])
        #expect(decoder.decodeRules("").diagnostics.map(\.pointer) == [""])
    }

    @Test("a field without a label gets the text of its first placeholder")
    func label() {
        #expect(
            decodedField(#""placeholders": [{"service": "static", "text": "S"}, "F"]"#)?.label == LocalizedText("S")
        )
        #expect(decodedField(#""placeholders": ["F"], "label": "L""#)?.label == LocalizedText("L"))
        #expect(decodedField("")?.label == nil)
    }

    @Test("a password can be shown permanently")
    func secret() {
        let decoded = decoder.decode(
            form(withField: #""mode": {"type": "password"}, "secret": false"#),
            name: ""
        )
        #expect(decoded.value?.fields[0].isSecret == false)
        #expect(decoded.diagnostics.map(\.severity) == [.warning])
    }

    @Test("a form with 1,000 fields is decoded")
    func thousand() {
        let fields = (0..<1_000).map { place in
            Self.large(place)
        }
        let json = "{\"fields\": [\(fields.joined(separator: ","))]}"
        #expect(json.utf8.count > 250_000)
        let decoded = decoder.decode(json, name: "")
        #expect(decoded.diagnostics == [])
        #expect(decoded.value?.fields.count == 1_000)
    }

    static func large(_ place: Int) -> String {
        """
        {"id": "f\(place)", "label": {"en": "Field \(place)", "ru": "Поле \(place)"}, "placeholders": [
            {"service": "floating", "text": "Field"}, {"service": "native", "text": "00", "role": "support"}],
         "formatter": {"type": "mask", "mask": "[00] [00]"}, "required": true, "maxLength": 20,
         "validators": [{"type": "length", "min": 5, "message": "Enter it all"}],
         "keyboard": {"purpose": "integer"}}
        """
    }
}

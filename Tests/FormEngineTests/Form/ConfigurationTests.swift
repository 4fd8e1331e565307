import FormEngine
import FormModel
import FormPlugin
import Masks
import Testing

/// A field whose looks a program changes while the form is open.
@Suite("Configuring a field")
struct ConfigurationTests {
    static let definition = """
        {
          "title": "Test",
          "styles": {"tall": {"extends": "underlined", "height": {"minimum": 120}}},
          "fields": [
            {"id": "a", "style": "tall", "placeholders": ["Name"], "hint": {"en": "Hint", "ru": "Подсказка"}},
            {"id": "b", "extends": "comment"}
          ]
        }
        """

    static func open() throws -> FormDriver {
        let decoded = DefinitionDecoder().decode(definition, name: "")
        let form = try #require(decoded.value, "\(decoded.diagnostics)")
        return FormDriver(form: try Form(CompiledForm(form)))
    }

    static func configuration(_ json: String, of index: Int = 0, in form: Form) throws -> FieldDefinition {
        let field = form.definition.fields[index]
        let decoder = DefinitionDecoder(types: TypeNames(placeholders: ["currency"]))
        let decoded = decoder.decodeConfiguration(json, of: field, in: form.definition)
        return try #require(decoded.value, "\(decoded.diagnostics)")
    }

    /// Configures the field and gives the properties that were announced.
    static func configure(_ form: inout FormDriver, _ json: String, _ index: Int = 0) throws -> FieldProperties {
        let definition = json.isEmpty ? nil : try configuration(json, of: index, in: form.form)
        try form.perform(.field(index, .configure(definition)))
        return form.changes.reduce(into: []) { properties, change in
            if case .fieldProperties(index, let changed) = change { properties.formUnion(changed) }
        }
    }

    @Test("a changed height policy takes effect at once, with one signal")
    func height() throws {
        var form = try Self.open()
        #expect(try form.field.height == 120)
        let changed = try Self.configure(&form, #"{"height": {"policy": "fixed", "height": 50}}"#)
        #expect(try form.field.height == 50)
        #expect(form.events() == [.heightChanged(50, previous: 120)])
        #expect(changed == [.height])
        try form.perform(.setError("a\nb\nc\nd\ne\nf"))
        #expect(try form.field.height == 50)
        #expect(try Self.configure(&form, "").contains(.height))
        #expect(try form.field.height == 57 + 95 + 5)
    }

    @Test("keys missing from the configuration have the definition's values, including the field's own style")
    func base() throws {
        var form = try Self.open()
        _ = try Self.configure(&form, #"{"appearance": {"layout": {"topMargin": 40}}}"#)
        #expect(try form.field.height == 120)
        #expect(try form.field.presentation.text.frame.y == 40)
        _ = try Self.configure(&form, #"{"style": "box"}"#)
        #expect(try form.field.height == 115 + 16 + 5 && form.field.presentation.border.width == 2)
        #expect(try form.field.isHintVisible, "the box shows its hint in every state")
    }

    @Test("placeholders are added and replaced")
    func placeholders() throws {
        var form = try Self.open()
        let changed = try Self.configure(
            &form,
            #"{"placeholders": ["Other", {"service": "native", "text": "+7", "role": "support"}]}"#
        )
        #expect(changed == [.placeholder, .placeholders, .label])
        #expect(try form.field.placeholders.map(\.service) == ["floating", "native"])
        #expect(try form.field.placeholder == "Other" && form.field.label == "Other")
        // A text that a program set stays the first one's.
        try form.perform(.setPlaceholder("Mine"))
        _ = try Self.configure(&form, #"{"placeholders": ["A", "B"]}"#)
        #expect(try form.field.placeholders.map(\.layer.text) == ["Mine", "B"])
        _ = try Self.configure(&form, #"{"placeholders": []}"#)
        #expect(try form.field.placeholders.isEmpty)
    }

    @Test("a plug-in is asked for a new placeholder, and its answer is removed with the placeholder")
    func pluginPlaceholders() throws {
        var form = try Self.open()
        let euro = try Self.configuration(
            #"{"placeholders": [{"service": "currency", "text": "€"}]}"#,
            in: form.form
        )
        form.answers = { _ in nil }
        let asked = try form.perform(.configure(euro)).questions
        #expect(asked.map(\.name) == ["currency"])
        let layer = PlaceholderLayer(
            text: "€",
            isVisible: true,
            frame: Frame(x: 1, y: 2, width: 3, height: 4),
            fontSize: 5,
            color: "#000000"
        )
        form.answers = { asked.contains($0) ? .answer(.placeholder([layer])) : .late }
        try form.perform(.configure(euro))
        #expect(try form.field.placeholders.map(\.layer) == [layer])
        _ = try Self.configure(
            &form,
            #"{"placeholders": [{"service": "currency", "text": "$", "fontSize": 20}]}"#
        )
        #expect(try form.field.placeholders.map(\.layer.text) == ["$"], "until the plug-in has answered")
    }

    @Test("a text view's bounds, its button, hints and edit actions can change")
    func others() throws {
        var form = try Self.open()
        try form.perform(.field(1, .insertText("a\nb\nc\nd\ne\nf")))
        #expect(try form.field(1).textHeight == 96 && form.field(1).actionButton.isPresent)
        let changed = try Self.configure(
            &form,
            #"{"maxTextHeight": 39, "clearButton": false, "disabledEditActions": ["paste"], "hint": "New"}"#,
            1
        )
        #expect(
            changed.isSuperset(of: [.textHeight, .height, .presentation, .actionButton, .disabledEditActions, .hint])
        )
        #expect(try form.field(1).textHeight == 39 && form.field(1).scrolls && !form.field(1).actionButton.isPresent)
        #expect(throws: FormError.self) { try form.perform(.field(1, .performEditAction(.paste, text: "x"))) }
        #expect(throws: FormError.self) { try form.perform(.field(1, .clear)) }
    }

    @Test("a configuration that a definition could not contain is refused")
    func impossible() throws {
        var view = try FormDriver(field: #""type": "textView""#)
        var list = try FormDriver(field: #""input": {"type": "options", "options": ["a"]}"#)
        let mask = FormatterDefinition.mask(MaskDefinition(mask: "[0]"))
        let mode = #expect(throws: FormError.self) {
            try view.perform(.setMode(.password(reveal: .alwaysVisible)))
        }
        let formatter = #expect(throws: FormError.self) { try list.perform(.setFormatter(mask)) }
        #expect(mode?.code == .invalidArgument && formatter?.code == .invalidArgument)
        try view.perform(.setMode(.plain))
        try list.perform(.setFormatter(nil))
        #expect(try !view.field.isSecret && list.field.options == ["a"])
    }

    @Test("a configured hint takes the place of one that shows an answer, and stays when the answer changes")
    func hintWithAnswer() throws {
        var form = try PartTests.driver(
            #"{"markup": "basic", "fields": [{"id": "a", "hint": "For {{b}}"}, {"id": "b"}, {"id": "c"}]}"#
        )
        _ = try Self.configure(&form, #"{"hint": "Other"}"#)
        #expect(try form.field(0).hint == "Other")
        try form.perform(.field(1, .insertText("x")))
        #expect(try form.field(0).hint == "Other")
        // A template that the definition does not have.
        _ = try Self.configure(&form, #"{"hint": "*Bold*"}"#, 2)
        #expect(try form.field(2).hint == "Bold")
        _ = try Self.configure(&form, "")
        #expect(try form.field(0).hint == "For x")
    }

    @Test("setting the same configuration again changes nothing")
    func again() throws {
        var form = try Self.open()
        _ = try Self.configure(&form, #"{"hint": "Other"}"#)
        #expect(try Self.configure(&form, #"{"hint": "Other"}"#) == [])
        #expect(form.changes.isEmpty)
    }

    @Test(
        "keys that cannot be configured and invalid values are refused with their positions",
        arguments: [
            (#"{"id": "b"}"#, "/id"), (#"{"validators": []}"#, "/validators"), (#"{"value": "x"}"#, "/value"),
            (#"{"height": {"policy": "low"}}"#, "/height/policy"), (#"{"style": "none"}"#, "/style"),
            (#"{"placeholders": [{"service": "stars"}]}"#, "/placeholders/0/service"),
            (#"{"maxTextHeight": 10}"#, "/maxTextHeight"), (#"[]"#, ""), (#"{"hint": "a"} x"#, ""),
            (#"{"hint": "a", "hint": "b"}"#, "/hint"), (#"{"hint": "a"}, {"id": "c"}"#, ""),
        ]
    )
    func refused(json: String, pointer: String) throws {
        let form = try Self.open().form
        let decoded = DefinitionDecoder().decodeConfiguration(json, of: form.definition.fields[0], in: form.definition)
        #expect(decoded.value == nil)
        #expect(decoded.diagnostics.contains { $0.severity == .error && $0.pointer == pointer }, "\(decoded)")
    }

    @Test(
        "a warning about the definition or its preset has the position of the whole configuration",
        arguments: [
            (#"{"id": "a", "extends": "email", "whenIrrelevant": "keep"}"#, "in the definition: the field is always"),
            (#"{"id": "a", "extends": "email", "readOnly": true, "allowedEdits": ["typing"]}"#, "in the definition: "),
            (#"{"id": "a", "extends": "password", "secret": false}"#, "in the definition: the password is stored"),
            (#"{"id": "a", "extends": "email", "maxLength": 0}"#, "in the definition: the field takes no text"),
        ]
    )
    func warningOfTheDefinition(field: String, message: String) throws {
        let form = try #require(DefinitionDecoder().decode(#"{"fields": [\#(field)]}"#, name: "").value)
        let decoded = DefinitionDecoder().decodeConfiguration("{}", of: form.fields[0], in: form)
        #expect(decoded.value != nil)
        let found = decoded.diagnostics.filter { $0.severity == .warning && $0.pointer.isEmpty && $0.line == 1 }
        #expect(found.count == 1 && found[0].message.hasPrefix(message), "\(decoded.diagnostics)")
    }
}

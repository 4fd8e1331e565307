import FormEngine
import FormModel
import Testing

/// Options that depend on another field: countries, and the cities of the chosen one.
@Suite("Options that depend on another field")
struct DependentOptionsTests {
    private static func definition(_ city: String = "", _ rest: String = "") -> String {
        """
        {"fields": [
          {"id": "country", "input": {"type": "options", "options": ["de", "fr", "at"]}},
          {"id": "city", \(city) "input": {"type": "options", "optionsWhen": "country", "options": [
            {"value": "b", "label": "Berlin", "when": "de"}, {"value": "p", "label": "Paris", "when": "fr"},
            {"value": "h", "label": "Hamburg", "when": "de"}, {"value": "s", "label": "Strasbourg", "when": ["fr", "de"]},
            {"value": "o", "label": "Other"}]}},
          {"id": "several", "input": {"type": "options", "multiple": true, "optionsWhen": "country", "options": [
            {"value": "b", "when": "de"}, {"value": "p", "when": "fr"}, "o"]}},
          {"id": "visit", "visibleWhen": {"field": "city", "empty": false}}\(rest)
        ]}
        """
    }

    private func form(_ source: String = definition(), values: [String: String] = [:]) throws -> FormDriver {
        let decoded = DefinitionDecoder().decode(source, name: "test")
        #expect(decoded.diagnostics.map(\.description) == [])
        let definition = try #require(decoded.value)
        return FormDriver(
            form: try Form(
                definition: definition,
                types: .inAllLanguages,
                locale: "en",
                traits: LayoutTraits(),
                values: values
            )
        )
    }

    private func choose(_ option: Int, of field: Int, _ form: inout FormDriver) throws {
        try form.perform(.field(field, .selectOption(option)))
    }

    @Test("the options that fit are offered, and counted among themselves")
    func offered() throws {
        var form = try form()
        #expect(try form.field(1).options == ["Other"])
        try choose(0, of: 0, &form)
        #expect(try form.field(1).options == ["Berlin", "Hamburg", "Strasbourg", "Other"])
        #expect(try form.field(1).optionCount == 4)
        try choose(1, of: 1, &form)
        #expect(try form.field(1).value == "h")
        #expect(try form.field(1).selectedOption == 1)
        #expect(try form.field(3).isVisible)
        let refusal = #expect(throws: FormError.self) { try form.perform(.field(1, .selectOption(4))) }
        #expect(refusal?.code == .outOfRange)
        let page = try form.field(1).listOptions(filter: "bur", offset: 0, limit: 9)
        #expect(page.options.map(\.index) == [1] && page.options.map(\.label) == ["Hamburg"])
        try form.perform(.field(1, .step(1)))
        #expect(try form.field(1).text == "Strasbourg")
    }

    @Test(
        "a choice that is not offered any more is given up, with everything that depends on it, and undo brings it back"
    )
    func givenUp() throws {
        var form = try form()
        try choose(0, of: 0, &form)
        try choose(0, of: 1, &form)
        try choose(0, of: 2, &form)
        try choose(1, of: 2, &form)
        #expect(try form.field(2).value == #"["b", "o"]"#)
        try choose(1, of: 0, &form)
        #expect(try form.field(1).value == "" && form.field(1).text == "")
        #expect(try form.field(1).options == ["Paris", "Strasbourg", "Other"])
        #expect(try form.field(2).value == #"["o"]"# && form.field(2).selectedOptions == [1])
        #expect(try !form.field(3).isVisible)
        try form.perform(.undo)
        #expect(try form.field(0).value == "de" && form.field(1).value == "b" && form.field(1).text == "Berlin")
        #expect(try form.field(1).selectedOption == 0 && form.field(3).isVisible)
        #expect(try form.field(2).value == #"["b", "o"]"#)
        try form.perform(.redo)
        #expect(try form.field(1).value == "" && form.field(1).optionCount == 3)
    }

    @Test("a choice that both offer stays, with its new index")
    func stays() throws {
        var form = try form()
        try choose(0, of: 0, &form)
        try choose(2, of: 1, &form)
        try choose(1, of: 0, &form)
        #expect(try form.field(1).value == "s" && form.field(1).selectedOption == 1)
        #expect(
            form.changes.contains {
                if case .fieldProperties(1, let names) = $0 { names.contains(.selectedOption) } else { false }
            }
        )
    }

    @Test("a restored form offers the same, with the same choice")
    func restored() throws {
        var form = try form()
        var journal = SavedWalkTests.Journal(form.form)
        for operation in [FormEngine.Operation.field(0, .selectOption(0)), .field(1, .selectOption(2))] {
            try journal.perform(operation, on: &form.form)
        }
        let restored = try journal.restored(form.form.compiled)
        #expect(restored.field(1).value == "s" && restored.field(1).selectedOption == 2)
        #expect(restored.field(1).options == ["Berlin", "Hamburg", "Strasbourg", "Other"])
        #expect(SavedWalkTests.shows(restored) == SavedWalkTests.shows(form.form))
    }

    @Test("only what is offered can be typed")
    func typed() throws {
        var form = try form()
        try choose(1, of: 0, &form)
        try form.type("Pa", in: 1)
        #expect(try form.field(1).text == "Pa")
        try form.perform(.field(1, .setText("", formats: true, validates: false)))
        try form.type("Be", in: 1)
        #expect(try form.field(1).text == "B", "Strasbourg has a b, and only Berlin goes on with e")
    }

    @Test("a program may set both in one transaction, and a value that is not offered is an error")
    func program() throws {
        var form = try form(values: ["country": "fr", "city": "p"])
        #expect(try form.field(1).value == "p" && form.form.isValid)
        try form.perform(.setValues(["country": "de", "city": "h"]))
        #expect(try form.field(1).value == "h")
        try form.perform(.setValues(["city": "p"]))
        #expect(try form.field(1).value == "p" && form.field(1).selectedOption == nil && !form.form.isComplete)
        try form.perform(.field(1, .validate(force: true)))
        #expect(try form.field(1).error == "Choose one of the listed values")
    }

    @Test(
        "a definition whose options cannot depend on a field is refused",
        arguments: [
            (#"{"id": "a", "input": {"type": "options", "optionsWhen": "b", "options": ["x"]}}"#, "b"),
            (#"{"id": "a", "input": {"type": "options", "optionsWhen": "a", "options": ["x"]}}"#, "its own options"),
            (
                #"{"id": "a", "input": {"type": "options", "options": [{"value": "x", "when": "y"}]}}"#,
                "the key “optionsWhen” is missing"
            ),
            (
                #"{"id": "b", "mode": {"type": "password"}}, {"id": "a", "input": {"type": "options", "optionsWhen": "b", "options": ["x"]}}"#,
                "is secret"
            ),
            (
                #"{"id": "b", "input": {"type": "options", "options": ["y"]}}, {"id": "a", "input": {"type": "options", "optionsWhen": "b", "options": [{"value": "x", "when": "z"}]}}"#,
                "has no option with the value “z”"
            ),
            (
                #"{"id": "a", "input": {"type": "options", "optionsWhen": "b", "options": ["x"]}}, {"id": "b", "input": {"type": "options", "optionsWhen": "a", "options": ["x"]}}"#,
                "the options of these fields depend on each other in a circle"
            ),
        ]
    )
    func refused(_ fields: String, _ words: String) {
        let decoded = DefinitionDecoder().decode(#"{"fields": [\#(fields)]}"#, name: "test")
        let message = decoded.diagnostics.first?.message ?? ""
        #expect(message.contains(words), "\(message)")
    }
}

@Suite("Options with conditions")
struct ConditionalOptionsTests {
    private static let json = #"""
        {"fields": [{"id": "days", "formatter": {"type": "number"}}, {"id": "land", "input": {"type": "toggle"}},
          {"id": "trip", "input": {"type": "options", "options": [
            {"value": "ship", "when": {"field": "days", "atLeast": 3}},
            {"value": "train", "when": {"all": [{"field": "land", "equals": "true"}, {"field": "days", "atLeast": 2}]}},
            "bike"]}}]}
        """#

    @Test("are offered while their conditions hold, and what is not offered any more is given up")
    func conditions() throws {
        var form = try FormDriver(json: Self.json)
        func trip() -> FieldReading { form.form.field(2) }
        #expect(trip().options == ["bike"])
        try form.perform(.setValues(["days": "3"]))
        #expect(trip().options == ["ship", "bike"])
        try form.perform(.setValues(["trip": "ship", "land": "true"]))
        #expect(trip().options == ["ship", "train", "bike"] && trip().value == "ship")
        try form.perform(.setValues(["days": "2"]))
        #expect(trip().options == ["train", "bike"] && trip().value.isEmpty)
        try form.perform(.undo)
        #expect(trip().value == "ship")
    }

    @Test(
        "are refused if their conditions name no field, the field itself or a secret",
        arguments: ["nobody", "trip", "secret"]
    )
    func refused(name: String) {
        let json = #"""
            {"fields": [{"id": "secret", "secret": true}, {"id": "trip", "input": {"type": "options", "options": [
              {"value": "a", "when": {"field": "\#(name)", "equals": "x"}}, "b"]}}]}
            """#
        let decoded = DefinitionDecoder().decode(json, name: "")
        #expect(decoded.value == nil)
        #expect(decoded.diagnostics.contains { $0.pointer.hasSuffix("/options/0/when") }, "\(decoded.diagnostics)")
    }
}

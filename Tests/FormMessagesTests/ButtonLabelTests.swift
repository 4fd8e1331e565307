import FormEngine
import FormMessages
import FormModel
import LocaleData
import Testing

@Suite("The labels of buttons")
struct ButtonLabelTests {
    private static func form(_ json: String, locale: String) throws -> Form {
        let types = FormTypes(symbols: ICULocaleSymbols(), catalogue: MessageCatalogue.nearest(to:))
        let definition = try #require(DefinitionDecoder().decode(json, name: "test").value)
        let compiled = try CompiledForm(definition, types: types)
        return try Form(compiled, locale: locale)
    }

    private static func label(_ name: String, _ form: Form) -> String? {
        form.reading.labels.first { $0.name == name }?.text
    }

    @Test("labels are in the session's language, and the form's labels replace those of formd")
    func labels() throws {
        let json = """
            {"title": {"en": "T", "de-AT": "T"}, "labels": {"submit": {"de-AT": "Bestellen", "en": "Order"}},
             "fields": [{"id": "a", "label": {"RU": "А"}}]}
            """
        var form = try Self.form(json, locale: "de-AT")
        #expect(Self.label("submit", form) == "Bestellen" && Self.label("cancel", form) == "Abbrechen")
        #expect(form.languages == ["de-at", "en", "ru"])
        let outcome = try form.perform([.setLocale("fr")])
        let isAnnounced = outcome.changes.contains { change in
            if case .sessionProperties(let changed) = change { changed.contains(.labels) } else { false }
        }
        #expect(isAnnounced)
        #expect(Self.label("submit", form) == "Order" && Self.label("next", form) == "Suivant")
        #expect(try Self.form(#"{"fields": [{"id": "a", "label": "A"}]}"#, locale: "en").languages == [])
    }

    @Test("exactly the known names are accepted")
    func unknown() {
        let json = #"{"labels": {"sumbit": "Go"}, "fields": [{"id": "a"}]}"#
        let found = DefinitionDecoder().decode(json, name: "test").diagnostics.map(\.message)
        #expect(found == ["unknown key “sumbit”; did you mean “submit”?"])
    }
}

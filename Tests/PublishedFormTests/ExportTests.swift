import FormEngine
import FormExport
import FormImport
import FormModel
import SchemaImport
import SurveyImport
import Testing
import XLSFormImport

@Suite("A definition in another notation")
struct ExportTests {
    private static let decoder = DefinitionDecoder()

    private static let schema = #"""
        {"type": "object", "title": "Server", "required": ["name", "tls", "tags", "users"], "properties": {
          "name": {"type": "string", "title": "Name", "description": "As in DNS", "minLength": 2, "pattern": "^[a-z.]+$"},
          "port": {"type": ["integer", "null"], "minimum": 1, "exclusiveMaximum": 65536, "default": 22},
          "tls": {"type": "object", "title": "TLS", "required": ["on"], "properties": {
            "on": {"type": "boolean"}, "level": {"enum": [1, 2, 3]}, "until": {"type": "string", "format": "date"}}},
          "hosts": {"type": "array", "maxItems": 9, "items": {"type": "string", "maxLength": 60}},
          "users": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"type": "object", "required": ["id"],
            "properties": {"id": {"type": "number", "multipleOf": 0.5}, "mail": {"type": "string", "format": "email"}}}},
          "kind": {"oneOf": [{"const": "a", "title": "Apache"}, {"const": "n", "title": "nginx"}]},
          "tags": {"type": "array", "uniqueItems": true, "minItems": 2, "maxItems": 3, "items": {"enum": ["x", "y", "z"]}},
          "key": {"type": "string", "format": "password", "readOnly": true}}}
        """#

    private static let survey = #"""
        {"title": "Visit", "completedHtml": "Thank you", "completeText": "Send", "pages": [
          {"name": "a", "title": "You", "elements": [
            {"type": "text", "name": "name", "title": "Name", "isRequired": true, "placeholder": "Ann", "maxLength": 40},
            {"type": "text", "inputType": "number", "name": "age", "title": "Age", "min": 0, "max": 120},
            {"type": "panel", "name": "more", "title": "More", "visibleIf": "{age} >= 18 and !({name} = 'x')", "elements": [
              {"type": "boolean", "name": "insured", "title": "Insured?"},
              {"type": "comment", "name": "why", "title": "Why, {name}?", "requiredIf": "{insured} = 'true'"}]}]},
          {"name": "b", "elements": [
            {"type": "checkbox", "name": "tags", "title": {"default": "Tags", "de": "Marken"}, "choices": ["a", "b"],
             "maxSelectedChoices": 1},
            {"type": "dropdown", "name": "one", "title": "One", "choices": [{"value": "1", "text": "First"}]},
            {"type": "expression", "name": "sum", "title": "Sum", "expression": "{age} * 2 + 1"},
            {"type": "paneldynamic", "name": "rows", "title": "Rows", "minPanelCount": 1, "maxPanelCount": 4,
             "templateElements": [{"type": "text", "inputType": "date", "name": "day", "title": "Day"}]},
            {"type": "html", "name": "info", "html": "Bye", "visibleIf": "{tags} contains 'a' or {one} empty"}]}]}
        """#

    private static let sheets = [
        "survey": """
        type,name,label,hint,required,relevant,constraint,constraint_message,calculation,appearance,default,image,trigger
        text,name,Name,As in your passport,yes,,. != 'x',Longer,,,Ann,
        integer,age,Age,,,${name} != '',. >= 0 and . < 120,,,,,
        select_one list_kind,kind,Kind,,,,,,,minimal,,
        select_multiple list_tags,tags,Tags,,,"selected(${tags2}, 'a') or not(${age} = '7')",,,,,,
        select_multiple list_tags2,tags2,Tags,,,,,,,,a,
        begin group,g,Group,,,${age} > 17,,,,,,
        date,day,Day,,,,,,,,,
        acknowledge,ok,OK?,,yes,,,,,,,
        end group,,,,,,,,,,,
        calculate,sum,sum,,,,,,round(${age} * 2 + 1),,,
        integer,twice,Twice,,,,,,${age} * 2,,,,${age}
        note,n,The sum is ${sum},,,,,,,,,sum.png

        """,
        "choices": """
        list_name,name,label
        list_kind,a,A
        list_kind,b,B
        list_tags,a,A
        list_tags2,a,A

        """,
        "settings": "form_title\nVisit\n",
    ]

    /// The definitions that importers make of the sources above, and what was left out of the way there.
    private static func imported(_ format: ExportFormat) throws -> (definition: String, omissions: [ImportOmission]) {
        switch format {
        case .schema:
            let form = try SchemaImport(schema, decoder: decoder)
            return (form.definition, form.omissions)
        case .survey:
            let form = try SurveyImport.form(survey, decoder: decoder)
            return (form.definition, form.omissions)
        case .xlsform:
            let form = try XLSFormImport.form(Workbook(csv: sheets), decoder: decoder)
            return (form.definition, form.omissions)
        }
    }

    private static func imported(_ export: FormExport, _ format: ExportFormat) throws -> String {
        let files = Dictionary(uniqueKeysWithValues: export.files.map { ($0.name, $0.text) })
        return switch format {
        case .schema: try SchemaImport(files["schema"] ?? "", decoder: decoder).definition
        case .survey: try SurveyImport.form(files["survey"] ?? "", decoder: decoder).definition
        case .xlsform: try XLSFormImport.form(Workbook(csv: files), decoder: decoder).definition
        }
    }

    @Test("is imported as exactly the same form", arguments: ExportFormat.allCases)
    func exact(format: ExportFormat) throws {
        let (definition, omissions) = try Self.imported(format)
        #expect(omissions.map(\.description) == [])
        let export = try FormExport(definition, as: format, decoder: Self.decoder)
        #expect(export.omissions.map(\.description) == [])
        #expect(try Self.imported(export, format) == definition)
    }

    @Test("lists what is not exact, of published forms", arguments: try PublishedForm.load(), ExportFormat.allCases)
    func listed(published: PublishedForm, format: ExportFormat) throws {
        guard let export = try? FormExport(published.definition, as: format, decoder: Self.decoder) else { return }
        let again = JSONText(try JSONDocument(try Self.imported(export, format)).root)
        let form = JSONText(try JSONDocument(published.definition).root)
        // Key by key the forms are the same, or something is listed that is not.
        if again.canonical == form.canonical { #expect(export.omissions == []) }
        if export.omissions == [] { #expect(Self.names(of: again) == Self.names(of: form)) }
        for omission in export.omissions { #expect(omission.place.isEmpty || omission.place.hasPrefix("/")) }
    }

    private static func names(of form: JSONText) -> [String] {
        (form["fields"]?.array ?? []).flatMap { [$0["id"]?.text ?? ""] + names(of: $0) }
    }

    @Test(
        "lists the keys that the notation does not have",
        arguments: [
            (ExportFormat.schema, "/fields/0/label"), (.schema, "/fields/1/formatter"), (.schema, "/pages"),
            (.survey, "/fields/1/formatter"), (.survey, "/styles"), (.xlsform, "/fields/1/formatter"),
            (.xlsform, "/fields/0/validators"), (.xlsform, "/pages"),
        ]
    )
    func omissions(format: ExportFormat, place: String) throws {
        let definition = #"""
            {"styles": {"s": {"extends": "box"}}, "fields": [
              {"id": "a", "label": {"en": "A", "de": "Ä"}, "validators": [{"type": "iban"}]},
              {"id": "b", "label": "B", "formatter": {"type": "mask", "mask": "[000]"}}],
             "pages": [{"fields": ["a"]}, {"fields": ["b"]}]}
            """#
        let export = try FormExport(definition, as: format, decoder: Self.decoder)
        #expect(export.omissions.contains { $0.place == place }, "\(export.omissions)")
    }

    @Test("is refused for a definition with errors")
    func refused() {
        for format in ExportFormat.allCases {
            #expect(throws: NoForm.self) {
                try FormExport(#"{"fields": [{"id": "a", "x": 1}]}"#, as: format, decoder: Self.decoder)
            }
        }
    }
}

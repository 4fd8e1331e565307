import FormEngine
@testable import FormModel
import Foundation
import Masks
import Testing
import TextEditing

/// The JSON Schema of definitions, asked through the package `python3-jsonschema`.
@Suite("The schema of definitions")
struct DefinitionSchemaTests {
    private static let project = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let schema = project.appendingPathComponent("Sources/formctl/Schema/form-definition.schema.json")

    private static let program = """
        import json, sys
        from jsonschema import Draft202012Validator as Validator
        schema = json.load(open(sys.argv[1]))
        Validator.check_schema(schema)
        validator = Validator(schema)
        definitions = [json.loads(text) for text in json.load(sys.stdin)]
        print(json.dumps([" ".join(error.message[:200] for error in validator.iter_errors(d)) for d in definitions]))
        """

    /// What the schema says of each definition; empty: nothing.
    private static func errors(in definitions: [String]) throws -> [String] {
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        python.arguments = ["-c", program, schema.path]
        let input = Pipe()
        let output = Pipe()
        python.standardInput = input
        python.standardOutput = output
        try python.run()
        input.fileHandleForWriting.write(try JSONEncoder().encode(definitions))
        try input.fileHandleForWriting.close()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        python.waitUntilExit()
        return try JSONDecoder().decode([String].self, from: answer)
    }

    @Test("the schema accepts every example form, and everything that the decoder accepts")
    func good() throws {
        let folder = Self.project.appendingPathComponent("Sources/Forms")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        #expect(!files.isEmpty)
        var definitions = try files.map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
        definitions += [
            GoodDefinitionTests.checkout, StructureTests.order, PartTests.permit,
            #"{"fields": [\#(GoodDefinitionTests.large(1))]}"#,
        ]
        definitions += Self.goodFields.map(form(withField:)) + Self.goodMeasurers.map(form(withMeasurer:))
        for definition in definitions where decoder.decode(definition, name: "").value == nil {
            Issue.record("the decoder does not take \(definition)")
        }
        for field in Self.goodFields where !findings(inField: field).isEmpty {
            Issue.record("\(field): \(findings(inField: field))")
        }
        #expect(try Self.errors(in: definitions) == definitions.map { _ in "" })
    }

    static let goodMeasurers = [#""pango""#, #"{"type": "pango", "wrap": "word"}"#]
    static let badMeasurers = ["1", "[]", "{}", #"{"wrap": "word"}"#, #"{"type": 1}"#, #""""#]

    private func form(withMeasurer measurer: String) -> String {
        #"{"measurer": \#(measurer), "fields": [{"id": "a"}]}"#
    }

    static let goodFields = [
        "", #""type": "textView", "maxTextHeight": 96, "clearButton": false"#,
        #""placeholders": ["P", {"service": "native", "role": "main"}, {"service": "currency", "anything": 1}]"#,
        #""formatter": {"type": "mask", "mask": "[00]", "notations": [{"character": "s", "set": {"characters": "ab"}}]}"#,
        #""validators": [{"type": "length", "min": 1, "severity": "warning"}, {"type": "regex", "pattern": "a"}]"#,
        #""validators": [{"type": "textField", "messages": {"empty": {"en": "E", "pt-BR": "V"}}}]"#,
        ##""mode": {"type": "custom", "image": "i", "normalColor": "#80FFFFFF"}, "height": {"policy": "fixed", "height": 5}"##,
        #""mode": "plain", "height": {"minimum": 50, "bottomInset": 3}"#,
        #""input": {"type": "options", "options": ["a", {"value": "", "label": {"en": "x"}}], "preselect": "first"}"#,
        #""input": {"type": "date", "format": {"en": "d/M/y"}, "max": "today", "min": "1900-01-01"}"#,
        #""input": {"type": "date", "min": "today"}"#,
        #""extends": "birthday", "appearance": {"hint": {"visibleStates": ["normal"]}}"#,
        #""formatter": {"type": "cardNumber", "separator": " "}"#,
        #""validators": [{"type": "bank", "fields": ["a"], "message": "No"}], "inputValidators": [{"type": "bank"}]"#,
        #""allowedCharacters": {"sets": ["letters"], "emoji": true}, "filterInserted": false, "filterProgram": true"#,
        #""allowedEdits": ["typing", "replacement", "clipboard", "picker", "clear"]"#, #""readOnly": true"#,
    ]

    @Test("the schema refuses a wrong structure, as the decoder does")
    func bad() throws {
        let forms = [
            "{}", "[]", "1", #"{"fields": []}"#, #"{"fields": [{}]}"#, #"{"fields": [1]}"#, #"{"feilds": []}"#,
            #"{"fields": [{"id": "a-b"}]}"#, #"{"title": 1, "fields": [{"id": "a"}]}"#,
            #"{"fields": [{"id": "g", "repeat": 2, "fields": [{"id": "a"}]}]}"#,
            #"{"fields": [{"id": "g", "repeat": {"max": 2}}]}"#,
            #"{"fields": [{"id": "a"}], "pages": [{"fields": []}]}"#,
            #"{"fields": [{"id": "n", "note": "N", "required": true}]}"#, #"{"fields": [{"id": "n", "note": 1}]}"#,
            #"{"fields": [{"section": "S"}]}"#, #"{"fields": [{"section": "S", "fields": [{"id": "a", "span": 13}]}]}"#,
            #"{"fields": [{"id": "c", "constant": []}, {"id": "a"}]}"#,
            #"{"styles": {"a b": {}}, "fields": [{"id": "a"}]}"#,
            #"{"styles": {"a": {"textView": {"textView": {}}}}, "fields": [{"id": "a"}]}"#,
        ]
        let definitions =
            forms + Self.badFields.map(form(withField:)) + Self.badMeasurers.map(form(withMeasurer:))
        for definition in definitions where decoder.decode(definition, name: "").value != nil {
            Issue.record("the decoder takes \(definition)")
        }
        for (definition, error) in zip(definitions, try Self.errors(in: definitions)) where error.isEmpty {
            Issue.record("the schema takes \(definition)")
        }
    }

    static let badFields = [
        #""lable": "x""#, #""enabled": "yes""#, #""value": 3"#, #""label": []"#, #""hint": {}"#,
        #""hint": {"en_US": "x"}"#, #""keyboard": "pin""#, #""placeholders": {}"#, #""type": "multiline""#,
        #""visibleHintStates": ["on"]"#, #""visibleHintStates": ["active", "active"]"#, #""maxLength": -1"#,
        #""maxLength": 65537"#, #""maxLength": 1.5"#, #""height": {"minimum": -1}"#,
        #""height": {"policy": "elastic"}"#,
        #""height": {"policy": "fixed", "height": 3, "minimum": 3}"#, #""height": 77"#, #""accessibilityId": """#,
        #""mode": "password""#, #""mode": {}"#, #""mode": {"type": "password", "behavior": "x"}"#,
        #""mode": {"type": "custom"}"#, #""mode": {"type": "custom", "image": "i", "normalColor": "red"}"#,
        #""input": "date""#, #""input": {"type": "wheel"}"#, #""input": {"type": "options"}"#,
        #""input": {"type": "date", "format": "d.M.y", "min": "tomorrow"}"#,
        #""input": {"type": "options", "options": [1]}"#,
        #""input": {"type": "options", "options": [], "format": "d"}"#,
        #""formatter": {"mask": "[0]"}"#, #""formatter": {"type": "mask"}"#,
        #""formatter": {"type": "mask", "mask": "[0]", "affinity": "best"}"#,
        #""validators": [{"type": "length"}]"#, #""validators": [{"type": "length", "min": -1}]"#,
        #""validators": [{"type": "regex"}]"#, #""validators": [{"type": "regex", "pattern": "a", "min": 3}]"#,
        #""validators": [{"type": "textField", "messages": {"void": "x"}}]"#, #""validators": {}"#,
        #""placeholders": [{"text": "x"}]"#, #""placeholders": [{"service": "floating", "role": "main"}]"#,
        #""readOnly": 0"#, #""allowedEdits": ["keys"]"#, #""extends": "card""#, #""next": "a b""#,
        #""returnKey": "Done""#, #""disabledEditActions": ["undo"]"#,
    ]

    @Test("the schema has exactly the keys and values that the decoder accepts")
    func agreement() throws {
        let root = try JSONDocument(String(contentsOf: Self.schema, encoding: .utf8)).root
        let shapes = try #require(root.object?["$defs"]?.object)
        func keys(_ shape: String) -> Set<String> {
            Set((shapes[shape]?.object?["properties"]?.object?.members ?? []).map(\.key))
        }
        func words(_ shape: String, _ key: String? = nil) -> Set<String> {
            let object =
                key.flatMap { shapes[shape]?.object?["properties"]?.object?[$0]?.object } ?? shapes[shape]?.object
            return Set((object?["enum"]?.elements ?? []).compactMap(\.string))
        }
        func names<Choice: CaseIterable & RawRepresentable<String>>(_: Choice.Type) -> Set<String> {
            Set(Choice.allCases.map(\.rawValue))
        }
        func types(_ shape: String) -> Set<String> {
            let type = shapes[shape]?.object?["properties"]?.object?["type"]?.object
            let choices = type?["anyOf"]?.elements?.first?.object
            return Set((choices?["enum"]?.elements ?? []).compactMap(\.string))
        }
        #expect(types("validator") == Set(DefinitionKinds.builtIn.ruleNames))
        #expect(types("formatter") == Set(DefinitionKinds.builtIn.formatterNames))
        #expect(keys("field") == Set(FieldDraft.keys.names))
        #expect(keys("style") == Set(StyleTable.keys.names))
        #expect(keys("appearance") == Set(StyleDraft.keys.names))
        #expect(words("characterSet") == names(CharacterSetName.self))
        #expect(words("field", "extends") == names(Preset.self))
        #expect(words("field", "type") == Set(FieldKind.named.map(\.rawValue)))
        #expect(keys("note") == Set(FieldDraft.noteKeys.names))
        #expect(keys("section") == Set(StructureKeys.section.names))
        #expect(words("field", "validation") == names(ValidationPolicy.self))
        #expect(words("field", "pasteOverflow") == names(PasteOverflow.self))
        #expect(words("field", "returnKey") == names(ReturnKey.self))
        #expect(words("field", "onReturn") == names(ReturnBehavior.self))
        #expect(words("keyboard", "purpose") == names(KeyboardPurpose.self))
        #expect(words("keyboard", "autocapitalization") == names(Autocapitalization.self))
        #expect(words("passwordMode", "reveal") == names(RevealBehavior.self))
        #expect(words("dateInput", "calendar") == names(CalendarKind.self))
        #expect(words("maskFormatter", "affinity") == names(AffinityStrategy.self))
    }
}

import FormEngine
import FormModel
import Testing

@Suite("A submitted document")
struct SubmittedDocumentTests {
    private static let json = #"""
        {"fields": [
          {"id": "name"}, {"id": "empty"}, {"id": "secret", "mode": {"type": "password"}},
          {"id": "amount", "formatter": {"type": "currency", "currency": "EUR"}},
          {"id": "big", "formatter": {"type": "number"}}, {"id": "volume", "input": {"type": "slider", "min": 0, "max": 9}},
          {"id": "digits"}, {"id": "terms", "input": {"type": "toggle"}}, {"id": "news", "input": {"type": "toggle"}},
          {"id": "sizes", "input": {"type": "options", "multiple": true, "options": ["S", "M", "L"]}},
          {"id": "none", "input": {"type": "options", "multiple": true, "options": ["S"]}},
          {"id": "one", "input": {"type": "options", "options": [{"value": "1", "label": "First"}]}},
          {"id": "day", "input": {"type": "date"}},
          {"id": "guests", "repeat": {"min": 2, "max": 3}, "fields": [
            {"id": "name"}, {"id": "age", "formatter": {"type": "number"}}, {"id": "vegan", "input": {"type": "toggle"}}]},
          {"id": "hidden", "value": "x", "visibleWhen": {"field": "terms", "equals": "false"}}
        ]}
        """#

    private static func document(_ values: [String: String]) throws -> String {
        var form = try FormDriver(json: json)
        try form.perform(.setValues(values))
        guard case .document(let document) = try form.perform(.submitDocument).results.first else { return "" }
        #expect(form.form.state == .submitted)
        return document
    }

    @Test("values have the types of their fields, and rows are objects")
    func types() throws {
        let values = [
            "name": "Ada \"L\"\n", "secret": "s3", "amount": "12.30", "big": "12345678901234567890.123", "volume": "7",
            "digits": "007", "terms": "true", "sizes": #"["L", "S"]"#, "one": "1", "day": "2026-03-05",
            "guests_1_name": "Bob", "guests_1_age": "41", "guests_2_vegan": "true",
        ]
        #expect(
            try Self.document(values) == #"""
                {"name": "Ada \"L\"\n", "secret": "s3", "amount": 12.3, "big": 12345678901234567890.123, "volume": 7, \#
                "digits": "007", "terms": true, "news": false, "sizes": ["S", "L"], "none": [], "one": "1", \#
                "day": "2026-03-05", "guests": [{"name": "Bob", "age": 41, "vegan": false}, {"vegan": true}]}
                """#
        )
    }

    @Test("a computed number is a number, a computed text is a string")
    func computed() throws {
        let json = #"""
            {"fields": [{"id": "a", "value": "2"},
              {"id": "nights", "computed": {"daysBetween": ["2026-01-01", "2026-01-07"]}},
              {"id": "total", "computed": {"product": [{"field": "a"}, 3]}},
              {"id": "code", "computed": {"concat": ["1", {"field": "a"}]}}]}
            """#
        var form = try FormDriver(json: json)
        guard case .document(let document) = try form.perform(.submitDocument).results.first else { return }
        #expect(document == #"{"a": "2", "nights": 6, "total": 6, "code": "12"}"#)
    }

    @Test("a target's document has no secrets, nor what is computed from them")
    func withoutSecrets() throws {
        let json = #"""
            {"fields": [{"id": "name", "value": "Ada"}, {"id": "pin", "mode": {"type": "password"}, "value": "12"},
              {"id": "sum", "computed": {"product": [{"field": "pin"}, 2]}}]}
            """#
        let form = try FormDriver(json: json).form
        #expect(form.document(includingSecrets: true).line == #"{"name": "Ada", "pin": "12", "sum": 24}"#)
        #expect(form.document(includingSecrets: false).line == #"{"name": "Ada"}"#)
    }

    @Test("submissions are counted, also when the form is restarted, reverted and restored")
    func counting() throws {
        var driver = try FormDriver(json: #"{"fields": [{"id": "name", "value": "Ada"}]}"#)
        for count in 1...3 as ClosedRange<UInt64> {
            try driver.perform(.submit)
            #expect(driver.form.submissions == count)
            try driver.perform(.restart([:]))
        }
        #expect(driver.form.state == .editing && driver.form.submissions == 3)
        let pending = try #require(try driver.form.perform([.submit], saving: .change).pending)
        #expect(driver.form.submissions == 4)
        driver.form.revert(pending)
        #expect(driver.form.submissions == 3 && driver.form.state == .editing)
        try driver.perform(.submit)
        let restored = try FormRestorer(driver.form.saved.bytes[...], of: driver.form.compiled, .unreadable).restored()
        #expect(restored.submissions == 4 && restored.state == .submitted)
    }

    @Test("empty values are omitted")
    func empty() throws {
        #expect(
            try Self.document([:])
                == #"{"terms": false, "news": false, "sizes": [], "none": [], "guests": [{"vegan": false}, {"vegan": false}], "hidden": "x"}"#
        )
    }

    @Test("constants have their positions and types, and notes and hidden fields are omitted")
    func structure() throws {
        let json = #"""
            {"record": {"submitted": "at"}, "fields": [
              {"id": "hello", "note": "Hello"}, {"id": "version", "constant": 3}, {"id": "a", "value": "x"},
              {"id": "kind", "constant": "web"},
              {"id": "rows", "repeat": {"min": 1, "max": 2}, "visibleWhen": {"field": "a", "equals": "y"},
               "fields": [{"id": "b", "value": "z"}]},
              {"id": "flag", "constant": true}]}
            """#
        for (text, rows) in [("x", ""), ("y", #""rows": [{"b": "z"}], "#)] {
            var form = try FormDriver(json: json)
            try form.perform(.setValues(["a": text]))
            let outcome = try form.form.perform([.submitDocument], now: 0)
            guard case .document(let document) = outcome.results.first else {
                Issue.record("there is no document")
                continue
            }
            #expect(
                document
                    == #"{"version": 3, "a": "\#(text)", "kind": "web", \#(rows)"flag": true, "at": "1970-01-01T00:00:00Z"}"#
            )
        }
    }

    private static let placed = #"""
        {"fields": [
          {"id": "port", "document": {"at": "/server/port", "type": "number"}},
          {"id": "tls", "input": {"type": "toggle"}, "document": {"at": "/server/a~1b~0c"}},
          {"id": "proxy", "document": {"at": "/proxy/host", "null": true}},
          {"id": "secure", "input": {"type": "toggle"}, "document": {"at": "/proxy/secure"}},
          {"section": "Logs", "document": {"at": "/logs"}, "fields": [
            {"id": "level", "document": {"at": "/logs/level", "type": "number"}}]},
          {"id": "hosts", "repeat": {"min": 1, "max": 3}, "document": {"at": "/server/hosts"}, "fields": [
            {"id": "value", "document": {"at": ""}}]},
          {"id": "answer", "input": {"type": "options", "options": ["true", "false", "unknown"]},
           "document": {"type": "boolean"}},
          {"id": "sizes", "input": {"type": "options", "multiple": true, "options": ["1", "2", "many"]},
           "document": {"type": "number"}},
          {"id": "code", "formatter": {"type": "number"}, "document": {"type": "string"}},
          {"id": "version", "constant": 3, "document": {"at": "/meta/version"}}
        ]}
        """#

    @Test("values have the places and types that the definition gives them")
    func places() throws {
        func document(_ values: [String: String]) throws -> String {
            var form = try FormDriver(json: Self.placed)
            try form.perform(.setValues(values))
            guard case .document(let document) = try form.perform(.submitDocument).results.first else { return "" }
            return document
        }
        let values = [
            "port": "2222", "tls": "true", "hosts_1_value": "a", "answer": "false", "sizes": #"["2", "many"]"#,
            "code": "7", "level": "x", "secure": "true",
        ]
        #expect(
            try document(values) == #"""
                {"server": {"port": 2222, "a/b~c": true, "hosts": ["a"]}, "proxy": {"host": null, "secure": true}, \#
                "logs": {"level": "x"}, "answer": false, "sizes": [2, "many"], "code": "7"}
                """#
        )
        // An object in which nobody filled in anything is absent unless a section demands it.
        #expect(try document([:]) == #"{"logs": {}, "sizes": []}"#)
    }

    @Test(
        "places that do not fit together are refused",
        arguments: [
            (#"{"id": "a", "document": {"at": "/x"}}, {"id": "x"}"#, "is the place of another value"),
            (#"{"id": "a", "document": {"at": "/b/c"}}, {"id": "b"}"#, "contains no values"),
            (#"{"id": "a", "document": {"at": ""}}"#, "only a row can be a value"),
            (#"{"id": "a", "document": {"at": "x"}}"#, "is no JSON Pointer"),
            (#"{"id": "a", "document": {"at": "/x~2"}}"#, "is no JSON Pointer"),
            (
                #"{"id": "r", "repeat": {"max": 2}, "fields": [{"id": "a", "document": {"at": ""}}, {"id": "b"}]}"#,
                "contains no values"
            ),
        ]
    )
    func refusedPlaces(fields: String, problem: String) {
        let errors = DefinitionDecoder().decode(#"{"fields": [\#(fields)]}"#, name: "").diagnostics
        #expect(errors.contains { $0.message.contains(problem) }, "\(errors)")
    }

    @Test("two fields of which one is visible have one place")
    func alternatives() throws {
        let json = #"""
            {"fields": [{"id": "kind", "input": {"type": "toggle"}},
              {"id": "a", "value": "x", "visibleWhen": {"field": "kind", "equals": "false"}, "document": {"at": "/food"}},
              {"section": "B", "visibleWhen": {"field": "kind", "equals": "true"}, "fields": [
                {"id": "b", "value": "y", "document": {"at": "/food"}}]}]}
            """#
        for (kind, food) in [("false", "x"), ("true", "y")] {
            var form = try FormDriver(json: json)
            try form.perform(.setValues(["kind": kind]))
            guard case .document(let document) = try form.perform(.submitDocument).results.first else { return }
            #expect(document == #"{"kind": \#(kind), "food": "\#(food)"}"#)
        }
    }

    @Test("the document is refused for an invalid form, a second time, and before other operations")
    func refused() throws {
        var form = try FormDriver(json: #"{"fields": [{"id": "a", "label": "Name", "required": true}]}"#)
        #expect(try form.perform(.submitDocument).failure?.message == "Name: Field must be filled")
        #expect(throws: FormError.self) { try form.perform(.submitDocument, .blur) }
        try form.perform(.setValues(["a": "x"]), .submitDocument)
        #expect(throws: FormError.self) { try form.perform(.submitDocument) }
        #expect(throws: FormError.self) { try form.perform(.submit) }
    }
}

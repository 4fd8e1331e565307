@testable import FormEngine
import FormModel
import Testing

@Suite("The same text")
struct SameTextTests {
    private static let composed = "\u{E9}"
    private static let decomposed = "e\u{301}"

    /// A form whose field `a` is compared in one way with é in one code point.
    private static let comparisons = [
        #"{"id": "a", "validators": [{"type": "oneOf", "values": ["\u00e9"]}]}"#,
        #"{"id": "a", "validators": [{"type": "equals", "field": "b"}]}"#,
        #"{"id": "a", "validators": [{"type": "check", "check": {"field": "a", "equals": "\u00e9"}}]}"#,
        #"{"id": "a", "validators": [{"type": "check", "check": {"field": "a", "in": ["\u00e9", "x"]}}]}"#,
        #"{"id": "a", "validators": [{"type": "check", "check": {"field": "a", "contains": "\u00e9"}}]}"#,
    ]

    @Test("all rules and conditions compare texts by code points", arguments: comparisons)
    func compared(field: String) throws {
        for (text, isValid) in [(Self.composed, true), (Self.decomposed, false)] {
            var form = try FormDriver(json: #"{"fields": [\#(field), {"id": "b", "value": "\u00e9"}]}"#)
            try form.perform(.setText(text, formats: true, validates: true))
            #expect(try form.field.isValid == isValid)
        }
    }

    @Test("two options whose values have different code points are two options")
    func options() throws {
        var form = try FormDriver(
            json: #"""
                {"fields": [{"id": "a", "input": {"type": "options", "options": [
                  {"value": "\u00e9", "label": "one"}, {"value": "e\u0301", "label": "two"}]}}]}
                """#
        )
        for (value, label) in [(Self.composed, "one"), (Self.decomposed, "two")] {
            try form.perform(.setText(value, formats: true, validates: true))
            #expect(try form.field.text == label)
            #expect(try Array(form.field.value.unicodeScalars) == Array(value.unicodeScalars))
        }
    }
}

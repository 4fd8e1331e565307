import FormEngine
import FormModel
import Testing

@Suite("An initial value and its formatter")
struct InitialValueTests {
    private func warnings(_ members: String) -> [String] {
        DefinitionDecoder().decode(#"{"fields": [{"id": "a", \#(members)}]}"#, name: "").diagnostics.map(\.message)
    }

    @Test(
        "a value of which the formatter drops characters is reported",
        arguments: [
            (#"{"type": "mask", "mask": "[000]"}"#, "abc"), (#"{"type": "mask", "mask": "[000]"}"#, "1234"),
            (#"{"type": "mask", "mask": "[000]-[AA]"}"#, "1234ab"),
            (#"{"type": "blockMask", "mask": "{dd}.{aa}"}"#, "aa.12"),
        ]
    )
    func lost(formatter: String, value: String) {
        let found = warnings(#""value": "\#(value)", "formatter": \#(formatter)"#)
        #expect(found == ["the formatter has no place for all characters of “\(value)”"])
    }

    @Test(
        "a value that the formatter keeps, whatever it adds or complains about, is not reported",
        arguments: [
            (#"{"type": "mask", "mask": "+7 ([000]) [000]"}"#, "912345"),
            (#"{"type": "mask", "mask": "+7 ([000]) [000]"}"#, "+7 (912) 345"),
            (#"{"type": "mask", "mask": "[000]"}"#, "12"), (#"{"type": "number"}"#, "007"),
            (#"{"type": "number"}"#, "abc"), (#"{"type": "date"}"#, "2026-03-05"), (#"{"type": "date"}"#, "x"),
            (#"{"type": "enum", "values": ["Red"]}"#, "red"), (#"{"type": "enum", "values": ["Red"]}"#, "blue"),
            (#"{"type": "grouping", "groups": [4]}"#, "12345678"),
        ]
    )
    func kept(formatter: String, value: String) {
        #expect(warnings(#""value": "\#(value)", "formatter": \#(formatter)"#).isEmpty)
    }

    @Test("a secret's value is not in the report")
    func secret() {
        let found = warnings(
            #""value": "abc", "secret": true, "formatter": {"type": "mask", "mask": "[000]"}"#
        )
        #expect(found.contains("the formatter has no place for all characters of the text"))
    }
}

import FormImport
import Testing

@Suite("The notation of a file")
struct FormatTests {
    @Test(
        "is recognized",
        arguments: [
            (#"{"type": "object", "properties": {}}"#, ImportFormat.schema),
            (#" {"elements": [{"type": "text", "name": "a"}]}"#, .survey), (#"{"pages": []}"#, .survey),
            (#"{"resourceType": "Questionnaire", "item": []}"#, .fhir), ("PK\u{3}\u{4}", .xlsform),
            ("\u{FEFF}<?xml version='1.0'?><h:html/>", .xform), ("name: Bug\nbody:\n  - type: input\n", .github),
            ("# Comment\nTemplate: a/b\nType: note\n", .debconf), ("{", .schema),
        ]
    )
    func recognized(text: String, format: ImportFormat) {
        #expect(ImportFormat(recognizing: Array(text.utf8)) == format)
    }

    @Test("is asked for if the file has no marks of one", arguments: ["", "hello", "1,2\n3,4"])
    func unknown(text: String) {
        #expect(ImportFormat(recognizing: Array(text.utf8)) == nil)
    }
}

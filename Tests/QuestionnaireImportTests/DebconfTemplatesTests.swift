import FormEngine
import FormImport
import FormModel
import QuestionnaireImport
import Testing

@Suite("Templates of debconf as forms")
struct DebconfTemplatesTests {
    private static func imported(_ text: String) throws -> FinishedForm {
        try DebconfTemplates.form(text, decoder: DefinitionDecoder())
    }

    @Test("questions become fields, with defaults, translations and the lines of their description")
    func questions() throws {
        let form = try Self.imported(
            """
            # A comment.
            Template: pack/name
            Type: string
            Default: box
            _Description: Name:
             The name of
             the machine.
             .
             Short.
            Description-de.UTF-8: Name (de):

            Template: pack/really
            Type: boolean
            Default: true
            Description: Really?

            Template: pack/which
            Type: select
            Default: b
            __Choices: a, b\\, c
            Choices-de.UTF-8: A, B
            Description: Which?

            Template: pack/many
            Type: multiselect
            Choices: x, y
            Default: x, y
            Description: Many?

            Template: pack/key
            Type: password
            Description: Key:

            Template: pack/hello
            Type: note
            Description: Hello
             There.
            """
        )
        #expect(
            try form.elements() == [
                #"{"id":"pack_name","label":{"en":"Name:","de":"Name (de):"},"hint":"The name of the machine.\n\nShort.","value":"box"}"#,
                #"{"id":"pack_really","label":"Really?","input":{"type":"toggle"},"value":"true"}"#,
                #"{"id":"pack_which","label":"Which?","input":{"type":"options","options":[{"value":"a","label":{"en":"a","de":"A"}},{"value":"b, c","label":{"en":"b, c","de":"B"}}],"display":"list"}}"#,
                #"{"id":"pack_many","label":"Many?","input":{"type":"options","options":["x","y"],"multiple":true,"display":"list"},"value":["x","y"]}"#,
                #"{"id":"pack_key","label":"Key:","mode":{"type":"password"}}"#,
                #"{"id":"pack_hello","note":"Hello\n\nThere."}"#,
            ]
        )
        // The default of the list is no choice of it.
        #expect(form.omissions.map(\.place) == ["Template: pack/which"])
    }

    @Test(
        "what the program that asks decides is reported",
        arguments: [
            (
                "Type: select\nChoices: ${list}",
                "Template: p/a: the program that asks makes the choices: any text is an answer"
            ),
            ("Type: error", "Template: p/a: an error is only shown after an answer"),
            (
                "Type: string\nDescription: Of ${name}",
                "Template: p/a/description: the program that asks fills in a part of this text"
            ),
            ("Type: string\nOdd: 1", "Template: p/a/odd: “odd” is left out"),
            (
                "Type: string\nDescription-de.ISO-8859-1: x",
                "Template: p/a/description-de.iso-8859-1: this is not UTF-8"
            ),
        ]
    )
    func omissions(template: String, omission: String) throws {
        let text = "Template: p/a\n\(template)\n\nTemplate: p/b\nType: boolean\nDescription: B"
        #expect(try Self.imported(text).omissions.map(\.description) == [omission])
    }

    @Test("other text is refused", arguments: ["", "a line", "Type: string"])
    func refused(text: String) {
        #expect(throws: NoForm.self) { try Self.imported(text) }
    }
}

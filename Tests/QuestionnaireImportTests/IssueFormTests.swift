import FormEngine
import FormImport
import FormModel
import QuestionnaireImport
import Testing

@Suite("Issue forms of GitHub as forms")
struct IssueFormTests {
    private static func imported(_ body: String, head: String = "name: Bug") throws -> FinishedForm {
        try IssueForm.form("\(head)\nbody:\n\(body)", decoder: DefinitionDecoder())
    }

    @Test(
        "an element of an issue form becomes an element of the form",
        arguments: [
            (
                "- {type: input, id: v, attributes: {label: Version, placeholder: '1.2', value: '1'}, validations: {required: true}}",
                #"{"id":"v","label":"Version","required":true,"placeholders":[{"service":"native","text":"1.2"}],"value":"1"}"#
            ),
            (
                "- {type: textarea, attributes: {label: Log, description: 'See `log`', render: shell}}",
                #"{"id":"Log","label":"Log","hint":"See `log`","type":"textView","keyboard":{"autocorrection":false,"spellcheck":false,"autocapitalization":"none"}}"#
            ),
            (
                "- {type: dropdown, id: os, attributes: {label: OS, options: [Linux, No], default: 1}}",
                #"{"id":"os","label":"OS","input":{"type":"options","options":["Linux","No"],"display":"menu"},"value":"No"}"#
            ),
            (
                "- {type: checkboxes, id: ok, attributes: {label: Sure, options: [{label: Read it, required: true}, {label: Help}]}}",
                #"{"id":"ok","section":"Sure","fields":[{"id":"ok_1","label":"Read it","input":{"type":"toggle"},"required":true},{"id":"ok_2","label":"Help","input":{"type":"toggle"}}]}"#
            ),
            (
                "- type: markdown\n  attributes:\n    value: |\n      ## Thanks\n      Be __kind__, see [here](https://a.org) <!-- no -->",
                #"{"id":"markdown","note":"**Thanks**\nBe **kind**, see [here](https://a.org)"}"#
            ),
        ]
    )
    func elements(body: String, element: String) throws {
        let form = try Self.imported(body)
        #expect(try form.elements() == [#"{"id":"title","label":"Title","required":true}"#, element])
        #expect(form.omissions.isEmpty)
    }

    @Test("labels and assignees are constants, and the title has its beginning")
    func constants() throws {
        let head = "name: Bug\ndescription: Tell us\ntitle: '[Bug]: '\nlabels: [bug, new]\nassignees: me"
        let form = try Self.imported("- {type: input, id: a, attributes: {label: A}}", head: head)
        #expect(
            try form.elements() == [
                #"{"id":"title","label":"Title","required":true,"value":"[Bug]: "}"#, #"{"id":"a","label":"A"}"#,
                #"{"id":"labels","constant":"bug, new"}"#, #"{"id":"assignees","constant":"me"}"#,
            ]
        )
        #expect(form.omissions.isEmpty)
    }

    @Test(
        "what a form does not have is reported",
        arguments: [
            ("- {type: upload, attributes: {label: A}}", "/body/0: a form has no element of the type “upload”"),
            ("- {type: input, odd: 1, attributes: {label: A}}", "/body/0/odd: “odd” is left out"),
            ("- {type: input, attributes: {label: A, odd: 1}}", "/body/0/attributes/odd: “odd” is left out"),
            (
                "- {type: dropdown, attributes: {label: A, options: [a], default: 3}}",
                "/body/0/attributes/default: there is no such option"
            ),
            (
                "- {type: markdown, attributes: {value: '![a](b.png)'}}",
                "/body/0/attributes/value: pictures, tables or HTML of this text are left out"
            ),
            ("- [1]", "/body/0: this is no element of an issue form"),
        ]
    )
    func omissions(body: String, omission: String) throws {
        #expect(try Self.imported(body).omissions.map(\.description) == [omission])
    }

    @Test(
        "a document that is no issue form is refused",
        arguments: [
            "name: Bug", "- a", "body: [", "a: b: c", "", String(repeating: "[", count: 5_000),
            "body:\n" + String(repeating: "- ", count: 5_000) + "a",
            "a: &a [b]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
                + "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\n"
                + "f: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\nbody: [*f,*f,*f,*f,*f,*f,*f,*f,*f,*f]",
        ]
    )
    func refused(text: String) {
        #expect(throws: NoForm.self) { try IssueForm.form(text, decoder: DefinitionDecoder()) }
    }
}

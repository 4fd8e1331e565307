import FormEngine
import FormImport
import FormModel
import Testing
import XLSFormImport

@Suite("XForms as forms")
struct XFormTests {
    private static func imported(model: String, body: String) throws -> FinishedForm {
        let names = #"xmlns="http://www.w3.org/2002/xforms" xmlns:h="h" xmlns:jr="jr""#
        let text =
            "<h:html \(names)><h:head><h:title>T</h:title><model>\(model)</model></h:head><h:body>\(body)</h:body></h:html>"
        return try XLSFormImport.form(xform: Array(text.utf8), decoder: DefinitionDecoder())
    }

    private static func elements(_ form: FinishedForm) throws -> [String] {
        let elements = try JSONDocument(form.definition).root.object?["fields"]?.elements ?? []
        return elements.map { JSONWriter.text(of: $0) }
    }

    @Test(
        "a control becomes an element, with what the model says of its node",
        arguments: [
            (
                #"<bind nodeset="/d/a" type="int" required="true()"/>"#,
                #"<input ref="/d/a"><label>A</label><hint>H</hint></input>"#,
                #"{"id":"a","label":"A","hint":"H","formatter":{"type":"number","grouping":false,"negative":true,"maximumFractionDigits":0},"required":true}"#
            ),
            (
                #"<itext><translation lang="en"><text id="x"><value>A</value></text></translation><translation lang="fr"><text id="x"><value>Ah</value></text></translation></itext><bind nodeset="/d/a" readonly="true()"/>"#,
                #"<input ref="/d/a"><label ref="jr:itext('x')"/></input>"#, #"{"id":"a","note":{"en":"A","fr":"Ah"}}"#
            ),
            (
                "", #"<select1 ref="/d/a"><label>A</label><item><label>X</label><value>x</value></item></select1>"#,
                #"{"id":"a","label":"A","input":{"type":"options","options":[{"value":"x","label":"X"}],"display":"list"}}"#
            ),
            (
                "", #"<trigger ref="/d/a"><label>A</label></trigger>"#,
                #"{"id":"a","label":"A","input":{"type":"toggle"}}"#
            ),
        ]
    )
    func controls(model: String, body: String, element: String) throws {
        let form = try Self.imported(model: "<instance><d><a/></d></instance>" + model, body: body)
        #expect(try Self.elements(form) == [element])
        #expect(form.omissions.isEmpty)
    }

    @Test("paths of expressions mean the question of that group, and of the same row")
    func paths() throws {
        let imported = try Self.imported(
            model: """
                <instance><d><g><n>2</n></g><h><n/></h><r><n/><twice/></r><sum/></d></instance>
                <bind nodeset="/d/g/n" type="int"/><bind nodeset="/d/h/n" relevant="/d/g/n &gt; 3"/>
                <bind nodeset="/d/r/n" type="int"/><bind nodeset="/d/r/twice" calculate="../n * 2"/>
                <bind nodeset="/d/sum" calculate="sum(/d/r/twice) + /d/g/n"/>
                """,
            body: """
                <group ref="/d/g"><label>G</label><input ref="/d/g/n"><label>N</label></input></group>
                <group ref="/d/h"><label>H</label><input ref="/d/h/n"><label>of <output value="/d/g/n"/></label></input></group>
                <group ref="/d/r"><label>R</label><repeat nodeset="/d/r"><input ref="/d/r/n"><label>N</label></input></repeat></group>
                """
        )
        #expect(imported.omissions.isEmpty)
        let decoded = DefinitionDecoder().decode(imported.definition, name: "form")
        var form = try Form(CompiledForm(try #require(decoded.value)))
        func value(_ id: String) throws -> String {
            form.field(try #require((0..<form.fieldCount).first { form.field($0).id == id }, "no field \(id)")).value
        }
        func index(_ id: String) throws -> Int {
            try #require((0..<form.fieldCount).first { form.field($0).id == id }, "no field \(id)")
        }
        #expect(try !form.field(index("n_2")).isVisible)
        _ = try form.perform([.addRow(group: "r", position: nil)])
        _ = try form.perform([.field(try index("r_1_n"), .setText("5", formats: true, validates: true))])
        #expect(try value("sum") == "12")
        _ = try form.perform([.field(try index("n"), .setText("4", formats: true, validates: true))])
        let second = form.field(try index("n_2"))
        #expect(second.isVisible && second.label == "of 4")
    }

    @Test("the choices of another list depend on an answer")
    func cascade() throws {
        let form = try Self.imported(
            model: """
                <instance><d><a/><b/></d></instance><instance id="i"><root>
                <item><name>x</name><label>X</label><of>p</of></item><item><name>y</name><label>Y</label><of>q</of></item>
                </root></instance>
                """,
            body: """
                <select1 ref="/d/a"><label>A</label><item><label>P</label><value>p</value></item></select1>
                <select1 ref="/d/b"><label>B</label><itemset nodeset="instance('i')/root/item[of= /d/a ]"><value ref="name"/><label ref="label"/></itemset></select1>
                """
        )
        #expect(
            try Self.elements(form)[1].contains(
                #""options":[{"value":"x","label":"X","when":"p"},{"value":"y","label":"Y","when":"q"}],"optionsWhen":"a""#
            )
        )
    }

    @Test("a value is set when the form begins, and when the answer of a control changes")
    func actions() throws {
        let form = try Self.imported(
            model: """
                <instance><d><a/><b/><c/><version>3</version></d></instance>
                <setvalue event="odk-instance-first-load" ref="/d/b" value="/d/version"/>
                """,
            body: """
                <input ref="/d/a"><label>A</label><setvalue event="xforms-value-changed" ref="/d/c">new</setvalue></input>
                <input ref="/d/b"><label>B</label></input>
                """
        )
        let hidden = #""visibleWhen":{"computed":0,"greater":0},"whenIrrelevant":"keep""#
        #expect(
            try Self.elements(form) == [
                #"{"id":"a","label":"A"}"#, #"{"id":"b","label":"B","initially":{"field":"version"}}"#,
                #"{"id":"c","label":"c",\#(hidden),"setOnChange":{"of":["a"],"to":"new"}}"#,
                #"{"id":"version","label":"version",\#(hidden),"value":"3"}"#,
            ]
        )
        #expect(form.omissions.isEmpty)
    }

    @Test(
        "what a form does not have is reported",
        arguments: [
            (#"<setvalue event="e" ref="/d/a"/>"#, "", "/d/a: what happens at the event “e”"),
            (
                "", #"<upload ref="/d/b" mediatype="image/*"/>"#,
                "/d/b, type: the image is not taken: the name of a file is typed"
            ),
            (
                #"<bind nodeset="/d/b" type="db:person"/>"#, #"<input ref="/d/b"/>"#,
                "/d/b: the type “person” is not known: any text is an answer"
            ),
            ("", #"<input ref="/d/b" odd="1"><label>B</label></input>"#, "/d/b: “odd=1” is left out"),
            ("", "<odd/>", "/odd: a form has no control “odd”"),
            (
                #"<submission action="http://x"/>"#, "",
                "submission: “action” is left out: the application receives the answers"
            ),
        ]
    )
    func omissions(model: String, body: String, omission: String) throws {
        let form = try Self.imported(
            model: "<instance><d><a/></d></instance>" + model,
            body: #"<input ref="/d/a"><label>A</label></input>"# + body
        )
        #expect(form.omissions.map(\.description) == [omission])
    }

    @Test(
        "another document is refused",
        arguments: [
            "", "<a/>", "<h:html", String(repeating: "<a>", count: 300_000),
            "<a>" + String(repeating: "<b/>", count: 900_000),
            #"<!DOCTYPE a [<!ENTITY x "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"><!ENTITY z "&x;&x;&x;&x;&x;&x;&x;&x;&x;&x;">"#
                + #"<!ENTITY u "&z;&z;&z;&z;&z;&z;&z;&z;&z;&z;"><!ENTITY v "&u;&u;&u;&u;&u;&u;&u;&u;&u;&u;"><!ENTITY w "&v;&v;&v;&v;&v;&v;&v;&v;&v;&v;">"#
                + #"<!ENTITY t "&w;&w;&w;&w;&w;&w;&w;&w;&w;&w;">]><a>&t;&t;</a>"#,
        ]
    )
    func refused(text: String) {
        #expect(throws: (any Error).self) {
            try XLSFormImport.form(xform: Array(text.utf8), decoder: DefinitionDecoder())
        }
    }
}

import FormEngine
import FormImport
import FormModel
import SurveyImport
import Testing

@Suite("Surveys as forms")
struct SurveyImportTests {
    private static func imported(_ survey: String) throws -> FinishedForm {
        try SurveyImport.form(survey, decoder: DefinitionDecoder())
    }

    private static func form(_ survey: String) throws -> Form {
        let definition = try imported(survey).definition
        let decoded = DefinitionDecoder().decode(definition, name: "survey")
        return try Form(
            CompiledForm(try #require(decoded.value)),
            today: try #require(CalendarDay(iso: "2026-03-05"))
        )
    }

    private static func index(_ id: String, _ form: Form) throws -> Int {
        try #require((0..<form.fieldCount).first { form.field($0).id == id }, "no field \(id)")
    }

    private static func set(_ id: String, _ text: String, _ form: inout Form) throws {
        _ = try form.perform([.field(try index(id, form), .setText(text, formats: true, validates: true))])
    }

    /// The questions of one page, which have these omissions, without their places.
    private static func omissions(_ questions: String) throws -> [String] {
        try imported(#"{"elements": [\#(questions)]}"#).omissions.map(\.reason)
    }

    @Test("conditions of questions, panels and pages hold as in the survey")
    func conditions() throws {
        var form = try Self.form(
            """
            {"title": "Move", "showPreviewBeforeComplete": "showAllQuestions", "pages": [
              {"name": "one", "title": "You", "elements": [
                {"type": "radiogroup", "name": "moved", "title": "Have you moved?", "isRequired": true,
                 "choices": [{"value": 1, "text": "Yes"}, {"value": 2, "text": "No"}]},
                {"type": "panel", "name": "old", "title": "Old address", "visibleIf": "{moved} = 1", "elements": [
                  {"type": "text", "name": "old street"}, {"type": "text", "name": "old zip", "visibleIf": "{old street} notempty"}]},
                {"type": "text", "name": "age", "inputType": "number", "min": 0},
                {"type": "comment", "name": "why", "visibleIf": "({age} >= 18 and {moved} anyof [1, 3]) or {age} > 65"}]},
              {"name": "two", "visibleIf": "{age} < 18", "elements": [{"type": "text", "name": "parent"}]}]}
            """
        )
        #expect(form.field(try Self.index("old_street", form)).isVisible == false)
        try Self.set("moved", "1", &form)
        #expect(form.field(try Self.index("old_street", form)).isVisible)
        #expect(!form.field(try Self.index("old_zip", form)).isVisible)
        try Self.set("old_street", "Main 1", &form)
        #expect(form.field(try Self.index("old_zip", form)).isVisible)
        try Self.set("age", "17", &form)
        #expect(!form.field(try Self.index("why", form)).isVisible)
        #expect(form.field(try Self.index("parent", form)).isVisible)
        try Self.set("age", "18", &form)
        #expect(form.field(try Self.index("why", form)).isVisible)
        #expect(!form.field(try Self.index("parent", form)).isVisible)
        try Self.set("moved", "2", &form)
        #expect(!form.field(try Self.index("why", form)).isVisible)
        try Self.set("age", "66", &form)
        #expect(form.field(try Self.index("why", form)).isVisible)
    }

    @Test("expressions are computed, over rows too")
    func computed() throws {
        var form = try Self.form(
            """
            {"elements": [
              {"type": "paneldynamic", "name": "items", "minPanelCount": 1, "maxPanelCount": 4, "templateElements": [
                {"type": "text", "name": "price", "inputType": "number"},
                {"type": "text", "name": "count", "inputType": "number", "defaultValue": 1},
                {"type": "expression", "name": "sum", "expression": "{panel.price} * {panel.count}"}]},
              {"type": "expression", "name": "total", "expression": "sumInArray({items}, 'sum')"},
              {"type": "text", "name": "born", "inputType": "date"},
              {"type": "expression", "name": "class", "expression": "iif(age({born}) >= 18, 'adult', 'child')"}]}
            """
        )
        try Self.set("items_1_price", "2.5", &form)
        try Self.set("items_1_count", "4", &form)
        #expect(form.field(try Self.index("total", form)).value == "10")
        _ = try form.perform([.addRow(group: "items", position: nil)])
        try Self.set("items_2_price", "1", &form)
        #expect(form.field(try Self.index("total", form)).value == "11")
        _ = try form.perform([.field(try Self.index("born", form), .selectDate("2008-03-05"))])
        #expect(form.field(try Self.index("class", form)).value == "adult")
        _ = try form.perform([.field(try Self.index("born", form), .selectDate("2008-03-06"))])
        #expect(form.field(try Self.index("class", form)).value == "child")
    }

    @Test("nested panels are nested rows, which can read the enclosing panel")
    func innerRows() throws {
        var form = try Self.form(
            """
            {"elements": [
              {"type": "paneldynamic", "name": "orders", "minPanelCount": 1, "maxPanelCount": 3, "templateElements": [
                {"type": "text", "name": "rate", "inputType": "number"},
                {"type": "paneldynamic", "name": "items", "minPanelCount": 1, "maxPanelCount": 4, "templateElements": [
                  {"type": "text", "name": "price", "inputType": "number"},
                  {"type": "expression", "name": "cost", "expression": "{panel.price} * {parentPanel.rate}"}]},
                {"type": "expression", "name": "sum", "expression": "sumInArray({panel.items}, 'cost')"}]},
              {"type": "expression", "name": "total", "expression": "sumInArray({orders}, 'sum')"}]}
            """
        )
        _ = try form.perform([.addRow(group: "orders", position: nil)])
        _ = try form.perform([.addRow(group: "orders_2_items", position: nil)])
        for (name, text) in [
            ("orders_1_rate", "2"), ("orders_2_rate", "3"), ("orders_1_items_1_price", "1"),
            ("orders_2_items_1_price", "1"), ("orders_2_items_2_price", "4"),
        ] { try Self.set(name, text, &form) }
        #expect(form.field(try Self.index("orders_2_sum", form)).value == "15")
        #expect(form.field(try Self.index("total", form)).value == "17")
    }

    @Test("a matrix is a grid of fields, and its rows can be asked about")
    func matrix() throws {
        let survey = """
            {"elements": [
              {"type": "matrix", "name": "care", "title": "How do you like it?", "isAllRowRequired": true,
               "columns": ["good", {"value": "bad", "text": "Not at all"}],
               "rows": [{"value": "food", "text": "The food"}, "room"]},
              {"type": "comment", "name": "why", "visibleIf": "{care.food} = 'bad'"}]}
            """
        #expect(try Self.imported(survey).omissions == [])
        var form = try Self.form(survey)
        #expect(!form.isComplete)
        try Self.set("care_food", "bad", &form)
        try Self.set("care_room", "good", &form)
        #expect(form.field(try Self.index("why", form)).isVisible && form.isComplete)
        #expect(form.field(try Self.index("care_food", form)).text == "Not at all")
        #expect(form.field(try Self.index("care_room", form)).display == "grid")
    }

    @Test(
        "validators give the results of the survey's",
        arguments: [
            (
                #"{"type": "text", "name": "q", "inputType": "number", "validators": [{"type": "numeric", "minValue": 5, "text": "Five!"}]}"#,
                "4", "Five!"
            ),
            (
                #"{"type": "text", "name": "q", "validators": [{"type": "regex", "regex": "[0-9]{2}", "text": "Two digits"}]}"#,
                "a1b", "Two digits"
            ),
            (
                #"{"type": "text", "name": "q", "validators": [{"type": "regex", "regex": "[0-9]{2}", "text": "Two digits"}]}"#,
                "a12b", ""
            ),
            (
                #"{"type": "text", "name": "q", "validators": [{"type": "text", "minLength": 3, "text": "Longer"}]}"#,
                "ab", "Longer"
            ),
            (
                #"{"type": "text", "name": "q", "inputType": "number", "validators": [{"type": "expression", "expression": "{q} > 3", "text": "More"}]}"#,
                "3", "More"
            ),
            (#"{"type": "text", "name": "q", "inputType": "email", "requiredErrorText": "Needed"}"#, "a@b.org", ""),
        ]
    )
    func validators(question: String, text: String, message: String) throws {
        var form = try Self.form(#"{"elements": [\#(question)]}"#)
        try Self.set("q", text, &form)
        #expect(form.field(0).error == message)
    }

    @Test(
        "what a form cannot express is listed with the reason",
        arguments: [
            (
                #"{"type": "text", "name": "a"}, {"type": "checkbox", "name": "q"}"#,
                ["a form asks no question of the type “checkbox”"]
            ),
            (
                #"{"type": "text", "name": "a", "visibleIf": "custom({a}) = 1"}"#,
                ["no form has the function “custom” with 1 arguments"]
            ),
            (#"{"type": "text", "name": "a", "visibleIf": "{a"}"#, ["“{a” has an open brace"]),
            (#"{"type": "text", "name": "a", "width": "50%"}"#, ["“width” is left out"]),
            (
                #"{"type": "html", "html": "<img src='x'>Hi &amp; bye"}, {"type": "text", "name": "a"}"#,
                ["some of this text's HTML is left out"]
            ),
            (
                #"{"type": "text", "name": "a"}, {"type": "expression", "name": "x", "expression": "diffDays({a}, 1)"}"#,
                ["no form has the function “diffdays” with 2 arguments"]
            ),
        ]
    )
    func leftOut(questions: String, reasons: [String]) throws {
        #expect(try Self.omissions(questions) == reasons)
    }

    @Test(
        "HTML becomes markup, and plain text stays unchanged",
        arguments: [
            ("<b>Hi</b> <i>you</i> &amp; me", "**Hi** *you* & me", false),
            ("See <a href='https://a.org/x' target='_blank'>it</a>.<br>Bye", "See [it](https://a.org/x).\nBye", false),
            ("<ul><li>one</li><li><code>two</code></li></ul>end", "- one\n- `two`\nend", false),
            ("2 < 3 * 4 [x] \\", "2 < 3 \\* 4 \\[x] \\\\", false), ("- no item", "\\- no item", false),
            ("<a href='http://a.org'>it</a>", "it (http://a.org)", false), ("<a href='#x'>it</a>", "it", true),
            ("<table>x</table> <b", "x <b", true),
            ("<a href='https://a.org/(x)'>it", "[it](https://a.org/(x%29)", false),
        ]
    )
    func hypertext(html: String, text: String, isCutDown: Bool) {
        let hypertext = Hypertext(html, hasMarks: true)
        #expect(hypertext.text == text && hypertext.isCutDown == isCutDown)
    }

    @Test("texts show answers, in a row those of the row, and braces around anything else stay")
    func insertedAnswers() throws {
        var form = try Self.form(
            """
            {"title": "For {your name}", "elements": [{"type": "text", "name": "your name"},
              {"type": "html", "name": "n", "html": "Hi {your name}, {nobody} {"},
              {"type": "paneldynamic", "name": "pets", "minPanelCount": 1, "maxPanelCount": 2, "templateElements": [
                {"type": "text", "name": "pet"}, {"type": "text", "name": "age", "title": "Age of {panel.pet}"}]}]}
            """
        )
        try Self.set("your_name", "Ann", &form)
        try Self.set("pets_1_pet", "Rex", &form)
        #expect(form.title == "For Ann" && form.field(1).text == "Hi Ann, {nobody} {")
        #expect(form.field(try Self.index("pets_1_age", form)).label == "Age of Rex")
    }

    @Test("titles have no marks, and notes have those of the survey's HTML")
    func marks() throws {
        let form = try Self.imported(
            #"{"title": "A <b>B</b>", "elements": [{"type": "html", "name": "n", "html": "<b>x</b>"}, {"type": "text", "name": "q", "title": "1 * 2"}]}"#
        )
        #expect(form.omissions.map(\.description) == ["/title: some of this text's HTML is left out"])
        let object = try #require(try JSONDocument(form.definition).root.object)
        #expect(object["title"]?.string == "A B" && object["markup"]?.string == "basic")
        #expect(
            object["fields"]?.elements?.map { JSONWriter.text(of: $0) } == [
                #"{"id":"n","note":"**x**"}"#, #"{"id":"q","label":"1 \\* 2"}"#,
            ]
        )
    }

    @Test("choices that were chosen elsewhere are the options there are; another condition of choices is reported")
    func visibleChoices() throws {
        func questions(_ condition: String) -> String {
            """
            {"type": "checkbox", "name": "owned", "choices": ["a", "b", "c"]},
            {"type": "radiogroup", "name": "best", "choices": ["a", {"value": "b", "text": "B"}, "c"],
             "showNoneItem": true, "choicesVisibleIf": "\(condition)"}
            """
        }
        let condition = "{owned} contains {item}"
        #expect(try Self.omissions(questions(condition)).isEmpty)
        #expect(try Self.omissions(questions("{owned} notcontains {item}")) == ["“choicesVisibleIf” is left out"])
        var form = try Self.form(#"{"elements": [\#(questions(condition))]}"#)
        let best = try Self.index("best", form)
        #expect(form.field(best).options == ["None"])
        try Self.set("owned", #"["b", "c"]"#, &form)
        #expect(form.field(best).options == ["B", "c", "None"])
    }

    @Test("a validator compares two answers", arguments: [("x", true), ("y", false)])
    func validator(answer: String, isValid: Bool) throws {
        let survey = """
            {"elements": [{"type": "text", "name": "a"}, {"type": "text", "name": "b",
              "validators": [{"type": "expression", "expression": "{a} = {b}", "text": "Repeat it"}]}]}
            """
        #expect(try Self.imported(survey).omissions == [])
        var form = try Self.form(survey)
        try Self.set("a", "x", &form)
        try Self.set("b", answer, &form)
        #expect(form.field(try Self.index("b", form)).error == (isValid ? "" : "Repeat it"))
    }

    @Test(
        "expressions compare two answers, a set of answers, and a flag",
        arguments: [
            ("{a} = {b}", ["a": "x", "b": "y"], false), ("{a} = {b}", ["a": "x", "b": "x"], true),
            ("{a} <> {b}", ["a": "x", "b": "x"], false), ("{m} = ['1']", ["m": #"["1"]"#], true),
            ("{m} = ['1']", ["m": #"["1","2"]"#], false), ("{flag}", [:], false), ("{flag}", ["flag": "true"], true),
            ("{a}", [:], false), ("{a}", ["a": "x"], true), ("!{flag}", ["flag": "true"], false),
            ("{n} - 3 > 5", ["n": "9"], true), ("{n} - 3 > 5", ["n": "8"], false),
        ] as [(String, [String: String], Bool)]
    )
    func comparisons(expression: String, answers: [String: String], isVisible: Bool) throws {
        let survey = """
            {"elements": [{"type": "text", "name": "a"}, {"type": "text", "name": "b"},
              {"type": "text", "name": "n", "inputType": "number"}, {"type": "boolean", "name": "flag"},
              {"type": "checkbox", "name": "m", "choices": [1, 2]},
              {"type": "text", "name": "q", "visibleIf": "\(expression)"}]}
            """
        #expect(try Self.imported(survey).omissions == [])
        var form = try Self.form(survey)
        for (name, text) in answers { try Self.set(name, text, &form) }
        #expect(form.field(try Self.index("q", form)).isVisible == isVisible)
    }

    @Test("a question whose condition names one that was left out is not required, and all three are reported")
    func requirements() throws {
        let form = try Self.imported(
            #"""
            {"pages": [
              {"name": "p", "title": "Papers", "elements": [
                {"type": "checkbox", "name": "sign"}, {"type": "expression", "name": "x", "expression": "custom()"},
                {"type": "text", "name": "why", "isRequired": true, "visibleIf": "{x} > 3"},
                {"type": "text", "name": "who", "title": "Who signed {sign}?", "isRequired": true}]},
              {"name": "q", "visibleIf": "{sign} notempty", "elements": [
                {"type": "text", "name": "when", "isRequired": true}]}]}
            """#
        )
        let lost = "this is not required, because the condition under which it is asked for is left out"
        #expect(
            form.omissions.map(\.description) == [
                "/pages/0/elements/0: a form asks no question of the type “checkbox”",
                "/pages/0/elements/1/expression: no form has the function “custom” with 0 arguments",
                "/pages/0/elements/2/visibleIf: this is left out: there is no field “x”",
                "/pages/0/elements/2/isRequired: \(lost)",
                "/pages/0/elements/3/title: an answer is not shown: there is no field “sign”",
                "/pages/1/visibleIf: this is left out: there is no field “sign”",
                "/pages/1/elements/0/isRequired: \(lost)",
            ]
        )
        #expect(!form.definition.contains("visibleWhen"))
    }

    @Test("No answers a required flag, and one option can exclude the others")
    func answers() throws {
        var form = try Self.form(
            #"""
            {"elements": [{"type": "boolean", "name": "flag", "isRequired": true, "labelFalse": "Never"},
              {"type": "checkbox", "name": "m", "choices": ["a"], "showNoneItem": true}]}
            """#
        )
        #expect(!form.isComplete)
        try Self.set("flag", "false", &form)
        #expect(form.isComplete && form.field(0).text == "Never")
        try Self.set("m", #"["a","none"]"#, &form)
        #expect(!form.isComplete)
        try Self.set("m", #"["none"]"#, &form)
        #expect(form.isComplete)
    }

    @Test("another answer than the choices has a field, which expressions can read")
    func other() throws {
        let survey = #"""
            {"elements": [
              {"type": "checkbox", "name": "m", "choices": ["a"], "showOtherItem": true, "otherText": "Else"},
              {"type": "text", "name": "q", "visibleIf": "{m-Comment} = 'x'"}]}
            """#
        #expect(try Self.imported(survey).omissions == [])
        var form = try Self.form(survey)
        try Self.set("m", #"["a"]"#, &form)
        #expect(try !form.field(Self.index("m_other", form)).isVisible && form.isComplete)
        try Self.set("m", #"["a","other"]"#, &form)
        #expect(!form.isComplete)
        try Self.set("m_other", "x", &form)
        #expect(try form.isComplete && form.field(Self.index("q", form)).isVisible)
    }

    @Test("the title, the texts and the condition of a single page are kept, and unknown keys of a page are reported")
    func singlePage() throws {
        let form = try Self.imported(
            #"{"completeText": "Send", "pages": [{"name": "p", "title": "T", "maxTimeToFinish": 5, "elements": [{"type": "text", "name": "a"}]}]}"#
        )
        #expect(form.omissions.map(\.description) == ["/pages/0/maxTimeToFinish: “maxTimeToFinish” is left out"])
        let object = try #require(try JSONDocument(form.definition).root.object)
        #expect(object["pages"].map { JSONWriter.text(of: $0) } == #"[{"title":"T","fields":["a"]}]"#)
        #expect(object["labels"].map { JSONWriter.text(of: $0) } == #"{"submit":"Send"}"#)
    }

    @Test("of two questions with the same name both are asked, and expressions mean the first")
    func sameNames() throws {
        let survey = #"{"elements": [{"type": "text", "name": "a"}, {"type": "text", "name": "a"}]}"#
        #expect(
            try Self.imported(survey).omissions.map(\.description) == [
                "/elements/1: another question has the name “a”: expressions mean that one"
            ]
        )
        let form = try Self.form(survey)
        #expect((0..<form.fieldCount).map { form.field($0).id } == ["a", "a_2"])
        let notes =
            #"{"elements": [{"type": "html", "name": "a", "html": "A"}, {"type": "html", "name": "a", "html": "B"}]}"#
        #expect(try Self.imported(notes).omissions.isEmpty)
    }

    @Test(
        "a small survey that would become a large form is refused part by part",
        arguments: [
            (
                #"{"type": "text", "name": "b", "visibleIf": "\#(Self.chain("{a}", " + ", 16_000)) > 1"}"#,
                ["the expression has more operators than a form can keep"]
            ),
            (
                #"{"type": "text", "name": "b", "visibleIf": "\#(Self.chain("{a}", " - ", 900)) > 1"}"#,
                ["the expression is nested too deep"]
            ),
            (
                #"{"type": "text", "name": "b", "visibleIf": "{a} anyof [\#(Self.numbers(5_000))]"}"#,
                ["a list has at most 1000 values"]
            ),
            (
                #"{"type": "text", "name": "b", "title": "\#(Self.chain("<b", "", 100_000))"}"#,
                ["a text has at most 65536 characters"]
            ),
            (
                #"{"type": "matrixdynamic", "name": "b", "maxRowCount": 1, "choices": [\#(Self.numbers(5_000))], "columns": [\#(Self.chain(#"{"name": "c"}"#, ",", 1_001))]}"#,
                ["a form has at most 1000 fields"]
            ),
            (
                #"{"type": "text", "name": "b", "visibleIf": "{a} > 1.2.3"}"#,
                ["“1.2.3” is no number"]
            ),
            (
                #"{"type": "rating", "name": "b", "rateMin": -9223372036854775808, "rateMax": 9223372036854775807}"#,
                ["a form asks no question of the type “rating”"]
            ),
            (
                #"{"type": "rating", "name": "b", "rateMin": 5, "rateCount": 9223372036854775807}"#,
                ["a form asks no question of the type “rating”"]
            ),
            (
                #"{"type": "matrix", "name": "b", "rows": [\#(Self.numbers(900))], "columns": [\#(Self.numbers(5_000))]}"#,
                ["the source has more choices than a form can keep"]
            ),
            (
                #"{"type": "text", "name": "b", "visibleIf": "\#(Self.chain("{a} = 1", " or ", 100))"}"#,
                ["this is left out: the condition has 100 tests"]
            ),
            (
                #"{"type": "matrix", "name": "b", "rows": [\#(Self.numbers(5_000))], "columns": [\#(Self.numbers(5_000))]}"#,
                ["a form has at most 1000 fields"]
            ),
        ] as [(String, [String])]
    )
    func large(question: String, reasons: [String]) throws {
        #expect(try Self.omissions(#"{"type": "text", "name": "a"}, \#(question)"#) == reasons)
    }

    private static func numbers(_ count: Int) -> String { (0..<count).map(String.init).joined(separator: ",") }

    private static func chain(_ operand: String, _ name: String, _ count: Int) -> String {
        Array(repeating: operand, count: count).joined(separator: name)
    }

    @Test("a survey without a question is refused, and deep nesting of brackets is limited")
    func none() throws {
        #expect(throws: NoForm.self) { try Self.imported(#"{"elements": []}"#) }
        #expect(throws: NoForm.self) { try Self.imported("[]") }
        let deep = String(repeating: "(", count: 100_000)
        #expect(
            try Self.omissions(#"{"type": "text", "name": "a", "visibleIf": "\#(deep)"}"#)
                == ["the expression is nested too deep"]
        )
        let signs = String(repeating: "!", count: 100_000)
        #expect(
            try Self.omissions(#"{"type": "text", "name": "a", "visibleIf": "\#(signs)"}"#)
                == ["the expression is nested too deep"]
        )
    }

    @Test(
        "a question of a type that no form has is asked as a text or by its choices if something requires or reads it",
        arguments: [
            (
                #"{"type": "yesno", "name": "q", "title": "Q", "isRequired": true}"#,
                #"{"id":"q","label":"Q","required":true}"#, "any text is an answer"
            ),
            (
                #"{"type": "own", "name": "q", "title": "Q", "choices": ["a"]}"#,
                #"{"id":"q","label":"Q","input":{"type":"options","options":[{"value":"a","label":"a"}],"display":"list"}}"#,
                "one of the choices is an answer"
            ),
            (#"{"type": "own", "name": "q", "title": "Q"}"#, #"{"id":"q","note":"Q"}"#, "its title is shown"),
        ]
    )
    func foreignTypes(question: String, element: String, loss: String) throws {
        let form = try Self.imported(#"{"elements": [\#(question)]}"#)
        let elements = try JSONDocument(form.definition).root.object?["fields"]?.elements ?? []
        #expect(elements.map { JSONWriter.text(of: $0) } == [element])
        let type = question.contains("yesno") ? "yesno" : "own"
        #expect(form.omissions.map(\.reason) == ["a form asks no question of the type “\(type)”: \(loss)"])
    }

    @Test("the value of an expression that is a condition is true or false")
    func truths() throws {
        var form = try Self.form(
            #"""
            {"elements": [{"type": "text", "name": "a", "inputType": "number"},
              {"type": "expression", "name": "old", "expression": "{a} >= 18"},
              {"type": "text", "name": "b", "visibleIf": "{old}"}]}
            """#
        )
        for (age, isVisible) in [("17", false), ("18", true), ("", false)] {
            try Self.set("a", age, &form)
            #expect(form.field(try Self.index("b", form)).isVisible == isVisible, "\(age)")
        }
    }

    @Test("a publisher's own types are the questions that a file says they are")
    func types() throws {
        let types = """
            [{"name": "yesno", "questionJSON": {"type": "radiogroup", "choices": ["y", "n"]}, "properties": {"look": null}},
             {"name": "info", "questionJSON": {"type": "html"}, "properties": {"body": "html"}},
             {"name": "person", "elementsJSON": [{"type": "text", "name": "first", "isRequired": true}]}]
            """
        let survey = """
            {"elements": [{"type": "yesno", "name": "q", "look": 1}, {"type": "info", "name": "i", "body": "Hi"},
             {"type": "person", "name": "p", "title": "P", "isRequired": true, "visibleIf": "{q} = 'y'"},
             {"type": "text", "name": "t", "visibleIf": "{p.first} notempty"}]}
            """
        let imported = try SurveyImport.form(survey, types: types, decoder: DefinitionDecoder())
        #expect(imported.omissions.isEmpty)
        let elements = try JSONDocument(imported.definition).root.object?["fields"]?.elements ?? []
        #expect(elements.map { $0.object?["id"]?.string } == ["q", "i", "p", "t"])
        #expect(
            JSONWriter.text(of: elements[0])
                == #"{"id":"q","label":"q","input":{"type":"options","options":[{"value":"y","label":"y"},{"value":"n","label":"n"}],"display":"list"}}"#
        )
        #expect(JSONWriter.text(of: elements[1]) == #"{"id":"i","note":"Hi"}"#)
    }

    @Test("a name that no question has is a variable, which the application sets", arguments: ["", "false", "x"])
    func variables(value: String) throws {
        var form = try Self.form(#"{"elements": [{"type": "text", "name": "a", "visibleIf": "{existing}"}]}"#)
        try Self.set("existing", value, &form)
        #expect(form.field(try Self.index("existing", form)).isVisible == false)
        #expect(form.field(try Self.index("a", form)).isVisible == (value == "x"))
    }

    @Test(
        "empty answers count as 0, and texts are joined",
        arguments: [("{a} + {b}", "3", "3"), ("{a} + ' kg'", "3", "3 kg")]
    )
    func sums(expression: String, answer: String, sum: String) throws {
        var form = try Self.form(
            """
            {"elements": [{"type": "text", "name": "a"}, {"type": "text", "name": "b"},
             {"type": "expression", "name": "c", "expression": "\(expression)"}]}
            """
        )
        try Self.set("a", answer, &form)
        #expect(form.field(try Self.index("c", form)).value == sum)
    }

    @Test("rows contain panels and notes, and the cells of a table are fields that expressions can read")
    func rowsAndTables() throws {
        let survey = """
            {"elements": [
              {"type": "paneldynamic", "name": "p", "maxPanelCount": 2, "isRequired": true, "templateElements": [
                {"type": "html", "name": "h", "html": "Hi"},
                {"type": "panel", "name": "q", "title": "Q", "elements": [{"type": "text", "name": "in"}]},
                {"type": "text", "name": "then", "visibleIf": "{panel.in} = 'x'"}]},
              {"type": "matrixdropdown", "name": "m", "rows": ["r", "s"], "choices": ["u", "v"], "columns": [{"name": "c"}]},
              {"type": "text", "name": "t", "visibleIf": "{m.s.c} = 'v'"}]}
            """
        #expect(try Self.imported(survey).omissions.isEmpty)
        var form = try Self.form(survey)
        try Self.set("p_1_in", "x", &form)
        try Self.set("m_s_c", "v", &form)
        #expect(form.field(try Self.index("p_1_then", form)).isVisible)
        #expect(form.field(try Self.index("t", form)).isVisible)
    }

    @Test("what is invisible without a condition is never shown")
    func invisible() throws {
        let form = try Self.form(
            #"{"elements": [{"type": "text", "name": "a", "visible": false}, {"type": "text", "name": "b", "visible": true}]}"#
        )
        #expect(!form.field(try Self.index("a", form)).isVisible)
        #expect(form.field(try Self.index("b", form)).isVisible)
    }
}

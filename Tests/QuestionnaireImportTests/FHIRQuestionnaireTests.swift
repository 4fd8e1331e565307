import FormEngine
import FormImport
import FormModel
import QuestionnaireImport
import Testing

@Suite("Questionnaires of FHIR as forms")
struct FHIRQuestionnaireTests {
    private static func imported(_ items: String, more: String = "") throws -> FinishedForm {
        let text = #"{"resourceType": "Questionnaire", "status": "active", \#(more) "item": [\#(items)]}"#
        return try FHIRQuestionnaire.form(text, decoder: DefinitionDecoder())
    }

    @Test(
        "an item becomes an element of the form",
        arguments: [
            (
                #"{"linkId": "1.1", "type": "integer", "text": "Age", "prefix": "1.", "required": true, "extension": [{"url": "x/maxValue", "valueInteger": 9}]}"#,
                #"{"id":"_1_1","label":"1. Age","required":true,"formatter":{"type":"number","negative":true,"grouping":false,"maximumFractionDigits":0},"validators":[{"type":"maxValue","max":9}]}"#
            ),
            (
                #"{"linkId": "a", "type": "choice", "text": "A", "repeats": true, "answerOption": [{"valueCoding": {"code": "x", "display": "X"}, "initialSelected": true}, {"valueString": "y"}]}"#,
                #"{"id":"a","label":"A","input":{"type":"options","options":[{"value":"x","label":"X"},"y"],"multiple":true,"display":"list"},"value":["x"]}"#
            ),
            (
                #"{"linkId": "a", "type": "coding", "text": "A", "answerConstraint": "optionsOnly", "option": [{"valueString": "y"}]}"#,
                #"{"id":"a","label":"A","input":{"type":"options","options":["y"],"display":"list"}}"#
            ),
            (
                ##"{"linkId": "a", "type": "choice", "text": "A", "answerValueSet": "#s", "extension": [{"url": "x/questionnaire-itemControl", "valueCodeableConcept": {"coding": [{"code": "drop-down"}]}}]}"##,
                #"{"id":"a","label":"A","input":{"type":"options","options":["n"],"display":"menu"}}"#
            ),
            (
                #"{"linkId": "a", "type": "string", "text": "A", "repeats": true, "maxLength": 4, "extension": [{"url": "x/questionnaire-maxOccurs", "valueInteger": 3}]}"#,
                #"{"id":"a","label":"A","repeat":{"min":0,"max":3},"fields":[{"id":"value","label":"A","maxLength":4}]}"#
            ),
            (
                #"{"linkId": "a", "type": "quantity", "text": "A", "extension": [{"url": "x/questionnaire-unit", "valueCoding": {"display": "kg"}}]}"#,
                #"{"id":"a","label":"A (kg)","formatter":{"type":"number","negative":true,"grouping":false}}"#
            ),
            (#"{"linkId": "a", "type": "display", "text": "Hello"}"#, #"{"id":"a","note":"Hello"}"#),
            (
                #"{"linkId": "a", "type": "text", "text": "A", "item": [{"linkId": "h", "type": "display", "text": "Help", "extension": [{"url": "x/questionnaire-itemControl", "valueCodeableConcept": {"coding": [{"code": "help"}]}}]}]}"#,
                #"{"id":"a","label":"A","type":"textView","hint":"Help"}"#
            ),
        ]
    )
    func items(item: String, element: String) throws {
        let set =
            #""contained": [{"resourceType": "ValueSet", "id": "s", "compose": {"include": [{"concept": [{"code": "n"}]}]}}],"#
        let form = try Self.imported(item, more: set)
        #expect(try form.elements() == [element])
        #expect(form.omissions.isEmpty)
    }

    @Test("groups, conditions and computed answers work as in the questionnaire")
    func conditions() throws {
        let path = "%resource.item.where(linkId='n').answer.value * 2"
        let expression =
            #""extension": [{"url": "x/sdc-questionnaire-calculatedExpression", "valueExpression": {"expression": "\#(path)"}}]"#
        let imported = try Self.imported(
            """
            {"linkId": "n", "type": "decimal", "text": "N"}, {"linkId": "d", "type": "decimal", "readOnly": true, \(expression)},
            {"linkId": "q", "type": "boolean", "text": "Q", "item": [{"linkId": "why", "type": "string", "text": "Why"}]},
            {"linkId": "g", "type": "group", "text": "G", "enableBehavior": "any", "enableWhen": [
              {"question": "n", "operator": ">", "answerInteger": 3}, {"question": "q", "operator": "=", "answerBoolean": true}],
             "item": [{"linkId": "i", "type": "string", "text": "I", "required": true}]}
            """
        )
        #expect(imported.omissions.isEmpty)
        var form = try imported.form()
        #expect(try !form.isVisible("i"))
        #expect(try !form.isVisible("why"))
        try form.set("n", "4")
        #expect(try form.field(form.index("d")).value == "8")
        #expect(try form.isVisible("i"))
        try form.set("n", "1")
        try form.set("q", "true")
        #expect(try form.isVisible("i"))
        #expect(try form.isVisible("why"))
    }

    @Test(
        "what a form does not have is reported",
        arguments: [
            (#"{"linkId": "a", "type": "attachment"}"#, "/item/0: a form asks no question of the type “attachment”"),
            (
                #"{"linkId": "a", "type": "choice", "answerValueSet": "http://x"}"#,
                "/item/0/answerValueSet: a server looks up these choices: any text is accepted"
            ),
            (
                #"{"linkId": "a", "type": "string", "enableWhen": [{"question": "x", "operator": "exists", "answerBoolean": true}]}"#,
                "/item/0/enableWhen/0: no field stands for the question"
            ),
            (#"{"linkId": "a", "type": "string", "odd": 1}"#, "/item/0/odd: “odd” is left out"),
            (
                #"{"linkId": "a", "type": "string", "extension": [{"url": "http://x/odd"}]}"#,
                "/item/0/extension/0: the extension “odd” is left out"
            ),
        ]
    )
    func omissions(item: String, omission: String) throws {
        let form = try Self.imported(#"{"linkId": "z", "type": "string"}, "# + item)
        let place = omission.replacing("/item/0", with: "/item/1")
        #expect(form.omissions.map(\.description) == [place])
    }

    @Test("another resource is refused")
    func refused() {
        #expect(throws: NoForm.self) {
            try FHIRQuestionnaire.form(#"{"resourceType": "Patient"}"#, decoder: DefinitionDecoder())
        }
    }
}

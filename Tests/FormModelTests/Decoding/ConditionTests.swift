import FormModel
import Testing

@Suite("Conditions and rules about other fields")
struct ConditionTests {
    private static func finding(_ fields: String) -> [String] {
        decoder.decode(#"{"fields": [\#(fields)]}"#, name: "").diagnostics.map {
            "\($0.pointer): \($0.message)"
        }
    }

    private static func field(_ condition: String) -> Condition? {
        let json = #"{"fields": [{"id": "a"}, {"id": "b", "visibleWhen": \#(condition)}]}"#
        return decoder.decode(json, name: "").value?.fields.last?.visibleWhen
    }

    @Test(
        "every test and every combination is decoded",
        arguments: [
            (#"{"field": "a", "equals": "x"}"#, .test(field: "a", .equals("x"))),
            (#"{"field": "a", "notEquals": "x"}"#, .not(.test(field: "a", .equals("x")))),
            (#"{"field": "a", "in": ["x", "y"]}"#, .test(field: "a", .oneOf(["x", "y"]))),
            (#"{"field": "a", "empty": true}"#, .test(field: "a", .empty)),
            (#"{"field": "a", "empty": false}"#, .not(.test(field: "a", .empty))),
            (#"{"field": "a", "matches": "[0-9]+"}"#, .test(field: "a", .matches(pattern: "[0-9]+"))),
            (
                #"{"all": [{"field": "a", "empty": true}, {"not": {"field": "a", "equals": "z"}}]}"#,
                .all([.test(field: "a", .empty), .not(.test(field: "a", .equals("z")))])
            ),
            (#"{"any": [{"field": "a", "equals": ""}]}"#, .any([.test(field: "a", .equals(""))])),
            (
                #"{"field": "a", "equals": {"field": "a"}}"#,
                .comparison(.field(.field("a")), .equals, .field(.field("a")))
            ),
            (
                #"{"computed": {"count": [{"field": "a"}]}, "notEquals": "today"}"#,
                .comparison(.operation(.count, [.field(.field("a"))]), .notEquals, .text("today"))
            ),
            (
                #"{"field": "a", "less": {"day": "today"}}"#,
                .comparison(.field(.field("a")), .less, .today)
            ),
        ] as [(String, Condition)]
    )
    func good(json: String, expected: Condition) {
        #expect(Self.field(json) == expected)
    }

    @Test(
        "an invalid condition is refused with its position",
        arguments: [
            (#""x""#, "/fields/1/visibleWhen: expected an object, found a string"),
            (
                #"{"field": "a"}"#,
                "/fields/1/visibleWhen: a condition about a field needs exactly one of “equals”, “notEquals”, “in”, “empty”, “matches”, “contains”, “selected”, “less”, “atMost”, “greater”, “atLeast”"
            ),
            (
                #"{"field": "a", "equals": "x", "empty": true}"#,
                "/fields/1/visibleWhen: a condition about a field needs exactly one of “equals”, “notEquals”, “in”, “empty”, “matches”, “contains”, “selected”, “less”, “atMost”, “greater”, “atLeast”"
            ),
            (
                #"{"equals": "x"}"#,
                "/fields/1/visibleWhen: a condition needs the key “field” or one of “all”, “any”, “not”"
            ),
            (#"{"all": []}"#, "/fields/1/visibleWhen/all: the condition has no parts"),
            (
                #"{"all": [{"field": "a", "empty": true}], "any": []}"#,
                "/fields/1/visibleWhen/any: unknown key “any”; known are “all”"
            ),
            (#"{"field": "zz", "empty": true}"#, "/fields/1/visibleWhen: unknown field “zz”; known are “a”, “b”"),
            (#"{"field": "b", "empty": true}"#, "/fields/1/visibleWhen: the field “b” is compared with itself"),
            (
                #"{"field": "a", "matches": "("}"#,
                "/fields/1/visibleWhen/matches: the pattern cannot be used: missing closing parenthesis at 1"
            ),
        ]
    )
    func bad(condition: String, expected: String) {
        #expect(Self.finding(#"{"id": "a"}, {"id": "b", "visibleWhen": \#(condition)}"#) == [expected])
    }

    @Test("fields whose visibility depends on each other in a circle are named")
    func circles() {
        let circle = #"""
            {"id": "a", "visibleWhen": {"field": "c", "empty": true}},
            {"id": "b", "visibleWhen": {"field": "a", "empty": true}},
            {"id": "c", "visibleWhen": {"all": [{"field": "b", "equals": "1"}]}}
            """#
        #expect(
            Self.finding(circle) == [
                "/fields/0/visibleWhen: whether these fields are visible depends on each other in a circle: “a” → “c” → “b” → “a”"
            ]
        )
        let mutual = #"""
            {"id": "a", "validators": [{"type": "equals", "field": "b"}]},
            {"id": "b", "validators": [{"type": "length", "max": 3}, {"type": "equals", "field": "a"}]}
            """#
        #expect(
            Self.finding(mutual) == [
                "/fields/0/validators: these fields are compared with each other in a circle: “a” → “b” → “a”; one direction is enough"
            ]
        )
        let other = #"{"id": "a", "validators": [{"type": "equals", "field": "x"}]}"#
        #expect(Self.finding(other) == ["/fields/0/validators/0/field: unknown field “x”; known are “a”"])
        let typed = #"{"id": "a"}, {"id": "b", "inputValidators": [{"type": "equals", "field": "a"}]}"#
        #expect(
            Self.finding(typed) == [
                "/fields/1/inputValidators/0: what is typed cannot be compared with another field at each key"
            ]
        )
    }

    @Test("two fields of which one must be filled in are not a circle")
    func eitherOr() {
        let fields = #"""
            {"id": "phone", "requiredWhen": {"field": "mail", "empty": true}},
            {"id": "mail", "requiredWhen": {"field": "phone", "empty": true},
             "enabledWhen": {"field": "phone", "notEquals": "none"}}
            """#
        #expect(Self.finding(fields) == [])
    }

    @Test("a condition can only test whether a secret is empty, because other tests would reveal it")
    func secrets() {
        let secret = #"{"id": "a", "mode": {"type": "password"}}"#
        #expect(
            Self.finding(secret + #", {"id": "b", "visibleWhen": {"not": {"field": "a", "equals": "x"}}}"#) == [
                "/fields/1/visibleWhen: the field “a” is secret: a condition may only test whether it is “empty”, because more would reveal it"
            ]
        )
        #expect(Self.finding(secret + #", {"id": "b", "visibleWhen": {"field": "a", "empty": false}}"#) == [])
    }

    @Test("a long chain of conditions needs no deep recursion, and too many tests are refused")
    func limits() {
        let chain = (1..<1000).map { #"{"id": "f\#($0)", "visibleWhen": {"field": "f\#($0 - 1)", "empty": true}}"# }
        #expect(Self.finding(#"{"id": "f0"},"# + chain.joined(separator: ",")) == [])
        let part = #"{"field": "a", "empty": true}"#
        let wide = #"{"any": [\#(Array(repeating: part, count: 65).joined(separator: ","))]}"#
        #expect(
            Self.finding(#"{"id": "a"}, {"id": "b", "enabledWhen": \#(wide)}"#)
                == ["/fields/1/enabledWhen: the condition has 65 tests; the limit is 64"]
        )
        let matching = (0..<33).map {
            #"{"id": "b\#($0)", "visibleWhen": {"field": "a", "matches": "x"}}"#
        }
        #expect(
            Self.finding(#"{"id": "a"},"# + matching.joined(separator: ",")) == [
                "/fields/33/visibleWhen/matches: the form's conditions have more than 32 patterns, which is the limit"
            ]
        )
    }

    @Test(
        "keys without effect cause a warning",
        arguments: [
            (#""whenIrrelevant": "keep""#, "the field is always visible: the key “visibleWhen” is missing"),
            (
                #""required": true, "requiredWhen": {"field": "a", "empty": true}"#,
                "the field is required whatever the condition says"
            ),
        ]
    )
    func warnings(members: String, expected: String) {
        let found = decoder.decode(#"{"fields": [{"id": "a"}, {"id": "b", \#(members)}]}"#, name: "")
        #expect(found.value != nil)
        #expect(found.diagnostics.map(\.message) == [expected])
    }

    @Test("a form's messages and compatibility apply to every rule")
    func formWide() throws {
        let json = #"""
            {"messages": {"required": {"en": "Needed"}, "tooShort": "At least {min}"}, "compatibility": "formController",
             "fields": [{"id": "a", "validators": [{"type": "length", "min": 3}, {"type": "phone"}]}]}
            """#
        let form = try #require(decoder.decode(json, name: "").value)
        let rule = try #require(form.fields.first?.rules.first)
        #expect(rule.formMessages[.tooShort(minimum: 3)] == LocalizedText("At least {min}"))
        #expect(form.messages[.required]?.text(in: "ru") == "Needed")
        #expect(form.fields.first?.rules.map(\.compatibility) == [.formController, .formController])
        let unknown = decoder.decode(#"{"messages": {"tooshort": "x"}, "fields": [{"id": "a"}]}"#, name: "")
        #expect(unknown.diagnostics.map(\.message) == ["unknown key “tooshort”; did you mean “tooShort”?"])
    }
}

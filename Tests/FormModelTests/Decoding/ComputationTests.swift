import FormModel
import Testing

@Suite("Computations in definitions")
struct ComputationTests {
    private static func findings(_ fields: String) -> [String] {
        decoder.decode(#"{"fields": [\#(fields)]}"#, name: "").diagnostics.map { "\($0.pointer): \($0.message)" }
    }

    private static func findings(ofTree tree: String) -> [String] {
        findings(
            """
            {"id": "a"}, {"id": "n", "formatter": {"type": "number"}}, {"id": "day", "input": {"type": "date"}},
            {"id": "g", "repeat": {"max": 3}, "fields": [{"id": "m"}]}, {"id": "x", "computed": \(tree)}
            """
        )
    }

    @Test("an expression is decoded as it is written")
    func tree() throws {
        let json = """
            {"fields": [{"id": "x", "computed": {"round": [{"sum": [{"field": "g.m"}, -1.50, "2"]}, 2]}},
            {"id": "g", "repeat": {"max": 3}, "fields": [{"id": "m"}]},
            {"id": "m"}, {"id": "y", "computed": {"when": {"field": "m", "atLeast": "today"}, "then": {"concat": ["a"], "separator": "-"}}},
            {"id": "z", "computed": {"yearsBetween": ["2000-01-01", "today"]}}]}
            """
        let decoded = decoder.decode(json, name: "")
        #expect(decoded.diagnostics.map(\.description) == [])
        let fields = try #require(decoded.value).structure.fields
        let two = DecimalNumber(2)
        let sum = Computation.operation(
            .sum,
            [.field(.column(groups: ["g"], field: "m")), .number(try #require(DecimalNumber("-1.5"))), .number(two)]
        )
        #expect(fields[0].computed == .operation(.round, [sum, .number(two)]))
        #expect(
            fields[2].computed
                == .when(
                    .comparison(.field(.field("m")), .atLeast, .today),
                    then: .concat([.text("a")], separator: "-"),
                    otherwise: nil
                )
        )
        #expect(fields[3].computed == .operation(.yearsBetween, [.text("2000-01-01"), .today]))
        #expect(fields.count { $0.isReadOnly } == 3)
    }

    @Test(
        "an expression that cannot be evaluated is refused at the operand that causes the error",
        arguments: [
            ("true", "/fields/4/computed: expected a number, a string or an object, found a boolean"),
            (
                "{}",
                "/fields/4/computed: an operand needs the key “field” or exactly one of “sum”, “difference”, “product”, “quotient”, “round”, “min”, “max”, “count”, “daysBetween”, “yearsBetween”, “first”, “position”, “rows”, “concat”, “when”, “score”, “day”"
            ),
            (#"{"sum": 1}"#, "/fields/4/computed/sum: expected an array, found a number"),
            (#"{"sum": []}"#, "/fields/4/computed/sum: the operator “sum” has 0 operands, not 1 to 64"),
            (
                #"{"difference": [1]}"#,
                "/fields/4/computed/difference: the operator “difference” has 1 operands, not 2"
            ),
            (#"{"sum": ["abc"]}"#, "/fields/4/computed/sum/0: “abc” is not a decimal number"),
            (
                #"{"sum": [1, {"field": "zz"}]}"#,
                "/fields/4/computed/sum/1/field: unknown field “zz”; known are “a”, “day”, “n”, “x”"
            ),
            (
                #"{"sum": [{"field": "day"}]}"#,
                "/fields/4/computed/sum/0/field: “day” is a date, and “sum” takes a number"
            ),
            (
                #"{"daysBetween": [{"field": "n"}, "today"]}"#,
                "/fields/4/computed/daysBetween/0/field: “n” is a number, and “daysBetween” takes a date"
            ),
            (
                #"{"daysBetween": [5, "today"]}"#,
                "/fields/4/computed/daysBetween/0: expected a date or an object, found a number"
            ),
            (
                #"{"daysBetween": ["tomorrow", "today"]}"#,
                "/fields/4/computed/daysBetween/0: “tomorrow” is neither “today” nor a date in the form yyyy-MM-dd"
            ),
            (
                #"{"round": [{"field": "n"}, 21]}"#,
                "/fields/4/computed/round/1: a number is rounded to 0 to 20 digits after the decimal separator"
            ),
            (
                #"{"quotient": [{"field": "g.m"}, 2]}"#,
                "/fields/4/computed/quotient/0/field: “g.m” has a value for each row; a column stands in “sum”, “product”, “min”, “max”, “count”, “first”, “concat”, “score”"
            ),
            (
                #"{"sum": [{"field": "g.q"}]}"#,
                "/fields/4/computed/sum/0/field: unknown field “g.q”; did you mean “g.m”?"
            ),
            (
                #"{"sum": [{"field": "g m"}]}"#,
                "/fields/4/computed/sum/0/field: “g m” is not an identifier: a letter or “_”, then letters, digits or “_”, at most 64 in all"
            ),
            (#"{"sum": [{"field": "x"}]}"#, "/fields/4/computed/sum/0/field: the field “x” is worked out from itself"),
            (
                #"{"when": {"field": "a", "empty": true}}"#,
                "/fields/4/computed: the operator “when” needs the key “then”"
            ),
            (
                #"{"when": {"field": "q", "empty": true}, "then": 1}"#,
                "/fields/4/computed/when/field: unknown field “q”; known are “a”, “day”, “n”, “x”"
            ),
            (#"{"sum": [1], "else": 2}"#, "/fields/4/computed/else: unknown key “else”; known are “sum”"),
            (
                #"{"score": [{"field": "a"}], "points": {"x": "y"}}"#,
                "/fields/4/computed/points/x: “y” is not a decimal number"
            ),
            (
                #"{"sum": [123456789012345678901234567890123456789]}"#,
                "/fields/4/computed/sum/0: the number has 39 digits; the limit is 38"
            ),
        ]
    )
    func bad(tree: String, finding: String) {
        #expect(Self.findings(ofTree: tree) == [finding])
    }

    @Test("an expression has at most 64 nodes")
    func size() {
        func sum(_ count: Int) -> String { #"{"sum": [\#(repeatElement("1", count: count).joined(separator: ","))]}"# }
        #expect(Self.findings(ofTree: sum(63)) == [])
        #expect(Self.findings(ofTree: sum(64)) == ["/fields/4/computed: the tree has 65 nodes; the limit is 64"])
    }

    @Test(
        "circular computations are refused with the names of the fields, including rows and visibility",
        arguments: [
            (
                #"{"id": "a", "computed": {"sum": [{"field": "b"}]}}, {"id": "b", "computed": {"sum": [{"field": "a"}]}}"#,
                "/fields/0/computed: these fields are worked out from each other in a circle: “a” → “b” → “a”"
            ),
            (
                #"{"id": "a", "visibleWhen": {"field": "b", "greater": 1}}, {"id": "b", "computed": {"sum": [{"field": "a"}]}}"#,
                "/fields/0/visibleWhen: these fields are worked out from each other in a circle: “a” → “b” → “a”"
            ),
            (
                #"{"id": "g", "repeat": {"max": 2}, "fields": [{"id": "m", "computed": {"sum": [{"field": "t"}]}}]}, {"id": "t", "computed": {"sum": [{"field": "g.m"}]}}"#,
                "/fields/1/computed: these fields are worked out from each other in a circle: “t” → “m” → “t”"
            ),
            (
                #"{"id": "g", "repeat": {"max": 2}, "fields": [{"id": "m", "computed": {"sum": [{"field": "g.m"}]}}]}"#,
                "/fields/0/fields/0/computed: these fields are worked out from each other in a circle: “m” → “m”"
            ),
        ]
    )
    func circles(fields: String, finding: String) {
        #expect(Self.findings(fields) == [finding])
    }

    @Test(
        "keys for entered text are refused in a computed field, and so are comparisons that would reveal a secret",
        arguments: [
            (
                #"{"id": "a", "computed": 1, "value": "2"}"#,
                "/fields/0/value: the field is computed, so nobody enters what “value” is about"
            ),
            (
                #"{"id": "a", "computed": 1, "input": {"type": "date"}}"#,
                "/fields/0/input: the field is computed, so nobody enters what “input” is about"
            ),
            (
                #"{"id": "s", "secret": true}, {"id": "a", "visibleWhen": {"field": "s", "greater": 5}}"#,
                "/fields/1/visibleWhen/field: the field “s” is secret, and everybody may see the result of this, which would reveal it"
            ),
            (
                #"{"id": "s", "secret": true}, {"id": "x", "computed": {"sum": [{"field": "s"}]}}, {"id": "a", "validators": [{"type": "minValue", "min": {"field": "x"}}]}"#,
                "/fields/2/validators/0/min/field: the field “x” is secret, and everybody may see the result of this, which would reveal it"
            ),
            (
                #"{"id": "n", "formatter": {"type": "number"}}, {"id": "a", "visibleWhen": {"field": "n", "less": "2026-01-01"}}"#,
                "/fields/1/visibleWhen/less: a number is not compared with a date"
            ),
            (
                #"{"id": "n"}, {"id": "a", "visibleWhen": {"field": "n", "less": "soon"}}"#,
                "/fields/1/visibleWhen/less: “soon” is no number, date or time, and not “today”"
            ),
            (
                #"{"id": "n"}, {"id": "a", "inputValidators": [{"type": "maxValue", "max": {"field": "n"}}]}"#,
                "/fields/1/inputValidators/0: what is typed cannot be compared with another field at each key"
            ),
            (
                #"{"id": "n"}, {"id": "a", "validators": [{"type": "check", "check": {"field": "m", "empty": true}}]}"#,
                "/fields/1/validators/0/check/field: unknown field “m”; known are “a”, “n”"
            ),
        ]
    )
    func misuse(fields: String, finding: String) {
        #expect(Self.findings(fields) == [finding])
    }
}

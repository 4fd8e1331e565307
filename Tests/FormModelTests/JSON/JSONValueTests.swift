import FormModel
import Testing

@Suite("A JSON value")
struct JSONValueTests {
    @Test(
        "a number's text is kept, and only converted if it fits",
        arguments: [
            ("0", 0, 0), ("-0", 0, 0), ("12", 12, 12), ("8.0", 8, 8), ("1e2", 100, 100), ("1.5", nil, 1.5),
            ("1e999", nil, nil), ("-1e999", nil, nil), ("1e-999", 0, 0),
            ("9223372036854775807", 9_223_372_036_854_775_807, 0x1p63),
            ("9223372036854775808", nil, 0x1p63), ("1e300", nil, 1e300),
        ] as [(String, Int?, Double?)]
    )
    func numbers(_ text: String, integer: Int?, double: Double?) throws {
        let value = try JSONDocument(text).root
        #expect(value.numberText == text)
        #expect(value.integer == integer)
        #expect(value.double == double)
    }

    @Test("a number with a hundred thousand digits does not trap")
    func manyDigits() throws {
        let digits = String(repeating: "9", count: 100_000)
        #expect(try JSONDocument(digits).root.double == nil)
        #expect(try JSONDocument(digits).root.integer == nil)
        #expect(try JSONDocument("0." + digits).root.double == 1)
    }

    @Test("resolves escapes")
    func escapes() throws {
        let value = try JSONDocument(#""\"\\\/\b\f\n\r\t\u0416\uD83D\uDE00ж""#).root
        #expect(value.string == "\"\\/\u{8}\u{C}\n\r\tЖ😀ж")
    }

    @Test("a value has an escaped JSON Pointer")
    func pointers() throws {
        let root = try JSONDocument(#"{"a/b": [0, {"~": {"": 1}}], "é\n": 2}"#).root
        let inner = try #require(root.object?["a/b"]?.elements?[1].object?["~"]?.object?[""])
        #expect(inner.numberText == "1")
        #expect(inner.pointer == "/a~1b/1/~0/")
        #expect(root.object?["é\n"]?.pointer == "/é\n")
        #expect(root.pointer == "")
    }
}

@Suite("The JSON writer")
struct JSONWriterTests {
    @Test("white space is removed, and the notation of numbers and escapes is kept")
    func compact() throws {
        let json = "{ \"a \\\" b\" : [ 1.50 , -0 ,\n\"\\u0041 \\\\\" ] , \"c\" : { } }"
        #expect(JSONWriter.text(of: try JSONDocument(json).root) == #"{"a \" b":[1.50,-0,"\u0041 \\"],"c":{}}"#)
    }

    @Test("members of the later object replace those of the earlier one")
    func merge() throws {
        let objects = try [
            #"{"a": 1, "b": {"x": 1, "y": {"p": 0}}, "c": {"old": 1}, "omitted": 1}"#,
            #"{"b": {"y": {"q": [ 2 ]}, "z": 3}, "c": [], "omitted": 2, "d": null}"#,
        ].map { try JSONDocument($0).root }
        #expect(
            JSONWriter.text(merging: objects, omitting: ["omitted"])
                == #"{"a":1,"b":{"x":1,"y":{"p":0,"q":[2]},"z":3},"c":[],"d":null}"#
        )
        #expect(JSONWriter.text(merging: []) == "{}")
    }
}

@Suite("JSON that programs make, read and write")
struct JSONTextTests {
    @Test(
        "what is read is written as it was, on one line, with its order and the spelling of its numbers",
        arguments: [
            #"{"b": 1.50, "a": [true, null, -2e3], "c": {}}"#, "[]", #""a\n\u202eb""#, "12345678901234567890.5",
        ]
    )
    func spelling(text: String) throws {
        let tree = JSONText(try JSONDocument(text).root)
        #expect(tree.line == text.replacing(#"\u202e"#, with: "\u{202E}"))
        #expect(try JSONText(JSONDocument(tree.written).root) == tree)
    }

    @Test("the canonical text has no white space and sorted members, whatever their order was")
    func canonical() {
        let tree: JSONText = ["b": [1, "x y"], "a": .boolean(true), "c": ["z": .null, "y": "\t"]]
        #expect(tree.canonical == #"{"a":true,"b":[1,"x y"],"c":{"y":"\t","z":null}}"#)
    }

    @Test(
        "a number is written as an integer if it is one, and as a string if JSON has none",
        arguments: [
            (1, "1"), (-0.5, "-0.5"), (1e300, "1e+300"), (.infinity, #""Infinity""#), (.nan, #""NaN""#),
        ] as [(Double, String)]
    )
    func numbers(number: Double, text: String) {
        #expect(JSONText.number(number).line == text)
    }
}

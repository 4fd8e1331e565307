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

import FormModel
import Testing

@Suite("The JSON reader")
struct JSONParserTests {
    @Test(
        "every text that RFC 8259 allows is parsed",
        arguments: [
            "null", " true ", "\t[]\r\n", "{}", "-0", "0.5e-3", "1E+9", #""""#, #""\u00e9\n\"\\\/""#,
            #""\uD83D\uDE00""#,
            "[1,[2,[3]]]", #"{"a":{"b":[{}]}}"#, "\"\u{7F}\u{2028}😀\"", "[[[[[[[[[[[[]]]]]]]]]]]]",
        ]
    )
    func accepts(_ text: String) throws {
        _ = try JSONDocument(text)
    }

    @Test(
        "the error for an invalid text contains the reason and the position",
        arguments: [
            ("", 1, 1, "expected a value, found the end of the text"),
            ("  \n ", 2, 2, "expected a value, found the end of the text"),
            ("\u{FEFF}{}", 1, 1, "the text begins with a byte order mark"),
            ("{} {}", 1, 4, "expected the end of the text, found “{”"),
            ("[1,]", 1, 3, "a comma stands before the closing bracket"),
            ("{\"a\":1,\n}", 1, 7, "a comma stands before the closing bracket"),
            ("[1 2]", 1, 4, "expected a comma or “]”, found “2”"),
            (#"{"a" 1}"#, 1, 6, "expected a colon, found “1”"),
            (#"{"a":1 "b":2}"#, 1, 8, "expected a comma or “}”, found “\"”"),
            ("{a:1}", 1, 2, "expected a key in quotes, found “a”"),
            ("{'a':1}", 1, 2, "expected a key in quotes, found “'”"),
            ("[1}", 1, 3, "expected a comma or “]”, found “}”"),
            ("[", 1, 2, "expected a value, found the end of the text"),
            (#"{"a":"#, 1, 6, "expected a value, found the end of the text"),
            ("// no\n{}", 1, 1, "expected a value, found “/”"),
            ("tru", 1, 1, "expected a value, found “t”"),
            ("truex", 1, 5, "expected the end of the text, found “x”"),
            ("NaN", 1, 1, "expected a value, found “N”"),
            ("[-]", 1, 3, "expected a digit, found “]”"),
            ("[01]", 1, 2, "a number begins with a needless zero"),
            ("[-00]", 1, 2, "a number begins with a needless zero"),
            ("[1.]", 1, 4, "expected a digit, found “]”"),
            ("[1e+]", 1, 5, "expected a digit, found “]”"),
            ("[.5]", 1, 2, "expected a value, found “.”"),
            ("[+1]", 1, 2, "expected a value, found “+”"),
            ("\"abc", 1, 1, "the string is not closed"),
            ("[\"ж\u{1}\"]", 1, 4, "the control character U+0001 stands in a string"),
            ("[\"a\nb\"]", 1, 4, "the control character U+000A stands in a string"),
            ("\"\u{0}\"", 1, 2, "the control character U+0000 stands in a string"),
            (#""\u0000""#, 1, 2, "the character U+0000 is not allowed"),
            (#""\x""#, 1, 2, "a backslash may not stand before this character"),
            (#""\u12G4""#, 1, 2, "“\\u” is not followed by four hexadecimal digits"),
            (#""\u12"#, 1, 2, "“\\u” is not followed by four hexadecimal digits"),
            (#""\"#, 1, 2, "the string is not closed"),
            (#""\uD800""#, 1, 2, "the surrogate U+D800 stands alone"),
            (#""\uD800\n""#, 1, 2, "the surrogate U+D800 stands alone"),
            (#""\uD83D\u0041""#, 1, 2, "the surrogate U+D83D stands alone"),
            (#""\uDC00""#, 1, 2, "the surrogate U+DC00 stands alone"),
            ("\r\n\r\n\n\r  ?", 5, 3, "expected a value, found “?”"),
        ]
    )
    func refuses(_ text: String, line: Int, column: Int, reason: String) {
        #expect(throws: JSONSyntaxError(reason: reason, position: SourcePosition(line: line, column: column))) {
            try JSONDocument(text)
        }
    }

    @Test(
        "refuses bytes that are not UTF-8",
        arguments: [
            [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xF8, 0x88, 0x80, 0x80], [0xFF], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
        ] as [[UInt8]]
    )
    func refusesBytes(_ bytes: [UInt8]) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument([0x5B, 0x22] + bytes + [0x22, 0x5D]) }
        #expect(error?.position == SourcePosition(line: 1, column: 3))
        #expect(error?.reason.hasSuffix("is not valid UTF-8 here") == true)
    }

    @Test("64 nested levels are parsed, and 65 are refused")
    func depth() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        _ = try JSONDocument(nested(64))
        #expect(
            throws: JSONSyntaxError(
                reason: "values are nested deeper than 64 levels",
                position: SourcePosition(line: 1, column: 65)
            )
        ) { try JSONDocument(nested(65)) }
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(String(repeating: #"{"a":["#, count: 100_000)) }
    }

    @Test("1 MiB is parsed, and one more byte is refused")
    func size() throws {
        let limit = 1 << 20
        _ = try JSONDocument([0x31] + Array(repeating: 0x20, count: limit - 1))
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONDocument([0x31] + Array(repeating: 0x20, count: limit))
        }
        #expect(error?.reason == "the text has 1048577 bytes; the limit is 1048576")
    }
}

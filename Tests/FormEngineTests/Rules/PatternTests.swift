import PCRE2
import Testing

@Suite("A pattern")
struct PatternTests {
    @Test(
        "a pattern that backtracks endlessly reaches its limit, whatever the length of the text",
        arguments: [
            ("(a|aa)+c?", "a", "b"), ("(a+)+c?d?", "a", "b"), (".*.*.*.*.*.*=", "x", ""),
            ("(?:.*[^=]*+)*=?y", "x", "z"),
            ("(\\w+\\s?)*c?", "ab ", "!"), ("(a*)*\\1\\1b?", "a", "c"), ("(?:(?:a?){20}){20}c?", "a", "b"),
        ],
        [30, 250, 2_000, 60_000]
    )
    func limit(_ pattern: (String, String, String), _ count: Int) throws {
        let text = String(repeating: pattern.0.isEmpty ? "" : pattern.1, count: count) + pattern.2
        let result = try Pattern(pattern.0).match(text)
        #expect(result != .matched)
    }

    @Test(
        "a pattern matches a text of 200,000 characters",
        arguments: ["(.*)", "[a-z0-9]+", "\\w{0,5}.*1", "^((?=(.*\\d))(?=.*[a-z]))(.{8,})"]
    )
    func longText(_ pattern: String) throws {
        #expect(try Pattern(pattern).match(String(repeating: "abcdefghi1", count: 20_000)) == .matched)
    }

    @Test("a pattern with too many nested groups does not compile, and the error has the position")
    func errors() {
        let error = #expect(throws: PatternError.self) { try Pattern("é(a") }
        #expect(error == PatternError(reason: "missing closing parenthesis", offset: 3))
        #expect(throws: PatternError.self) { try Pattern(String(repeating: "(", count: 2_000)) }
        #expect(throws: PatternError.self) { try Pattern("(?:(?:a{1,60000}){1,60000})") }
        #expect(throws: PatternError.self) { try Pattern(String(repeating: "a", count: 4_097)) }
        #expect(throws: PatternError.self) { try Pattern("a\\Cb") }
    }

    @Test("a pattern accepts any text, including NUL and lone combining marks")
    func anyText() throws {
        #expect(try Pattern("a\0b").match("a\0b") == .matched)
        #expect(try Pattern(".").match("") == .notMatched)
        #expect(try Pattern("").match("") == .matched)
        #expect(try Pattern("\\X").match("👨‍👩‍👧‍👦") == .matched)
        #expect(try Pattern("(?i)ёж").match("ЁЖ") == .matched)
    }

    @Test(
        "the cost of grapheme clusters counts towards the limit: a long row of flags has no result",
        arguments: [#"\X*[!?]"#, #"\X*\X*[!?]"#]
    )
    func clusters(pattern: String) throws {
        let pattern = try Pattern(pattern)
        for count in [65_536, 16_384, 4_096] {
            #expect(pattern.match(String(repeating: "\u{1F1E9}", count: count)) == .limitReached)
        }
        #expect(pattern.match("👩‍👩‍👧🇩🇪e\u{301}!") == .matched)
        #expect(pattern.match("👩‍👩‍👧🇩🇪e\u{301}") == .notMatched)
        #expect(try Pattern(#"\X{3}"#).match("👩‍👩‍👧🇩🇪e\u{301}") == .matched)
    }

    @Test("several threads can use a pattern at the same time")
    func threads() async throws {
        let pattern = try Pattern("(\\w+)@(\\w+)\\.ru")
        await withTaskGroup { group in
            for index in 0..<8 {
                group.addTask { (0..<1_000).allSatisfy { pattern.match("name\(index)\($0)@mail.ru") == .matched } }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}

import Testing

@testable import DBus

@Suite("Match rules")
struct MatchRuleTests {
    static let burntOut = MatchRule.Subject(
        kind: .signal,
        senders: [":p.0", "org.example.Lamp1"],
        interface: "org.example.Lamp1",
        member: "BurntOut",
        path: "/org/example/Lamp1/kitchen",
        arguments: [.string("a.b.c"), .path("/a/b/"), .other, .string("/a/")]
    )

    @Test(
        "a rule matches exactly the messages that it describes",
        arguments: [
            ("", true),
            ("type='signal'", true),
            ("type='method_call'", false),
            ("type='error'", false),
            ("type=signal,member=BurntOut", true),
            ("sender='org.example.Lamp1'", true),
            ("sender=':p.0'", true),
            ("sender=':p.1'", false),
            ("destination=':p.1'", false),
            ("interface='org.example.Lamp1'", true),
            ("interface='org.example.Lamp'", false),
            ("member='Burnt'", false),
            ("path='/org/example/Lamp1/kitchen'", true),
            ("path='/org/example/Lamp1'", false),
            ("path_namespace='/org/example/Lamp1'", true),
            ("path_namespace='/org/example/Lamp1/kitchen'", true),
            ("path_namespace='/org/example/Lamp1/kit'", false),
            ("path_namespace='/'", true),
            ("arg0='a.b.c'", true),
            ("arg0='a.b'", false),
            ("arg1='/a/b/'", false),
            ("arg2=''", false),
            ("arg63=''", false),
            ("arg0namespace='a.b'", true),
            ("arg0namespace='a.b.c'", true),
            ("arg0namespace='a.'", false),
            ("arg1path='/a/b/'", true),
            ("arg1path='/a/b/c'", true),
            ("arg1path='/a/'", true),
            ("arg1path='/a'", false),
            ("arg3path='/a/b'", true),
            ("arg2path='/'", false),
            ("eavesdrop='true',type='signal'", true),
            (" type='signal', member='BurntOut'", true),
            ("type='signal', member='BurntOut',", true),
        ]
    )
    func matches(rule: String, isMatch: Bool) throws {
        #expect(try MatchRule(parsing: rule).matches(Self.burntOut) == isMatch)
    }

    @Test(
        "inside quotes every character except the apostrophe stands for itself",
        arguments: [
            (#"arg0='a,b=c'"#, "a,b=c"),
            (#"arg0=a\'b"#, "a'b"),
            (#"arg0='a'\''b'"#, "a'b"),
            (#"arg0='a\b'"#, #"a\b"#),
            (#"arg0=a\b"#, #"a\b"#),
            (#"arg0="#, ""),
            (#"arg0=''"#, ""),
            ("arg0='\u{301}é'", "\u{301}é"),
        ]
    )
    func quotes(rule: String, value: String) throws {
        #expect(try MatchRule(parsing: rule).arguments == [0: .equals(value)])
    }

    @Test(
        "a text that is not a rule is refused",
        arguments: [
            "type", "=", "='signal'", "type='x'", "type=''", "type='signal',type='signal'", "type='signal",
            "sender='1.2'", "sender='x'", "interface='x'", "member='a.b'", "path='x'", "path='/a/'",
            "path_namespace='/a/'", "path='/a',path_namespace='/a'", "destination=''", "eavesdrop='yes'",
            "eavesdrop=''",
            "arg64='x'", "arg-1='x'", "arg='x'", "arg01='x'", "arg0x='x'", "arg99999999999999999999='x'",
            "arg0='x',arg0path='x'", "arg0='x',arg0namespace='x'", "arg1namespace='x'", "argument='x'", "unknown='x'",
            "type='signal' ,member='x'", "arg0='" + String(repeating: "x", count: 1020) + "'",
        ]
    )
    func refuses(rule: String) {
        #expect(throws: MatchRule.Malformed.self) { try MatchRule(parsing: rule) }
    }

    @Test("rules are equal if they match the same messages, however they are written")
    func equality() throws {
        let one = try MatchRule(parsing: "type='signal',member='X',arg0='a'")
        let other = try MatchRule(parsing: "arg0=a,member=X, type=signal")
        #expect(one == other)
    }
}

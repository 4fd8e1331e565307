import Testing

@testable import FormManual

@Suite("Markdown and manual pages")
struct MarkdownTests {
    @Test(
        "an article's blocks are read",
        arguments: [
            (
                "# Title\n\nOne\ntwo.\n\nThree.",
                [.heading(level: 1, "Title"), .paragraph("One two."), .paragraph("Three.")]
            ),
            ("- a\n  b\n- c", [.list([.init(mark: "", text: "a b"), .init(mark: "", text: "c")])]),
            ("1. a\n2. b", [.list([.init(mark: "1.", text: "a"), .init(mark: "2.", text: "b")])]),
            ("```sh\n# no heading\n\n| no table\n```", [.code(["# no heading", "", "| no table"])]),
            ("<!-- keys: a -->\nText", [.paragraph("Text")]),
            (
                "| key | unit | |\n| --- | --- | --- |\n| `a\\|b` | one \\`two | more |\n| c | | |",
                [
                    .entries([
                        .init(term: "`a|b`", texts: ["unit: one \\`two", "more"]), .init(term: "c", texts: []),
                    ])
                ]
            ),
            ("| a | b |\n|--|--|\n| c | d |", [.entries([.init(term: "c", texts: ["d"])])]),
            ("Not 1.5 metres\n-1 is a number", [.paragraph("Not 1.5 metres -1 is a number")]),
        ] as [(String, [Block])]
    )
    func blocks(_ text: String, _ blocks: [Block]) {
        #expect(Markdown(text).blocks == blocks)
    }

    @Test(
        "marks in a text are parsed, and other characters are plain text",
        arguments: [
            ("a `b*c` d", [.plain("a "), .code("b*c"), .plain(" d")]),
            ("**a** *b*", [.strong("a"), .plain(" "), .emphasis("b")]),
            ("2 * 3 * 4", [.plain("2 * 3 * 4")]), ("``A``", [.code("A")]), ("one ` alone", [.plain("one ` alone")]),
            ("[Bus](Bus.md), [site](https://example.org)", [.plain("Bus, site (https://example.org)")]),
            ("see <doc:Masks>.", [.plain("see Masks.")]), ("[0] (a) \\[b](c) \\`", [.plain("[0] (a) [b](c) `")]),
        ] as [(String, [Inline])]
    )
    func inline(_ text: String, _ parts: [Inline]) {
        #expect(Inline.parse(text) == parts)
    }

    @Test("escaped characters are parsed as plain text", arguments: ["`a` *b* [c](d) <doc:e> \\`", "a\\b", ""])
    func escaping(_ text: String) {
        #expect(Inline.parse(Markdown.escaped(text)).map(\.text).joined() == text)
    }

    @Test("a page has its name, sections, terms and code, and no line begins with a request by accident")
    func page() {
        let page = ManualPage(
            name: "a-b",
            section: 5,
            about: "what it is",
            date: "2026-02-28",
            version: "1",
            blocks: Markdown(".dots `-x`\n\n## More \"here\"\n\n| a | b |\n|-|-|\n| `t` | d |\n\n```\n'q \\n\n```")
                .blocks
        )
        #expect(
            page.roff == #"""
                .TH "A-B" 5 2026-02-28 "formd 1" formd
                .SH NAME
                a-b \- what it is
                .SH DESCRIPTION
                \&.dots \fB\-x\fR
                .SH "MORE \(dqHERE\(dq"
                .TP
                \fBt\fR
                d
                .PP
                .RS 4
                .EX
                \(aqq \en
                .EE
                .RE

                """#
        )
    }

    @Test("a command's arguments become a synopsis and terms, without the options of all")
    func commands() throws {
        let json = """
            {"command": {"commandName": "tool", "arguments": [
              {"kind": "flag", "shouldDisplay": true, "isOptional": true, "isRepeating": false,
               "names": [{"kind": "long", "name": "json"}], "abstract": "Print JSON."}],
             "subcommands": [{"commandName": "get", "abstract": "Print [a] thing.", "aliases": ["show"], "arguments": [
              {"kind": "positional", "shouldDisplay": true, "isOptional": false, "isRepeating": true, "valueName": "thing",
               "abstract": "The thing.", "allValues": ["a", "b"], "defaultValue": "a"},
              {"kind": "option", "shouldDisplay": true, "isOptional": true, "isRepeating": false, "valueName": "n",
               "names": [{"kind": "long", "name": "at"}], "abstract": "Where."},
              {"kind": "flag", "shouldDisplay": true, "isOptional": true, "isRepeating": false,
               "names": [{"kind": "long", "name": "json"}], "abstract": "Print JSON."},
              {"kind": "flag", "shouldDisplay": true, "isOptional": true, "isRepeating": false,
               "names": [{"kind": "short", "name": "h"}, {"kind": "long", "name": "help"}]}]}]}}
            """
        #expect(
            try CommandReference(json).blocks == [
                .heading(level: 2, "Options"),
                .entries([.init(term: "`--json`", texts: ["Print JSON."])]),
                .heading(level: 2, "Subcommands"), .heading(level: 3, "get"),
                .paragraph("**tool get** *thing* … \\[`--at` *n*]"), .paragraph("Print \\[a] thing."),
                .paragraph("The same as `show`."),
                .entries([
                    .init(term: "*thing*", texts: ["The thing. One of: a, b. Default: a."]),
                    .init(term: "`--at` *n*", texts: ["Where."]),
                ]),
            ]
        )
    }

    @Test("a page of another program has the options of one subcommand, with those of all")
    func optionsOfSubcommand() throws {
        let json = """
            {"command": {"commandName": "tool", "subcommands": [{"commandName": "get", "arguments": [
              {"kind": "positional", "shouldDisplay": true, "isOptional": false, "isRepeating": false, "valueName": "thing"},
              {"kind": "flag", "shouldDisplay": true, "isOptional": true, "isRepeating": false,
               "names": [{"kind": "long", "name": "json"}], "abstract": "Print JSON."}]}]}}
            """
        let entries = [Block.Entry(term: "`--json`", texts: ["Print JSON."])]
        #expect(try CommandReference(json).options(of: "get") == [.heading(level: 2, "Options"), .entries(entries)])
    }

    @Test("a program's options are parsed from its help text")
    func options() {
        let help = """
            tool does

            Options:
              --session         Serve the bus.
              --socket <path>   Serve a
                                socket.
              --long <value>
                                Be long.
            """
        #expect(
            ProgramOptions(help: help).entries == [
                .init(term: "`--session`", texts: ["Serve the bus."]),
                .init(term: "`--socket` *path*", texts: ["Serve a socket."]),
                .init(term: "`--long` *value*", texts: ["Be long."]),
            ]
        )
    }
}

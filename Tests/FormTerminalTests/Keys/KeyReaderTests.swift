import FormTerminal
import Testing

@Suite("Keys from a terminal")
struct KeyReaderTests {
    private func read(_ pieces: String...) -> [Key] {
        var reader = KeyReader()
        return pieces.flatMap { reader.take($0.utf8) } + reader.giveUp()
    }

    @Test(
        "characters are keys",
        arguments: [
            ("a", [Key(.character("a"))]), ("日", [Key(.character("日"))]), ("e\u{301}", [Key(.character("é"))]),
            ("\t", [Key(.tab)]), ("\r", [Key(.enter)]), ("\u{7f}", [Key(.backspace)]), ("\u{13}", [.control("s")]),
            ("\u{1b}", [Key(.escape)]), ("\u{1b}f", [Key(.character("f"), .alt)]),
            ("\u{1b}\u{1b}", [Key(.escape, .alt), Key(.escape)]),
            ("\u{1b}\r", [Key(.enter, .alt)]),
            ("ab\tc", [Key(.character("a")), Key(.character("b")), Key(.tab), Key(.character("c"))]),
        ]
    )
    func characters(text: String, keys: [Key]) {
        #expect(read(text) == keys)
    }

    /// What follows Escape, and the key.
    private static let sequences: [(String, Key)] = [
        // xterm, VTE, the Linux console, PuTTY, tmux and rxvt.
        ("[A", Key(.up)), ("OA", Key(.up)), ("[H", Key(.home)), ("[F", Key(.end)), ("OH", Key(.home)),
        ("[1~", Key(.home)), ("[4~", Key(.end)), ("[7~", Key(.home)), ("[8~", Key(.end)), ("[D", Key(.left)),
        ("[2~", Key(.insert)), ("[3~", Key(.delete)), ("[5~", Key(.pageUp)), ("[6~", Key(.pageDown)),
        ("OP", Key(.function(1))), ("[11~", Key(.function(1))), ("[[A", Key(.function(1))), ("OS", Key(.function(4))),
        ("[24~", Key(.function(12))), ("[Z", Key(.tab, .shift)), ("OM", Key(.enter)), ("Ok", Key(.character("+"))),
        ("Ou", Key(.character("5"))),
        // With modifiers.
        ("[1;5D", Key(.left, .control)), ("[1;6C", Key(.right, [.control, .shift])), ("[1;3B", Key(.down, .alt)),
        ("[3;5~", Key(.delete, .control)), ("[a", Key(.up, .shift)), ("Od", Key(.left, .control)),
        ("[7$", Key(.home, .shift)), ("[8^", Key(.end, .control)), ("[3@", Key(.delete, [.control, .shift])),
        ("\u{1b}[A", Key(.up, .alt)),
        // CSI-u, and xterm's modifyOtherKeys.
        ("[97;5u", .control("a")), ("[13;3u", Key(.enter, .alt)), ("[97;2u", Key(.character("A"))),
        ("[9;2u", Key(.tab, .shift)), ("[27u", Key(.escape)), ("[57400u", Key(.character("1"))),
        ("[97:65;5:1u", .control("a")), ("[27;5;115~", .control("s")),
        // The mouse in both encodings.
        ("[<0;3;4M", Key(.click(Point(x: 2, y: 3)))), ("[M #$", Key(.click(Point(x: 2, y: 3)))),
        ("[<64;1;1M", Key(.wheel(-1))), ("[<65;300;1M", Key(.wheel(1))),
        ("]11;rgb:ffff/fafa/f0f0\u{1b}\\", Key(.background(isLight: true))),
        ("]11;rgb:00/00/80\u{7}", Key(.background(isLight: false))),
    ]

    @Test("the usual sequences are keys, in whatever pieces they come", arguments: sequences)
    func sequence(sequence: String, key: Key) {
        let text = "\u{1b}" + sequence
        for count in 0...text.count {
            #expect(read(String(text.prefix(count)), text.dropFirst(count) + "x") == [key, Key(.character("x"))])
        }
    }

    @Test(
        "a sequence without a meaning here is swallowed, in whatever pieces it comes",
        arguments: [
            "[I", "[O", "[12;40R", "[?1;2c", "[>41;354;0c", "[?2026;2$y", "[0n", "[8;24;80t", "[E", "[99~", "[?u",
            "[<0;3;4m", "[<35;3;4M", "]10;rgb:0/0/0\u{7}", "]52;c;YWJj\u{1b}\\", "P1$r0m\u{1b}\\", "_text\u{1b}\\",
            "[57358u", "Oz",
        ]
    )
    func swallowed(sequence: String) {
        let text = "\u{1b}" + sequence
        for count in 0...text.count {
            let keys = read("a" + text.prefix(count), text.dropFirst(count) + "b")
            #expect(keys == [Key(.character("a")), Key(.character("b"))])
        }
    }

    @Test("bytes of a character may come one by one; a lone Escape is a key when nothing follows")
    func patience() {
        var reader = KeyReader()
        let keys = "é日😀".utf8.flatMap { reader.take([$0]) }
        #expect(keys == [Key(.character("é")), Key(.character("日")), Key(.character("😀"))])
        #expect(reader.patience == nil)
        #expect(reader.take([0x1b]).isEmpty)
        #expect(reader.patience == .milliseconds(50))
        #expect(reader.giveUp() == [Key(.escape)])
        // The beginning of a sequence is not typed either.
        #expect(reader.take("\u{1b}[1;".utf8).isEmpty)
        #expect(reader.giveUp().isEmpty)
        #expect(reader.take("5".utf8) == [Key(.character("5"))])
    }

    @Test("a pasted text is one key, even if it arrives in parts")
    func paste() {
        var reader = KeyReader()
        #expect(reader.take("x\u{1b}[200~one\r".utf8) == [Key(.character("x"))])
        #expect(reader.take("\ttwo\u{1b}\u{1b}[20".utf8).isEmpty)
        #expect(reader.giveUp().isEmpty)
        #expect(reader.take("1~y".utf8) == [Key(.paste("one\n\ttwo\u{1b}")), Key(.character("y"))])
    }
}

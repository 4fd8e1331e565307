import CNcurses
import FormTerminal
import Testing

@Suite("Keys from a terminal")
struct KeyReaderTests {
    private func read(_ text: String) -> [Key] {
        var reader = KeyReader()
        for scalar in text.unicodeScalars { reader.take(scalar) }
        return reader.finish()
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

    @Test("keys with modifiers have the codes that they were defined with")
    func modified() {
        var reader = KeyReader()
        reader.take(code: Int32(terminal_key_modified) + 10 * 3 + 5)
        reader.take(code: Int32(terminal_key_modified) + 10 * 2 + 6)
        reader.take(code: KEY_F0 + 1)
        reader.take(code: KEY_BTAB)
        #expect(
            reader.finish() == [
                Key(.left, .control), Key(.right, [.control, .shift]), Key(.function(1)), Key(.tab, .shift),
            ]
        )
    }

    @Test("a pasted text is one key, even if it arrives in parts")
    func paste() {
        var reader = KeyReader()
        reader.take("x")
        reader.take(code: Int32(terminal_key_paste_begins))
        for scalar in "one\r".unicodeScalars { reader.take(scalar) }
        #expect(reader.finish() == [Key(.character("x"))])
        for scalar in "\ttwo\u{1b}".unicodeScalars { reader.take(scalar) }
        reader.take(code: Int32(terminal_key_paste_ends))
        #expect(reader.finish() == [Key(.paste("one\n\ttwo\u{1b}"))])
    }
}

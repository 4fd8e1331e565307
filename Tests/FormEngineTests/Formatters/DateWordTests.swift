import FormEngine
import FormModel
import Testing

@Suite("A date in words")
struct DateWordTests {
    @Test(
        "is taken whole, in the language or in English",
        arguments: [
            ("en", "29 February 2024", "2024-02-29"), ("en", "Feb 29, 2024", "2024-02-29"),
            ("en", "february 29 24", "2024-02-29"), ("en", "29th of Feb 2024", "2024-02-29"),
            ("en", "2024 Sept 3", "2024-09-03"), ("ru", "29 февраля 2024 г.", "2024-02-29"),
            ("ru", "5 мая 2024 года", "2024-05-05"), ("ru", "5 Мар 69", "1969-03-05"),
            ("ru", "1 may 2024", "2024-05-01"),
            ("de", "3. März 2024", "2024-03-03"), ("es", "5 de marzo de 2026", "2026-03-05"),
            ("pl", "5 lutego 2024", "2024-02-05"), ("pl", "luty 5 2024", "2024-02-05"),
            ("fi", "24. joulukuuta 2025", "2025-12-24"), ("tr", "15 Ağustos 2024", "2024-08-15"),
            ("en", "30 Feb 2024", "2024-02-30"),
        ]
    )
    func words(_ locale: String, _ text: String, _ value: String) throws {
        var typist = try Typist(#"{"type": "date"}"#, locale: locale)
        typist.insert(text, .paste)
        #expect(typist.current.value == value)
        #expect(typist.formatter.format(text).value == value)
    }

    @Test("may have its time behind it")
    func time() throws {
        var typist = try Typist(#"{"type": "dateTime"}"#, locale: "ru")
        typist.insert("5 марта 2026 г., 09:30", .paste)
        #expect(typist.current.value == "2026-03-05T09:30")
    }

    @Test(
        "is refused where a word is no month, or could be several",
        arguments: ["29 Foo 2024", "5 Ju 2024", "5 Mar", "Mar", "5 Mar Apr 2024", "5 Mar 20245"]
    )
    func refused(_ text: String) throws {
        var typist = try Typist(#"{"type": "date"}"#)
        typist.insert(text, .paste)
        #expect(typist.current.text.isEmpty)
    }
}

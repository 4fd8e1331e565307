import FormEngine
import FormModel
import Testing
import TextEditing

/// Between the parts of a date only separators, spaces and names of the language may stand, and nothing may be left
/// over.
@Suite("Unexpected characters in a date")
struct DateLeftoverTests {
    @Test(
        "a text with unexpected characters is not a date",
        arguments: [
            ("yyyy/MM/dd", "abc-2023/05/24"), ("yyyy/MM/dd", "2014 a 01 b 01"), ("yyyy/MM/dd", "2023/05/24x"),
            ("yyyy/MM/dd", "2023/05/245"), ("yyyy/MM/dd", "2023_05_24"), ("yyyy-MM-dd", "x2023-05-24"),
            ("dd/MM/yy", "2024-"), ("dd/MM/yy", "1924-05-24"), ("dd/MM/yy", "24/05/1924"),
            ("dd.MM.yyyy", "29.02.2024 г"), ("dd.MM.yyyy", "2902.2024"), ("dd.MM.yyyy", "(29.02.2024)"),
            ("dd.MM.yyyy", "29 % Feb 2024"), ("dd MMM yyyy", "29 Feb x 2024"), ("MM/dd/yyyy", "1.2/3-4"),
            ("yyyy/MM/dd", "-2023/05/24"), ("dd/MM/yyyy", "-2023/05/24"), ("yyyy/MM/dd", "2023/05/24/"),
            ("dd/MM/yyyy", "2023-05-24-"), ("dd/MM/yyyy", "/24/05/2023"), ("dd MMM yyyy", "-29 Feb 2024"),
        ]
    )
    func leftovers(_ format: String, _ text: String) throws {
        let formatter = try makeFormatter(#"{"type": "date", "format": "\#(format)"}"#)
        let formatted = formatter.format(text)
        #expect(!formatted.isComplete)
        #expect(formatted.value == text)
        var typist = Typist(formatter)
        typist.insert(text, .paste)
        #expect(typist.current.text.isEmpty, "\(typist.current.value)")
    }

    @Test(
        "separators, digits of other scripts and words that dates contain are ignored",
        arguments: [
            ("yyyy/MM/dd", "2024-02-29"), ("dd.MM.yyyy", "29022024"), ("dd.MM.yyyy", "29 - 02 - 2024"),
            ("dd.MM.yyyy", "29th of Feb, 2024"), ("dd/MM/yy", "290224"), ("dd/MM/yy", "2024-02-29"),
            ("yyyy'年'M'月'd'日'", "2024年2月29日"), ("d MMMM yyyy", "29 02 2024"), ("dd.MM.yyyy", "\u{200F}29.02.2024"),
            ("yyyy-MM-dd", " 2024-02-29 "), ("dd.MM.yyyy", "29.02.2024."), ("yyyy. MM. dd/", "2024/02/29/"),
            ("'-'yyyy-MM-dd", "-2024-02-29"),
        ]
    )
    func wholes(_ format: String, _ text: String) throws {
        let formatter = try makeFormatter(#"{"type": "date", "format": "\#(format)"}"#)
        #expect(formatter.format(text).value == "2024-02-29")
    }

    @Test(
        "missing or superfluous zeros are accepted, and the date is written as in the pattern, typed or set",
        arguments: [
            ("d MMMM yyyy", "05032024", "2024-03-05", "5 March 2024"),
            ("d/M/yyyy", "5/3/2024", "2024-03-05", "5/3/2024"),
            ("d/M/yyyy", "05/03/2024", "2024-03-05", "5/3/2024"),
            ("dd/MM/yyyy", "5/3/2024", "2024-03-05", "05/03/2024"),
            ("yyyy-M-d", "2024-03-05", "2024-03-05", "2024-3-5"),
            ("yyyy'年'M'月'd'日'", "2024315", "2024-03-15", "2024年3月15日"),
            ("yyyy'年'M'月'd'日'", "202431日", "2024-03-01", "2024年3月1日"),
        ]
    )
    func zeros(_ format: String, _ keys: String, _ value: String, _ shown: String) throws {
        var typist = try Typist(#"{"type": "date", "format": "\#(format)"}"#)
        typist.run(keys)
        #expect(typist.formatter.finish(typist.current).text.string == shown)
        #expect(typist.current.value == value)
        #expect(typist.formatter.format(value).text.string == shown)
    }
}

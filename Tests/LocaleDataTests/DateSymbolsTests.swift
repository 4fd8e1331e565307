import FormEngine
import FormModel
import Languages
import LocaleData
import Testing

@Suite("Date formats of languages")
struct DateSymbolsTests {
    private let symbols = ICULocaleSymbols()

    @Test(
        "the format is that of CLDR",
        arguments: [
            ("en", MomentKind.date, "MM/dd/yyyy"), ("en-GB", .date, "dd/MM/yyyy"), ("de", .date, "dd.MM.yyyy"),
            ("ru", .date, "dd.MM.yyyy"), ("fr", .date, "dd/MM/yyyy"), ("hi", .date, "dd/MM/yyyy"),
            ("ja", .date, "yyyy/MM/dd"), ("fa", .date, "yyyy/MM/dd"), ("sv", .date, "yyyy-MM-dd"),
            ("hu", .date, "yyyy. MM. dd."), ("ko", .date, "yyyy. MM. dd."), ("th", .date, "dd/MM/yyyy"),
            ("ar", .date, "dd\u{200F}/MM\u{200F}/yyyy"),
            ("en", .time, "h:mm\u{202F}a"), ("ru", .time, "HH:mm"), ("de", .time, "HH:mm"), ("ja", .time, "H:mm"),
            ("hi", .time, "h:mm a"), ("ar", .time, "h:mm a"), ("fi", .time, "H.mm"), ("ko", .time, "a h:mm"),
            ("en", .dateTime, "MM/dd/yyyy, h:mm\u{202F}a"), ("ru", .dateTime, "dd.MM.yyyy, HH:mm"),
        ] as [(String, MomentKind, String)]
    )
    func patterns(_ locale: String, _ kind: MomentKind, _ pattern: String) {
        let found = symbols.dates(kind, locale: locale).pattern.elements.map { element in
            switch element {
            case .literal(let literal): literal
            case .field(let field): field.rawValue
            }
        }
        #expect(found.joined() == pattern)
    }

    @Test("the language has names for the halves of the day")
    func dayPeriods() {
        #expect(symbols.dates(.time, locale: "en").dayPeriods == ["AM", "PM"])
        #expect(symbols.dates(.time, locale: "ko").dayPeriods == ["오전", "오후"])
        #expect(symbols.dates(.time, locale: "ru").dayPeriods == ["AM", "PM"])
        #expect(symbols.dates(.time, locale: "es").dayPeriods == ["a.\u{A0}m.", "p.\u{A0}m."])
    }

    @Test("digits are those of the language")
    func digits() {
        #expect(symbols.dates(.date, locale: "fa").zero == "۰")
        #expect(symbols.dates(.date, locale: "ar-EG").zero == "٠")
        #expect(symbols.dates(.date, locale: "ar-AE").zero == "0")
    }
}

import Formatters
import FormEngine
import FormModel
import Languages
import TextEditing

/// What a formatter makes of some values in a locale, compared with what ICU makes of them.
struct LanguageSample {
    /// ICU's name of the locale.
    let locale: String
    let types: FormTypes
    private(set) var differences: [String] = []
    /// The texts that were typed, by formatter: many locales write alike, and typing takes most of the time.
    private(set) var typed: Set<String>

    private var formatters: [String: any TextFormatter] = [:]

    init(_ locale: String, _ types: FormTypes, typed: Set<String> = []) {
        self.locale = locale
        self.types = types
        self.typed = typed
    }

    private static let numbers = ["0", "7", "-7", "0.5", "1234.5", "-1234.5", "12345.25", "1234567.25", "-98765432.1"]
    private static let currencies = ["USD", "EUR", "JPY", "CHF", "GBP", "INR", "CVE", "TND"]

    mutating func numbers() {
        let decimals = #""minimumFractionDigits": 2, "maximumFractionDigits": 2"#
        for number in Self.numbers {
            compare(#"{"type": "number", \#(decimals)}"#, number, ICUReference.number(number, ".00", locale))
            compare(#"{"type": "percent", \#(decimals)}"#, number, ICUReference.number(number, "percent .00", locale))
        }
        for currency in Self.currencies {
            for number in ["7", "-7", "1234567.25", "-1234.5"] {
                // ICU rounds; a formatter shows what is there.
                let number = currency == "JPY" ? String(number.prefix { $0 != "." }) : number
                let skeleton = "currency/\(currency)"
                compare(
                    #"{"type": "currency", "currency": "\#(currency)"}"#,
                    number,
                    ICUReference.number(number, skeleton, locale)
                )
            }
        }
    }

    private static let days = ["2024-03-05", "1999-12-31", "2033-11-22"]

    mutating func dates() {
        for kind in MomentKind.allCases {
            let pattern = types.symbols.dates(kind, locale: locale).pattern.source
            for moment in ["2024-03-05T09:05", "2033-11-22T21:47", "1999-12-31T00:30"] {
                compare(#"{"type": "\#(kind.rawValue)"}"#, moment, of: kind, pattern)
            }
        }
        for style in Int32(1)...3 {
            guard let pattern = ICUReference.pattern(style, locale) else { continue }
            let days = style == 3 ? ["05", "31"] : (1...12).map { ($0 * 2).padded(2) }
            for (month, day) in days.enumerated() {
                let text = "2024-\((month + 1).padded(2))-\(day)T00:00"
                compare(#"{"type": "date", "format": "\#(pattern)"}"#, text, of: .date, pattern)
            }
        }
        for style in Int32(2)...3 {
            guard let pattern = ICUReference.pattern(style, isTime: true, locale) else { continue }
            for moment in ["2024-01-01T09:05", "2024-01-01T21:47"] {
                compare(
                    #"{"type": "time", "format": "\#(pattern)"}"#,
                    moment + (style == 2 ? ":00" : ""),
                    of: .time,
                    pattern
                )
            }
        }
    }

    private mutating func compare(_ definition: String, _ moment: String, of kind: MomentKind, _ pattern: String) {
        guard let whole = Moment(iso: moment, kind: .dateTime), let day = whole.date, let time = whole.time else {
            return
        }
        let seconds = day.dayNumber * 86_400 + time.hour * 3_600 + time.minute * 60
        let value = Moment(date: kind == .time ? nil : day, time: kind == .date ? nil : time)
            .text(withSeconds: moment.utf8.count > "2024-01-01T00:00".utf8.count)
        compare(definition, value, ICUReference.moment(seconds, pattern, locale))
    }

    /// Compares a value that a program sets, and keys that are typed, with ICU's text.
    private mutating func compare(_ json: String, _ value: String, _ expected: String?) {
        guard let expected, let localized = formatter(json) else {
            differences.append("\(json): cannot be used")
            return
        }
        let set = localized.format(value)
        if set.text.string != expected {
            differences.append("\(json) \(value): “\(set.text.string)”, and ICU writes “\(expected)”")
            return
        }
        guard typed.insert(json + expected).inserted else { return }
        var typist = Typist(localized)
        for key in expected.unicodeScalars { typist.insert(String(key), .key) }
        let typed = localized.finish(typist.current)
        if typed.text.string != expected || typed.value != set.value {
            differences.append(
                "\(value) typed as “\(expected)”: “\(typist.current.text.string)”, “\(typed.text.string)”"
            )
        }
    }

    private mutating func formatter(_ json: String) -> (any TextFormatter)? {
        if let known = formatters[json] { return known }
        let decoded = DefinitionDecoder().decodeFormatter(json).value
        guard let formatter = decoded.flatMap({ try? types.makeFormatter($0) }) else { return nil }
        let localized = formatter.localized(to: locale) ?? formatter
        formatters[json] = localized
        return localized
    }
}

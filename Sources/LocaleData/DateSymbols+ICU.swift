import CICU
import FormModel
import Languages

extension DateSymbols {
    /// Gets the pattern in which a language writes a date or a time in numbers. Days and months get two digits even if
    /// the language prints one, because users fill in a form digit by digit.
    ///
    /// `nil` if ICU fails.
    init?(_ kind: MomentKind, locale: String, _ icu: ICU) {
        let fields =
            switch kind {
            case .date: "yMMdd"
            case .time: "jmm"
            case .dateTime: "yMMddjmm"
            }
        guard let source = unsafe icu.text({ unsafe icu_date_pattern(locale, fields, $0, $1) }),
            let pattern = try? DatePattern(source, for: .entry(kind)),
            let dates = DateTexts(icu, locale: locale), let zero = dates.zero?.unicodeScalars.first,
            let dayPeriods = dates.names(ICU_DAY_PERIODS, 0..<2), dayPeriods[0] != dayPeriods[1]
        else { return nil }
        self.init(pattern: DatePattern(elements: pattern.elements), zero: zero, dayPeriods: dayPeriods)
    }
}

/// The texts for dates in a language. Owns an object of ICU.
@safe final class DateTexts {
    private let icu: ICU
    private let dates: OpaquePointer

    /// `nil` if ICU fails.
    init?(_ icu: ICU, locale: String) {
        guard let dates = unsafe icu_dates_open(locale) else { return nil }
        self.icu = icu
        unsafe self.dates = dates
    }

    deinit {
        unsafe icu_dates_close(dates)
    }

    /// The digit 0.
    var zero: String? { unsafe icu.text { unsafe icu_dates_zero(dates, $0, $1) } }

    /// `nil` if one of the names is missing.
    func names(_ names: icu_date_names, _ indices: Range<Int32>) -> [String]? {
        let texts = indices.compactMap { index in
            unsafe icu.text { unsafe icu_dates_name(dates, names, index, $0, $1) }
        }
        return texts.count == indices.count && !texts.contains("") ? texts : nil
    }

    /// The names of months and days of the week.
    var dayNames: DayNames? {
        let months = [ICU_MONTHS, ICU_SHORT_MONTHS, ICU_LONE_MONTHS, ICU_SHORT_LONE_MONTHS].compactMap {
            names($0, 0..<12)
        }
        return DayNames(months: months, weekdays: [ICU_WEEKDAYS, ICU_SHORT_WEEKDAYS].compactMap(weekdays))
    }

    /// The names from Monday on. In ICU, weeks start on Sunday, with 1.
    func weekdays(_ kind: icu_date_names) -> [String]? {
        names(kind, 1..<8).map { Array($0[1...]) + [$0[0]] }
    }
}

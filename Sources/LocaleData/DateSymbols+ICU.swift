import FormEngine
import FormModel
import FoundationEssentials
import FoundationInternationalization

extension DateSymbols {
    /// Finds out the pattern from a moment that ICU has written. Days and months get two digits even where the language
    /// prints one, because a form is filled in digit by digit.
    init(_ kind: MomentKind, locale: Locale) {
        let sample = DateSample(kind, locale: locale)
        let written = sample.write(sample.afternoon)
        let periods = [sample.dayPeriod(of: sample.morning), sample.dayPeriod(of: sample.afternoon)]
        let names = periods.compactMap(\.self)
        let isUsable = names.count == 2 && names[0] != names[1] && names.allSatisfy { !$0.isEmpty }
        let elements = DatePattern.elements(of: written, dayPeriod: isUsable ? names[1] : nil)
        let english = EnglishSymbols().dates(kind, locale: "en")
        self.init(
            pattern: elements.map(DatePattern.init(elements:)) ?? english.pattern,
            zero: written.unicodeScalars.lazy.compactMap(\.zeroOfItsScript).first ?? "0",
            dayPeriods: isUsable ? names : english.dayPeriods
        )
    }
}

/// Two moments as ICU writes them. All their numbers differ, so that each is recognised in the text.
private struct DateSample {
    let kind: MomentKind
    let locale: Locale
    let calendar: Calendar
    /// 22 November 2033, 09:47 and 21:47.
    let morning: Date
    let afternoon: Date

    init(_ kind: MomentKind, locale: Locale) {
        self.kind = kind
        self.locale = locale
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        calendar.locale = locale
        self.calendar = calendar
        // Seconds since 1970.
        morning = Date(timeIntervalSince1970: 2_016_265_620)
        afternoon = Date(timeIntervalSince1970: 2_016_308_820)
    }

    func write(_ moment: Date) -> String {
        let date: Date.FormatStyle.DateStyle = kind == .time ? .omitted : .numeric
        let time: Date.FormatStyle.TimeStyle = kind == .date ? .omitted : .shortened
        let style = Date.FormatStyle(date: date, time: time, locale: locale, calendar: calendar, timeZone: .gmt)
        return moment.formatted(style)
    }

    /// The words for before and after noon; `nil` for a language that counts 24 hours.
    func dayPeriod(of moment: Date) -> String? {
        let style = Date.FormatStyle(
            date: .omitted,
            time: .shortened,
            locale: locale,
            calendar: calendar,
            timeZone: .gmt
        )
        let isWord = { (scalar: Unicode.Scalar) in
            scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
                || scalar.properties.generalCategory == .spacingMark
        }
        let scalars = Array(moment.formatted(style).unicodeScalars)
        guard let first = scalars.firstIndex(where: isWord), let last = scalars.lastIndex(where: isWord) else {
            return nil
        }
        var end = last + 1
        // The full stop at the end of `p.m.` belongs to the word.
        if scalars[first...last].contains("."), end < scalars.count, scalars[end] == "." { end += 1 }
        let word = scalars[first..<end]
        // Hours and minutes between words are units, not a time of day.
        guard !word.contains(where: { $0.zeroOfItsScript != nil }) else { return nil }
        return String(String.UnicodeScalarView(word))
    }
}

extension DatePattern {
    /// The elements of a text that writes 22 November 2033, 21:47; `nil` if the text has any other number.
    fileprivate static func elements(of text: String, dayPeriod: String?) -> [Element]? {
        var elements: [Element] = []
        var literal = ""
        var rest = Substring(text).unicodeScalars
        func append(_ segment: Field) {
            if !literal.isEmpty { elements.append(.literal(literal)) }
            literal = ""
            elements.append(.field(segment))
        }
        while let scalar = rest.first {
            if let dayPeriod, rest.starts(with: dayPeriod.unicodeScalars) {
                append(.dayPeriod)
                rest = rest.dropFirst(dayPeriod.unicodeScalars.count)
                continue
            }
            guard let zero = scalar.zeroOfItsScript else {
                literal.unicodeScalars.append(scalar)
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { $0.zeroOfItsScript == zero }
            rest = rest.dropFirst(digits.count)
            switch digits.reduce(0, { $0 * 10 + Int($1.value - zero.value) }) {
            case 22: append(.paddedDay)
            case 11: append(.paddedMonth)
            case 2033, 33: append(.year)
            case 21: append(.paddedHour)
            case 9: append(digits.count == 2 ? .paddedHalfDayHour : .halfDayHour)
            case 47: append(.paddedMinute)
            default: return nil
            }
        }
        if !literal.isEmpty { elements.append(.literal(literal)) }
        let segments = elements.compactMap { element in
            if case .field(let segment) = element { segment } else { nil }
        }
        let isHalfDay = segments.contains(.halfDayHour) || segments.contains(.paddedHalfDayHour)
        return isHalfDay == segments.contains(.dayPeriod) ? elements : nil
    }
}

extension Unicode.Scalar {
    /// `nil` if the character is not a decimal digit.
    fileprivate var zeroOfItsScript: Unicode.Scalar? {
        guard properties.generalCategory == .decimalNumber, let number = properties.numericValue else { return nil }
        return Unicode.Scalar(value - UInt32(number))
    }
}

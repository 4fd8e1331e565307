import FormModel
import Languages
import TextEditing

extension DateFormatter {
    /// The maximum size of a date in words, in bytes.
    private static let maximumSize = 128
    /// The words that a date may contain besides the month.
    private static let connections: Set<String> = [
        "de", "del", "of", "the", "г", "года", "st", "nd", "rd", "th", "年", "日", "년", "일",
    ]

    /// Converts a text with the name of a month to ISO 8601, followed by the rest of the text; returns `nil` if the
    /// text does not contain such a date.
    ///
    /// Examples: `29 February 2024`, `Feb 29, 2024`, `29. Februar 2024`, `29 февраля 2024 г.`, optionally followed by a
    /// time.
    func withoutMonthName(_ text: String) -> String? {
        guard definition.kind != .time, text.utf8.count <= Self.maximumSize,
            text.unicodeScalars.contains(where: \.properties.isAlphabetic)
        else { return nil }
        let months = MonthWords(source.dayNames(locale: locale))
        var rest = Substring(text).unicodeScalars
        var month: Int?
        var isMonthFirst = false
        var numbers: [[UInt8]] = []
        while let scalar = rest.first, month == nil || numbers.count < 2 {
            if month == nil, let (found, count) = Self.month(at: rest, of: months) {
                month = found
                isMonthFirst = numbers.isEmpty
                rest = rest.dropFirst(count)
            } else if scalar.asciiDigit != nil {
                let digits = rest.prefix { $0.asciiDigit != nil }
                numbers.append(digits.compactMap(\.asciiDigit))
                rest = rest.dropFirst(digits.count)
            } else if scalar.properties.isAlphabetic {
                let word = rest.prefix(while: \.isOfWord)
                guard Self.connections.contains(String(word).lowercased()) else { return nil }
                rest = rest.dropFirst(word.count)
            } else if scalar.isMark || scalar.properties.isWhitespace {
                rest = rest.dropFirst()
            } else if symbols.separators.contains(scalar), month != nil || !numbers.isEmpty {
                rest = rest.dropFirst()
            } else {
                return nil
            }
            if numbers.count > 2 { return nil }
        }
        guard let month, numbers.count == 2, let date = iso(numbers, month: month, isMonthFirst: isMonthFirst) else {
            return nil
        }
        func dropSeparators() { rest = rest.drop { $0.properties.isWhitespace || $0 == "," || $0 == "." } }
        dropSeparators()
        let word = rest.prefix { $0.properties.isAlphabetic }
        if Self.connections.contains(String(word).lowercased()) {
            rest = rest.dropFirst(word.count)
            dropSeparators()
        }
        let clock = String(rest)
        return clock.isEmpty ? date : date + "T" + clock
    }

    /// The number with four digits is the year; if there is none, the second number is.
    private func iso(_ numbers: [[UInt8]], month: Int, isMonthFirst: Bool) -> String? {
        let isYearFirst = numbers[0].count == 4 && !isMonthFirst
        let (dayDigits, yearDigits) = isYearFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
        guard let day = Int(asciiDigits: dayDigits), 1...2 ~= dayDigits.count, let year = Int(asciiDigits: yearDigits),
            yearDigits.count == 2 || yearDigits.count == 4
        else { return nil }
        let whole = yearDigits.count == 2 ? wholeYear(year) : year
        return "\(whole.padded(4))-\(month.padded(2))-\(day.padded(2))"
    }

    /// The month at the beginning of a text and the number of its code points: a name, or at least three letters that
    /// only one month begins with.
    private static func month(at text: Substring.UnicodeScalarView, of months: MonthWords) -> (month: Int, count: Int)?
    {
        if let found = months.month(beginning: text) { return found }
        let word = text.prefix(while: \.isOfWord)
        guard word.count >= 3 else { return nil }
        let found = months.months(beginningWith: word)
        return found.count == 1 ? found.first.map { ($0, word.count) } : nil
    }
}

import FormModel

extension DateFormatter {
    /// A text longer than this, in bytes, is no date in words.
    private static let maximumSize = 128
    /// Words that may stand in a date besides the month.
    private static let connections: Set<String> = ["de", "del", "of", "the", "г", "года", "st", "nd", "rd", "th"]

    /// Rewrites a text whose month is a word as ISO 8601, followed by the rest of the text; `nil` if the text has no
    /// such date.
    ///
    /// `29 February 2024`, `Feb 29, 2024`, `29. Februar 2024`, `29 февраля 2024 г.`, with a time behind it.
    func withoutMonthName(_ text: String) -> String? {
        guard definition.kind != .time, text.utf8.count <= Self.maximumSize,
            text.unicodeScalars.contains(where: \.properties.isAlphabetic)
        else { return nil }
        var rest = Substring(text).unicodeScalars
        var month: Int?
        var isMonthFirst = false
        var numbers: [[UInt8]] = []
        while let scalar = rest.first, month == nil || numbers.count < 2 {
            if scalar.asciiDigit != nil {
                let digits = rest.prefix { $0.asciiDigit != nil }
                numbers.append(digits.compactMap(\.asciiDigit))
                rest = rest.dropFirst(digits.count)
            } else if scalar.properties.isAlphabetic {
                let word = rest.prefix(while: \.isOfWord)
                rest = rest.dropFirst(word.count)
                let name = String(word).lowercased()
                if month == nil, let number = self.month(name) {
                    month = number
                    isMonthFirst = numbers.isEmpty
                } else if !Self.connections.contains(name) {
                    return nil
                }
            } else {
                rest = rest.dropFirst()
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

    /// The number with four digits is the year; without one it is the second.
    private func iso(_ numbers: [[UInt8]], month: Int, isMonthFirst: Bool) -> String? {
        let isYearFirst = numbers[0].count == 4 && !isMonthFirst
        let (dayDigits, yearDigits) = isYearFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
        guard let day = Int(asciiDigits: dayDigits), 1...2 ~= dayDigits.count, let year = Int(asciiDigits: yearDigits),
            yearDigits.count == 2 || yearDigits.count == 4
        else { return nil }
        let whole = yearDigits.count == 2 ? wholeYear(year) : year
        return "\(whole.padded(4))-\(month.padded(2))-\(day.padded(2))"
    }

    /// The month that a word names in this language or in English, or begins with at least three letters of, if no
    /// other
    /// month begins so.
    private func month(_ word: String) -> Int? {
        let lists = [source.monthNames(locale: locale), DayNames.of("en").allMonths]
        for names in lists {
            var months: Set<Int> = []
            for list in names {
                for (place, name) in list.enumerated() {
                    let name = name.lowercased()
                    if name == word || name == word + "." { return place + 1 }
                    if word.count >= 3, name.hasPrefix(word) { months.insert(place + 1) }
                }
            }
            if months.count == 1 { return months.first }
        }
        return nil
    }
}

import FormModel
import Languages

/// Types keys into a date entry one after the other, and tracks the caret.
struct DateTyping: Sendable {
    let segments: [DatePattern.Field]
    let symbols: DateSymbols
    let pads: Bool
    var entry: DateEntry
    var place: DatePlace
    private let separators: Set<Unicode.Scalar>
    /// Whether a separator has ended a field that cannot end there; then no digit may follow.
    private var isBlocked = false

    init(_ entry: DateEntry, at place: DatePlace, symbols: DateSymbols, pads: Bool) {
        self.entry = entry
        self.place = place
        self.symbols = symbols
        self.pads = pads
        segments = symbols.pattern.fields
        separators = symbols.separators
    }

    /// Types a text key by key. Returns `false` if it contains a character that is not valid in a date, or more
    /// characters than there is room for, or, in a text with separators, adjacent digits that belong to different
    /// fields.
    mutating func type(_ text: String) -> Bool {
        let isKey = text.unicodeScalars.count == 1
        let hasSeparators = text.unicodeScalars.contains { $0.asciiDigit == nil && !$0.isMark }
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.first {
            if scalar.isMark {
                rest.removeFirst()
            } else if let count = insertMonth(from: rest, isKey: isKey) {
                rest = rest.dropFirst(count)
            } else if scalar.asciiDigit != nil {
                let run = rest.prefix { $0.asciiDigit != nil }.compactMap(\.asciiDigit)
                guard insert(run: run, isOneField: hasSeparators) else { return false }
                rest = rest.dropFirst(run.count)
            } else if awaitsDayPeriod, let count = insertDayPeriod(from: rest, isKey: isKey) {
                rest = rest.dropFirst(count)
            } else if separators.contains(scalar) {
                guard isKey || mayStand(scalar) else { return false }
                separate()
                rest.removeFirst()
            } else if !isBehindMonth, let count = insertDayPeriod(from: rest, isKey: isKey) {
                rest = rest.dropFirst(count)
            } else {
                // The character is not valid in a date, or belongs to a month's name that was already completed.
                return false
            }
        }
        return true
    }

    /// Whether a longer text may contain a separator here. Before the first field and after the last one only white
    /// space and the pattern's own literal are accepted, and after the last one a full stop.
    private func mayStand(_ separator: Unicode.Scalar) -> Bool {
        let isBehind = place.field + 1 > segments.count || place.field + 1 == segments.count && place.index > 0
        guard entry.isEmpty || isBehind, !separator.properties.isWhitespace else { return true }
        if isBehind, separator == "." { return true }
        let elements = symbols.pattern.elements
        guard case .literal(let literal) = isBehind ? elements.last : elements.first else { return false }
        return literal.unicodeScalars.contains(separator)
    }

    /// Types adjacent digits. Returns `false` if there is no room for them.
    ///
    /// - Parameter isOneField: whether they must belong to one field, or be all digits of a date or of a time.
    private mutating func insert(run: [UInt8], isOneField: Bool) -> Bool {
        let mayPass = !isOneField || digitCounts.contains(run.count)
        var field: Int?
        for digit in run {
            guard !isBlocked, insert(digit, in: mayPass ? nil : field) else { return false }
            field = field ?? lastField
        }
        return true
    }

    /// The number of digits of a whole date, and of a whole time.
    private var digitCounts: [Int] {
        [[.year, .month, .day], [.hour, .minute, .second]].map { (components: [DatePattern.Component]) in
            segments.filter { components.contains($0.component) }.reduce(0) { $0 + $1.maximumDigits }
        }
    }

    /// The field of the last digit.
    private var lastField: Int?

    /// Types a digit at the caret: replaces a digit in a full field, or moves to the next field after a full one.
    /// Returns `false` if there is no field left, or if the field is not the required one.
    mutating func insert(_ digit: UInt8, in required: Int?) -> Bool {
        while place.field < segments.count {
            let segment = segments[place.field]
            let content = entry.contents[place.field]
            let maximum = segment.maximumDigits
            let isBehind = place.index == content.count && isClosed(place.field)
            if segment == .dayPeriod || isBehind {
                place = DatePlace(field: place.field + 1, index: 0)
                continue
            }
            if let required, required != place.field { return false }
            lastField = place.field
            if segment.monthNames != nil { return insert(digitOfMonth: digit) }
            let digit = Unicode.Scalar(digit)
            if content.count < maximum {
                entry.contents[place.field].insert(digit, at: place.index)
            } else {
                entry.contents[place.field][place.index] = digit
            }
            place.index += 1
            entry.reached = max(entry.reached, place.field + 1)
            if isClosed(place.field), place.index == entry.contents[place.field].count {
                if place.field + 1 < segments.count || segment.isFixed { pad(place.field) }
                advance()
            }
            return true
        }
        return false
    }

    /// Whether no digit can be appended to a field.
    func isClosed(_ field: Int) -> Bool {
        let segment = segments[field]
        if segment.monthNames != nil { return entry.month(named: field) != nil }
        let count = entry.contents[field].count
        if count >= segment.maximumDigits { return true }
        guard pads, count == 1, segment.maximumDigits == 2, let number = entry.number(field) else { return false }
        return number * 10 > segment.range.upperBound
    }

    /// Types a separator, which ends the field before the caret.
    mutating func separate() {
        isBlocked = place.index > 0
        guard place.field < segments.count, let number = symbols.number(place.field, of: entry),
            place.index == entry.contents[place.field].count, segments[place.field].maximumDigits <= 2,
            number >= segments[place.field].range.lowerBound
        else { return }
        settle(place.field)
        place.index = entry.contents[place.field].count
        isBlocked = false
        advance()
    }

    /// Adds a leading zero to a number of one digit, or removes it, according to the pattern.
    private mutating func pad(_ field: Int) {
        let content = entry.contents[field]
        guard segments[field].maximumDigits == 2 else { return }
        if segments[field].isFixed {
            guard pads, content.count == 1 else { return }
            entry.contents[field].insert("0", at: 0)
            if place.field == field { place.index += 1 }
        } else if content.count == 2, content[0] == "0", let number = entry.number(field),
            number >= segments[field].range.lowerBound
        {
            entry.contents[field].removeFirst()
            if place.field == field { place.index = max(0, place.index - 1) }
        }
    }

    /// Ends a field with a number: adjusts leading zeros, or replaces the number with the name of the month.
    mutating func settle(_ field: Int) {
        if segments[field].monthNames != nil, let month = symbols.number(field, of: entry), 1...12 ~= month {
            entry.name(month: month, in: field)
        }
        pad(field)
    }

    /// Moves to the next field; from the last one to the end of the pattern.
    mutating func advance() {
        guard place.field + 1 < segments.count else {
            entry.reached = segments.count + 1
            return
        }
        place = DatePlace(field: place.field + 1, index: 0)
        entry.reached = max(entry.reached, place.field + 1)
    }

    /// Ends days, months and hours. Minutes are not padded, because `9:3` may become `9:30`.
    mutating func finish() {
        for (field, segment) in segments.enumerated() {
            guard let number = symbols.number(field, of: entry), number >= segment.range.lowerBound else { continue }
            guard [.day, .month, .hour].contains(segment.component) || !segment.isFixed && segment != .dayPeriod else {
                continue
            }
            settle(field)
            if field + 1 == segments.count { entry.reached = segments.count + 1 }
        }
    }
}

// MARK: Day periods

extension DateTyping {
    private var awaitsDayPeriod: Bool {
        segments.indices.contains(place.field) && segments[place.field] == .dayPeriod
    }

    /// Types the day period at the beginning of the text. Returns the number of its code points; `nil` if there is
    /// none.
    private mutating func insertDayPeriod(from text: Substring.UnicodeScalarView, isKey: Bool) -> Int? {
        guard text.first?.isOfWord == true, let field = segments.firstIndex(of: .dayPeriod) else { return nil }
        let found: (period: Int, count: Int)?
        if !isKey, let whole = symbols.dayPeriod(beginning: text) {
            found = whole
        } else {
            let word = text.prefix { $0.isOfWord || $0.isMark || $0 == "." }
            let current = entry.number(field)
            found = symbols.dayPeriod(String(word), replacing: isKey ? current : nil).map { ($0, word.count) }
        }
        guard let found else { return nil }
        entry.contents[field] = [found.period == 0 ? "0" : "1"]
        entry.reached = max(entry.reached, field + 1)
        if place.field == field { place.index = 1 }
        return found.count
    }
}

extension DateSymbols {
    /// The characters that separate fields in this pattern, in addition to the usual separators.
    package var separators: Set<Unicode.Scalar> {
        var separators: Set<Unicode.Scalar> = [".", "/", "-", ":", ",", " ", "\u{A0}", "\u{202F}"]
        for case .literal(let literal) in pattern.elements { separators.formUnion(literal.unicodeScalars) }
        return separators
    }
}

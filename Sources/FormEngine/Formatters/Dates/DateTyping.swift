import FormModel

/// Puts keys into a date entry, one after the other, and knows where the caret goes.
struct DateTyping: Sendable {
    let segments: [DatePattern.Field]
    let symbols: DateSymbols
    let pads: Bool
    var entry: DateEntry
    var place: DatePlace
    /// Every character that separates fields in this pattern, besides those that everybody separates them with.
    private let separators: Set<Unicode.Scalar>
    /// A separator has ended a field that cannot end there: no digit follows.
    private var isBlocked = false

    init(_ entry: DateEntry, at place: DatePlace, symbols: DateSymbols, pads: Bool) {
        self.entry = entry
        self.place = place
        self.symbols = symbols
        self.pads = pads
        segments = symbols.pattern.fields
        var separators: Set<Unicode.Scalar> = [".", "/", "-", ":", ",", " ", "\u{A0}", "\u{202F}"]
        for case .literal(let literal) in symbols.pattern.elements { separators.formUnion(literal.unicodeScalars) }
        self.separators = separators
    }

    /// Types a text key by key. Returns `false` if it has a character that no date has, or more than there is room for.
    mutating func type(_ text: String) -> Bool {
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.first {
            if let digit = scalar.asciiDigit {
                guard !isBlocked, insert(digit) else { return false }
                rest.removeFirst()
            } else if scalar.isOfWord, awaitsMonth {
                let word = rest.prefix(while: \.isOfWord)
                guard insert(letters: String(word)) else { return false }
                rest = rest.dropFirst(word.count)
            } else if separators.contains(scalar) {
                separate()
                rest.removeFirst()
            } else if scalar.isMark {
                rest.removeFirst()
            } else if isBehindMonth {
                // The rest of a name that was completed already must not be taken for a day period.
                return false
            } else {
                let word = rest.prefix { $0.asciiDigit == nil && ($0 == "." || !separators.contains($0)) }
                guard let period = symbols.dayPeriod(String(word)), set(dayPeriod: period) else { return false }
                rest = rest.dropFirst(word.count)
            }
        }
        return true
    }

    /// Types a digit at the caret: it replaces a digit in a full field, and goes on to the next field behind a full
    /// one.
    /// Returns `false` if there is no field left.
    private mutating func insert(_ digit: UInt8) -> Bool {
        while place.field < segments.count {
            let segment = segments[place.field]
            let content = entry.contents[place.field]
            let maximum = segment.maximumDigits
            let isBehind = place.index == content.count && isClosed(place.field)
            if segment == .dayPeriod || isBehind {
                place = DatePlace(field: place.field + 1, index: 0)
                continue
            }
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
                pad(place.field)
                advance()
            }
            return true
        }
        return false
    }

    /// Whether a field cannot take another digit behind those that it has.
    private func isClosed(_ field: Int) -> Bool {
        let segment = segments[field]
        if segment.monthNames != nil { return entry.month(named: field) != nil }
        let count = entry.contents[field].count
        if count >= segment.maximumDigits { return true }
        guard pads, count == 1, segment.maximumDigits == 2, let number = entry.number(field) else { return false }
        return number * 10 > segment.range.upperBound
    }

    /// A separator ends the field before the caret.
    mutating func separate() {
        isBlocked = place.index > 0
        guard place.field < segments.count, let number = entry.number(place.field),
            place.index == entry.contents[place.field].count, segments[place.field].maximumDigits <= 2,
            number >= segments[place.field].range.lowerBound
        else { return }
        settle(place.field)
        place.index = entry.contents[place.field].count
        isBlocked = false
        advance()
    }

    private mutating func set(dayPeriod: Int) -> Bool {
        guard let field = segments.firstIndex(of: .dayPeriod) else { return false }
        entry.contents[field] = [dayPeriod == 0 ? "0" : "1"]
        entry.reached = max(entry.reached, field + 1)
        if place.field == field { place.index = 1 }
        return true
    }

    /// Gives a number of one digit its zero.
    private mutating func pad(_ field: Int) {
        guard pads, segments[field].isFixed, segments[field].maximumDigits == 2, entry.contents[field].count == 1 else {
            return
        }
        entry.contents[field].insert("0", at: 0)
        if place.field == field { place.index += 1 }
    }

    /// Ends a field with a number in it: missing zeros are added, or the number becomes the name of the month.
    private mutating func settle(_ field: Int) {
        if segments[field].monthNames != nil, let month = entry.number(field), 1...12 ~= month {
            entry.name(month: month, in: field)
        }
        pad(field)
    }

    mutating func advance() {
        guard place.field + 1 < segments.count else { return }
        place = DatePlace(field: place.field + 1, index: 0)
        entry.reached = max(entry.reached, place.field + 1)
    }

    /// Zeros for the days, months and hours that lack them. Not for minutes: `9:3` may be on its way to `9:30`.
    mutating func finish() {
        for (field, segment) in segments.enumerated() where (entry.number(field) ?? 0) >= segment.range.lowerBound {
            switch segment.part {
            case .day, .month, .hour: settle(field)
            case .year, .weekday, .minute, .second, .dayPeriod: break
            }
        }
    }
}

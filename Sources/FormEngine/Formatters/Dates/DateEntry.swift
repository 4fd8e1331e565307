import FormModel

/// The part of a date that a user has entered: the digits of each field in a place of their own, so that an edit of one
/// field leaves the others alone.
struct DateEntry: Sendable, Hashable {
    /// For each field of the pattern its ASCII digits; for a day period one character, `0` before noon, `1` after; for
    /// a month in words the letters or digits so far, and once they name one a single character, U+0001 for January.
    var contents: [[Unicode.Scalar]]
    /// How many fields are begun: they and the literals between them are shown; one more if the last one is ended, so that
    /// the literal behind it is shown.
    var reached: Int

    init(fields count: Int) {
        contents = [[Unicode.Scalar]](repeating: [], count: count)
        reached = 0
    }

    var isEnded: Bool { reached > contents.count }

    var isEmpty: Bool { contents.allSatisfy(\.isEmpty) }

    /// The number in a field; `nil` if the field is empty or contains letters.
    func number(_ field: Int) -> Int? {
        // A character that is not a digit becomes a byte that is not a digit.
        month(named: field) ?? Int(asciiDigits: contents[field].map { $0.asciiDigit ?? 0 })
    }

    /// The month whose name stands in a field; `nil` if there is no name.
    func month(named field: Int) -> Int? {
        contents[field].first.flatMap { 1...12 ~= $0.value ? Int($0.value) : nil }
    }

    /// Puts the name of a month, from 1 to 12, in a field.
    mutating func name(month: Int, in field: Int) {
        contents[field] = [Unicode.Scalar(UInt8(month))]
    }

    /// Fields are shown as far as the last one with content, or to `field`.
    mutating func trim(keeping field: Int) {
        let last = contents.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        if isEnded, last == contents.count { return }
        reached = last == 0 ? 0 : min(max(last, field + 1), contents.count)
    }
}

/// A place in an entry: before a character of a field.
struct DatePlace: Sendable, Hashable {
    var field: Int
    var index: Int
}

extension DateSymbols {
    /// The number in a field of an entry; `nil` if the field is empty or its letters name no month.
    func number(_ field: Int, of entry: DateEntry) -> Int? {
        let fields = pattern.fields
        guard fields.indices.contains(field), fields[field].monthNames != nil, entry.number(field) == nil else {
            return entry.number(field)
        }
        return months.month(named: entry.contents[field])
    }
}

/// A date entry as it is shown, and where in the text each of its characters stands.
struct DateLayout: Sendable {
    let text: String
    /// The length of the text in code points.
    let count: Int
    /// The length of the literal behind the last entered character, in code points.
    let completionLength: Int
    /// In code points, for each field that is shown.
    private var fields: [Range<Int>] = []
    private var characters: [(place: DatePlace, range: Range<Int>)] = []

    init(_ entry: DateEntry, symbols: DateSymbols) {
        var scalars = String.UnicodeScalarView()
        var position = 0
        func write(_ text: some Sequence<Unicode.Scalar>) {
            for scalar in text {
                scalars.append(scalar)
                position += 1
            }
        }
        var field = 0
        var literal = ""
        // There is no literal between an empty day period in front and the time.
        var isOpen = false
        for element in symbols.pattern.elements {
            guard case .field(let segment) = element else {
                if case .literal(let text) = element { literal = text }
                continue
            }
            guard field < entry.reached else { break }
            if isOpen || field == 0 { write(literal.unicodeScalars) }
            literal = ""
            let start = position
            for (index, digit) in entry.contents[field].enumerated() {
                let from = position
                if segment == .dayPeriod {
                    let period = digit == "0" ? symbols.dayPeriods.first : symbols.dayPeriods.last
                    write((period ?? "").unicodeScalars)
                } else if let month = entry.month(named: field) {
                    write(symbols.months.name(of: month, in: segment).unicodeScalars)
                } else {
                    write(CollectionOfOne(symbols.digit(digit)))
                }
                characters.append((DatePlace(field: field, index: index), from..<position))
            }
            fields.append(start..<position)
            isOpen = isOpen || segment != .dayPeriod || position > start
            field += 1
        }
        // The literal at the end of the pattern is shown once the date has all its digits, or is ended.
        if field == entry.contents.count, let last = symbols.pattern.fields.last, !literal.isEmpty,
            entry.isEnded
                || (last.monthNames == nil
                    ? entry.contents.last.map(\.count) == max(last.maximumDigits, 1)
                    : entry.month(named: field - 1) != nil)
        {
            write(literal.unicodeScalars)
        }
        text = String(scalars)
        count = position
        completionLength = position - (characters.last?.range.upperBound ?? position)
    }

    /// The characters that a range of the text holds or touches from within.
    func places(in range: TextSelection) -> [DatePlace] {
        characters.filter { $0.range.lowerBound < range.end && $0.range.upperBound > range.start }.map(\.place)
    }

    func place(before caret: Int) -> DatePlace? {
        characters.last { $0.range.upperBound <= caret }?.place
    }

    func place(after caret: Int) -> DatePlace? {
        characters.first { $0.range.lowerBound >= caret }?.place
    }

    /// The field that takes what is typed at a caret: the one that the caret is in or at the end of, or else the next
    /// one.
    func place(at caret: Int) -> DatePlace {
        if let field = fields.firstIndex(where: { $0.lowerBound <= caret && caret <= $0.upperBound }) {
            let index = characters.count { $0.place.field == field && $0.range.upperBound <= caret }
            return DatePlace(field: field, index: index)
        }
        if let field = fields.firstIndex(where: { $0.lowerBound > caret }) { return DatePlace(field: field, index: 0) }
        guard let last = fields.indices.last else { return DatePlace(field: 0, index: 0) }
        return DatePlace(field: last, index: characters.count { $0.place.field == last })
    }

    /// The caret in code points.
    func caret(at place: DatePlace) -> Int {
        guard fields.indices.contains(place.field) else { return fields.last?.upperBound ?? 0 }
        let before = characters.filter { $0.place.field == place.field }.prefix(place.index)
        return before.last?.range.upperBound ?? fields[place.field].lowerBound
    }
}

extension DateSymbols {
    /// A digit of ASCII in the language's; any other character as it is.
    func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard let digit = scalar.asciiDigit else { return scalar }
        return Unicode.Scalar(zero.value + UInt32(digit - UInt8(ascii: "0"))) ?? scalar
    }
}

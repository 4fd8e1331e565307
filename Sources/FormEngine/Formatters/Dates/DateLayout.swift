import FormModel

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

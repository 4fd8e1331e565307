import FormModel
import Languages
import TextEditing

/// The user's part of a date: the digits of each field separately, so that an edit of one field does not affect the
/// others.
struct DateEntry: Sendable, Hashable {
    /// The characters of each field of the pattern: ASCII digits; for a day period one character, `0` before noon, `1`
    /// after; for a month in words the letters or digits so far or, once they determine a month, a single character,
    /// U+0001 for January.
    var contents: [[Unicode.Scalar]]
    /// The number of fields that are shown, with the literals between them; one more if the last one is complete and
    /// the literal after it is shown.
    var reached: Int

    init(fields count: Int) {
        contents = [[Unicode.Scalar]](repeating: [], count: count)
        reached = 0
    }

    var isEnded: Bool { reached > contents.count }

    var isEmpty: Bool { contents.allSatisfy(\.isEmpty) }

    /// The number in a field; `nil` if the field is empty or contains letters.
    func number(_ field: Int) -> Int? {
        // A character that is not a digit is converted to a byte that is not a digit.
        month(named: field) ?? Int(asciiDigits: contents[field].map { $0.asciiDigit ?? 0 })
    }

    /// The month of a field that contains the name of a month; `nil` for any other content.
    func month(named field: Int) -> Int? {
        contents[field].first.flatMap { 1...12 ~= $0.value ? Int($0.value) : nil }
    }

    /// Stores the name of a month, 1 to 12, in a field.
    mutating func name(month: Int, in field: Int) {
        contents[field] = [Unicode.Scalar(UInt8(month))]
    }

    /// Shows fields up to the last one with content, or up to `field`.
    mutating func trim(keeping field: Int) {
        let last = contents.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        if isEnded, last == contents.count { return }
        reached = last == 0 ? 0 : min(max(last, field + 1), contents.count)
    }
}

/// A position in an entry: before a character of a field.
struct DatePlace: Sendable, Hashable {
    var field: Int
    var index: Int
}

extension DateSymbols {
    /// The number in a field of an entry; `nil` if the field is empty or its letters are not the name of a month.
    func number(_ field: Int, of entry: DateEntry) -> Int? {
        let fields = pattern.fields
        guard fields.indices.contains(field), fields[field].monthNames != nil, entry.number(field) == nil else {
            return entry.number(field)
        }
        return months.month(named: entry.contents[field])
    }
}

/// The text of a date entry, and the position in it of each of the entry's characters.
struct DateLayout: Sendable {
    let text: String
    /// The length of the text in code points.
    let count: Int
    /// The length of the literal after the last entered character, in code points.
    let completionLength: Int
    /// The ranges of the fields that are shown, in code points.
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
        // There is no literal between an empty day period at the beginning and the time.
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
        // The literal at the end of the pattern is shown once the date has all its digits or has been ended.
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

    /// The characters that a range of the text overlaps.
    func places(in range: TextSelection) -> [DatePlace] {
        characters.filter { $0.range.lowerBound < range.end && $0.range.upperBound > range.start }.map(\.place)
    }

    func place(before caret: Int) -> DatePlace? {
        characters.last { $0.range.upperBound <= caret }?.place
    }

    func place(after caret: Int) -> DatePlace? {
        characters.first { $0.range.lowerBound >= caret }?.place
    }

    /// The field that receives text typed at a caret: the field that contains the caret or ends at it, otherwise the
    /// next one.
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
    /// Converts an ASCII digit to one of the language; other characters stay unchanged.
    package func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard let digit = scalar.asciiDigit else { return scalar }
        return Unicode.Scalar(zero.value + UInt32(digit - UInt8(ascii: "0"))) ?? scalar
    }
}

import FormModel

/// The part of a date that a user has entered: the digits of each field in a place of their own, so that an edit of one
/// field leaves the others alone.
struct DateEntry: Sendable, Hashable {
    /// For each field of the pattern its ASCII digits; for a day period one character, `0` before noon, `1` after; for
    /// a
    /// month in words the letters or digits so far, and once they name one a single character, U+0001 for January.
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

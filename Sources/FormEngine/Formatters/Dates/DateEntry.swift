import FormModel

/// What a user has entered of a date: the digits of each field, each in its place, so that what is done to one field
/// leaves the others alone.
struct DateEntry: Sendable, Hashable {
    /// For each field of the pattern its ASCII digits; for a day period one character, `0` before noon, `1` after.
    var contents: [[UInt8]]
    /// How many fields are begun: they and the literals between them are shown.
    var reached: Int

    init(fields count: Int) {
        contents = [[UInt8]](repeating: [], count: count)
        reached = 0
    }

    var isEmpty: Bool { contents.allSatisfy(\.isEmpty) }

    /// The number in a field; nil: it is empty.
    func number(_ field: Int) -> Int? {
        contents[field].isEmpty ? nil : contents[field].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Fields are shown as far as the last one with content, or to `field`.
    mutating func trim(keeping field: Int) {
        let last = contents.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        reached = last == 0 ? 0 : min(max(last, field + 1), contents.count)
    }
}

/// A place in an entry: before a character of a field.
struct DatePlace: Sendable, Hashable {
    var field: Int
    var index: Int
}

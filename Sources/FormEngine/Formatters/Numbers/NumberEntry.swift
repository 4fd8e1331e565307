import FormModel

/// The part of a number that a user has entered: sign, digits and decimal separator, without anything that is only
/// shown.
struct NumberEntry: Sendable, Hashable {
    /// ASCII: perhaps `-`, digits, perhaps a separator (`.`, or `,` for a pending one), digits.
    private(set) var characters: [UInt8] = []

    static let minus = UInt8(ascii: "-")
    static let decimal = UInt8(ascii: ".")
    /// The language's grouping separator, typed by hand behind the last digit: it may become a decimal separator or,
    /// with a whole group of digits behind it, nothing. Until then it is shown as it was typed.
    static let pending = UInt8(ascii: ",")
    static let zero = UInt8(ascii: "0")

    init() {}

    /// `characters` are as above.
    init(characters: [UInt8]) {
        self.characters = characters
    }

    init(_ number: DecimalNumber) {
        characters = Array(number.description.utf8)
    }

    var isEmpty: Bool { characters.isEmpty }
    var count: Int { characters.count }
    var isNegative: Bool { characters.first == Self.minus }
    var hasDigits: Bool { characters.contains { $0 >= Self.zero } }

    /// The place of the separator.
    var separator: Int? { characters.firstIndex { $0 == Self.decimal || $0 == Self.pending } }
    var isPending: Bool { separator.map { characters[$0] == Self.pending } ?? false }

    var integer: ArraySlice<UInt8> {
        characters[(isNegative ? 1 : 0)..<(separator ?? characters.count)]
    }

    var fraction: ArraySlice<UInt8> {
        separator.map { characters[($0 + 1)...] } ?? []
    }

    /// `nil` as long as there is no digit.
    var number: DecimalNumber? {
        hasDigits ? DecimalNumber(isNegative: isNegative, integer: integer, fraction: fraction) : nil
    }

    /// Without the separator and what is behind it.
    var whole: NumberEntry {
        NumberEntry(characters: Array(characters[..<(separator ?? characters.count)]))
    }

    mutating func remove(_ range: Range<Int>) {
        characters.removeSubrange(range)
    }

    mutating func insert(_ pieces: some Collection<UInt8>, at index: Int) {
        characters.insert(contentsOf: pieces, at: index)
    }

    mutating func truncateFraction(to count: Int) {
        let excess = fraction.count - count
        if excess > 0 { characters.removeLast(excess) }
    }

    /// Removes zeros before other digits, up to `end`, and returns how many.
    mutating func removeLeadingZeros(before end: Int) -> Int {
        let start = isNegative ? 1 : 0
        let zeros = integer.prefix { $0 == Self.zero }.count
        let removable = min(zeros, integer.count - 1, end - start)
        guard removable > 0 else { return 0 }
        characters.removeSubrange(start..<(start + removable))
        return removable
    }

    /// Decides what a pending separator is as soon as that is certain: with a whole group behind it, it only groups and
    /// is
    /// removed. Returns whether it was removed.
    mutating func resolvePending(group: Int) -> Bool {
        guard isPending, let separator else { return false }
        let digits = characters.count - separator - 1
        if digits < group { return false }
        if digits == group {
            characters.remove(at: separator)
            return true
        }
        characters[separator] = Self.decimal
        return false
    }
}

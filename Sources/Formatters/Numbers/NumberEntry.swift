import FormModel
import Languages
import TextEditing

/// The user's part of a number: sign, digits and decimal separator, without characters that are only displayed.
struct NumberEntry: Sendable, Hashable {
    /// ASCII: an optional `-`, digits, an optional separator (`.`, or `,` for a pending one), digits.
    private(set) var characters: [UInt8] = []

    static let minus = UInt8(ascii: "-")
    static let decimal = UInt8(ascii: ".")
    /// The language's grouping separator that the user typed after the last digit. It becomes a decimal separator or,
    /// if a whole group of digits follows it, is removed. Until then it is shown as it was typed.
    static let pending = UInt8(ascii: ",")
    static let zero = UInt8(ascii: "0")

    init() {}

    /// `characters` has the format above.
    init(characters: [UInt8]) {
        self.characters = characters
    }

    init(_ number: DecimalNumber) {
        characters = Array(number.description.utf8)
    }

    /// The entry for a text that `DecimalNumber` parses, with all its decimals.
    init(canonical text: String) {
        let digits = text.utf8.filter { $0.isDigit || $0 == Self.decimal }
        let isNegative = text.unicodeScalars.first?.isMinus ?? false
        characters = isNegative ? [Self.minus] + digits : digits
    }

    var isEmpty: Bool { characters.isEmpty }
    var count: Int { characters.count }
    var isNegative: Bool { characters.first == Self.minus }
    var hasDigits: Bool { characters.contains { $0 >= Self.zero } }

    /// The index of the separator.
    var separator: Int? { characters.firstIndex { $0 == Self.decimal || $0 == Self.pending } }
    var isPending: Bool { separator.map { characters[$0] == Self.pending } ?? false }

    var integer: ArraySlice<UInt8> {
        characters[(isNegative ? 1 : 0)..<(separator ?? characters.count)]
    }

    var fraction: ArraySlice<UInt8> {
        separator.map { characters[($0 + 1)...] } ?? []
    }

    /// `nil` while there is no digit.
    var number: DecimalNumber? {
        hasDigits ? DecimalNumber(isNegative: isNegative, integer: integer, fraction: fraction) : nil
    }

    /// The entry without the separator and the decimals.
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

    /// Removes leading zeros up to `end`, and returns their number.
    mutating func removeLeadingZeros(before end: Int) -> Int {
        let start = isNegative ? 1 : 0
        let zeros = integer.prefix { $0 == Self.zero }.count
        let removable = min(zeros, integer.count - 1, end - start)
        guard removable > 0 else { return 0 }
        characters.removeSubrange(start..<(start + removable))
        return removable
    }

    /// Resolves a pending separator as soon as its meaning is certain: if a whole group follows it, it is a grouping
    /// separator and is removed. Returns whether it was removed.
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

/// The text of an entry in a language, and the position in it of each of the entry's characters.
struct NumberLayout: Sendable {
    let text: String
    /// For each character of the entry its first position and the position after it, in code points.
    private let starts: [Int]
    private let ends: [Int]
    /// The caret in an entry without characters.
    private let emptyCaret: Int

    init(_ entry: NumberEntry, symbols: NumberSymbols, usesGrouping: Bool) {
        let affixes = entry.isNegative ? symbols.negative : symbols.positive
        var writer = Writer(capacity: entry.count)
        writer.write(affixes.prefix)
        emptyCaret = writer.position
        if entry.isNegative { writer.mark(minusIn: affixes.prefix) }
        let integer = entry.integer
        for (index, digit) in integer.enumerated() {
            writer.write(symbols.digit(digit))
            let remaining = integer.count - index - 1
            if usesGrouping, symbols.isGroupEnd(remaining: remaining, of: integer.count) {
                writer.write(symbols.grouping)
            }
        }
        if entry.separator != nil { writer.writeMarked(entry.isPending ? symbols.grouping : symbols.decimal) }
        for digit in entry.fraction { writer.write(symbols.digit(digit)) }
        writer.write(affixes.suffix)
        text = String(writer.scalars)
        starts = writer.starts
        ends = writer.ends
    }

    /// An empty text.
    init() {
        text = ""
        starts = []
        ends = []
        emptyCaret = 0
    }

    /// The characters of the entry that a range of the text overlaps; an empty range at a caret.
    func characters(in range: TextSelection) -> Range<Int> {
        let lower = ends.partitioningIndex { $0 > range.start }
        guard range.length > 0 else { return lower..<lower }
        let upper = starts.partitioningIndex { $0 >= range.end }
        return lower..<max(lower, upper)
    }

    /// - Parameters:
    ///   - index: the number of the entry's characters before the caret.
    ///   - skipsLiterals: whether the caret is after the separators that follow.
    func caret(after index: Int, skipsLiterals: Bool) -> Int {
        guard !starts.isEmpty else { return emptyCaret }
        if index < starts.count, skipsLiterals || index == 0 { return starts[index] }
        return ends[min(index, ends.count) - 1]
    }

    /// The position beside a character of the entry that is nearest to a position in the text.
    func caret(nearestTo position: Int) -> Int {
        let candidates = [starts, ends].flatMap { positions in
            let next = positions.partitioningIndex { $0 >= position }
            return positions[max(0, next - 1)..<min(positions.count, next + 1)]
        }
        return candidates.min { abs($0 - position) < abs($1 - position) } ?? emptyCaret
    }

    private struct Writer {
        var scalars = String.UnicodeScalarView()
        var position = 0
        var starts: [Int] = []
        var ends: [Int] = []

        init(capacity: Int) {
            starts.reserveCapacity(capacity)
            ends.reserveCapacity(capacity)
        }

        mutating func write(_ text: String) {
            for scalar in text.unicodeScalars {
                scalars.append(scalar)
                position += 1
            }
        }

        mutating func writeMarked(_ text: String) {
            starts.append(position)
            write(text)
            ends.append(position)
        }

        mutating func write(_ digit: Unicode.Scalar) {
            starts.append(position)
            scalars.append(digit)
            position += 1
            ends.append(position)
        }

        /// Stores the position of the minus in the prefix; its beginning if the language writes the minus after the
        /// number.
        mutating func mark(minusIn prefix: String) {
            let minus = prefix.unicodeScalars.enumerated().first { $0.element.isMinus }?.offset
            starts.append(minus ?? 0)
            ends.append(minus.map { $0 + 1 } ?? 0)
        }
    }
}

extension [Int] {
    /// The index of the first element that satisfies a condition which all later ones satisfy.
    fileprivate func partitioningIndex(_ isInSecond: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isInSecond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

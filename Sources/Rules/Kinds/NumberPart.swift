import FormModel
import TextEditing

/// A condition on a part of a number in addition to its check digit: that it is a date, or one of the assigned numbers.
/// It is written as one word, relative to the number's first character:
///
/// - `@YYMMDD+m20+m40`: the digits of an existing day of birth; the month (or, with `d`, the day) may be increased by
///   these offsets. A point stands for any character before the date. A year of two digits belongs to this century,
///   whose leap years are those of most others, or with `c` to another one: `@YYMMDD+c19`.
/// - `=7,2:1-48;70`: the two digits at index 7 are one of these numbers.
struct NumberPart: Sendable {
    /// Returns whether the part of a number of ASCII capitals and digits satisfies the condition.
    let holds: @Sendable ([UInt8]) -> Bool

    /// Returns `nil` for a word that is not a condition.
    init?(_ word: Substring) {
        switch word.first {
        case "@":
            let words = word.dropFirst().split(separator: "+")
            guard let pattern = words.first.map({ Array($0.utf8) }) else { return nil }
            let offsets = { (letter: Character) in
                [0] + words.dropFirst().compactMap { $0.first == letter ? Int($0.dropFirst()) : nil }
            }
            let (months, days, century) = (offsets("m"), offsets("d"), offsets("c").dropFirst().first ?? 20)
            holds = { number in
                guard let year = Self.digits("Y", of: pattern, in: number),
                    let month = Self.digits("M", of: pattern, in: number),
                    let day = Self.digits("D", of: pattern, in: number)
                else { return false }
                return Self.isDate(year < 100 ? century * 100 + year : year, month, day, months, days)
            }
        case "=":
            let words = word.dropFirst().split { ",:;".contains($0) }
            guard words.count > 2, let position = Int(words[0]), let count = Int(words[1]) else { return nil }
            let ranges = words.dropFirst(2).compactMap { word -> ClosedRange<Int>? in
                let bounds = word.split(separator: "-").compactMap { Int($0) }
                guard let least = bounds.first, let most = bounds.last, least <= most else { return nil }
                return least...most
            }
            holds = { number in
                guard let value = Self.integer(number.dropFirst(position).prefix(count)) else { return false }
                return ranges.contains { $0.contains(value) }
            }
        default: return nil
        }
    }

    /// Whether the date exists after one of the offsets is subtracted from the month and one from the day.
    static func isDate(_ year: Int, _ month: Int, _ day: Int, _ months: [Int] = [0], _ days: [Int] = [0]) -> Bool {
        months.contains { more in days.contains { CalendarDay(year: year, month: month - more, day: day - $0) != nil } }
    }

    /// The number whose digits are at the positions of a letter in the pattern.
    private static func digits(_ letter: Unicode.Scalar, of pattern: [UInt8], in number: [UInt8]) -> Int? {
        integer(zip(pattern, number).lazy.filter { $0.0 == UInt8(ascii: letter) }.map(\.1))
    }

    /// Returns `nil` if there is any character other than a digit.
    private static func integer(_ digits: some Sequence<UInt8>) -> Int? {
        digits.reduce(0 as Int?) { value, byte in
            guard let value, byte.isDigit else { return nil }
            return value &* 10 &+ Int(byte &- UInt8(ascii: "0"))
        }
    }
}

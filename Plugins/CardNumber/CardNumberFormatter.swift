import FormPlugin

/// Groups a card's number as it is printed: "4242 4242 4242 4242", "3782 822463 10005".
///
/// Only digits are taken, and no more than the brand has. The value is the digits. A separator that is deleted takes the
/// digit beside it along, so that the key does something.
struct CardNumberFormatter: FormatterService {
    static let typeName = "cardNumber"

    /// One character, in UTF-8.
    private let separator: [UInt8]

    init(configuration: Configuration) throws {
        separator = Array(configuration.separator.utf8)
    }

    func apply(_ edit: FieldEdit, to current: FieldText, locale: String) -> FieldText {
        let scalars = Array(current.text.unicodeScalars)
        let lower = min(max(0, edit.start), scalars.count)
        let upper = min(lower + max(0, edit.length), scalars.count)
        var head = scalars[..<lower].asciiDigits
        var tail = scalars[upper...].asciiDigits
        let inserted = edit.replacement.unicodeScalars.asciiDigits

        if inserted.isEmpty, scalars[lower..<upper].asciiDigits.isEmpty {
            switch edit.origin {
            case .deleteBackward where lower < upper: head = head.dropLast()
            case .deleteForward where lower < upper: tail.removeFirst(min(1, tail.count))
            // Nothing but what is no digit was typed or taken.
            case .key, .paste, .deleteBackward, .deleteForward, .cut, .program: return current
            }
        }
        let room = Self.most(head + inserted + tail) - head.count - tail.count
        let piece = inserted.prefix(max(0, room))
        // A whole number takes no more.
        if piece.isEmpty, !inserted.isEmpty { return current }
        return grouped(head + piece + tail, caretAfter: head.count + piece.count)
    }

    func format(_ text: String, locale: String) -> FieldText {
        let digits = text.unicodeScalars.asciiDigits
        let kept = Array(digits.prefix(Self.most(digits)))
        return grouped(kept, caretAfter: kept.count)
    }

    /// How many digits a number that begins like this can have.
    private static func most(_ digits: [UInt8]) -> Int {
        CardBrand.of(digits)?.lengths.upperBound ?? longestCardNumber
    }

    /// - Parameter caret: the number of digits before it; it stands right behind the last of them.
    private func grouped(_ digits: [UInt8], caretAfter caret: Int) -> FieldText {
        let brand = CardBrand.of(digits)
        var groups = (brand?.groups(of: digits.count) ?? [4])[...]
        var room = groups.first ?? 4
        var text: [UInt8] = []
        var separators = 0
        var separatorsBeforeCaret = 0
        for (index, digit) in digits.enumerated() {
            if room == 0 {
                text += separator
                separators += 1
                if groups.count > 1 { groups = groups.dropFirst() }
                room = groups.first ?? 4
            }
            text.append(digit)
            room -= 1
            if index + 1 == caret { separatorsBeforeCaret = separators }
        }
        return FieldText(
            text: String(decoding: text, as: UTF8.self),
            selectionStart: caret + separatorsBeforeCaret,
            value: String(decoding: digits, as: UTF8.self),
            isComplete: brand?.isWhole(digits.count) ?? false
        )
    }
}

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
        let lower = max(0, edit.start)
        let (upper, isBeyond) = lower.addingReportingOverflow(max(0, edit.length))
        let inserted = edit.replacement.asciiDigits
        var head: [UInt8] = []
        var tail: [UInt8] = []
        var replaced = 0
        var replacedDigits = 0
        head.reserveCapacity(longestCardNumber + inserted.count)
        for (offset, scalar) in current.text.unicodeScalars.enumerated() {
            let isReplaced = offset >= lower && (offset < upper || isBeyond)
            if isReplaced { replaced += 1 }
            guard let digit = scalar.asciiDigit else { continue }
            if offset < lower {
                head.append(digit)
            } else if isReplaced {
                replacedDigits += 1
            } else {
                tail.append(digit)
            }
        }

        if inserted.isEmpty, replacedDigits == 0 {
            switch edit.origin {
            case .deleteBackward where replaced > 0: _ = head.popLast()
            case .deleteForward where replaced > 0: tail.removeFirst(min(1, tail.count))
            // Nothing but what is no digit was typed or taken.
            case .key, .paste, .deleteBackward, .deleteForward, .cut, .program: return current
            }
        }
        let digits = head + inserted + tail
        let surplus = max(0, digits.count - Self.most(digits))
        // A whole number takes no more.
        if surplus >= inserted.count, !inserted.isEmpty { return current }
        let caret = head.count + inserted.count - min(surplus, inserted.count)
        return grouped(surplus == 0 ? digits : digits[..<caret] + tail, caretAfter: caret)
    }

    func format(_ text: String, locale: String) -> FieldText {
        let digits = text.asciiDigits
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
        let groups = brand?.groups(of: digits.count) ?? [4]
        var group = 0
        var room = groups[0]
        var text: [UInt8] = []
        text.reserveCapacity(2 * digits.count)
        var separators = 0
        var separatorsBeforeCaret = 0
        for index in digits.indices {
            if room == 0 {
                text += separator
                separators += 1
                group = min(group + 1, groups.count - 1)
                room = groups[group]
            }
            text.append(digits[index])
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

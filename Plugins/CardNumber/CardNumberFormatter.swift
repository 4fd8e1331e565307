import FormPlugin
import PaymentCards

/// Groups the number of a card as it is printed on the card: "4242 4242 4242 4242", "3782 822463 10005".
///
/// The formatter accepts only digits, and no more of them than numbers of the brand have. The value is the digits.
/// Deleting a separator deletes the digit beside it as well; otherwise the key would have no effect.
struct CardNumberFormatter: FormatterService {
    static let typeName = "cardNumber"

    /// The UTF-8 bytes of one character.
    private let separator: [UInt8]

    init(configuration: Configuration) throws {
        separator = Array(configuration.separator.utf8)
    }

    func apply(_ edit: FieldEdit, to current: FieldText, locale: String) -> FieldText {
        let lower = max(0, edit.start)
        let upper = lower + min(max(0, edit.length), .max - lower)
        let inserted = edit.replacement.asciiDigits
        // The digits that the edit does not replace, and the number of them before the caret.
        var digits: [UInt8] = []
        digits.reserveCapacity(CardBrand.longestNumber + inserted.count)
        var caret = 0
        var size = 0
        var replacedDigits = 0
        for scalar in current.text.unicodeScalars {
            let place = size
            size += 1
            guard let digit = scalar.asciiDigit else { continue }
            if (lower..<upper).contains(place) {
                replacedDigits += 1
            } else {
                digits.append(digit)
                if place < lower { caret += 1 }
            }
        }

        if inserted.isEmpty, replacedDigits == 0 {
            // The edit inserts no digit and replaces none.
            guard lower < min(upper, size) else { return current }
            switch edit.origin {
            case .deleteBackward where caret > 0:
                caret -= 1
                digits.remove(at: caret)
            case .deleteForward where caret < digits.count: digits.remove(at: caret)
            case .deleteBackward, .deleteForward: break
            case .key, .paste, .cut, .program: return current
            }
        }
        digits.insert(contentsOf: inserted, at: caret)
        caret += inserted.count
        let brand = CardBrand.brands(of: digits).first
        let surplus = digits.count - Self.most(of: brand)
        guard surplus > 0 else { return grouped(digits, of: brand, caretAfter: caret) }
        // A complete number takes no more digits.
        if surplus >= inserted.count, !inserted.isEmpty { return current }
        let cut = min(surplus, inserted.count)
        digits.removeSubrange(caret - cut..<caret)
        return grouped(digits, of: CardBrand.brands(of: digits).first, caretAfter: caret - cut)
    }

    func format(_ text: String, locale: String) -> FieldText {
        let digits = text.asciiDigits
        let brand = CardBrand.brands(of: digits).first
        let kept = Array(digits.prefix(Self.most(of: brand)))
        return grouped(kept, of: brand, caretAfter: kept.count)
    }

    /// The most digits that a number of the brand can have.
    private static func most(of brand: CardBrand?) -> Int {
        brand?.longestNumber ?? CardBrand.longestNumber
    }

    /// - Parameter caret: the number of digits before the caret, which stands directly after the last of them.
    private func grouped(_ digits: [UInt8], of brand: CardBrand?, caretAfter caret: Int) -> FieldText {
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

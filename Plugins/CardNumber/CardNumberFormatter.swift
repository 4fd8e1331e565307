import FormPlugin

/// Groups a card's number as it is printed: "4242 4242 4242 4242", "3782 822463 10005".
///
/// Only digits are taken, and no more than the brand has. The value is the digits. A separator that is deleted takes the
/// digit beside it along, so that the key does something.
struct CardNumberFormatter: FormatterService {
    static let typeName = "cardNumber"

    private let separator: String

    init(configuration: Configuration) throws {
        separator = configuration.separator
    }

    func apply(_ edit: FieldEdit, to current: FieldText, locale: String) -> FieldText {
        let scalars = Array(current.text.unicodeScalars)
        let lower = min(max(0, edit.start), scalars.count)
        let upper = min(lower + max(0, edit.length), scalars.count)
        var head = text(scalars[..<lower]).asciiDigits
        let replaced = text(scalars[lower..<upper]).asciiDigits
        var tail = text(scalars[upper...]).asciiDigits
        let inserted = edit.replacement.asciiDigits

        if inserted.isEmpty, replaced.isEmpty {
            switch edit.origin {
            case .deleteBackward where lower < upper: head = String(head.dropLast())
            case .deleteForward where lower < upper: tail = String(tail.dropFirst())
            // Nothing but what is no digit was typed or taken.
            case .key, .paste, .deleteBackward, .deleteForward, .cut, .program: return current
            }
        }
        let brand = CardBrand.of(head + inserted + tail)
        let room = (brand?.lengths.upperBound ?? longestCardNumber) - head.utf8.count - tail.utf8.count
        let piece = inserted.prefix(max(0, room))
        // A whole number takes no more.
        if piece.isEmpty, !inserted.isEmpty { return current }
        return grouped(head + piece + tail, caretAfter: head.utf8.count + piece.utf8.count)
    }

    func format(_ text: String, locale: String) -> FieldText {
        let digits = text.asciiDigits
        let most = CardBrand.of(digits)?.lengths.upperBound ?? longestCardNumber
        let kept = String(digits.prefix(most))
        return grouped(kept, caretAfter: kept.utf8.count)
    }

    /// - Parameter caret: the number of digits before it; it stands right behind the last of them.
    private func grouped(_ digits: String, caretAfter caret: Int) -> FieldText {
        let brand = CardBrand.of(digits)
        var groups = (brand?.groups(of: digits.utf8.count) ?? [4])[...]
        var room = groups.first ?? 4
        var text = ""
        var position = 0
        for (index, digit) in digits.enumerated() {
            if room == 0 {
                text += separator
                if groups.count > 1 { groups = groups.dropFirst() }
                room = groups.first ?? 4
            }
            text.append(digit)
            room -= 1
            if index + 1 == caret { position = text.unicodeScalars.count }
        }
        return FieldText(
            text: text,
            selectionStart: position,
            value: digits,
            isComplete: brand?.isWhole(digits.utf8.count) ?? false
        )
    }

    private func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}

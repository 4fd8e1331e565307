package import FormModel
@_spi(_Unicode) import Swift
import TextEditing

/// Provides the number and date formats of languages, and the words of texts.
///
/// Each formatter of a session calls it once, before its text is shown. An unknown language tag gets the symbols of the
/// nearest known language. A locale is a BCP 47 tag.
package protocol LocaleSymbols: Sendable {
    func numbers(_ style: NumberStyle, locale: String) -> NumberSymbols

    func dates(_ kind: MomentKind, locale: String) -> DateSymbols

    /// The names of months and of the days of the week. Called when a pattern writes one in words.
    func dayNames(locale: String) -> DayNames

    /// The plural category of a number.
    func pluralCategory(of number: Int, locale: String) -> PluralCategory

    /// Whether the language is written from right to left.
    func isRightToLeft(locale: String) -> Bool

    /// Joins texts to a list in the language: *red, green, and blue*.
    func list(_ things: [String], locale: String) -> String

    /// The words of a text: the segments of Unicode's text segmentation (UAX #29) that contain a letter or a number.
    /// Called when the caret moves by words.
    func words(in text: String, locale: String) -> [Range<String.Index>]
}

extension LocaleSymbols {
    /// The English names.
    package func dayNames(locale: String) -> DayNames { .english }

    /// The English plural categories.
    package func pluralCategory(of number: Int, locale: String) -> PluralCategory { number == 1 ? .one : .other }

    /// Decides by the tag's script, otherwise by its language. It knows the right-to-left scripts in use today, and the
    /// languages usually written in them.
    package func isRightToLeft(locale: String) -> Bool {
        let subtags = locale.lowercased().split { $0 == "-" || $0 == "_" }.prefix { $0.utf8.count > 1 }
        if let script = subtags.dropFirst().first(where: { $0.utf8.count == 4 && $0.utf8.allSatisfy { $0 > 0x39 } }) {
            return ["adlm", "arab", "hebr", "nkoo", "rohg", "syrc", "thaa"].contains(script)
        }
        return [
            "ar", "arc", "bal", "ckb", "dv", "fa", "glk", "he", "iw", "ks", "lrc", "mzn", "nqo", "ps", "sd", "syr",
            "ug", "ur", "yi",
        ].contains(subtags.first)
    }

    /// An English list.
    package func list(_ things: [String], locale: String) -> String {
        guard let last = things.last, things.count > 1 else { return things.first ?? "" }
        return things.dropLast().joined(separator: ", ") + (things.count > 2 ? ", and " : " and ") + last
    }

    /// The words that the standard library finds. It has no dictionaries, so each Han character and each Hangul
    /// syllable is a word.
    package func words(in text: String, locale: String) -> [Range<String.Index>] {
        var words: [Range<String.Index>] = []
        var start = text.startIndex
        while start < text.endIndex {
            let end = text._wordIndex(after: start)
            if text.unicodeScalars[start..<end].contains(where: CharacterSetName.alphanumerics.contains) {
                words.append(start..<end)
            }
            start = end
        }
        return words
    }
}

/// English symbols for every language tag, for an engine without locale data.
package struct EnglishSymbols: LocaleSymbols {
    package init() {}

    package func numbers(_ style: NumberStyle, locale: String) -> NumberSymbols {
        switch style {
        case .decimal: NumberSymbols()
        case .percent: NumberSymbols(suffix: "%")
        case .currency(let currency): NumberSymbols(prefix: currency.code + "\u{A0}")
        }
    }

    package func dates(_ kind: MomentKind, locale: String) -> DateSymbols {
        let date: [DatePattern.Element] = [
            .field(.paddedMonth), .literal("/"), .field(.paddedDay), .literal("/"), .field(.year),
        ]
        let time: [DatePattern.Element] = [
            .field(.halfDayHour), .literal(":"), .field(.paddedMinute), .literal("\u{202F}"), .field(.dayPeriod),
        ]
        let elements =
            switch kind {
            case .date: date
            case .time: time
            case .dateTime: date + [.literal(", ")] + time
            }
        return DateSymbols(pattern: DatePattern(elements: elements))
    }
}

package enum NumberStyle: Sendable, Hashable {
    case decimal, percent
    case currency(CurrencyCode)
}

package import FormModel
@_spi(_Unicode) import Swift

/// Where the engine learns how a language writes numbers and dates, and what its words are.
///
/// Each formatter of a session asks once, when its text is about to be shown. For an unknown language tag the answer is
/// that of the nearest known language.
package protocol LocaleSymbols: Sendable {
    /// - Parameter locale: a BCP 47 tag.
    func numbers(_ style: NumberStyle, locale: String) -> NumberSymbols

    /// - Parameter locale: a BCP 47 tag.
    func dates(_ kind: MomentKind, locale: String) -> DateSymbols

    /// The names of months and of the days of the week. Asked when one is met in words.
    ///
    /// - Parameter locale: a BCP 47 tag.
    func dayNames(locale: String) -> DayNames

    /// The form in which the language names as many things as `number` says.
    ///
    /// - Parameter locale: a BCP 47 tag.
    func pluralCategory(of number: Int, locale: String) -> PluralCategory

    /// Whether the language is written from right to left.
    ///
    /// - Parameter locale: a BCP 47 tag.
    func isRightToLeft(locale: String) -> Bool

    /// Several things as the language lists them: *red, green, and blue*.
    ///
    /// - Parameter locale: a BCP 47 tag.
    func list(_ things: [String], locale: String) -> String

    /// The words of a text: the pieces that have a letter or a number in them, as Unicode's text segmentation (UAX #29) divides
    /// the text. Asked when a caret moves by words.
    ///
    /// - Parameter locale: a BCP 47 tag.
    func words(in text: String, locale: String) -> [Range<String.Index>]
}

extension LocaleSymbols {
    /// English.
    package func dayNames(locale: String) -> DayNames { .english }

    /// English.
    package func pluralCategory(of number: Int, locale: String) -> PluralCategory { number == 1 ? .one : .other }

    /// By the tag's script, else by its language: the scripts of which people write today, and the languages that are
    /// usually written in one of them.
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

    /// English.
    package func list(_ things: [String], locale: String) -> String {
        guard let last = things.last, things.count > 1 else { return things.first ?? "" }
        return things.dropLast().joined(separator: ", ") + (things.count > 2 ? ", and " : " and ") + last
    }

    /// Those of the standard library, which has no dictionaries: each Han character is a word, and each Hangul syllable.
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

/// English for every language tag: the symbols that the engine has without locale data.
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

package import FormEngine
package import FormModel
import FoundationEssentials
import FoundationInternationalization
import Synchronization

/// How languages write numbers and dates, from ICU's data, which is a part of the program.
///
/// ICU is asked when a language is first needed; until then its data is not in memory. English needs ICU only for the
/// signs of currencies. Answers are cached. Any thread may ask.
package final class ICULocaleSymbols: LocaleSymbols {
    private let known = Mutex(Known())

    private struct Known {
        var numbers: [NumberKey: NumberSymbols] = [:]
        var dates: [DateKey: DateSymbols] = [:]
        var months: [String: [[String]]] = [:]
    }

    private struct NumberKey: Hashable {
        var style: NumberStyle
        var locale: String
    }

    private struct DateKey: Hashable {
        var kind: MomentKind
        var locale: String
    }

    /// The most answers that are cached of each kind: clients choose the languages, so the number must be bounded.
    private static let capacity = 256

    package init() {}

    /// How many answers of ICU's are kept.
    var answerCount: Int { known.withLock { $0.numbers.count + $0.dates.count } }

    package func numbers(_ style: NumberStyle, locale: String) -> NumberSymbols {
        switch style {
        case .decimal, .percent:
            if KnownLocale.isPlainEnglish(locale) { return EnglishSymbols().numbers(style, locale: locale) }
        case .currency: break
        }
        return known.withLock { known in
            let key = NumberKey(style: style, locale: KnownLocale.identifier(nearestTo: locale))
            if let symbols = known.numbers[key] { return symbols }
            let symbols = NumberSymbols(style, locale: Locale(identifier: key.locale))
            if known.numbers.count >= Self.capacity { known.numbers = [:] }
            known.numbers[key] = symbols
            return symbols
        }
    }

    package func dates(_ kind: MomentKind, locale: String) -> DateSymbols {
        if KnownLocale.isPlainEnglish(locale) { return EnglishSymbols().dates(kind, locale: locale) }
        return known.withLock { known in
            let key = DateKey(kind: kind, locale: KnownLocale.identifier(nearestTo: locale))
            if let symbols = known.dates[key] { return symbols }
            let symbols = DateSymbols(kind, locale: Locale(identifier: key.locale))
            if known.dates.count >= Self.capacity { known.dates = [:] }
            known.dates[key] = symbols
            return symbols
        }
    }

    /// For some languages the model has the names itself.
    package func monthNames(locale: String) -> [[String]] {
        if let names = DayNames.known(in: locale) { return names.allMonths }
        return known.withLock { known in
            let locale = KnownLocale.identifier(nearestTo: locale)
            if let names = known.months[locale] { return names }
            let names = MonthNames.forms(in: Locale(identifier: locale))
            if known.months.count >= Self.capacity { known.months = [:] }
            known.months[locale] = names
            return names
        }
    }
}

import CICU
package import FormModel
package import Languages
import Synchronization

/// The number and date formats, plural rules, lists and word boundaries of languages, from ICU's data.
///
/// ICU is loaded when a language first needs it, so that it takes no memory until then. English needs ICU only for
/// currency symbols and words. Results are cached. The methods may be called on any thread. Without ICU, every language
/// is treated as English.
package final class ICULocaleSymbols: LocaleSymbols {
    private let source = Mutex(Source.unused)
    private let reportMissing: @Sendable (_ reason: String) -> Void

    private enum Source {
        case unused, missing
        case loaded(Answers)
    }

    /// - Parameter reportMissing: called once with the reason if ICU is needed and cannot be loaded.
    package init(reportMissing: @escaping @Sendable (_ reason: String) -> Void = { _ in }) {
        self.reportMissing = reportMissing
    }

    /// The number of cached results.
    var answerCount: Int { source.withLock { if case .loaded(let answers) = $0 { answers.count } else { 0 } } }

    package func numbers(_ style: NumberStyle, locale: String) -> NumberSymbols {
        let isKnown = style == .decimal || style == .percent
        return (isKnown && KnownLocales.isPlainEnglish(locale) ? nil : ask { $0.numbers(style, locale) })
            ?? EnglishSymbols().numbers(style, locale: locale)
    }

    package func dates(_ kind: MomentKind, locale: String) -> DateSymbols {
        (KnownLocales.isPlainEnglish(locale) ? nil : ask { $0.dates(kind, locale) })
            ?? EnglishSymbols().dates(kind, locale: locale)
    }

    package func dayNames(locale: String) -> DayNames {
        (KnownLocales.isPlainEnglish(locale) ? nil : ask { $0.dayNames(locale) }) ?? .english
    }

    /// The first day of the week, and the short names of days, for calendars.
    package func week(locale: String) -> Week {
        (KnownLocales.isPlainEnglish(locale) ? nil : ask { $0.week(locale) }) ?? .english
    }

    package func pluralCategory(of number: Int, locale: String) -> PluralCategory {
        (KnownLocales.isPlainEnglish(locale) ? nil : ask { $0.pluralCategory(of: number, locale) })
            ?? EnglishSymbols().pluralCategory(of: number, locale: locale)
    }

    package func isRightToLeft(locale: String) -> Bool {
        !KnownLocales.isPlainEnglish(locale)
            && (ask { $0.isRightToLeft(locale) } ?? EnglishSymbols().isRightToLeft(locale: locale))
    }

    package func list(_ things: [String], locale: String) -> String {
        (KnownLocales.isPlainEnglish(locale) ? nil : ask { $0.list(things, locale) })
            ?? EnglishSymbols().list(things, locale: locale)
    }

    package func words(in text: String, locale: String) -> [Range<String.Index>] {
        ask { $0.words(in: text, locale) } ?? EnglishSymbols().words(in: text, locale: locale)
    }

    /// Asks ICU, and loads it if necessary. `nil` if ICU is missing or fails.
    private func ask<Answer: Sendable>(_ question: (Answers) -> Answer?) -> Answer? {
        source.withLock { source in
            if case .unused = source {
                do throws(ICU.Missing) {
                    source = .loaded(Answers(try ICU()))
                } catch {
                    source = .missing
                    reportMissing(error.reason)
                }
            }
            guard case .loaded(let answers) = source else { return nil }
            return question(answers)
        }
    }
}

/// The cached results of ICU, by locale.
private final class Answers {
    private let icu: ICU
    /// ICU's locale names, by the language tags of clients.
    private var locales = Cache<String, String>()
    private var numbers = Cache<NumberKey, NumberSymbols?>()
    private var dates = Cache<DateKey, DateSymbols?>()
    private var names = Cache<String, DayNames?>()
    private var plurals = Cache<String, PluralRules?>()
    private var lists = Cache<String, ListPatterns?>()
    private var breaks = Cache<String, WordBreaks?>()

    private struct NumberKey: Hashable {
        var style: NumberStyle
        var locale: String
    }

    private struct DateKey: Hashable {
        var kind: MomentKind
        var locale: String
    }

    init(_ icu: ICU) {
        self.icu = icu
    }

    var count: Int {
        numbers.count + dates.count + names.count + plurals.count + lists.count + breaks.count
    }

    private func localeName(_ tag: String) -> String {
        locales.value(tag) { [icu] in KnownLocales.name(nearestTo: tag, icu) }
    }

    func numbers(_ style: NumberStyle, _ tag: String) -> NumberSymbols? {
        let key = NumberKey(style: style, locale: localeName(tag))
        return numbers.value(key) { [icu] in NumberSymbols(style, locale: key.locale, icu) }
    }

    func dates(_ kind: MomentKind, _ tag: String) -> DateSymbols? {
        let key = DateKey(kind: kind, locale: localeName(tag))
        return dates.value(key) { [icu] in DateSymbols(kind, locale: key.locale, icu) }
    }

    func dayNames(_ tag: String) -> DayNames? {
        let locale = localeName(tag)
        return names.value(locale) { [icu] in DateTexts(icu, locale: locale)?.dayNames }
    }

    func week(_ tag: String) -> Week? {
        Week(icu, locale: localeName(tag), region: KnownLocales.spelled(tag).joined(separator: "_"))
    }

    func pluralCategory(of number: Int, _ tag: String) -> PluralCategory? {
        let locale = localeName(tag)
        return plurals.value(locale) { [icu] in PluralRules(icu, locale: locale) }?.category(of: number)
    }

    /// Whether a language is written from right to left. ICU decides by the tag's script, needs no data for the locale,
    /// and caches nothing.
    func isRightToLeft(_ tag: String) -> Bool {
        unsafe icu_locale_is_right_to_left(KnownLocales.spelled(tag).joined(separator: "_"))
    }

    func list(_ things: [String], _ tag: String) -> String? {
        let locale = localeName(tag)
        return lists.value(locale) { [icu] in ListPatterns(icu, locale: locale) }?.text(of: things)
    }

    func words(in text: String, _ tag: String) -> [Range<String.Index>]? {
        let locale = localeName(tag)
        return breaks.value(locale) { [icu] in WordBreaks(icu, locale: locale) }?.words(in: text)
    }
}

/// A cache with a limited size, because clients choose the languages.
private struct Cache<Key: Hashable, Value> {
    private static var capacity: Int { 256 }

    private var values: [Key: Value] = [:]

    var count: Int { values.count }

    mutating func value(_ key: Key, make: () -> Value) -> Value {
        if let value = values[key] { return value }
        let value = make()
        if values.count >= Self.capacity { values = [:] }
        values[key] = value
        return value
    }
}

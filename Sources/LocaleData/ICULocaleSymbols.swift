package import FormEngine
package import FormModel
import FoundationEssentials
import FoundationInternationalization
import Synchronization

/// How languages write numbers and dates, from ICU's data, which is a part of the program.
///
/// ICU is asked when a language is first needed: until then its data is not in memory. What it answered is kept; any
/// thread may ask.
package final class ICULocaleSymbols: LocaleSymbols {
    private let known = Mutex(Known())

    private struct Known {
        var numbers: [NumberKey: NumberSymbols] = [:]
        var dates: [DateKey: DateSymbols] = [:]
    }

    private struct NumberKey: Hashable {
        var style: NumberStyle
        var locale: String
    }

    private struct DateKey: Hashable {
        var kind: DateDefinition.Kind
        var locale: String
    }

    /// Answers kept of each kind; clients choose the languages.
    private static let capacity = 256

    package init() {}

    package func numbers(_ style: NumberStyle, locale: String) -> NumberSymbols {
        known.withLock { known in
            let key = NumberKey(style: style, locale: KnownLocale.identifier(nearestTo: locale))
            if let symbols = known.numbers[key] { return symbols }
            let symbols = NumberSymbols(style, locale: Locale(identifier: key.locale))
            if known.numbers.count >= Self.capacity { known.numbers = [:] }
            known.numbers[key] = symbols
            return symbols
        }
    }

    package func dates(_ kind: DateDefinition.Kind, locale: String) -> DateSymbols {
        known.withLock { known in
            let key = DateKey(kind: kind, locale: KnownLocale.identifier(nearestTo: locale))
            if let symbols = known.dates[key] { return symbols }
            let symbols = DateSymbols(kind, locale: Locale(identifier: key.locale))
            if known.dates.count >= Self.capacity { known.dates = [:] }
            known.dates[key] = symbols
            return symbols
        }
    }
}

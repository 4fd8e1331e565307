import CICU
import FormModel

/// The plural rules of a language. Owns an object of ICU.
@safe final class PluralRules {
    private let icu: ICU
    private let rules: OpaquePointer

    /// `nil` if ICU fails.
    init?(_ icu: ICU, locale: String) {
        guard let rules = unsafe icu_plurals_open(locale) else { return nil }
        self.icu = icu
        unsafe self.rules = rules
    }

    deinit {
        unsafe icu_plurals_close(rules)
    }

    func category(of number: Int) -> PluralCategory {
        let name = unsafe icu.text { unsafe icu_plurals_category(rules, Int64(number), $0, $1) }
        return name.flatMap(PluralCategory.init) ?? .other
    }
}

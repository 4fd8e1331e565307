import Formatters
import FormEngine
import FormMessages
import FormModel
import Languages
import LocaleData
import Rules

extension FormTypes {
    /// formd's own formatters and rules, in all languages, as the daemon has them.
    static let inAllLanguages = FormTypes(symbols: ICULocaleSymbols(), catalogue: MessageCatalogue.nearest(to:))
}

extension DefaultMessage {
    func text(in locale: String) -> String { FormTypes.inAllLanguages.messages.text(self, in: locale) }
}

extension FormatterComplaint {
    func text(in locale: String) -> String {
        FormTypes.inAllLanguages.messages.text(reason, in: locale, own: message)
    }
}

extension CompiledRule {
    /// A rule that speaks all languages.
    convenience init(_ rule: Rule) throws {
        try self.init(rule, patterns: PatternCache(), messages: FormTypes.inAllLanguages.messages)
    }
}

package import FormModel
package import Languages
import PCRE2
package import TextEditing

/// The formatter `regexInput`: a text that must be able to become a match of a pattern.
package struct RegexInputDefinition: TextFormatterKind {
    /// A regular expression that must match the complete text, or `@` and the name of a shared one.
    package var pattern = ""
    /// Replaces the default message about a text that does not match.
    package var message: LocalizedText?

    package init() {}

    package init(pattern: String) {
        self.pattern = pattern
    }

    package static let name = "regexInput"
    package static let about = "a text that can still match a pattern; see *Formatters*"
    package static let keys = KeyTable<RegexInputDefinition>("a regexInput formatter") {
        Key("pattern", \.pattern, .pattern, isRequired: true)
        Key("message", \.message, .text, "replaces the default message")
    }
    package static let messages: [DefaultMessage] = [.wrongFormat, .checkUnavailable]

    package func makeFormatter(_ symbols: any LocaleSymbols) throws -> any TextFormatter {
        try RegexInputFormatter(self)
    }
}

/// The `regexInput` formatter: refuses an insertion if no further typing could make the text match. Deletions are never
/// refused.
package struct RegexInputFormatter: TextFormatter {
    private let definition: RegexInputDefinition
    private let pattern: PartialPattern

    /// - Throws: the pattern's error.
    package init(_ definition: RegexInputDefinition) throws {
        self.definition = definition
        guard let expression = SharedPattern.expression(of: definition.pattern) else {
            throw PatternError(reason: "no shared pattern has this name", offset: 0)
        }
        pattern = try PartialPattern(expression)
    }

    package var refusal: Refusal.Reason { .pattern }

    package func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        let text = current.text.replacing(edit.range, with: edit.replacement).string
        let result = formatted(text, caret: edit.range.start + edit.replacement.unicodeScalars.count)
        return edit.replacement.isEmpty || result.match != .notMatched ? result.text : current
    }

    package func format(_ text: String) -> FormattedText {
        formatted(text, caret: text.unicodeScalars.count).text
    }

    package func canComplete(_ current: FormattedText) -> Bool {
        current.text.isEmpty || current.isComplete || pattern.match(current.text.string) != .notMatched
    }

    package var complains: Bool { true }

    package func complaint(about current: FormattedText, today: CalendarDay) -> FormatterComplaint? {
        guard !current.text.isEmpty else { return nil }
        switch pattern.match(current.text.string) {
        case .matched: return nil
        case .partlyMatched, .notMatched: return FormatterComplaint(.wrongFormat, message: definition.message)
        // The author's message is for invalid texts, not for texts that could not be validated.
        case .limitReached: return FormatterComplaint(.checkUnavailable)
        }
    }

    private func formatted(_ text: String, caret: Int) -> (text: FormattedText, match: PartialPattern.MatchResult) {
        let match = text.isEmpty ? .partlyMatched : pattern.match(text)
        // The insertion may have merged with the following cluster; then the caret moves behind that.
        let position = text.roundedUp(text.index(ofScalar: caret, isSimple: false))
        let selection = TextSelection(start: text.scalarOffset(of: position))
        return (
            FormattedText(text: FormText(text), selection: selection, value: text, isComplete: match == .matched), match
        )
    }
}

package import FormModel
package import Languages
package import TextEditing

/// The formatter `enum`: one of several values.
package struct EnumDefinition: TextFormatterKind {
    /// At least one value, without duplicates.
    package var values: [String] = []
    /// Whether matching distinguishes upper and lower case.
    package var isCaseSensitive = false
    /// Replaces the default message about a text that is not one of the values.
    package var message: LocalizedText?

    package init() {}

    package init(values: [String]) {
        self.values = values
    }

    package static let name = "enum"
    package static let about = "one of a list of values; see *Formatters*"
    package static let keys = KeyTable<EnumDefinition>("an enum formatter") {
        Key("values", \.values, valuesReader, isRequired: true)
        Key("caseSensitive", \.isCaseSensitive, .bool)
        Key("message", \.message, .text, "replaces the default message")
    }
    package static let messages: [DefaultMessage] = [.notListed]

    private static let valuesReader: ValueReader<[String]> = {
        let value = ValueReader.name().map { text, site, context in
            if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                context.error("\(quoted(text)) has a control character", at: site)
            }
            return text
        }
        return value.list("values", from: 1, to: DefinitionLimits.values, orReport: "there is no value to choose")
            .shown(nil)
    }()

    package func check(_ object: JSONObject, _ context: DecodingContext) {
        var seen: Set<String> = []
        for site in object["values"]?.elements ?? [] {
            guard let value = site.string else { continue }
            if !seen.insert(isCaseSensitive ? value : value.lowercased()).inserted {
                context.error("the value \(quoted(value)) is listed twice", at: site)
            }
        }
    }

    package var byteCount: Int { values.reduce(1_024) { $0 + 64 + 4 * $1.utf8.count } }

    package func makeFormatter(_ symbols: any LocaleSymbols) throws -> any TextFormatter {
        EnumFormatter(self)
    }
}

/// The `enum` formatter: accepts letters that can still become one of several values, and completes the text as soon as
/// only one value is left.
///
/// Deleting completes nothing, so that the user can undo a completion.
package struct EnumFormatter: TextFormatter {
    private let definition: EnumDefinition
    /// The values in the form that is used for comparison.
    private let keys: [String]

    package init(_ definition: EnumDefinition) {
        self.definition = definition
        keys = definition.values.map { definition.isCaseSensitive ? $0 : $0.lowercased() }
    }

    package var prefix: FormattedText { formatted("") }
    package var refusal: Refusal.Reason { .values }

    package func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        let text = current.text.replacing(edit.range, with: edit.replacement).string
        let head = String(current.text[TextSelection(start: 0, length: edit.range.start)]) + edit.replacement
        if edit.replacement.isEmpty { return formatted(text, caret: edit.range.start) }
        // The text after the caret is dropped if it no longer matches.
        for candidate in [text, head] {
            let matches = matches(of: candidate)
            guard let first = matches.first else { continue }
            if matches.count == 1 { return formatted(definition.values[first]) }
            let exact = exact(candidate)
            let spelled = exact.map { definition.values[$0] } ?? spelling(of: candidate, in: first)
            let caret = min(head.unicodeScalars.count, spelled.unicodeScalars.count)
            return formatted(spelled, caret: candidate == head ? nil : caret)
        }
        return current
    }

    package func format(_ text: String) -> FormattedText {
        formatted(exact(text).map { definition.values[$0] } ?? text)
    }

    package func finish(_ current: FormattedText) -> FormattedText {
        guard let value = onlyValue(for: current), value != current.text.string else { return current }
        return formatted(value)
    }

    package func tail(of current: FormattedText) -> String {
        String((onlyValue(for: current) ?? "").dropFirst(current.text.clusterCount))
    }

    /// The only value that begins with a text.
    private func onlyValue(for current: FormattedText) -> String? {
        let matches = matches(of: current.text.string)
        return current.text.isEmpty || matches.count > 1 ? nil : matches.first.map { definition.values[$0] }
    }

    package func canComplete(_ current: FormattedText) -> Bool {
        !matches(of: current.text.string).isEmpty
    }

    package var complains: Bool { true }

    package func complaint(about current: FormattedText, today: CalendarDay) -> FormatterComplaint? {
        current.text.isEmpty || exact(current.text.string) != nil
            ? nil : FormatterComplaint(.notListed, message: definition.message)
    }

    /// The values that begin with a text.
    private func matches(of text: String) -> [Int] {
        let key = key(text)
        return keys.indices.filter { keys[$0].hasPrefix(key) }
    }

    private func exact(_ text: String) -> Int? {
        keys.firstIndex(of: key(text))
    }

    /// A text with the spelling of the value that begins with it.
    private func spelling(of text: String, in value: Int) -> String {
        let spelled = definition.values[value].prefix(text.count)
        return key(String(spelled)) == key(text) ? String(spelled) : text
    }

    private func key(_ text: String) -> String {
        definition.isCaseSensitive ? text : text.lowercased()
    }

    /// - Parameter caret: in code points; `nil` for the end of the text.
    private func formatted(_ text: String, caret: Int? = nil) -> FormattedText {
        FormattedText(
            text: FormText(text),
            selection: TextSelection(start: caret ?? text.unicodeScalars.count),
            value: text,
            isComplete: exact(text) != nil
        )
    }
}

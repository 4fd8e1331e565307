package import Formatters
package import FormMessages
package import FormModel
package import Languages
package import Rules
package import TextEditing

/// Makes formatters and rules for forms, and knows the maximum length of their texts.
package struct FormTypes: Sendable {
    /// How languages write numbers and dates.
    package var symbols: any LocaleSymbols
    /// formd's own messages.
    package private(set) var messages: MessageTexts
    /// The compiled patterns of the form, which its rules share.
    package var patterns = PatternCache()
    /// Whether definitions may use types of plug-ins.
    package var allowsPlugins = false
    /// The maximum number of code points of a field's text.
    package var maximumTextSize: Int

    /// - Parameter catalogue: returns the message catalogue for the language nearest to a BCP 47 tag.
    package init(
        symbols: any LocaleSymbols = EnglishSymbols(),
        catalogue: @escaping @Sendable (_ locale: String) -> MessageCatalogue = { _ in .english },
        maximumTextSize: Int = 65_536
    ) {
        self.symbols = symbols
        messages = MessageTexts(symbols: symbols, catalogue: catalogue)
        self.maximumTextSize = maximumTextSize
    }

    /// The built-in formatters and rules, in English.
    package static let builtIn = FormTypes()

    /// The same types, and those of plug-ins.
    package var withPlugins: FormTypes {
        var types = self
        types.allowsPlugins = true
        return types
    }

    /// The same types with other messages than formd's own.
    ///
    /// - Parameter texts: by BCP 47 tag and by the name of the message; the other messages stay.
    package func saying(_ texts: [String: [String: String]]) -> FormTypes {
        var types = self
        types.messages = messages.replacing(texts)
        return types
    }

    /// Whether a text has more code points than a field can hold.
    package func isTooLong(_ text: String) -> Bool {
        text.utf8.count > maximumTextSize && text.unicodeScalars.count > maximumTextSize
    }

    /// Makes a built-in rule. Throws the reason if it cannot.
    package func makeRule(_ rule: Rule) throws -> any RuleJudge {
        try CompiledRule(rule, patterns: patterns, messages: messages)
    }

    /// Makes a built-in formatter. Throws the reason if it cannot.
    package func makeFormatter(_ definition: FormatterDefinition) throws -> any TextFormatter {
        // A plug-in's kind is not a kind of the engine.
        guard let kind = definition.kind as? any TextFormatterKind else {
            throw FormError(.pluginUnavailable, "no plug-in has the formatter \(definition.kind.typeName)")
        }
        return try kind.makeFormatter(symbols)
    }

    /// Makes a formatter, built-in or of a plug-in. Throws the reason if it cannot.
    func fieldFormatter(_ definition: FormatterDefinition) throws -> FieldFormatter {
        if let type = definition.kind.plugin, allowsPlugins { return FieldFormatter(plugin: type) }
        return FieldFormatter(try makeFormatter(definition), byteCount: definition.byteCount)
    }
}

// MARK: - Without a form

extension FormTypes {
    /// Formats a text as if a program had set it, in English unless the formatter names a language. Throws the reason
    /// if the formatter cannot be made.
    package func format(
        _ text: String,
        with definition: FormatterDefinition,
        attempt: Attempt
    ) throws -> FormattedText {
        let formatter = try fieldFormatter(definition)
        let asker = Asker(attempt: attempt, field: 0, isSecret: false)
        return (formatter.localized(to: "en") ?? formatter).formatter(for: asker).format(text)
    }

    /// Validates a text as a field with these rules does: returns the verdict of the first rule that fails, otherwise
    /// of the first that warns. Throws the reason if a rule cannot be made.
    package func judge(
        _ text: String,
        by rules: [Rule],
        locale: String,
        today: CalendarDay,
        attempt: Attempt
    ) throws -> Verdict {
        var field = FieldDefinition(id: "text", style: .underlined)
        field.rules = rules
        let structure = FormStructure(elements: [.field(field)])
        let definition = FormDefinition(name: "", title: LocalizedText(""), structure: structure, source: "")
        let compiled = try CompiledForm(definition, types: self)
        let form = try Form(compiled, locale: locale, values: [field.id: text], today: today, attempt: attempt)
        let judge = Judge(fields: form.fields.all, context: form.context, attempt: attempt)
        return judge.verdict(of: form.fields[0], needsMessage: true) ?? .valid
    }
}

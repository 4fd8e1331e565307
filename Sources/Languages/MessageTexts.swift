package import FormMessages
package import FormModel

/// formd's messages in the languages of its users.
package struct MessageTexts: Sendable {
    private let symbols: any LocaleSymbols
    private let catalogue: @Sendable (_ locale: String) -> MessageCatalogue

    /// - Parameters:
    ///   - symbols: provides plural categories and digits.
    ///   - catalogue: returns the catalogue of the language nearest to a BCP 47 tag.
    package init(symbols: any LocaleSymbols, catalogue: @escaping @Sendable (_ locale: String) -> MessageCatalogue) {
        self.symbols = symbols
        self.catalogue = catalogue
    }

    /// The same messages, some of which are replaced.
    ///
    /// - Parameter texts: by BCP 47 tag and by the name of the message.
    package func replacing(_ texts: [String: [String: String]]) -> MessageTexts {
        let replacements = MessageCatalogue.Replacements(texts, of: catalogue)
        return MessageTexts(symbols: symbols, catalogue: replacements.nearest(to:))
    }

    /// The number of words in a text. It does not depend on the session's language, so that a text is valid in all
    /// languages or in none.
    package func wordCount(of text: String) -> Int { symbols.words(in: text, locale: "en").count }

    /// - Parameters:
    ///   - locale: a BCP 47 tag.
    ///   - own: replaces the message; it may contain the same parameters.
    package func text(_ message: DefaultMessage, in locale: String, own: LocalizedText? = nil) -> String {
        if message.parameters.isEmpty, let own { return own.text(in: locale) }
        let catalogue = catalogue(locale)
        let text = own?.text(in: locale) ?? catalogue.texts[message.name] ?? message.english
        guard !message.parameters.isEmpty else { return text }
        // A message that exists only in English gets English plurals and digits.
        let isSaid = own != nil || catalogue.supports(locale)
        let format = MessageFormat(
            text,
            message.parameters,
            locale: isSaid ? locale : catalogue.language,
            dateFields: catalogue.dateFields,
            symbols: symbols
        )
        return format.filled
    }
}

/// A message with parameters, in the notation of ICU's MessageFormat: `{max}`, `{max, plural, =0 {nothing} one {#
/// character} other {# characters}}` with CLDR's plural categories, and `{base, select, 0 {…} other {…}}`.
///
/// Definitions may also write `{max:character|characters}`, with words for one, few and many; the last word replaces
/// missing ones. Braces around anything else are kept, and there is no quoting.
struct MessageFormat {
    private let text: String
    private let parameters: [DefaultMessage.Parameter]
    private let locale: String
    private let dateFields: DateFieldNames
    private let symbols: any LocaleSymbols
    /// The index of each closing brace, by that of its opening brace.
    private let braces: [String.Index: String.Index]

    /// The maximum nesting of forms. Each level is a recursive call, and definitions come from outside.
    private static let depth = 4

    init(
        _ text: String,
        _ parameters: [DefaultMessage.Parameter],
        locale: String,
        dateFields: DateFieldNames,
        symbols: any LocaleSymbols
    ) {
        self.text = text
        self.parameters = parameters
        self.locale = locale
        self.dateFields = dateFields
        self.symbols = symbols
        var open: [String.Index] = []
        var braces: [String.Index: String.Index] = [:]
        for index in text.indices {
            if text[index] == "{" {
                open.append(index)
            } else if text[index] == "}", let start = open.popLast() {
                braces[start] = index
            }
        }
        self.braces = braces
    }

    var filled: String { filled(text[...], counted: nil, depth: 0) }

    /// - Parameter counted: the replacement of `#`.
    private func filled(_ text: Substring, counted: String?, depth: Int) -> String {
        var result = ""
        var rest = text
        while let position = rest.firstIndex(where: { $0 == "{" || $0 == "#" && counted != nil }) {
            result += rest[..<position]
            let next = rest.index(after: position)
            if rest[position] == "#" {
                result += counted ?? ""
                rest = rest[next...]
            } else if let (name, _) = Insertion.prefix(of: rest[position...].unicodeScalars) {
                // The answer of a field, which may have the name of a parameter, is filled in later.
                result += "{{\(name)}}"
                rest = rest[rest.unicodeScalars.index(position, offsetBy: name.unicodeScalars.count + 4)...]
            } else if let end = braces[position], let value = value(of: rest[next..<end], depth: depth) {
                result += value
                rest = rest[rest.index(after: end)...]
            } else {
                result += "{"
                rest = rest[next...]
            }
        }
        return result + rest
    }

    /// The replacement of a pair of braces with its content; `nil` if it does not name a parameter.
    private func value(of content: Substring, depth: Int) -> String? {
        let name = content.prefix { !":,{".contains($0) }
        guard depth < Self.depth, let value = parameters.first(where: { $0.name == name })?.value else { return nil }
        let rest = content[name.endIndex...]
        switch (rest.first, value) {
        case (nil, .text(let text)): return text
        case (nil, .count(let count)): return written(count)
        case (nil, .format(let pattern)): return dateFields.text(of: pattern)
        case (":", .count(let count)): return word(for: count, among: rest.dropFirst().split(separator: "|"))
        case (",", _): return form(for: value, rest.dropFirst(), depth: depth)
        default: return nil
        }
    }

    /// The word for a number, from the words for one, few and many.
    private func word(for count: Int, among words: [Substring]) -> String? {
        guard let last = words.last else { return nil }
        let position =
            switch symbols.pluralCategory(of: count, locale: locale) {
            case .one: 0
            case .few: 1
            case .many: 2
            case .zero, .two, .other: words.count
            }
        return String(words.indices.contains(position) ? words[position] : last)
    }

    /// The form of ` plural, one {…} other {…}` or ` select, …` that a value selects.
    private func form(for value: DefaultMessage.Value, _ description: Substring, depth: Int) -> String? {
        let kind = description.prefix { $0 != "," }
        let forms = forms(description[kind.endIndex...].dropFirst())
        switch (kind.filter { !$0.isWhitespace }, value) {
        case ("plural", .count(let count)):
            let category = symbols.pluralCategory(of: count, locale: locale).rawValue
            return (forms["=\(count)"] ?? forms[category] ?? forms["other"]).map {
                filled($0, counted: written(count), depth: depth + 1)
            }
        case ("select", .text(let text)):
            return (forms[text] ?? forms["other"]).map { filled($0, counted: nil, depth: depth + 1) }
        default: return nil
        }
    }

    /// The texts in braces, by the selectors before them.
    private func forms(_ description: Substring) -> [String: Substring] {
        var forms: [String: Substring] = [:]
        var rest = description
        while let open = rest.firstIndex(of: "{"), let close = braces[open] {
            forms[rest[..<open].filter { !$0.isWhitespace }] = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
        }
        return forms
    }

    /// A number in the language's digits.
    private func written(_ count: Int) -> String {
        let numbers = symbols.numbers(.decimal, locale: locale)
        return String(
            String.UnicodeScalarView(
                String(count).utf8.map { byte in
                    byte == UInt8(ascii: "-") ? "-" : numbers.digit(byte)
                }
            )
        )
    }
}

extension DateFieldNames {
    /// A pattern of days, months and years in a readable form.
    fileprivate func text(of pattern: DatePattern) -> String {
        pattern.elements.map { element in
            switch element {
            case .literal(let literal): literal
            case .field(let field): text(of: field)
            }
        }.joined()
    }

    private func text(of field: DatePattern.Field) -> String {
        switch (self, field.component) {
        case (.letters(let letter, _, _), .day), (.letters(_, let letter, _), .month),
            (.letters(_, _, let letter), .year):
            String(repeating: letter, count: field.rawValue.count)
        case (.words(let word, _, _), .day), (.words(_, let word, _), .month), (.words(_, _, let word), .year): word
        case (_, .weekday), (_, .hour), (_, .minute), (_, .second), (_, .dayPeriod): field.rawValue
        }
    }
}

import FormModel
package import Languages
package import TextEditing

/// The `number`, `currency` and `percent` formatters: the text is a number in the format of a language, the value one
/// in the format of programs.
///
/// An edit is applied to the characters that the user has entered (`NumberEntry`), without separators and affixes; the
/// text is then formatted again. The value is canonical (`-1234.5`). A text that is not a number yet, such as a single
/// minus, is its own value.
package struct NumberFormatter: TextFormatter {
    let definition: NumberDefinition
    let symbols: NumberSymbols
    /// The language of the texts in the definition.
    let locale: String
    /// The texts that may precede or follow the number, without white space and in lower case.
    let affixes: [[Unicode.Scalar]]
    private let source: any LocaleSymbols

    /// Creates a formatter for English; `localized(to:)` returns one for another language.
    package init(_ definition: NumberDefinition, symbols source: any LocaleSymbols) {
        self.init(definition, source: source, symbols: EnglishSymbols(), locale: definition.locale ?? "en")
    }

    private init(_ definition: NumberDefinition, source: any LocaleSymbols, symbols: any LocaleSymbols, locale: String)
    {
        self.definition = definition
        self.source = source
        self.locale = locale
        let own = symbols.numbers(definition.style, locale: locale)
        self.symbols = own.with(definition, locale: locale)
        affixes = Self.affixes(of: definition, own: own, shown: self.symbols)
    }

    package func localized(to locale: String) -> (any TextFormatter)? {
        NumberFormatter(definition, source: source, symbols: source, locale: definition.locale ?? locale)
    }

    package var prefix: FormattedText {
        let layout = layout(NumberEntry())
        return FormattedText(
            text: FormText(layout.text),
            selection: TextSelection(start: layout.caret(after: 0, skipsLiterals: false)),
            value: "",
            isComplete: false
        )
    }

    /// Parses canonical text like a program, and any other text in the format of the language. A text that is not a
    /// number stays unchanged and is invalid.
    package func format(_ text: String) -> FormattedText {
        guard !text.isEmpty else { return prefix }
        let entry: NumberEntry
        if DecimalNumber(text) != nil {
            entry = NumberEntry(canonical: text)
        } else if let piece = NumberPiece(text: text, symbols: symbols, affixes: affixes) {
            var characters = piece.characters
            if piece.sign == .minus { characters.insert(NumberEntry.minus, at: 0) }
            entry = NumberEntry(characters: characters)
        } else {
            return .foreign(text, caret: text.unicodeScalars.count)
        }
        let tidy = tidied(entry)
        return formatted(tidy, caret: tidy.count, skipsLiterals: false)
    }

    package func caret(at position: Int, in current: FormattedText) -> Int { carets(in: current)(position) }

    package func carets(in current: FormattedText) -> (Int) -> Int {
        let layout = read(current.text.string)?.1
        return { layout?.caret(nearestTo: $0) ?? $0 }
    }

    package func finish(_ current: FormattedText) -> FormattedText {
        guard let (entry, layout) = read(current.text.string) else { return current }
        guard let number = number(entry) else { return .empty }
        if definition.outOfRange == .clampOnBlur, let bound = bound(before: number) {
            let clamped = tidied(NumberEntry(bound))
            return formatted(clamped, caret: clamped.count, skipsLiterals: false)
        }
        let tidy = tidied(entry)
        let caret = layout.characters(in: TextSelection(start: current.selection.start)).lowerBound
        // Zeros are added and removed at both ends, so that only the position of the separator is constant.
        let position = caret - entry.integer.endIndex + tidy.integer.endIndex
        let finished = formatted(tidy, caret: min(max(0, position), tidy.count), skipsLiterals: false)
        return finished.text == current.text ? current : finished
    }
}

// MARK: - Texts

extension NumberFormatter {
    func layout(_ entry: NumberEntry) -> NumberLayout {
        NumberLayout(entry, symbols: symbols, usesGrouping: definition.usesGrouping)
    }

    /// The number of an entry; `nil` while there is no digit. If there are no decimals, a separator that was typed by
    /// hand ends the number, unless a whole group follows it.
    func number(_ entry: NumberEntry) -> DecimalNumber? {
        entry.isPending && definition.maximumFractionDigits == 0 ? entry.whole.number : entry.number
    }

    /// - Parameter caret: the number of the entry's characters before the caret.
    func formatted(_ entry: NumberEntry, caret: Int, skipsLiterals: Bool) -> FormattedText {
        guard !entry.isEmpty else { return prefix }
        let layout = layout(entry)
        return FormattedText(
            text: FormText(layout.text),
            selection: TextSelection(start: layout.caret(after: caret, skipsLiterals: skipsLiterals)),
            value: number(entry)?.description ?? String(decoding: entry.characters, as: UTF8.self),
            isComplete: number(entry).map { complaint(about: $0) == nil } ?? false
        )
    }

    /// Parses a text of this formatter; returns `nil` for any other text.
    func read(_ text: String) -> (NumberEntry, NumberLayout)? {
        if text.isEmpty { return (NumberEntry(), NumberLayout()) }
        for (affixes, isNegative) in [(symbols.negative, true), (symbols.positive, false)] {
            guard let body = Self.body(of: text, in: affixes),
                let entry = entry(body, isNegative: isNegative)
            else { continue }
            let layout = layout(entry)
            if layout.text.unicodeScalars.elementsEqual(text.unicodeScalars) { return (entry, layout) }
        }
        return nil
    }

    private static func body(of text: String, in affixes: NumberSymbols.Affixes) -> Substring.UnicodeScalarView? {
        let scalars = text.unicodeScalars
        let (prefix, suffix) = (affixes.prefix.unicodeScalars, affixes.suffix.unicodeScalars)
        guard scalars.starts(with: prefix) else { return nil }
        let rest = scalars.dropFirst(prefix.count)
        return rest.reversed().starts(with: suffix.reversed()) ? rest.dropLast(suffix.count) : nil
    }

    private func entry(_ body: Substring.UnicodeScalarView, isNegative: Bool) -> NumberEntry? {
        var characters = isNegative ? [NumberEntry.minus] : []
        characters.reserveCapacity(body.count + 1)
        let decimal = symbols.decimal.unicodeScalars
        let grouping = symbols.grouping.unicodeScalars
        var hasDecimal = false
        /// The number of characters before the last grouping separator.
        var lastGroup: Int?
        var rest = body
        while let scalar = rest.first {
            if let digit = scalar.asciiDigit {
                characters.append(digit)
                rest.removeFirst()
            } else if rest.starts(with: decimal), !hasDecimal {
                characters.append(NumberEntry.decimal)
                hasDecimal = true
                rest = rest.dropFirst(decimal.count)
            } else if !grouping.isEmpty, rest.starts(with: grouping), !hasDecimal {
                lastGroup = characters.count
                rest = rest.dropFirst(grouping.count)
            } else {
                return nil
            }
        }
        // The formatter itself never writes an incomplete group after a separator.
        if let lastGroup, !hasDecimal, characters.count - lastGroup < symbols.primaryGroup {
            characters.insert(NumberEntry.pending, at: lastGroup)
        }
        return NumberEntry(characters: characters)
    }

    /// The entry after editing: without superfluous zeros, and with the zeros that the definition requires.
    func tidied(_ entry: NumberEntry) -> NumberEntry {
        guard let number = number(entry) else { return entry }
        var whole = Array(number.description.utf8)
        var fraction = entry.isPending && definition.maximumFractionDigits == 0 ? [] : Array(entry.fraction)
        if definition.hidesZeroFraction, number.fraction.isEmpty {
            fraction = []
        } else {
            // Zeros that were typed, pasted or set are kept, because they express the precision of the number.
            let excess = fraction.count - max(number.fraction.utf8.count, definition.maximumFractionDigits)
            if excess > 0 { fraction.removeLast(excess) }
            let least = isShifted ? definition.maximumFractionDigits : definition.minimumFractionDigits
            let missing = least - fraction.count
            if missing > 0 { fraction += [UInt8](repeating: NumberEntry.zero, count: missing) }
        }
        if let point = whole.firstIndex(of: NumberEntry.decimal) { whole.removeSubrange(point...) }
        return NumberEntry(characters: fraction.isEmpty ? whole : whole + [NumberEntry.decimal] + fraction)
    }
}

extension NumberFormatter {
    /// The texts that may precede or follow a pasted number: the affixes of this formatter, the currency's code and, if
    /// the definition does not name a currency, the sign of every currency.
    private static func affixes(
        of definition: NumberDefinition,
        own: NumberSymbols,
        shown: NumberSymbols
    ) -> [[Unicode.Scalar]] {
        var texts = [own.positive.prefix, own.positive.suffix, shown.positive.prefix, shown.positive.suffix]
        switch definition.style {
        case .currency(let currency): texts.append(currency.code)
        case .percent: texts += ["%", "\u{66A}", "\u{FF05}"]
        case .decimal: break
        }
        // The full-width sign of the yen, which Japanese uses, and the usual one.
        texts += texts.map { $0.replacing(each: "\u{FFE5}", by: "\u{A5}") }
        var affixes = Set(texts.map(folded))
        affixes.remove([])
        let ends = (folded(shown.positive.prefix), folded(shown.positive.suffix))
        // An affix that is used on both sides of the number may occur twice.
        let both = ends.0 == ends.1 && !ends.0.isEmpty ? [ends.0] : []
        return (affixes + both).sorted { $0.count > $1.count }
    }

    private static func folded(_ affix: String) -> [Unicode.Scalar] {
        affix.lowercased().unicodeScalars.filter { !$0.isMark && !$0.properties.isWhitespace }
    }
}

extension NumberSymbols {
    /// The symbols with the definition's replacements for those of the language.
    fileprivate func with(_ definition: NumberDefinition, locale: String) -> NumberSymbols {
        var symbols = self
        symbols.hasDecimalAliases = definition.hasDecimalAliases
        if let grouping = definition.groupingSeparator { symbols.grouping = String(grouping) }
        if let decimal = definition.decimalSeparator { symbols.decimal = String(decimal) }
        if symbols.grouping == symbols.decimal {
            // The definition uses the character of the other separator.
            symbols.grouping = symbols.decimal == "," ? "." : definition.groupingSeparator == nil ? "," : "\u{A0}"
            if let grouping = definition.groupingSeparator {
                symbols.grouping = String(grouping)
                symbols.decimal = grouping == "." ? "," : "."
            }
        }
        if definition.prefix != nil || definition.suffix != nil {
            let prefix = definition.prefix?.text(in: locale) ?? positive.prefix
            let suffix = definition.suffix?.text(in: locale) ?? positive.suffix
            symbols.positive = Affixes(prefix: prefix, suffix: suffix)
            symbols.negative = Affixes(prefix: minus + prefix, suffix: suffix)
        }
        return symbols
    }
}

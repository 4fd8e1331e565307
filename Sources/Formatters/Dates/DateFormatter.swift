import FormModel
package import Languages
package import TextEditing

/// The `date`, `time` and `dateTime` formatters: fields of digits in the order of a pattern or of the language.
///
/// A day that does not exist stays as it was typed and is invalid. The value is ISO 8601 as soon as all fields are
/// complete; before that it is the text.
package struct DateFormatter: TextFormatter {
    let definition: DateDefinition
    let symbols: DateSymbols
    let source: any LocaleSymbols
    let locale: String

    /// Creates a formatter for English; `localized(to:)` returns one for another language.
    package init(_ definition: DateDefinition, symbols source: any LocaleSymbols) {
        self.init(definition, source: source, symbols: EnglishSymbols(), locale: definition.locale ?? "en")
    }

    private init(_ definition: DateDefinition, source: any LocaleSymbols, symbols: any LocaleSymbols, locale: String) {
        self.definition = definition
        self.source = source
        self.locale = locale
        var own = symbols.dates(definition.kind, locale: locale)
        if let pattern = definition.pattern { own.pattern = pattern }
        if own.pattern.fields.contains(where: { $0.monthNames != nil }) {
            own.months = MonthWords(symbols.dayNames(locale: locale))
        }
        self.symbols = own
    }

    package func localized(to locale: String) -> (any TextFormatter)? {
        DateFormatter(definition, source: source, symbols: source, locale: definition.locale ?? locale)
    }

    package func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        if let passed = passing(edit, in: current) { return passed }
        guard let (entry, layout) = read(current.text.string) else { return applyForeign(edit, to: current) }
        let places = layout.places(in: edit.range)
        if edit.replacement.isEmpty { return delete(places, edit, of: entry, layout, current) }
        var rest = entry
        rest.remove(places)
        let place = places.first ?? layout.place(at: edit.range.start)
        if rest.isEmpty, let whole = self.entry(edit.replacement) {
            return formatted(whole.entry, at: whole.place)
        }
        var typing = DateTyping(
            rest.isEmpty ? empty : rest,
            at: rest.isEmpty ? DatePlace(field: 0, index: 0) : place,
            symbols: symbols,
            pads: definition.pads
        )
        guard typing.type(edit.replacement) else { return current }
        return formatted(typing.entry, at: typing.place)
    }

    /// The result for a separator that is typed where the formatter has already written one; `nil` for other edits.
    /// Letters are excluded because they may start the name of a month.
    private func passing(_ edit: TextEdit, in current: FormattedText) -> FormattedText? {
        guard current.completionLength > 0, edit.origin == .key, edit.range.length == 0,
            edit.range.start == current.text.count, let separator = edit.replacement.unicodeScalars.first,
            edit.replacement.unicodeScalars.count == 1, symbols.separators.contains(separator),
            !separator.properties.isAlphabetic
        else { return nil }
        var passed = current
        passed.completionLength -= 1
        return passed
    }

    /// A digit is refused for lack of room, any other character because it is not valid at its position.
    package func refusals(of edit: TextEdit, to current: FormattedText, leaving result: FormattedText) -> [Refusal] {
        guard edit.isRefused(in: current, leaving: result), result.completionLength >= current.completionLength else {
            return []
        }
        return edit.replacement.prefix(Refusal.maximumCount).map { character in
            Refusal(character, character.unicodeScalars.first?.asciiDigit == nil ? .place : .room)
        }
    }

    private func delete(
        _ places: [DatePlace],
        _ edit: TextEdit,
        of entry: DateEntry,
        _ layout: DateLayout,
        _ current: FormattedText
    ) -> FormattedText {
        var places = places
        if places.isEmpty {
            switch edit.origin {
            case .deleteBackward: places = layout.place(before: edit.range.end).map { [$0] } ?? []
            case .deleteForward: places = layout.place(after: edit.range.start).map { [$0] } ?? []
            case .key, .paste, .cut, .program: break
            }
        }
        guard let first = places.first else { return current }
        var entry = entry
        entry.remove(places)
        entry.trim(keeping: first.field)
        return formatted(entry, at: first)
    }

    package func format(_ text: String) -> FormattedText {
        guard !text.isEmpty else { return prefix }
        guard let whole = entry(text) else { return .foreign(text, caret: text.unicodeScalars.count) }
        return finished(whole.entry)
    }

    package func finish(_ current: FormattedText) -> FormattedText {
        guard let (entry, _) = read(current.text.string), !entry.isEmpty else { return current }
        let finished = finished(entry)
        return finished.text == current.text ? current : finished
    }

    private func finished(_ entry: DateEntry) -> FormattedText {
        var typing = DateTyping(
            entry,
            at: DatePlace(field: entry.contents.count, index: 0),
            symbols: symbols,
            pads: definition.pads
        )
        typing.finish()
        var finished = typing.entry
        finished.trim(keeping: 0)
        let last = min(max(0, finished.reached - 1), finished.contents.count - 1)
        return formatted(finished, at: DatePlace(field: last, index: finished.contents[last].count))
    }

    private func applyForeign(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        let text = current.text.replacing(edit.range, with: edit.replacement).string
        if text.isEmpty { return prefix }
        if let whole = entry(text) { return formatted(whole.entry, at: whole.place) }
        return edit.replacement.isEmpty ? .foreign(text, caret: edit.range.start) : current
    }
}

// MARK: - Texts

extension DateFormatter {
    var empty: DateEntry { DateEntry(fields: symbols.pattern.fields.count) }

    func formatted(_ entry: DateEntry, at place: DatePlace) -> FormattedText {
        guard !entry.isEmpty else { return prefix }
        let layout = DateLayout(entry, symbols: symbols)
        let reading = reading(entry)
        let caret = layout.caret(at: place)
        return FormattedText(
            text: FormText(layout.text),
            selection: TextSelection(start: caret),
            value: reading.value ?? layout.text,
            isComplete: complaint(about: reading, today: nil) == nil,
            completionLength: caret == layout.count ? layout.completionLength : 0
        )
    }

    /// Parses a text of this formatter; returns `nil` for any other text.
    func read(_ text: String) -> (DateEntry, DateLayout)? {
        var entry = empty
        var rest = Substring(text).unicodeScalars
        var field = 0
        for element in symbols.pattern.elements {
            guard !rest.isEmpty else { break }
            guard case .field(let segment) = element else {
                if case .literal(let literal) = element, rest.starts(with: literal.unicodeScalars) {
                    rest = rest.dropFirst(literal.unicodeScalars.count)
                    entry.reached = field + 1
                }
                continue
            }
            if segment == .dayPeriod {
                if let period = symbols.dayPeriods.firstIndex(where: { rest.starts(with: $0.unicodeScalars) }) {
                    rest = rest.dropFirst(symbols.dayPeriods[period].unicodeScalars.count)
                    entry.contents[field] = [period == 0 ? "0" : "1"]
                }
            } else if segment.monthNames == nil {
                while entry.contents[field].count < segment.maximumDigits, let digit = rest.first?.asciiDigit {
                    entry.contents[field].append(Unicode.Scalar(digit))
                    rest.removeFirst()
                }
            } else if let month = symbols.months.month(at: rest, in: segment) {
                rest = rest.dropFirst(symbols.months.name(of: month, in: segment).unicodeScalars.count)
                entry.name(month: month, in: field)
            } else {
                let digits = rest.prefix { $0.asciiDigit != nil }.count
                let word = rest.prefix(max(digits, symbols.months.beginning(of: rest)))
                rest = rest.dropFirst(word.count)
                entry.contents[field] = word.map { $0.asciiDigit.map(Unicode.Scalar.init) ?? $0 }
            }
            field += 1
            entry.reached = field
        }
        let layout = DateLayout(entry, symbols: symbols)
        return layout.text.unicodeScalars.elementsEqual(text.unicodeScalars) ? (entry, layout) : nil
    }

    /// Parses a whole text in any usual notation; returns `nil` if it is not a date.
    private func entry(_ text: String) -> (entry: DateEntry, place: DatePlace)? {
        let named = withoutMonthName(text) ?? text
        let text = reordered(named) ?? named
        var typing = DateTyping(empty, at: DatePlace(field: 0, index: 0), symbols: symbols, pads: definition.pads)
        guard typing.type(text), !typing.entry.isEmpty else { return nil }
        return (typing.entry, typing.place)
    }

    /// A text that begins with a year of four digits, as in ISO 8601, in the order of the pattern; `nil` if there is
    /// anything but separators between its numbers.
    private func reordered(_ text: String) -> String? {
        if definition.kind == .time { return reorderedTime(text) }
        var runs: [[UInt8]] = []
        var isInRun = false
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.first, runs.count < 3 || isInRun {
            if let digit = scalar.asciiDigit {
                if isInRun { runs[runs.count - 1].append(digit) } else { runs.append([digit]) }
                isInRun = true
            } else if runs.count == 3 {
                break
            } else if scalar.isMark || scalar.properties.isWhitespace {
                isInRun = false
            } else if symbols.separators.contains(scalar), !runs.isEmpty {
                isInRun = false
            } else {
                return nil
            }
            rest.removeFirst()
            // A number is too long for a year, a month or a day.
            if runs.last.map({ $0.count > 4 }) ?? false { return nil }
        }
        guard runs.count == 3, runs[0].count == 4, 1...2 ~= runs[1].count, 1...2 ~= runs[2].count,
            let year = Int(asciiDigits: runs[0])
        else { return nil }
        let fields = symbols.pattern.fields
        // Two digits cannot represent a year of another century.
        guard !fields.contains(.yearOfCentury) || wholeYear(year % 100) == year else { return nil }
        let date = fields.compactMap { segment -> [UInt8]? in
            switch segment.component {
            case .year: segment == .yearOfCentury ? Array(runs[0].suffix(2)) : runs[0]
            case .month: runs[1]
            case .day: runs[2]
            default: nil
            }
        }
        let first = fields.first?.component
        let isDateFirst = first == .year || first == .month || first == .day
        let day = date.map { Self.padded($0) }.joined(separator: "-")
        let time = String(rest.drop { $0 == "T" || $0 == "t" || $0 == " " })
        guard !time.isEmpty else { return day }
        let clock = reorderedTime(time) ?? time
        return isDateFirst ? day + " " + clock : clock + " " + day
    }

    /// A time of 24 hours, converted to a pattern with twelve hours.
    private func reorderedTime(_ text: String) -> String? {
        guard symbols.pattern.fields.contains(.dayPeriod), let time = ClockTime(iso: text) else { return nil }
        let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
        let period = symbols.dayPeriods[time.hour < 12 ? 0 : 1]
        let hasSeconds = symbols.pattern.fields.contains { $0.component == .second }
        return "\(hour):\(time.minute.padded(2))" + (hasSeconds ? ":\(time.second.padded(2))" : "") + " " + period
    }

    private static func padded(_ digits: [UInt8]) -> String {
        (digits.count == 1 ? "0" : "") + String(decoding: digits, as: UTF8.self)
    }
}

extension DateEntry {
    fileprivate mutating func remove(_ places: [DatePlace]) {
        for place in places.reversed() { contents[place.field].remove(at: place.index) }
    }
}

/// Reads values of one type from a definition, and describes them.
///
/// A reader reports an invalid value and returns `nil`. It also provides the description of the values in the JSON
/// Schema and in the reference.
package struct ValueReader<Value>: Sendable {
    /// The description of the values in the reference.
    package let words: String
    package let schema: @Sendable () -> ValueSchema
    /// The text of a value in the reference and in `Explain`; `nil` if they do not show values.
    package let show: (@Sendable (Value) -> String)?
    package let read: @Sendable (JSONValue, DecodingContext) -> Value?

    package init(
        _ words: String,
        schema: @autoclosure @escaping @Sendable () -> ValueSchema,
        show: (@Sendable (Value) -> String)? = nil,
        read: @escaping @Sendable (JSONValue, DecodingContext) -> Value?
    ) {
        self.words = words
        self.schema = schema
        self.show = show
        self.read = read
    }

    /// A reader of values that are created from values of this reader.
    package func map<Other>(
        _ words: String? = nil,
        show: (@Sendable (Other) -> String)? = nil,
        _ transform: @escaping @Sendable (Value, JSONValue, DecodingContext) -> Other?
    ) -> ValueReader<Other> {
        ValueReader<Other>(words ?? self.words, schema: schema(), show: show) { value, context in
            read(value, context).flatMap { transform($0, value, context) }
        }
    }

    /// The same reader, whose values are written in another way; `nil` if they are not written.
    package func shown(as words: String? = nil, _ show: (@Sendable (Value) -> String)?) -> ValueReader {
        ValueReader(words ?? self.words, schema: schema(), show: show, read: read)
    }
}

// MARK: Words and flags

extension ValueReader where Value == Bool {
    package static var bool: ValueReader {
        ValueReader("`true` or `false`", schema: .of(type: "boolean"), show: { "\($0)" }) { value, context in
            if let bool = value.bool { return bool }
            return context.mismatch("true or false", at: value)
        }
    }

    /// One of two words.
    package static func word(no: String, yes: String) -> ValueReader {
        ValueReader("`\(no)` `\(yes)`", schema: .word(in: [no, yes]), show: { $0 ? yes : no }) { value, context in
            context.word(value, among: [no, yes]).map { $0 == yes }
        }
    }
}

extension ValueReader where Value: RawRepresentable<String> & CaseIterable & Sendable {
    /// One of the names of an enumeration.
    package static func choice(_: Value.Type = Value.self) -> ValueReader { choice(among: Array(Value.allCases)) }

    /// One of some names of an enumeration.
    package static func choice(among values: [Value]) -> ValueReader {
        let names = values.map(\.rawValue)
        return ValueReader(names.joinedAsCode, schema: .word(in: names), show: \.rawValue) {
            value,
            context in
            context.word(value, among: names).flatMap(Value.init)
        }
    }
}

extension ValueReader where Value: SetAlgebra & Sendable {
    /// An array of distinct names of an enumeration.
    package static func cases<Case>(schemaName: String? = nil) -> ValueReader
    where Value == Set<Case>, Case: RawRepresentable<String> & CaseIterable & Sendable {
        options(Case.allCases.map { ($0.rawValue, [$0]) }, schemaName: schemaName)
    }

    /// An array of distinct names, as the union of their options.
    package static func options(_ options: [(name: String, option: Value)], schemaName: String? = nil) -> ValueReader {
        let names = options.map(\.name)
        let word = ValueSchema.word(in: names)
        return ValueReader(
            "list of " + names.joinedAsCode,
            schema: .list(of: schemaName.map(word.named) ?? word, ["uniqueItems": true]),
            show: { value in options.filter { value.isSuperset(of: $0.option) }.map(\.name).joinedAsCode }
        ) { value, context in
            guard let elements = context.elements(value) else { return nil }
            var union: Value = []
            for element in elements {
                guard let name = context.word(element, among: names),
                    let option = options.first(where: { $0.name == name })?.option
                else { continue }
                if !union.isDisjoint(with: option) { context.error("\(quoted(name)) is listed twice", at: element) }
                union.formUnion(option)
            }
            return union
        }
    }
}

// MARK: Numbers

extension ValueReader where Value == Int {
    package static func integer(in range: ClosedRange<Int>, _ unit: String) -> ValueReader {
        let bounds = ClosedRange(uncheckedBounds: (Double(range.lowerBound), Double(range.upperBound)))
        return ValueReader(
            "\(range.lowerBound.grouped) to \(range.upperBound.grouped) \(unit)",
            schema: .of(type: "integer", bounds.keywords),
            show: { "\($0)" }
        ) { value, context in
            guard value.kind == .number else { return context.mismatch("a whole number", at: value) }
            guard let number = context.number(value, in: bounds, unit) else { return nil }
            if let integer = Int(exactly: number) { return integer }
            return context.error("\(value.shownNumber) is not a whole number", at: value)
        }
    }

    /// A number of grapheme clusters, or of the units that a rule counts.
    package static func characters(from minimum: Int = 0) -> ValueReader {
        integer(in: minimum...DefinitionLimits.text, "characters")
    }
}

extension ValueReader where Value == Double {
    package static func number(in range: ClosedRange<Double>, _ unit: String) -> ValueReader {
        ValueReader(unit, schema: .of(type: "number", range.keywords), show: { $0.short }) { value, context in
            guard value.kind == .number else { return context.mismatch("a number", at: value) }
            return context.number(value, in: range, unit)
        }
    }

    /// A length on the screen, in logical pixels.
    package static var length: ValueReader {
        let reader = number(in: 0...DefinitionLimits.length, "logical pixels")
        return ValueReader("length", schema: reader.schema().named("length"), show: reader.show, read: reader.read)
    }

    package static var fontSize: ValueReader {
        let reader = number(in: 1...DefinitionLimits.fontSize, "logical pixels")
        return ValueReader("font size", schema: reader.schema().named("fontSize"), show: reader.show, read: reader.read)
    }
}

extension ValueReader where Value == DecimalNumber {
    /// A JSON number, or a string with a number, which keeps the digits that other JSON parsers would lose.
    package static var decimal: ValueReader {
        ValueReader(
            "a number, or a string with one",
            schema: ValueSchema(["type": ["number", "string"]]),
            show: \.description
        ) { value, context in
            let limit = DefinitionLimits.numberDigits
            guard let text = value.numberText ?? value.string else { return context.mismatch("a number", at: value) }
            guard text.utf8.count <= limit else {
                return context.error("the number has \(text.utf8.count) digits; the limit is \(limit)", at: value)
            }
            let number = value.kind == .number ? DecimalNumber(json: text) : DecimalNumber(text)
            if number == nil { context.error("\(quoted(text)) is not a decimal number", at: value) }
            return number
        }
    }
}

// MARK: Text

extension ValueReader where Value == String {
    /// A string of at most `limit` code points.
    package static func string(limit: Int = DefinitionLimits.text) -> ValueReader {
        ValueReader(
            "string",
            schema: .of(type: "string", ["maxLength": .number(limit)]),
            show: { $0.isEmpty ? "\"\"" : $0 }
        ) { value, context in
            context.string(value, limit: limit)
        }
    }

    /// A text; for a toggle, whether it is on.
    package static var answer: ValueReader {
        let string = string()
        let schema = ValueSchema.any(of: [string.schema(), .of(type: "boolean")])
        return ValueReader("string; of a toggle `true` or `false`", schema: schema) { value, context in
            value.bool.map(String.init) ?? string.read(value, context)
        }
    }

    /// A string of at least one code point.
    package static func name(limit: Int = DefinitionLimits.resourceName) -> ValueReader {
        let schema = ValueSchema.of(type: "string", ["minLength": 1, "maxLength": .number(limit)])
        return ValueReader("1 to \(limit.grouped) code points", schema: schema, show: { $0 }) { value, context in
            guard let string = context.string(value, limit: limit) else { return nil }
            if string.isEmpty { context.error("the text is empty", at: value) }
            return string.isEmpty ? nil : string
        }
    }

    package static var identifier: ValueReader {
        ValueReader(
            "identifier",
            schema: .of(type: "string", ["pattern": "^[A-Za-z_][A-Za-z0-9_]{0,63}$"]).named("identifier"),
            show: { $0 }
        ) { value, context in
            guard let name = value.string else { return context.mismatch("an identifier", at: value) }
            if Identifier.isValid(name) { return name }
            let form = "a letter or “_”, then letters, digits or “_”, at most \(DefinitionLimits.identifier) in all"
            return context.error("\(quoted(name)) is not an identifier: \(form)", at: value)
        }
    }

    package static var languageTag: ValueReader {
        ValueReader("BCP 47 tag", schema: .of(type: "string"), show: { $0 }) { value, context in
            guard let tag = value.string else { return context.mismatch("a BCP 47 language tag", at: value) }
            if LanguageTag.isWellFormed(tag) { return tag }
            return context.error("\(quoted(tag)) is not a BCP 47 language tag", at: value)
        }
    }

    package static var autofillToken: ValueReader {
        ValueReader("an autofill token of HTML", schema: .of(type: "string"), show: { $0 }) { value, context in
            guard let token = value.string else { return context.mismatch("an autofill token", at: value) }
            if AutofillToken.all.contains(token) { return token }
            return context.unknown("autofill token", token, at: value, allowed: AutofillToken.all)
        }
    }

    /// A regular expression, or the name of a shared one.
    package static var pattern: ValueReader {
        ValueReader("pattern", schema: patternSchema.named("pattern"), show: { $0 }) { value, context in
            guard let pattern = patternText("a regular expression").read(value, context) else { return nil }
            if SharedPattern.isReference(pattern) {
                if SharedPattern(reference: pattern) != nil { return pattern }
                let known = SharedPattern.allCases.map { "@\($0.rawValue)" }
                return context.unknown("shared pattern", pattern, at: value, allowed: known)
            }
            guard context.hasTime(for: WorkBudget.largeStep), let problem = context.patternProblem(pattern) else {
                return pattern
            }
            return context.error("the pattern cannot be used: \(problem)", at: value)
        }
    }

    /// A regular expression or a mask: a string of limited size that is not validated further.
    package static func patternText(_ noun: String) -> ValueReader {
        let limit = DefinitionLimits.pattern
        return ValueReader("at most \(limit.grouped) bytes", schema: patternSchema, show: { $0 }) { value, context in
            guard let pattern = value.string else { return context.mismatch(noun, at: value) }
            guard pattern.utf8.count > limit else { return pattern }
            return context.error("the pattern has \(pattern.utf8.count) bytes; the limit is \(limit)", at: value)
        }
    }

    private static var patternSchema: ValueSchema {
        .of(type: "string", ["maxLength": .number(DefinitionLimits.pattern)])
    }
}

extension ValueReader where Value == LocalizedText {
    /// A string, or an object with a string for each language.
    package static var text: ValueReader { text(inserting: .none) }

    /// A text that may show answers.
    static var textWithAnswers: ValueReader { text(inserting: .answers) }

    /// A message that may show answers.
    static var message: ValueReader { text(inserting: .message) }

    private static func text(inserting use: InsertionUse) -> ValueReader {
        ValueReader("text", schema: textSchema.named("text")) { value, context in
            context.text(value, inserting: use)
        }
    }

    private static var textSchema: ValueSchema {
        let string = ValueReader<String>.string().schema()
        let limits: JSONText = [
            "minProperties": 1, "maxProperties": .number(DefinitionLimits.translations),
            "propertyNames": ["pattern": "^[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8})*$"],
        ]
        return .any(of: [string, .table(of: string, limits)])
    }
}

// MARK: Lists

extension ValueReader {
    /// A list of at most `limit` values; a message about more calls them `things`. What is beyond the limit is not
    /// read.
    ///
    /// - Parameter absence: what is reported of a list without values; `nil` if it may be empty.
    package func list(
        _ things: String,
        from minimum: Int = 0,
        to limit: Int,
        orReport absence: String? = nil
    ) -> ValueReader<[Value]> {
        let least: JSONText = minimum > 0 ? ["minItems": .number(minimum)] : [:]
        let words = minimum > 0 ? "\(minimum) to \(limit.grouped) \(things)" : "at most \(limit.grouped) \(things)"
        let showList = show.map { show in
            { @Sendable (values: [Value]) in "[" + values.map(show).joined(separator: ", ") + "]" }
        }
        let schema = ValueSchema.list(of: schema(), least).with(["maxItems": .number(limit)])
        return ValueReader<[Value]>(words, schema: schema, show: showList) { value, context in
            if let absence, value.elements?.isEmpty == true { context.error(absence, at: value) }
            return context.elements(value, to: limit, things)?.compactMap { read($0, context) }
        }
    }
}

extension ClosedRange<Double> {
    /// The bounds as keywords of a JSON Schema.
    fileprivate var keywords: JSONText {
        ["minimum": .literal(lowerBound.short), "maximum": .literal(upperBound.short)]
    }
}

extension Double {
    /// The number without a decimal point if it is an integer.
    package var short: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}

extension Int {
    /// The number with commas between groups of three digits, for the reference.
    package var grouped: String {
        var text = String(magnitude)
        var position = text.count - 3
        while position > 0 {
            text.insert(",", at: text.index(text.startIndex, offsetBy: position))
            position -= 3
        }
        return self < 0 ? "-" + text : text
    }
}

extension [String] {
    /// The words as a list for the reference: each as code, separated by spaces.
    package var joinedAsCode: String { map { "`\($0)`" }.joined(separator: " ") }
}

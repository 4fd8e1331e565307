/// How the values of one type are written in a definition.
///
/// A reader reports a value that it cannot take and answers `nil`; it also says how the JSON Schema and the reference
/// describe such values.
package struct ValueReader<Value>: Sendable {
    /// How the reference describes the values.
    package let words: String
    package let schema: @Sendable () -> ValueSchema
    /// How the reference and `Explain` write a value; `nil` if they do not.
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

    /// A reader of values that are made of these.
    package func map<Other>(
        _ words: String? = nil,
        show: (@Sendable (Other) -> String)? = nil,
        _ transform: @escaping @Sendable (Value, JSONValue, DecodingContext) -> Other?
    ) -> ValueReader<Other> {
        ValueReader<Other>(words ?? self.words, schema: schema(), show: show) { value, context in
            read(value, context).flatMap { transform($0, value, context) }
        }
    }
}

// MARK: Words and flags

extension ValueReader where Value == Bool {
    package static var bool: ValueReader {
        ValueReader("`true` or `false`", schema: .of(type: "boolean"), show: { "\($0)" }) { value, context in
            if let bool = value.bool { return bool }
            context.mismatch("true or false", at: value)
            return nil
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
        let names = ObjectShape(values.map(\.rawValue))
        return ValueReader(names.names.joinedAsCode, schema: .word(in: names.names), show: \.rawValue) {
            value,
            context in
            context.place(of: value, among: names).map { values[$0] }
        }
    }
}

extension ValueReader where Value: OptionSet & Sendable, Value.Element == Value {
    /// A list of names, each at most once, as the union of what they stand for.
    package static func options(_ options: [(name: String, option: Value)]) -> ValueReader {
        let names = options.map(\.name)
        return ValueReader(
            "list of " + names.joinedAsCode,
            schema: .list(of: .word(in: names), [.init("uniqueItems", .literal("true"))]),
            show: { value in options.filter { value.contains($0.option) }.map(\.name).joinedAsCode }
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
            guard value.kind == .number else {
                context.mismatch("a whole number", at: value)
                return nil
            }
            guard let number = context.number(value, in: bounds, unit) else { return nil }
            if let integer = Int(exactly: number) { return integer }
            context.error("\(value.shownNumber) is not a whole number", at: value)
            return nil
        }
    }

    /// Grapheme clusters, or in a rule that counts otherwise, its units.
    package static func characters(from minimum: Int = 0) -> ValueReader {
        integer(in: minimum...DefinitionLimits.text, "characters")
    }
}

extension ValueReader where Value == Double {
    package static func number(in range: ClosedRange<Double>, _ unit: String) -> ValueReader {
        ValueReader(unit, schema: .of(type: "number", range.keywords), show: { $0.short }) { value, context in
            guard value.kind == .number else {
                context.mismatch("a number", at: value)
                return nil
            }
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
    /// A number of JSON, or a string with one, which JSON's other readers leave as it is.
    package static var decimal: ValueReader {
        ValueReader(
            "a number, or a string with one",
            schema: ValueSchema([.init("type", .array([.string("number"), .string("string")]))]),
            show: \.description
        ) { value, context in
            let limit = DefinitionLimits.numberDigits
            guard let text = value.numberText ?? value.string else {
                context.mismatch("a number", at: value)
                return nil
            }
            guard text.utf8.count <= limit else {
                context.error("the number has \(text.utf8.count) digits; the limit is \(limit)", at: value)
                return nil
            }
            let number = value.kind == .number ? DecimalNumber(json: text) : DecimalNumber(text)
            if number == nil { context.error("\(quoted(text)) is not a decimal number", at: value) }
            return number
        }
    }
}

// MARK: Text

extension ValueReader where Value == String {
    /// Any string of at most `limit` code points.
    package static func string(limit: Int = DefinitionLimits.text) -> ValueReader {
        ValueReader(
            "string",
            schema: .of(type: "string", [.init("maxLength", .literal("\(limit)"))]),
            show: { $0.isEmpty ? "\"\"" : $0 }
        ) { value, context in
            context.string(value, limit: limit)
        }
    }

    /// A text, or of a toggle whether it is on.
    package static var answer: ValueReader {
        let string = string()
        return ValueReader(
            "string; of a toggle `true` or `false`",
            schema: .any(of: [string.schema(), .of(type: "boolean")])
        ) {
            value,
            context in
            value.bool.map(String.init) ?? string.read(value, context)
        }
    }

    /// A string of at least one code point.
    package static func name(limit: Int = DefinitionLimits.resourceName) -> ValueReader {
        let limits: [JSONText.Member] = [
            .init("minLength", .literal("1")), .init("maxLength", .literal("\(limit)")),
        ]
        return ValueReader("1 to \(limit.grouped) code points", schema: .of(type: "string", limits), show: { $0 }) {
            value,
            context in
            guard let string = context.string(value, limit: limit) else { return nil }
            if string.isEmpty { context.error("the text is empty", at: value) }
            return string.isEmpty ? nil : string
        }
    }

    package static var identifier: ValueReader {
        ValueReader(
            "identifier",
            schema: .of(type: "string", [.init("pattern", .string("^[A-Za-z_][A-Za-z0-9_]{0,63}$"))]).named(
                "identifier"
            ),
            show: { $0 }
        ) { value, context in
            guard let name = value.string else {
                context.mismatch("an identifier", at: value)
                return nil
            }
            if Identifier.isValid(name) { return name }
            let form = "a letter or “_”, then letters, digits or “_”, at most \(DefinitionLimits.identifier) in all"
            context.error("\(quoted(name)) is not an identifier: \(form)", at: value)
            return nil
        }
    }

    package static var languageTag: ValueReader {
        ValueReader("BCP 47 tag", schema: .of(type: "string"), show: { $0 }) { value, context in
            guard let tag = value.string else {
                context.mismatch("a BCP 47 language tag", at: value)
                return nil
            }
            if LanguageTag.isWellFormed(tag) { return tag }
            context.error("\(quoted(tag)) is not a BCP 47 language tag", at: value)
            return nil
        }
    }

    package static var autofillToken: ValueReader {
        ValueReader("an autofill token of HTML", schema: .of(type: "string"), show: { $0 }) { value, context in
            guard let token = value.string else {
                context.mismatch("an autofill token", at: value)
                return nil
            }
            if AutofillToken.all.contains(token) { return token }
            context.unknown("autofill token", token, at: value, allowed: AutofillToken.all)
            return nil
        }
    }

    /// A regular expression, or the name of a shared one.
    package static var pattern: ValueReader {
        ValueReader("pattern", schema: patternSchema.named("pattern"), show: { $0 }) { value, context in
            guard let pattern = patternText("a regular expression").read(value, context) else { return nil }
            if SharedPattern.isReference(pattern) {
                if SharedPattern(reference: pattern) != nil { return pattern }
                let known = SharedPattern.allCases.map { "@\($0.rawValue)" }
                context.unknown("shared pattern", pattern, at: value, allowed: known)
                return nil
            }
            guard context.hasTime(for: WorkBudget.largeStep), let problem = context.patternProblem(pattern) else {
                return pattern
            }
            context.error("the pattern cannot be used: \(problem)", at: value)
            return nil
        }
    }

    /// A regular expression or a mask: a string of limited size that is not checked any further.
    package static func patternText(_ noun: String) -> ValueReader {
        let limit = DefinitionLimits.pattern
        return ValueReader("at most \(limit.grouped) bytes", schema: patternSchema, show: { $0 }) { value, context in
            guard let pattern = value.string else {
                context.mismatch(noun, at: value)
                return nil
            }
            guard pattern.utf8.count > limit else { return pattern }
            context.error("the pattern has \(pattern.utf8.count) bytes; the limit is \(limit)", at: value)
            return nil
        }
    }

    private static var patternSchema: ValueSchema {
        .of(type: "string", [.init("maxLength", .literal("\(DefinitionLimits.pattern)"))])
    }
}

extension ValueReader where Value == LocalizedText {
    /// A string, or a table of strings by language.
    package static var text: ValueReader {
        ValueReader("text", schema: textSchema.named("text")) { value, context in context.text(value) }
    }

    private static var textSchema: ValueSchema {
        let string = ValueReader<String>.string().schema()
        let tag = JSONText.object([.init("pattern", .string("^[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8})*$"))])
        let limits: [JSONText.Member] = [
            .init("minProperties", .literal("1")),
            .init("maxProperties", .literal("\(DefinitionLimits.translations)")), .init("propertyNames", tag),
        ]
        return .any(of: [string, .table(of: string, limits)])
    }
}

// MARK: Lists

extension ValueReader {
    /// A list of at most `limit` values; a message about more calls them `things`. What is beyond the limit is not
    /// read.
    package func list(_ things: String, from minimum: Int = 0, to limit: Int) -> ValueReader<[Value]> {
        let least = minimum > 0 ? [JSONText.Member("minItems", .literal("\(minimum)"))] : []
        let keywords = least + [.init("maxItems", .literal("\(limit)"))]
        let words = minimum > 0 ? "\(minimum) to \(limit.grouped) \(things)" : "at most \(limit.grouped) \(things)"
        let showList: (@Sendable ([Value]) -> String)?
        if let show {
            showList = { values in "[" + values.map { show($0) }.joined(separator: ", ") + "]" }
        } else {
            showList = nil
        }
        return ValueReader<[Value]>(words, schema: .list(of: schema(), keywords), show: showList) { value, context in
            context.elements(value, to: limit, things)?.compactMap { read($0, context) }
        }
    }
}

extension ClosedRange<Double> {
    /// The bounds as a JSON Schema has them.
    fileprivate var keywords: [JSONText.Member] {
        [.init("minimum", .literal(lowerBound.short)), .init("maximum", .literal(upperBound.short))]
    }
}

extension Double {
    /// Without a decimal point if it is a whole number.
    package var short: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}

extension Int {
    /// With commas between groups of three digits, as the reference writes numbers.
    package var grouped: String {
        var text = String(magnitude)
        var place = text.count - 3
        while place > 0 {
            text.insert(",", at: text.index(text.startIndex, offsetBy: place))
            place -= 3
        }
        return self < 0 ? "-" + text : text
    }
}

extension [String] {
    /// The words as the reference lists them: each as code, with spaces between them.
    package var joinedAsCode: String { map { "`\($0)`" }.joined(separator: " ") }
}

private let numberKeys = [
    "type", "locale", "minimum", "maximum", "outOfRange", "minimumFractionDigits", "maximumFractionDigits",
    "maximumIntegerDigits", "grouping", "negative", "hideZeroFraction", "prefix", "suffix", "groupingSeparator",
    "decimalSeparator", "decimalAliases", "message",
]

extension DecodingContext {
    func currency(_ value: JSONValue) -> NumberDefinition? {
        guard let code = value.object?["currency"] else {
            error("a currency formatter needs the key “currency”", at: value)
            return nil
        }
        guard let name = code.string else {
            mismatch("a code of ISO 4217", at: code)
            return nil
        }
        guard let currency = CurrencyCode(name) else {
            unknown("currency", name, at: code, allowed: CurrencyCode.allCodes)
            return nil
        }
        return number(value, of: .currency(currency))
    }

    func number(_ value: JSONValue, of style: NumberStyle) -> NumberDefinition? {
        var keys = numberKeys
        if case .currency = style { keys.append("currency") }
        guard let object = object(value, keys: keys) else { return nil }
        var definition = NumberDefinition(style)
        read(object["locale"], into: &definition.locale, languageTag)
        read(object["minimum"], into: &definition.minimum, decimal)
        read(object["maximum"], into: &definition.maximum, decimal)
        if let minimum = definition.minimum, let maximum = definition.maximum, minimum > maximum,
            let site = object["minimum"]
        {
            error("the minimum \(shown(minimum)) is above the maximum \(shown(maximum))", at: site)
        }
        read(object["outOfRange"], into: &definition.outOfRange) { choice($0, of: OutOfRangePolicy.self) }
        if definition.minimum == nil, definition.maximum == nil, let site = object["outOfRange"] {
            warning("nothing is out of range: there is no minimum and no maximum", at: site)
        }
        readDigits(object, into: &definition)
        read(object["grouping"], into: &definition.usesGrouping, bool)
        definition.allowsNegative = definition.minimum.map(\.isNegative) ?? true
        read(object["negative"], into: &definition.allowsNegative, bool)
        if !definition.allowsNegative, let maximum = definition.maximum, maximum.isNegative,
            let site = object["negative"] ?? object["maximum"]
        {
            error("the maximum \(shown(maximum)) is negative, and no negative number can be typed", at: site)
        }
        read(object["hideZeroFraction"], into: &definition.hidesZeroFraction, bool)
        read(object["prefix"], into: &definition.prefix, affix)
        read(object["suffix"], into: &definition.suffix, affix)
        readSeparators(object, into: &definition)
        read(object["message"], into: &definition.message, text)
        return definition
    }

    private func readDigits(_ object: JSONObject, into definition: inout NumberDefinition) {
        let digits = { (value: JSONValue) in
            self.integer(value, in: 0...DefinitionLimits.digits, unit: "digits")
        }
        var minimum: Int?
        var maximum: Int?
        read(object["minimumFractionDigits"], into: &minimum, digits)
        read(object["maximumFractionDigits"], into: &maximum, digits)
        if let minimum, let maximum, minimum > maximum, let site = object["minimumFractionDigits"] {
            error("the minimum of \(minimum) decimals is above the maximum of \(maximum)", at: site)
        }
        if let minimum {
            definition.minimumFractionDigits = minimum
            definition.maximumFractionDigits = max(definition.maximumFractionDigits, minimum)
        }
        if let maximum {
            definition.maximumFractionDigits = maximum
            definition.minimumFractionDigits = min(definition.minimumFractionDigits, maximum)
        }
        read(object["maximumIntegerDigits"], into: &definition.maximumIntegerDigits) {
            integer($0, in: 1...DefinitionLimits.digits, unit: "digits")
        }
    }

    private func readSeparators(_ object: JSONObject, into definition: inout NumberDefinition) {
        read(object["groupingSeparator"], into: &definition.groupingSeparator, separator)
        read(object["decimalSeparator"], into: &definition.decimalSeparator, separator)
        read(object["decimalAliases"], into: &definition.hasDecimalAliases, bool)
        if let grouping = definition.groupingSeparator, grouping == definition.decimalSeparator,
            let site = object["groupingSeparator"]
        {
            error("both separators are \(quoted(String(grouping)))", at: site)
        }
        if !definition.usesGrouping, let site = object["groupingSeparator"] {
            warning("nothing is grouped: “grouping” is false", at: site)
        }
    }

    /// A number as exact as it is written.
    private func decimal(_ value: JSONValue) -> DecimalNumber? {
        guard let text = value.numberText else {
            mismatch("a number", at: value)
            return nil
        }
        guard let number = DecimalNumber(json: text, limit: DefinitionLimits.digits) else {
            error("the number has more than \(DefinitionLimits.digits) digits", at: value)
            return nil
        }
        return number
    }

    private func shown(_ number: DecimalNumber) -> String {
        let text = number.description
        return text.utf8.count <= 24 ? text : "\(text.prefix(20))…"
    }

    /// What stands before or behind a number.
    private func affix(_ value: JSONValue) -> LocalizedText? {
        guard let text = text(value) else { return nil }
        for translation in text.translations {
            let scalars = translation.text.unicodeScalars
            if scalars.count > DefinitionLimits.affix {
                error("the text has \(scalars.count) code points; the limit is \(DefinitionLimits.affix)", at: value)
                return nil
            }
            if scalars.contains(where: { $0.properties.generalCategory == .control || $0.isDigit }) {
                error("\(quoted(translation.text)) has a digit or a control character", at: value)
                return nil
            }
        }
        return text
    }

    private func separator(_ value: JSONValue) -> Character? {
        guard let string = string(value) else { return nil }
        guard string.unicodeScalars.count == 1, let scalar = string.unicodeScalars.first, !scalar.isDigit,
            !scalar.properties.isAlphabetic, scalar.properties.generalCategory != .control,
            !"-+−()".unicodeScalars.contains(scalar)
        else {
            error("\(quoted(string)) is not one character that can separate digits", at: value)
            return nil
        }
        return Character(scalar)
    }

    func languageTag(_ value: JSONValue) -> String? {
        guard let tag = value.string else {
            mismatch("a BCP 47 language tag", at: value)
            return nil
        }
        guard LanguageTag.isWellFormed(tag) else {
            error("\(quoted(tag)) is not a BCP 47 language tag", at: value)
            return nil
        }
        return tag
    }
}

extension Unicode.Scalar {
    /// A decimal digit of any script.
    fileprivate var isDigit: Bool { properties.generalCategory == .decimalNumber }
}

package import FormModel
package import Languages

/// The formatters `number`, `currency` and `percent`: numbers in the format of a language.
package struct NumberDefinition: TextFormatterKind {
    package var style: NumberStyle
    /// A BCP 47 tag; `nil` for the session's language.
    package var locale: String?
    /// In the displayed unit: 12.5 per cent is 12.5.
    package var minimum: DecimalNumber?
    package var maximum: DecimalNumber?
    package var outOfRange = OutOfRangePolicy.report
    /// The minimum number of decimals after editing; missing ones are added as zeros.
    package var minimumFractionDigits: Int
    /// The side at which digits are entered.
    package var entry = DigitEntry.leftToRight
    /// The maximum number of decimals that can be typed.
    package var maximumFractionDigits: Int
    /// The maximum number of digits before the decimal separator; `nil` for no limit besides the field's.
    package var maximumIntegerDigits: Int?
    package var usesGrouping = true
    /// Whether a minus can be typed.
    package var allowsNegative = true
    /// Whether decimals are removed after editing if all of them are zeros.
    package var hidesZeroFraction = false
    /// The text before and after the number, which replaces that of the language.
    package var prefix: LocalizedText?
    package var suffix: LocalizedText?
    /// Replaces that of the language.
    package var groupingSeparator: Character?
    package var decimalSeparator: Character?
    /// Whether a full stop and a comma can be typed for a decimal separator that is another character.
    package var hasDecimalAliases = true
    /// Replaces the default messages about an invalid number.
    package var message: LocalizedText?

    package init(_ style: NumberStyle = .decimal) {
        self.style = style
        switch style {
        case .decimal: (minimumFractionDigits, maximumFractionDigits) = (0, 3)
        case .percent: (minimumFractionDigits, maximumFractionDigits) = (0, 2)
        case .currency(let currency):
            (minimumFractionDigits, maximumFractionDigits) = (currency.fractionDigits, currency.fractionDigits)
        }
    }

    package init() {
        self.init(.decimal)
    }

    package func makeFormatter(_ symbols: any LocaleSymbols) throws -> any TextFormatter {
        NumberFormatter(self, symbols: symbols)
    }
}

/// The side at which the digits of a number are entered.
package enum DigitEntry: String, Sendable, CaseIterable {
    /// Digits are entered as they are written.
    case leftToRight
    /// Digits are entered as at a cash register: with two decimals `1` is 0.01, and `12` is 0.12. A number always has
    /// all decimals.
    case rightToLeft
}

/// The handling of a number out of its bounds.
package enum OutOfRangePolicy: String, Sendable, CaseIterable {
    /// The number stays, and validation reports it.
    case report
    /// An edit is refused if no further typing could lead to a number within the bounds.
    case refuse
    /// The number is replaced with the bound when editing ends.
    case clampOnBlur
}

// MARK: Keys of the definition

extension NumberDefinition {
    package static let name = "number"
    package static let names = ["number", "currency", "percent"]
    package static let about = "numbers in the notation of the language; see *Formatters*"
    package static let messages: [DefaultMessage] = [
        .notANumber, .tooSmall(minimum: "3"), .tooLarge(maximum: "3"), .tooManyIntegerDigits(maximum: 3),
        .tooManyFractionDigits(maximum: 3),
    ]

    package var typeName: String {
        switch style {
        case .decimal: "number"
        case .currency: "currency"
        case .percent: "percent"
        }
    }

    package init(named name: String) {
        self.init(name == "percent" ? .percent : .decimal)
    }

    package var valueKind: ValueKind? { .number }
    package var fractionDigits: Int? { maximumFractionDigits }

    package static func keys(of name: String) -> KeyTable<NumberDefinition> {
        switch name {
        case "currency": currencyKeys
        case "percent": percentKeys
        default: keys
        }
    }

    package static let keys = KeyTable<NumberDefinition>("a number formatter") { commonKeys }
    private static let percentKeys = KeyTable<NumberDefinition>("a percent formatter") { commonKeys }
    private static let currencyKeys = KeyTable<NumberDefinition>("a currency formatter") {
        // The first key, because it determines the number of decimals.
        Key("currency", currencyReader, isRequired: true) { currency, definition in
            definition = NumberDefinition(.currency(currency))
        }
        commonKeys
    }

    @KeyBuilder<NumberDefinition> private static var commonKeys: [Key<NumberDefinition>] {
        Key("locale", \.locale, .languageTag, default: "the session's")
        Key("minimum", \.minimum, boundReader, "in the displayed unit")
        Key("maximum", \.maximum, boundReader)
        Key("outOfRange", \.outOfRange, .choice(), "the handling of a number outside its bounds")
        Key(
            "minimumFractionDigits",
            digits,
            default: "0; the currency's",
            "the minimum number of decimal places after editing"
        ) {
            $1.minimumFractionDigits = $0
            $1.maximumFractionDigits = max($1.maximumFractionDigits, $0)
        }
        Key("maximumFractionDigits", digits, default: "3; 2; the currency's", "the maximum number of decimal places") {
            $1.maximumFractionDigits = $0
            $1.minimumFractionDigits = min($1.minimumFractionDigits, $0)
        }
        Key("maximumIntegerDigits", \.maximumIntegerDigits, .integer(in: 1...DefinitionLimits.digits, "digits"))
        Key("entry", \.entry, .choice(), "the side at which typed digits are added")
        Key("grouping", \.usesGrouping, .bool)
        Key(
            "negative",
            \.allowsNegative,
            .bool,
            default: "whether the minimum is negative",
            "a minus sign can be typed"
        )
        Key(
            "hideZeroFraction",
            \.hidesZeroFraction,
            .bool,
            "decimal places that are all zero are removed after editing"
        )
        Key("prefix", \.prefix, affixReader, default: "the language's")
        Key("suffix", \.suffix, affixReader, default: "the language's")
        Key("groupingSeparator", \.groupingSeparator, separatorReader, default: "the language's")
        Key("decimalSeparator", \.decimalSeparator, separatorReader, default: "the language's")
        Key(
            "decimalAliases",
            \.hasDecimalAliases,
            .bool,
            "both a full stop and a comma can be typed as the decimal separator"
        )
        Key("message", \.message, .text, "replaces the default messages")
    }

    private static let digits = ValueReader.integer(in: 0...DefinitionLimits.digits, "digits")

    private static let currencyReader = ValueReader<CurrencyCode>("a code of ISO 4217", schema: .of(type: "string")) {
        value,
        context in
        guard let name = value.string else { return context.mismatch("a code of ISO 4217", at: value) }
        if let currency = CurrencyCode(name) { return currency }
        return context.unknown("currency", name, at: value, allowed: CurrencyCode.allCodes)
    }

    /// A number with all digits of its JSON.
    private static let boundReader = ValueReader<DecimalNumber>("a number", schema: .of(type: "number")) {
        value,
        context in
        guard let text = value.numberText else { return context.mismatch("a number", at: value) }
        if let number = DecimalNumber(json: text, limit: DefinitionLimits.digits) { return number }
        return context.error("the number has more than \(DefinitionLimits.digits) digits", at: value)
    }

    /// The text before or after a number.
    private static let affixReader = ValueReader.text.map { text, site, context -> LocalizedText? in
        for translation in text.translations {
            let scalars = translation.text.unicodeScalars
            if scalars.count > DefinitionLimits.affix {
                let limit = DefinitionLimits.affix
                return context.error("the text has \(scalars.count) code points; the limit is \(limit)", at: site)
            }
            if scalars.contains(where: { $0.properties.generalCategory == .control || $0.isDigit }) {
                return context.error("\(quoted(translation.text)) has a digit or a control character", at: site)
            }
        }
        return text
    }

    private static let separatorReader = ValueReader.string().map("one character") {
        text,
        site,
        context -> Character? in
        guard text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first, !scalar.isDigit,
            !scalar.properties.isAlphabetic, scalar.properties.generalCategory != .control,
            !"-+−()".unicodeScalars.contains(scalar)
        else {
            return context.error("\(quoted(text)) is not one character that can separate digits", at: site)
        }
        return Character(scalar)
    }

    package mutating func check(_ object: JSONObject, _ context: DecodingContext) {
        if object["negative"] == nil { allowsNegative = minimum?.isNegative ?? true }
        if let minimum, let maximum, minimum > maximum, let site = object["minimum"] {
            context.error("the minimum \(minimum.shown) is above the maximum \(maximum.shown)", at: site)
        }
        if minimum == nil, maximum == nil, let site = object["outOfRange"] {
            context.warning("nothing is out of range: there is no minimum and no maximum", at: site)
        }
        if let site = object["minimumFractionDigits"], let least = site.integer,
            let most = object["maximumFractionDigits"]?.integer, least > most
        {
            context.error("the minimum of \(least) decimals is above the maximum of \(most)", at: site)
        }
        if entry == .rightToLeft, minimumFractionDigits < maximumFractionDigits,
            let site = object["minimumFractionDigits"]
        {
            context.warning("a number that is typed from the right has \(maximumFractionDigits) decimals", at: site)
        }
        if !allowsNegative, let maximum, maximum.isNegative, let site = object["negative"] ?? object["maximum"] {
            let message = "the maximum \(maximum.shown) is negative, and no negative number can be typed"
            context.error(message, at: site)
        }
        if let groupingSeparator, groupingSeparator == decimalSeparator, let site = object["groupingSeparator"] {
            context.error("both separators are \(quoted(String(groupingSeparator)))", at: site)
        }
        if !usesGrouping, let site = object["groupingSeparator"] {
            context.warning("nothing is grouped: “grouping” is false", at: site)
        }
    }
}

extension DecimalNumber {
    /// The number for messages, truncated if it is long.
    fileprivate var shown: String {
        let text = description
        return text.utf8.count <= 24 ? text : "\(text.prefix(20))…"
    }
}

extension Unicode.Scalar {
    /// A decimal digit of any script.
    fileprivate var isDigit: Bool { properties.generalCategory == .decimalNumber }
}

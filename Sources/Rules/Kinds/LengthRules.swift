package import FormModel
import TextEditing

/// The rule `length`: a text whose number of characters is within inclusive bounds.
package struct LengthRule: RuleKind {
    package var minimum = 0
    package var maximum: Int?
    package var unit = Unit.grapheme
    package var shortMessage: LocalizedText?
    package var longMessage: LocalizedText?

    /// The unit of a length: the emoji of a family has a length of 1, 7 or 11.
    package enum Unit: String, Sendable, CaseIterable {
        /// Grapheme clusters, which users perceive as characters.
        case grapheme
        case codePoint
        /// UTF-16 code units, which JavaScript counts.
        case utf16
    }

    package init() {}

    package init(minimum: Int = 0, maximum: Int? = nil, unit: Unit = .grapheme) {
        self.minimum = minimum
        self.maximum = maximum
        self.unit = unit
    }

    package static let name = "length"
    package static let about = "a text whose length is within the bounds"
    package static let keys = KeyTable<LengthRule>("the validator “length”", needsOneOf: ["min", "max"]) {
        Key("min", \.minimum, .characters(), "at least one of the two bounds is required")
        Key("max", \.maximum, .characters())
        Key("unit", \.unit, .choice(), "the unit in which the length is counted")
        Key("shortMessage", \.shortMessage, .text)
        Key("longMessage", \.longMessage, .text)
    }
    package static let messages: [DefaultMessage] = [.tooShort(minimum: 3), .tooLong(maximum: 3)]

    package func check(_ object: JSONObject, _ context: DecodingContext) {
        Length.checkOrder(minimum, maximum, at: object["max"], context)
    }

    package var leastCharacters: Int { unit == .grapheme ? minimum : 0 }

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        switch Length(of: subject, unit: unit, minimum: minimum, maximum: maximum) {
        case .short(let minimum): RuleFinding(.tooShort(minimum: minimum), message: shortMessage)
        case .long(let maximum): RuleFinding(.tooLong(maximum: maximum), message: longMessage)
        case .fitting: nil
        }
    }
}

/// Compares a text's length with inclusive bounds.
package enum Length {
    case short(minimum: Int)
    case fitting
    case long(maximum: Int)

    package init(of subject: RuleSubject, unit: LengthRule.Unit, minimum: Int, maximum: Int?) {
        let text = subject.text
        let count =
            switch unit {
            case _ where subject.isSimple: text.utf8.count
            case .grapheme: text.clusterCount
            case .codePoint: text.unicodeScalars.count
            case .utf16: text.utf16.count
            }
        self =
            if count < minimum {
                .short(minimum: minimum)
            } else if let maximum, count > maximum {
                .long(maximum: maximum)
            } else {
                .fitting
            }
    }

    package static func checkOrder(_ minimum: Int, _ maximum: Int?, at site: JSONValue?, _ context: DecodingContext) {
        guard let site, let maximum, maximum < minimum else { return }
        context.error("the maximum of \(maximum) is less than the minimum of \(minimum)", at: site)
    }
}

/// The rule `words`: a text whose number of words is within inclusive bounds.
package struct WordsRule: RuleKind {
    package var minimum = 0
    package var maximum: Int?

    package init() {}

    package static let name = "words"
    package static let about =
        "a text whose number of words is within the bounds, divided by Unicode's text segmentation (UAX #29)"
    package static let keys = KeyTable<WordsRule>("the validator “words”", needsOneOf: ["min", "max"]) {
        Key("min", \.minimum, count, "at least one of the two bounds is required")
        Key("max", \.maximum, count)
    }
    private static let count = ValueReader<Int>.integer(in: 0...DefinitionLimits.text, "words")
    package static let messages = [tooFew(3), tooMany(3)]

    private static func tooFew(_ minimum: Int) -> DefaultMessage {
        let english = "Enter at least {min, plural, one {# word} other {# words}}"
        return DefaultMessage("tooFewWords", english: english, ["min": .count(minimum)])
    }

    private static func tooMany(_ maximum: Int) -> DefaultMessage {
        let english = "Enter at most {max, plural, one {# word} other {# words}}"
        return DefaultMessage("tooManyWords", english: english, ["max": .count(maximum)])
    }

    package func check(_ object: JSONObject, _ context: DecodingContext) {
        Length.checkOrder(minimum, maximum, at: object["max"], context)
    }

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        let count = aids.countWords(subject.text)
        if count < minimum { return RuleFinding(Self.tooFew(minimum)) }
        if let maximum, count > maximum { return RuleFinding(Self.tooMany(maximum)) }
        return nil
    }
}

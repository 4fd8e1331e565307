package import FormModel

/// The rule `words`: a text of so many words, both bounds included.
package struct WordsRule: RuleKind {
    package var minimum = 0
    package var maximum: Int?

    package init() {}

    package static let name = "words"
    package static let about = "text of so many words, as Unicode's text segmentation (UAX #29) divides it"
    package static let keys = KeyTable<WordsRule>("the validator “words”", needsOneOf: ["min", "max"]) {
        Key("min", \.minimum, count, "one of both bounds is needed")
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

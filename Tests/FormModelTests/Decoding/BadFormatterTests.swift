import FormModel
import Testing

/// Each row: the formatter, what is found.
@Suite("A bad formatter of numbers, dates or choices")
struct BadFormatterTests {
    @Test(
        "errors in number formatters are reported",
        arguments: [
            (
                #"{"type": "number", "minimun": 1}"#,
                "error: /formatter/minimun: unknown key “minimun”; did you mean “minimum”?"
            ),
            (#"{"type": "number", "currency": "EUR"}"#, nil),
            (#"{"type": "number", "minimum": "1"}"#, "error: /formatter/minimum: expected a number, found a string"),
            (
                #"{"type": "number", "minimum": 1e999999999}"#,
                "error: /formatter/minimum: the number has more than 1000 digits"
            ),
            (
                #"{"type": "number", "minimum": 10.5, "maximum": 10.25}"#,
                "error: /formatter/minimum: the minimum 10.5 is above the maximum 10.25"
            ),
            (
                #"{"type": "number", "minimum": 1, "outOfRange": "clamp"}"#,
                "error: /formatter/outOfRange: unknown value “clamp”; known are “report”, “refuse”, “clampOnBlur”"
            ),
            (
                #"{"type": "number", "outOfRange": "refuse"}"#,
                "warning: /formatter/outOfRange: nothing is out of range: there is no minimum and no maximum"
            ),
            (
                #"{"type": "number", "maximum": -1, "negative": false}"#,
                "error: /formatter/negative: the maximum -1 is negative, and no negative number can be typed"
            ),
            (
                #"{"type": "number", "minimumFractionDigits": 3, "maximumFractionDigits": 2}"#,
                "error: /formatter/minimumFractionDigits: the minimum of 3 decimals is above the maximum of 2"
            ),
            (
                #"{"type": "number", "maximumFractionDigits": 1001}"#,
                "error: /formatter/maximumFractionDigits: 1001 is out of range: 0 to 1000 digits"
            ),
            (
                #"{"type": "number", "maximumIntegerDigits": 0}"#,
                "error: /formatter/maximumIntegerDigits: 0 is out of range: 1 to 1000 digits"
            ),
            (
                #"{"type": "number", "groupingSeparator": ".", "decimalSeparator": "."}"#,
                "error: /formatter/groupingSeparator: both separators are “.”"
            ),
            (
                #"{"type": "number", "decimalSeparator": "1"}"#,
                "error: /formatter/decimalSeparator: “1” is not one character that can separate digits"
            ),
            (
                #"{"type": "number", "grouping": false, "groupingSeparator": " "}"#,
                "warning: /formatter/groupingSeparator: nothing is grouped: “grouping” is false"
            ),
            (
                #"{"type": "number", "prefix": "1x"}"#,
                "error: /formatter/prefix: “1x” has a digit or a control character"
            ),
            (#"{"type": "number", "locale": "e"}"#, "error: /formatter/locale: “e” is not a BCP 47 language tag"),
            (
                #"{"type": "percent", "suffix": 1}"#,
                "error: /formatter/suffix: expected a string or an object of strings by language, found a number"
            ),
            (#"{"type": "currency"}"#, "error: /formatter: a currency formatter needs the key “currency”"),
            (
                #"{"type": "currency", "currency": "EUX"}"#,
                "error: /formatter/currency: unknown currency “EUX”; did you mean “EUR”?"
            ),
            (#"{"type": "currency", "currency": "eur"}"#, nil),
            (
                #"{"type": "currency", "currency": 978}"#,
                "error: /formatter/currency: expected a code of ISO 4217, found a number"
            ),
        ] as [(String, String?)]
    )
    func numbers(_ json: String, _ expected: String?) {
        let found = findings(inField: "\"formatter\": \(json)")
        if let expected { #expect(found == [expected]) } else { #expect(found.count == 1) }
    }

    @Test(
        "errors in date formatters are reported",
        arguments: [
            (#"{"type": "date", "format": ""}"#, "error: /formatter/format: the text is empty"),
            (
                #"{"type": "date", "format": "dd.MMMMM.yyyy"}"#,
                "error: /formatter/format: the format cannot be used: the field “MMMMM” is not known; known are d dd M MM MMM MMMM LLL LLLL yyyy yy H HH h hh m mm s ss a; other letters stand in apostrophes at 3"
            ),
            (
                #"{"type": "date", "format": "dd.MM.yyyy HH:mm"}"#,
                "error: /formatter/format: the format cannot be used: the field “HH” does not belong in a date at 11"
            ),
            (
                #"{"type": "date", "format": "dd.MM"}"#,
                "error: /formatter/format: the format cannot be used: a date needs the year"
            ),
            (
                #"{"type": "date", "format": "dd.dd.MM.yyyy"}"#,
                "error: /formatter/format: the format cannot be used: the field “dd” comes twice at 3"
            ),
            (
                #"{"type": "date", "format": "dMMyyyy"}"#,
                "error: /formatter/format: the format cannot be used: the field “d” needs a separator behind it"
            ),
            (
                #"{"type": "date", "format": "dd.MM.yyyy 'at"}"#,
                "error: /formatter/format: the format cannot be used: the apostrophe is not closed at 11"
            ),
            (
                #"{"type": "date", "format": "dd.MM.20yy"}"#,
                "error: /formatter/format: the format cannot be used: a digit or a control character is no literal: “.20”"
            ),
            (
                #"{"type": "time", "format": "hh:mm"}"#,
                "error: /formatter/format: the format cannot be used: “h” needs “a”, and “H” has no use for it"
            ),
            (
                #"{"type": "date", "minimum": "29.02.2024"}"#,
                "error: /formatter/minimum: “29.02.2024” is not a date of ISO 8601, such as “2024-02-29”, or “today”"
            ),
            (
                #"{"type": "date", "minimum": "2023-02-29"}"#,
                "error: /formatter/minimum: “2023-02-29” is not a date of ISO 8601, such as “2024-02-29”, or “today”"
            ),
            (
                #"{"type": "time", "minimum": "today"}"#,
                "error: /formatter/minimum: “today” is not a time of ISO 8601, such as “09:30”"
            ),
            (
                #"{"type": "date", "minimum": "2024-02-02", "maximum": "2024-02-01"}"#,
                "error: /formatter/minimum: the minimum “2024-02-02” is after the maximum “2024-02-01”"
            ),
            (#"{"type": "date", "max": "today"}"#, nil),
        ] as [(String, String?)]
    )
    func dates(_ json: String, _ expected: String?) {
        let found = findings(inField: "\"formatter\": \(json)")
        if let expected { #expect(found == [expected]) } else { #expect(found.count == 1) }
    }

    @Test(
        "errors in values and patterns are reported",
        arguments: [
            (#"{"type": "enum"}"#, "error: /formatter: an enum formatter needs the key “values”"),
            (#"{"type": "enum", "values": []}"#, "error: /formatter/values: there is no value to choose"),
            (#"{"type": "enum", "values": ["a", ""]}"#, "error: /formatter/values/1: the text is empty"),
            (#"{"type": "enum", "values": ["a", "A"]}"#, "error: /formatter/values/1: the value “A” is listed twice"),
            (#"{"type": "regexInput"}"#, "error: /formatter: a regexInput formatter needs the key “pattern”"),
            (
                #"{"type": "regexInput", "pattern": "("}"#,
                "error: /formatter/pattern: the pattern cannot be used: missing closing parenthesis at 1"
            ),
            (
                #"{"type": "regexInput", "pattern": "@nmae"}"#,
                "error: /formatter/pattern: unknown shared pattern “@nmae”; did you mean “@name”?"
            ),
        ] as [(String, String)]
    )
    func others(_ json: String, _ expected: String) {
        #expect(findings(inField: "\"formatter\": \(json)") == [expected])
    }
}

import FormModel
import Testing

/// What stands in a field and has a type of its own.
@Suite("A bad field by type")
struct BadFieldTypeTests {
    @Test(
        "errors in placeholders are reported",
        arguments: [
            ("1", "error: /placeholders/0: expected a string or an object, found a number"),
            (#"{"text": "x"}"#, "error: /placeholders/0: a placeholder needs the key “service”"),
            (
                #"{"service": true}"#,
                "error: /placeholders/0/service: expected the name of a placeholder service, found a boolean"
            ),
            (
                #"{"service": "float"}"#,
                "error: /placeholders/0/service: no plug-in provides the placeholder service “float”; known are “currency”, “floating”, “native”, “static”"
            ),
            (
                #"{"service": "natve"}"#,
                "error: /placeholders/0/service: no plug-in provides the placeholder service “natve”; did you mean “native”?"
            ),
            (
                #"{"service": "static", "role": "main"}"#,
                "error: /placeholders/0/role: unknown key “role”; known are “colors”, “fontSize”, “height”, “insets”, “service”, “text”"
            ),
            (
                #"{"service": "native", "role": "helper"}"#,
                "error: /placeholders/0/role: unknown value “helper”; known are “main”, “support”"
            ),
            (
                #"{"service": "native", "role": "support", "behavior": "hideOnFocus"}"#,
                "warning: /placeholders/0: a support placeholder that hides on focus is never visible"
            ),
            (
                #"{"service": "floating", "topInsets": {"right": "1"}}"#,
                "error: /placeholders/0/topInsets/right: expected a number, found a string"
            ),
        ] as [(String, String)]
    )
    func placeholder(_ json: String, expected: String) {
        #expect(findings(inField: "\"placeholders\": [\(json)]") == [expected])
    }

    @Test(
        "errors in the formatter are reported",
        arguments: [
            (#""mask""#, "error: /formatter: expected an object, found a string"),
            ("{}", "error: /formatter: a formatter needs the key “type”"),
            (#"{"type": "mask"}"#, "error: /formatter: a mask formatter needs the key “mask”"),
            (#"{"type": "mask", "mask": 0}"#, "error: /formatter/mask: expected a mask, found a number"),
            (
                #"{"type": "mask", "mask": "[0"}"#,
                "error: /formatter/mask: the mask cannot be used: the group that begins at 0 is not closed"
            ),
            (
                #"{"type": "mask", "mask": "[0]", "affine": ["[00]", "[0"]}"#,
                "error: /formatter/affine/1: the mask cannot be used: the group that begins at 0 is not closed"
            ),
            (
                #"{"type": "mask", "mask": "[0]", "affinity": "prefix"}"#,
                "warning: /formatter/affinity: an affinity chooses between masks, and there is only one"
            ),
            (
                #"{"type": "mask", "mask": "", "notations": [{"character": "xy", "set": "digits"}]}"#,
                "error: /formatter/notations/0/character: “xy” is not one character"
            ),
            (
                #"{"type": "mask", "mask": "", "notations": [{"character": "x"}]}"#,
                "error: /formatter/notations/0: a notation needs the key “character” and one of “set”, “range”, “mask”"
            ),
            (
                """
                {"type": "mask", "mask": "", "notations": [
                    {"character": "x", "set": "digits"}, {"character": "x", "set": "latin"}]}
                """,
                "error: /formatter/notations/1: the notation “x” is defined twice"
            ),
            (
                #"{"type": "mask", "mask": "", "notations": [{"character": "x", "set": {"characters": ""}}]}"#,
                "error: /formatter/notations/0/set/characters: the text is empty"
            ),
            (
                #"{"type": "mask", "mask": "", "case": "uper"}"#,
                "error: /formatter/case: unknown value “uper”; did you mean “upper”?"
            ),
            (
                #"{"type": "mask", "mask": "", "notations": [{"character": "x", "mask": "[A]", "case": "upper"}]}"#,
                "error: /formatter/notations/0/case: only the letters of a “set” have a case"
            ),
            (
                """
                {"type": "mask", "mask": "", "notations": [
                    {"character": "x", "range": {"maximum": 12, "outOfRange": "clampOnBlur"}}]}
                """,
                "error: /formatter/notations/0/range/outOfRange: unknown value “clampOnBlur”; known are “refuse”, “clamp”, “report”"
            ),
            (
                #"{"type": "mask", "mask": "", "trunkPrefixes": ["+7"]}"#,
                "error: /formatter/trunkPrefixes/0: the trunk prefix “+7” is not made of digits"
            ),
            (
                #"{"type": "masc"}"#,
                "error: /formatter/type: no plug-in provides the formatter “masc”; did you mean “mask”?"
            ),
        ] as [(String, String)]
    )
    func formatter(_ json: String, expected: String) {
        #expect(findings(inField: "\"formatter\": \(json)") == [expected])
    }

    @Test(
        "errors in validators are reported",
        arguments: [
            (#""length""#, "error: /validators/0: expected an object, found a string"),
            ("{}", "error: /validators/0: a validator needs the key “type”"),
            (#"{"type": "length"}"#, "error: /validators/0: the validator “length” needs the key “min” or “max”"),
            (
                #"{"type": "length", "min": 8, "max": 3}"#,
                "error: /validators/0/max: the maximum of 3 is less than the minimum of 8"
            ),
            (
                #"{"type": "length", "min": 1, "minimum": 1}"#,
                "error: /validators/0/minimum: unknown key “minimum”; known are “compatibility”, “longMessage”, “max”, “message”, “min”, “severity”, “shortMessage”, “type”, “unit”"
            ),
            (
                #"{"type": "length", "min": 1, "severity": "fatal"}"#,
                "error: /validators/0/severity: unknown value “fatal”; known are “error”, “warning”"
            ),
            (#"{"type": "regex"}"#, "error: /validators/0: the validator “regex” needs the key “pattern”"),
            (
                #"{"type": "regex", "pattern": "("}"#,
                "error: /validators/0/pattern: the pattern cannot be used: missing closing parenthesis at 1"
            ),
            (
                #"{"type": "regex", "pattern": "@mail"}"#,
                "error: /validators/0/pattern: unknown shared pattern “@mail”; did you mean “@email”?"
            ),
            (
                #"{"type": "textField", "regex": "("}"#,
                "error: /validators/0/regex: the pattern cannot be used: missing closing parenthesis at 1"
            ),
            (
                #"{"type": "textField", "messages": {"long": "x"}}"#,
                "error: /validators/0/messages/long: unknown key “long”; known are “empty”, “large”, “notValid”, “short”"
            ),
            (
                #"{"type": "bank", "fields": ["nobody"]}"#,
                "error: /validators/0/fields/0: unknown field “nobody”; known are “a”"
            ),
            (
                #"{"type": "iso"}"#,
                "error: /validators/0/type: no plug-in provides the validator “iso”"
            ),
            (
                #"{"type": "e-mail"}"#,
                "error: /validators/0/type: no plug-in provides the validator “e-mail”; did you mean “email”?"
            ),
            (#"{"type": "minValue"}"#, "error: /validators/0: the validator “minValue” needs the key “min”"),
            (
                #"{"type": "minValue", "min": "1,5"}"#,
                "error: /validators/0/min: “1,5” is not a decimal number"
            ),
            (#"{"type": "maxValue", "max": true}"#, "error: /validators/0/max: expected a number, found a boolean"),
            (
                #"{"type": "maxValue", "max": 1e1001}"#,
                "error: /validators/0/max: “1e1001” is not a decimal number"
            ),
            (#"{"type": "step", "step": 0}"#, "error: /validators/0/step: the step 0 is not above 0"),
            (
                #"{"type": "step", "step": 1.23456789012345678}"#,
                "error: /validators/0/step: the step and its base have more than 17 digits"
            ),
            (
                #"{"type": "email", "profile": "rfc"}"#,
                "error: /validators/0/profile: unknown value “rfc”; known are “html”, “simple”, “international”, “mailbox”, “internationalMailbox”"
            ),
            (#"{"type": "oneOf"}"#, "error: /validators/0: the validator “oneOf” needs the key “values”"),
            (#"{"type": "oneOf", "values": []}"#, "error: /validators/0/values: no value is listed"),
            (
                #"{"type": "date", "format": "dd.MMM.yyyy"}"#,
                "error: /validators/0/format: the format “dd.MMM.yyyy” cannot be used: the field “MMM” is not known; known are d dd M MM yyyy yy; other letters stand in apostrophes at 3"
            ),
            (
                #"{"type": "date", "format": "dMyyyy"}"#,
                "error: /validators/0/format: the format “dMyyyy” cannot be used: the field “d” needs a separator behind it"
            ),
            (
                #"{"type": "date", "format": "dd.MM"}"#,
                "error: /validators/0/format: the format “dd.MM” cannot be used: a date needs the year"
            ),
            (
                #"{"type": "date", "min": "2025-02-30"}"#,
                "error: /validators/0/min: “2025-02-30” is neither “today” nor a date in the form yyyy-MM-dd"
            ),
            (
                #"{"type": "date", "min": "2025-02-03", "max": "2024-02-03"}"#,
                "error: /validators/0/max: the maximum lies before the minimum"
            ),
            (
                #"{"type": "url", "schemes": ["ht tp"]}"#,
                "error: /validators/0/schemes/0: “ht tp” is not the scheme of an address"
            ),
            (
                #"{"type": "luhn", "compatibility": "none"}"#,
                "error: /validators/0/compatibility: unknown value “none”; known are “formController”"
            ),
        ] as [(String, String)]
    )
    func rule(_ json: String, expected: String) {
        #expect(findings(inField: "\"validators\": [\(json)]") == [expected])
        #expect(
            findings(inField: "\"inputValidators\": [\(json)]")
                == [expected.replacing("/validators", with: "/inputValidators")]
        )
    }
}

import FormModel
import Testing

@Suite("A bad field")
struct BadFieldTests {
    @Test(
        "is reported exactly",
        arguments: [
            // Keys and types.
            (#""lable": "x""#, "error: /lable: unknown key “lable”; did you mean “label”?"),
            (#""maxlength": 3"#, "error: /maxlength: unknown key “maxlength”; did you mean “maxLength”?"),
            (#""shownIf": {}"#, "error: /shownIf: unknown key “shownIf”"),
            (#""a/b~": 1"#, "error: /a~1b~0: unknown key “a/b~”"),
            (#""enabled": "yes""#, "error: /enabled: expected true or false, found a string"),
            (#""trim": null"#, "error: /trim: expected true or false, found null"),
            (#""value": 3"#, "error: /value: expected a string, found a number"),
            (#""label": []"#, "error: /label: expected a string or an object of strings by language, found an array"),
            (#""keyboard": "pin""#, "error: /keyboard: expected an object, found a string"),
            (#""placeholders": {}"#, "error: /placeholders: expected an array, found an object"),
            (#""trim": true, "trim": false"#, "error: /trim: the key “trim” appears twice in one object"),
            (#""trim": true, "tr\u0069m": false"#, "error: /trim: the key “trim” appears twice in one object"),
            // Choices.
            (
                #""type": "multiline""#,
                "error: /type: unknown value “multiline”; known are “text”, “textView”"
            ),
            (#""type": "textview""#, "error: /type: unknown value “textview”; did you mean “textView”?"),
            (#""type": 1"#, "error: /type: expected one of “text”, “textView”, found a number"),
            (
                #""validation": "blur""#,
                "error: /validation: unknown value “blur”; known are “always”, “notEmptyText”, “afterChanges”, “never”"
            ),
            (#""returnKey": "Done""#, "error: /returnKey: unknown value “Done”; did you mean “done”?"),
            (
                #""visibleHintStates": ["active", "on", "active"]"#,
                """
                error: /visibleHintStates/1: unknown value “on”; known are “normal”, “active”, “error”, “disabled”
                error: /visibleHintStates/2: “active” is listed twice
                """
            ),
            (#""readOnly": 1"#, "error: /readOnly: expected true or false, found a number"),
            (
                #""allowedEdits": ["keys"]"#,
                "error: /allowedEdits/0: unknown value “keys”; known are “typing”, “replacement”, “clipboard”, “picker”, “clear”"
            ),
            (#""allowedEdits": ["clear", "clear"]"#, "error: /allowedEdits/1: “clear” is listed twice"),
            (
                #""disabledEditActions": ["copy", 1]"#,
                "error: /disabledEditActions/1: expected one of “cut”, “copy”, “paste”, “select”, “selectAll”, “delete”, found a number"
            ),
            // Numbers.
            (#""maxLength": -1"#, "error: /maxLength: -1 is out of range: 0 to 65536 characters"),
            (#""maxLength": 65537"#, "error: /maxLength: 65537 is out of range: 0 to 65536 characters"),
            (#""maxLength": 1.5"#, "error: /maxLength: 1.5 is not a whole number"),
            (#""maxLength": 1e999"#, "error: /maxLength: 1e999 is out of range: 0 to 65536 characters"),
            (#""maxLength": "3""#, "error: /maxLength: expected a whole number, found a string"),
            (
                #""maxLength": 123456789012345678901234567890"#,
                "error: /maxLength: 12345678901234567890… is out of range: 0 to 65536 characters"
            ),
            (
                #""height": {"minimum": -1}"#,
                "error: /height/minimum: -1 is out of range: 0 to 10000 logical pixels"
            ),
            (#""height": {"policy": "fixed"}"#, "error: /height: a fixed height needs the key “height”"),
            (
                #""height": {"policy": "elastic"}"#,
                "error: /height/policy: unknown value “elastic”; known are “fixed”, “flexible”"
            ),
            (
                #""height": {"height": 3}"#,
                "error: /height/height: unknown key “height”; known are “bottomInset”, “ignoresEmptyHint”, “minimum”, “policy”"
            ),
            (#""height": 77"#, "error: /height: expected an object, found a number"),
            (
                #""type": "textView", "maxTextHeight": 1e5"#,
                "error: /maxTextHeight: 1e5 is out of range: 0 to 10000 logical pixels"
            ),
            // Texts.
            (#""hint": {}"#, "error: /hint: the text is in no language"),
            (
                #""hint": {"en_US": "x", "en": 3, "EN": "y"}"#,
                """
                error: /hint/en_US: “en_US” is not a BCP 47 language tag
                error: /hint/en: expected a string, found a number
                error: /hint/EN: the language “EN” appears twice
                """
            ),
            (#""contentType": "phone""#, "error: /contentType: unknown autofill token “phone”"),
            (#""contentType": "emial""#, "error: /contentType: unknown autofill token “emial”; did you mean “email”?"),
            (#""accessibilityId": """#, "error: /accessibilityId: the text is empty"),
            // Filters.
            (#""allowedCharacters": {}"#, "error: /allowedCharacters: the filter allows no character at all"),
            (
                #""allowedCharacters": {"sets": ["digit", "latin", "latin"]}"#,
                """
                error: /allowedCharacters/sets/0: unknown value “digit”; did you mean “digits”?
                error: /allowedCharacters/sets/2: “latin” is listed twice
                """
            ),
            // Modes and inputs.
            (
                #""mode": "password""#,
                "error: /mode: expected an object with the type “password”, found a string"
            ),
            (#""mode": {}"#, "error: /mode: a mode needs the key “type”"),
            (
                #""mode": {"type": "password", "behavior": "x"}"#,
                "error: /mode/behavior: unknown key “behavior”; known are “reveal”, “type”"
            ),
            (#""mode": {"type": "custom"}"#, "error: /mode: a custom mode needs the key “image”"),
            (
                #""appearance": {"colors": {"light": {"accent": "text"}}}"#,
                "error: /appearance/colors/light/accent: “text” is not a colour: “#RGB”, “#RRGGBB” or “#AARRGGBB”"
            ),
            (
                #""appearance": {"colors": {"dim": {}}}"#,
                "error: /appearance/colors/dim: unknown key “dim”; known are “dark”, “light”"
            ),
            (
                #""mode": {"type": "custom", "image": "i", "normalColor": "red"}"#,
                "error: /mode/normalColor: “red” is not a colour: “#RGB”, “#RRGGBB” or “#AARRGGBB”, nor a role: accent, error, text, secondary, disabled, background"
            ),
            (
                #""input": {"type": "wheel"}"#,
                "error: /input/type: unknown value “wheel”; known are “keyboard”, “date”, “options”, “toggle”, “slider”"
            ),
            (#""input": "date""#, "error: /input: expected an object with the type “date”, found a string"),
            (#""input": {}"#, "error: /input: an input needs the key “type”"),
            (#""input": 1"#, "error: /input: expected “keyboard” or an object, found a number"),
            (#""input": {"type": "options"}"#, "error: /input: an input of options needs the key “options”"),
            (
                #""input": {"type": "options", "options": [], "preselect": "first"}"#,
                "error: /input/preselect: there is no first option"
            ),
            (
                #"""
                "input": {"type": "options", "options": ["a", {"value": "b", "lable": "B"}, {"value": "a"}, {"label": "C"},
                    "", {"value": "d", "label": ""}, 1], "preselect": "last"}
                """#,
                """
                error: /input/options/1/lable: unknown key “lable”; did you mean “label”?
                error: /input/options/2: the value “a” is listed twice
                error: /input/options/3: an option needs the key “value”
                error: /input/options/4: the text is empty
                error: /input/options/5/label: the label is empty
                error: /input/options/6: expected an object, found a number
                error: /input/preselect: unknown value “last”; known are “none”, “first”
                """
            ),
            (
                #""input": {"type": "options", "options": ["a"]}, "formatter": {"type": "mask", "mask": "[0]"}"#,
                "error: /formatter: a label is not formatted: a field of options has no formatter"
            ),
            (
                #""type": "textView", "input": {"type": "options", "options": ["a"]}"#,
                "error: /input: a text view is typed into, so it has no input but “keyboard”"
            ),
            (
                #""input": {"type": "date", "format": {"en": "dd.MM", "ru": "hh"}}"#,
                """
                error: /input/format: the date format “dd.MM” cannot be used: a date needs the year
                error: /input/format: the date format “hh” cannot be used: the field “hh” is not known; known are d dd M MM MMM MMMM LLL LLLL yyyy yy E EEEE; other letters stand in apostrophes at 0
                """
            ),
            (
                #""input": {"type": "date", "format": "d.M.y", "min": "now", "max": 1, "calendar": "mayan"}"#,
                """
                error: /input/min: “now” is neither “today” nor a date such as “2026-03-05”
                error: /input/max: expected “today” or a date, found a number
                error: /input/calendar: unknown value “mayan”; known are “gregorian”, “buddhist”
                """
            ),
            (
                #""input": {"type": "date", "format": "d.M.y", "min": "2026-03-05", "max": "2026-03-04"}"#,
                "error: /input/max: no date is from 2026-03-05 to 2026-03-04"
            ),
            (
                #""input": {"type": "date", "format": "d.M.y", "min": "2026-03-05", "initial": "2026-03-04"}"#,
                "error: /input/initial: 2026-03-04 is before the first date, 2026-03-05"
            ),
            (
                #""input": {"type": "date", "format": "d.M.y", "max": "2026-03-05", "initial": "2026-03-06"}"#,
                "error: /input/initial: 2026-03-06 is after the last date, 2026-03-05"
            ),
            // Looks.
            (
                #""style": "grid""#,
                "error: /style: unknown style “grid”; known are “underlined”, “box”, “customUnderlined”, “sum”"
            ),
            (#""style": "boxx""#, "error: /style: unknown style “boxx”; did you mean “box”?"),
            (#""style": 1"#, "error: /style: expected the name of a style, found a number"),
            (
                ##""appearance": {"line": {"colors": {"normal": "#12"}, "width": 2}}"##,
                """
                error: /appearance/line/colors/normal: “#12” is not a colour: “#RGB”, “#RRGGBB” or “#AARRGGBB”, nor a role: accent, error, text, secondary, disabled, background
                error: /appearance/line/width: unknown key “width”; known are “activeHeight”, “colors”, \
                “cornerRadius”, “height”, “insets”
                """
            ),
            (
                #""appearance": {"extends": "box"}"#,
                "error: /appearance/extends: unknown key “extends”; known are “actionButton”, “background”, “border”, “clearButton”, “colors”, “height”, “hint”, “layout”, “line”, “placeholders”, “text”"
            ),
            (
                #""appearance": {"text": {"font": {"size": 0}}}"#,
                "error: /appearance/text/font/size: 0 is out of range: 1 to 1000 logical pixels"
            ),
            (#""extends": "phne""#, "error: /extends: unknown preset “phne”; did you mean “phone”?"),
            // Combinations.
            (#""clearButton": true"#, "error: /clearButton: only a text view has the key “clearButton”"),
            (#""maxTextHeight": 9"#, "error: /maxTextHeight: only a text view has the key “maxTextHeight”"),
            (
                #""type": "textView", "mode": {"type": "password"}"#,
                "error: /mode: a text view has no action button, so no mode but “plain”"
            ),
            (
                #""validateWithFormatter": true"#,
                "error: /validateWithFormatter: there is no formatter to validate with"
            ),
            (
                #""requiredMessage": "r""#,
                "warning: /requiredMessage: the message is never shown: the field is not required"
            ),
            (
                #""filterInserted": true"#,
                "warning: /filterInserted: there is no filter: the key “allowedCharacters” is missing"
            ),
            (
                #""pasteOverflow": "noChanges""#,
                "warning: /pasteOverflow: nothing can overflow: the key “maxLength” is missing"
            ),
            (#""clearOnRefocus": true"#, "warning: /clearOnRefocus: only a secret field is emptied"),
            (
                #""secret": true, "value": "x""#,
                "warning: /value: the secret stands in the definition, which others can read"
            ),
            (#""maxLength": 0"#, "warning: /maxLength: the field takes no text"),
            (
                #""filterProgram": true"#,
                "warning: /filterProgram: there is no filter: the key “allowedCharacters” is missing"
            ),
            (
                #""readOnly": true, "allowedEdits": ["typing"]"#,
                "warning: /allowedEdits: the field is read-only, whatever edits it allows"
            ),
            (
                #""maxLength": 3, "validators": [{"type": "length", "min": 4}]"#,
                "warning: /maxLength: a validator asks for at least 4 characters, which do not fit"
            ),
            (
                #""validators": [{"type": "luhn"}], "formatter": {"type": "mask", "mask": "[0]"}, "validateWithFormatter": true"#,
                "warning: /validators: no validator is asked: the formatter decides"
            ),
            (
                #""type": "textView", "onReturn": "blur""#,
                "warning: /onReturn: in a text view the return key breaks the line"
            ),
            // Neighbours.
            (#""next": "b""#, "error: /next: unknown field “b”; known are “a”"),
            (#""previous": "a""#, "error: /previous: a field cannot be its own neighbour"),
            (
                #""next": "9""#,
                "error: /next: “9” is not an identifier: a letter or “_”, then letters, digits or “_”, at most 64 in all"
            ),
        ] as [(String, String)]
    )
    func isReported(_ members: String, expected: String) {
        #expect(findings(inField: members).joined(separator: "\n") == expected)
    }
}

import FormEngine
import FormModel
import Testing

@Suite("A field of several options")
struct SeveralOptionsTests {
    private static let options = #"""
        [{"value": "r", "label": {"en": "Red", "de": "Rot"}}, {"value": "g\"1", "label": {"en": "Green", "de": "Grün"}},
         {"value": "b", "label": {"en": "Blue", "de": "Blau"}}, "é, ü"]
        """#

    private static func form(_ input: String = "", _ members: String = "") throws -> FormDriver {
        let input = #""input": {"type": "options", "multiple": true, "options": \#(options)\#(input)}"#
        return try FormDriver(json: #"{"fields": [{"id": "a", "label": "Colours", \#(input)\#(members)}]}"#)
    }

    @Test(
        "the values are in the list's order in whatever order they were chosen, and the labels are joined as in the language"
    )
    func chosen() throws {
        var form = try Self.form()
        #expect(try form.field.value.isEmpty && form.field.text.isEmpty && form.field.selectedOptions.isEmpty)
        try form.perform(.selectOptions([2, 0]))
        #expect(try form.field.value == #"["r", "b"]"# && form.field.text == "Red and Blue")
        #expect(try form.field.selectedOptions == [0, 2] && form.field.selectedOption == 0)
        #expect(form.events() == [.textChanged(.picker)])
        try form.perform(.selectOption(1))
        #expect(try form.field.value == #"["r", "g\"1", "b"]"# && form.field.text == "Red, Green, and Blue")
        try form.perform(.selectOption(0))
        #expect(try form.field.text == "Green and Blue" && form.field.selectedOptions == [1, 2])
        try form.perform(.setLocale("de"))
        #expect(try form.field.text == "Grün und Blau" && form.field.value == #"["g\"1", "b"]"#)
        try form.perform(.selectOptions([]))
        #expect(try form.field.value.isEmpty && form.field.text.isEmpty && !form.field.isModified)
    }

    @Test("the field's own value can be set again", arguments: [[0], [1], [3], [0, 1, 2, 3], []])
    func roundTrip(places: [Int]) throws {
        var form = try Self.form()
        try form.perform(.selectOptions(places))
        let value = try form.field.value
        try form.perform(.selectOptions([2]))
        try form.perform(.setText(value, formats: true, validates: nil))
        #expect(try form.field.selectedOptions == places && form.field.value == value)
        form = try FormDriver(form.form.definition.fields, values: ["a": value])
        #expect(try form.field.selectedOptions == places && !form.field.isModified)
    }

    @Test(
        "a program can set distinct values of the list; any other value is refused and nothing changes",
        arguments: [
            (#"["b", "r"]"#, [0, 2]), ("[]", []), ("", []), ("r", nil), (#"["x"]"#, nil), (#"["r", "r"]"#, nil),
            (#"["r", 1]"#, nil), (#"{"r": true}"#, nil), (#"["r"#, nil), ("null", nil),
            (#"["r", "b", "é, ü", "g\"1"]"#, nil),
        ] as [(String, [Int]?)]
    )
    func program(_ text: String, _ places: [Int]?) throws {
        var form = try Self.form(#", "atMost": 3"#)
        try form.perform(.selectOptions([1]))
        for formats in [true, false] {
            let operation = FieldOperation.setText(text, formats: formats, validates: nil)
            if let places {
                try form.perform(operation)
                #expect(try form.field.selectedOptions == places)
            } else {
                #expect(throws: FormError.self) { try form.perform(operation) }
                #expect(try form.field.selectedOptions == [1])
            }
        }
    }

    @Test("a choice with an unknown or repeated index, or with too many options, is refused as a whole")
    func refused() throws {
        var form = try Self.form(#", "atMost": 2"#)
        try form.perform(.selectOptions([1]))
        let rows: [(FieldOperation, FormError.Code, String)] = [
            (.selectOptions([0, 7]), .outOfRange, "7"), (.selectOptions([0, -1]), .outOfRange, "-1"),
            (.selectOptions([0, 0]), .invalidArgument, "twice"), (.selectOptions([0, 1, 2]), .limitExceeded, "2"),
            (.selectOption(4), .outOfRange, "4"), (.step(1), .actionDisabled, "several"),
            (.insertText("Red"), .actionDisabled, "typing"), (.toggle, .actionDisabled, "toggle"),
        ]
        for (operation, code, word) in rows {
            let error = #expect(throws: FormError.self) { try form.perform(operation) }
            #expect(error?.code == code && error?.message.contains(word) == true, "\(operation)")
        }
        #expect(try form.field.selectedOptions == [1])
        try form.perform(.selectOption(0))
        #expect(throws: FormError.self) { try form.perform(.selectOption(2)) }
        #expect(try form.field.selectedOptions == [0, 1])
        var single = try FormDriver(json: #"{"fields": [{"id": "a", "input": {"type": "options", "options": ["x"]}}]}"#)
        #expect(throws: FormError.self) { try single.perform(.selectOptions([0])) }
    }

    @Test("with a minimum number, choosing none is valid unless the field is required, and choosing fewer is not")
    func least() throws {
        var form = try Self.form(#", "atLeast": 2"#)
        #expect(form.form.isComplete)
        try form.perform(.selectOption(0))
        #expect(try form.field.error == "Choose at least 2 options" && !form.form.isComplete)
        #expect(try form.form.explain { 0 }.map(\.rule) == ["input"])
        try form.perform(.setLocale("pl"))
        #expect(try form.field.error == "Wybierz co najmniej 2 opcje")
        try form.perform(.selectOption(2))
        #expect(try form.field.isValid && form.form.isComplete)
        form = try Self.form(#", "atLeast": 2"#, #", "required": true"#)
        #expect(!form.form.isComplete)
        #expect(try form.perform(.submit).failure?.message == "Colours: Field must be filled")
    }

    @Test("conditions can test which options are chosen")
    func conditions() throws {
        let input = #""input": {"type": "options", "multiple": true, "options": \#(Self.options)}"#
        var form = try FormDriver(
            json: #"""
                {"fields": [{"id": "a", \#(input)},
                  {"id": "b", "visibleWhen": {"field": "a", "selected": ["r", "b"]}},
                  {"id": "c", "visibleWhen": {"field": "a", "contains": "b"}},
                  {"id": "d", "visibleWhen": {"field": "a", "equals": "[\"r\", \"b\"]"}},
                  {"id": "e", "visibleWhen": {"field": "a", "empty": true}}]}
                """#
        )
        for (places, visible) in [([], ["e"]), ([2], ["c"]), ([0, 2], ["b", "c", "d"]), ([0, 1, 2], ["b", "c"])] {
            try form.perform(.selectOptions(places))
            let shown = (1...4).map { form.form.field($0) }.filter(\.isVisible).map(\.id)
            #expect(shown == visible)
        }
    }

    @Test("each choice is one undo step, and the initial choice comes from the definition")
    func undo() throws {
        var form = try Self.form("", #", "value": ["b", "r"]"#)
        #expect(try form.field.selectedOptions == [0, 2] && !form.field.isModified)
        try form.perform(.selectOption(1))
        try form.perform(.selectOptions([3]))
        try form.perform(.setLocale("de"))
        try form.perform(.undo)
        #expect(try form.field.text == "Rot, Grün und Blau" && form.field.selectedOptions == [0, 1, 2])
        try form.perform(.undo)
        #expect(try form.field.selectedOptions == [0, 2] && !form.field.isModified)
        try form.perform(.redo)
        #expect(try form.field.selectedOptions == [0, 1, 2])
        try form.perform(.reset)
        #expect(try form.field.selectedOptions == [0, 2])
    }

    @Test("the first option can be chosen automatically when the field gets the focus")
    func preselected() throws {
        var form = try Self.form(#", "preselect": "first""#)
        try form.perform(.focus)
        #expect(try form.field.selectedOptions == [0] && form.field.text == "Red")
    }

    @Test("the list of options can be read in pages")
    func listed() throws {
        let form = try Self.form()
        #expect(try form.field.listOptions(filter: "re", offset: 0, limit: 9).options.map(\.index) == [0, 1])
        #expect(try form.field.optionCount == 4 && form.field.allowsSeveral && form.field.input == "options")
    }
}

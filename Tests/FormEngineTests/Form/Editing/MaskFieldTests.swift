import FormEngine
import FormModel
import Masks
import RandomTesting
import Testing
import TextEditing

@Suite("A field with a mask")
struct MaskFieldTests {
    private func blockMask(_ mask: String, template: String = "_") -> FormatterDefinition {
        var definition = BlockMaskDefinition(mask: mask)
        definition.template = template
        definition.showsTemplate = true
        return .blockMask(definition)
    }

    @Test("a field keeps its value when the mask, template or kind of mask changes, if the value fits")
    func another() throws {
        var form = try FormDriver { $0.formatter = blockMask("{dd}-{dd}") }
        try form.perform(.focus)
        try form.type("1234")
        #expect(try form.field(0).text == "12-34")
        #expect(try form.field(0).maskBlocks.map(\.status) == [.complete, .complete])
        try form.perform(.setFormatter(blockMask("{ddd}/{ddd}", template: "*")))
        #expect(try form.field(0).text == "123/4**")
        try form.perform(.setFormatter(.mask(MaskDefinition(mask: "([00]) [00]"))))
        #expect(try form.field(0).text == "(12) 34")
        #expect(try form.field(0).maskBlocks.isEmpty)
        try form.perform(.setFormatter(.grouping(GroupingDefinition())))
        #expect(try form.field(0).text == "1234")
        try form.perform(.setFormatter(nil))
        #expect(try form.field(0).text == "1234")
    }

    @Test("a field announces changes of its blocks, but not for a secret")
    func blocks() throws {
        var form = try FormDriver { $0.formatter = blockMask("{dd}-{dd}") }
        try form.perform(.focus)
        let outcome = try form.perform(.insertText("1"))
        let changed = outcome.changes.compactMap { change in
            if case .fieldProperties(_, let properties) = change { properties } else { nil }
        }
        #expect(changed.contains { $0.contains(.maskBlocks) })
        #expect(try form.field(0).maskBlocks[0].cells.map(\.isFilled) == [true, false])
        var secret = try FormDriver {
            $0.formatter = blockMask("{dd}-{dd}")
            $0.isSecret = true
        }
        try secret.perform(.focus)
        try secret.type("12")
        #expect(try secret.field(0).maskBlocks.isEmpty)
    }

    @Test("undo and redo restore each text exactly with every formatter", arguments: [1, 2, 3] as [UInt64])
    func undo(seed: UInt64) throws {
        var range = MaskDefinition(mask: "[D].[D] [p]")
        range.notations = [
            MaskNotation(character: "D", content: .range(MaskNotation.Bounds(minimum: 1, maximum: 31))),
            MaskNotation(character: "p", content: .mask("x[00]"), isOptional: true),
        ]
        var random = SeededGenerator(seed: seed)
        let others = try [
            #"{"type": "number", "maximumFractionDigits": 2}"#, #"{"type": "currency", "currency": "EUR"}"#,
            #"{"type": "percent"}"#, #"{"type": "date"}"#, #"{"type": "time", "format": "h:mm a"}"#,
            #"{"type": "dateTime"}"#, #"{"type": "enum", "values": ["1", "19", "x24"]}"#,
            #"{"type": "regexInput", "pattern": "[0-9x]*"}"#,
        ].map { json in try #require(DefinitionDecoder().decodeFormatter(json).value) }
        for formatter in [blockMask("{dd}-{dd}"), .mask(range), .grouping(GroupingDefinition())] + others {
            var form = try FormDriver { $0.formatter = formatter }
            try form.perform(.focus)
            var texts = [try form.field(0).text]
            for _ in 0..<40 {
                let size = try form.field(0).text.unicodeScalars.count
                try form.perform(.select(start: Int.random(in: 0...size, using: &random), length: 0))
                try form.perform(
                    Bool.random(using: &random) ? .insertText(random.pick(["1", "9", "x", "24"])) : .deleteBackward
                )
                let text = try form.field(0).text
                if text != texts.last { texts.append(text) }
            }
            for text in texts.dropLast().reversed() {
                try form.perform(.undo)
                #expect(try form.field(0).text == text)
            }
            for text in texts.dropFirst() {
                try form.perform(.redo)
                #expect(try form.field(0).text == text)
            }
        }
    }

    @Test(
        "the caret is always next to the user's text, wherever a client sets it",
        arguments: [
            (#"{"type": "mask", "mask": "+7 ([000]) [000]"}"#, "9161", [0: 4, 3: 4, 4: 4, 6: 6, 10: 10]),
            (#"{"type": "mask", "mask": "+7 ([000]) [000]"}"#, "", [0: 4, 4: 4]),
            (#"{"type": "mask", "mask": "+7 ([000])", "compatibility": "inputMask"}"#, "9", [0: 0]),
            (
                #"{"type": "number", "prefix": "about ", "suffix": " kg"}"#, "1234",
                [0: 6, 6: 6, 7: 7, 8: 8, 11: 11, 13: 11]
            ),
            (#"{"type": "number", "prefix": "about "}"#, "", [0: 6]),
            (#"{"type": "number", "prefix": "EUR "}"#, "-5", [0: 0, 1: 1, 2: 1, 4: 5, 6: 6]),
            (#"{"type": "percent"}"#, "12", [3: 2]), (#"{"type": "date"}"#, "01022024", [0: 0, 3: 3]),
        ] as [(String, String, [Int: Int])]
    )
    func caret(_ json: String, _ keys: String, _ places: [Int: Int]) throws {
        guard let definition = DefinitionDecoder().decodeFormatter(json).value else {
            Issue.record("no formatter: \(json)")
            return
        }
        var form = try FormDriver { $0.formatter = definition }
        try form.perform(.focus)
        try form.type(keys)
        for (place, caret) in places {
            try form.perform(.select(start: place, length: 0))
            let field = try form.field
            #expect(field.selection == TextSelection(start: caret), "at \(place) of \(field.text)")
        }
        // What is selected is selected.
        let everything = TextSelection(start: 0, length: try form.field.text.unicodeScalars.count)
        guard everything.length > 0 else { return }
        try form.perform(.select(start: 0, length: everything.length))
        #expect(try form.field.selection == everything)
    }

    @Test("typed literals of the mask are accepted, with and without the focus", arguments: [true, false])
    func literals(isFocused: Bool) throws {
        for mask in ["+7 ([000]) [000]", "{+7} ([000]) [000]"] {
            var form = try FormDriver { $0.formatter = .mask(MaskDefinition(mask: mask)) }
            if isFocused { try form.perform(.focus) }
            for (key, text) in zip("+7916", ["+7 (", "+7 (", "+7 (9", "+7 (91", "+7 (916) "]) {
                let outcome = try form.perform(.insertText(String(key)))
                #expect(outcome.results == [.edit(text: text, caret: text.count, accepted: true)])
                #expect(try form.field.refusals.isEmpty)
            }
            for _ in 0..<5 { try form.perform(.deleteBackward) }
            #expect(try form.field.text == (isFocused ? "+7 (" : ""))
            let refused = try form.perform(.insertText("x"))
            #expect(
                refused.results == [.edit(text: isFocused ? "+7 (" : "", caret: isFocused ? 4 : 0, accepted: false)]
            )
            #expect(try form.field.value.isEmpty)
        }
    }

    @Test("typed literals select one of the masks", arguments: [true, false])
    func choice(isFocused: Bool) throws {
        for (masks, keys, text) in [
            (["8 ([000]) [000]", "+7 ([000]) [000]"], "+7916", "+7 (916) "),
            (["3[000] [000000] [00000]", "4[000] [0000]"], "378282246310005", "3782 822463 10005"),
            (["4[000] [0000]", "3[000] [000000] [00000]"], "378282246310005", "3782 822463 10005"),
        ] {
            var definition = MaskDefinition(mask: masks[0])
            definition.affineMasks = [masks[1]]
            var form = try FormDriver { $0.formatter = .mask(definition) }
            if isFocused { try form.perform(.focus) }
            try form.type(keys)
            #expect(try form.field.text == text)
        }
    }

    @Test("a field that is left without a value is empty again", arguments: ["+7 ([000])", "{+7} ([000])"])
    func leavingEmpty(_ mask: String) throws {
        for keys in ["", "+", "+7", "+7 "] {
            var form = try FormDriver {
                $0.formatter = .mask(MaskDefinition(mask: mask))
                $0.isRequired = true
            }
            try form.perform(.focus)
            try form.type(keys)
            #expect(try form.field.maskStatus == .clear)
            try form.perform(.blur)
            #expect(try form.field.text.isEmpty)
            #expect(try form.field.value.isEmpty)
        }
    }

    @Test("undo restores a text together with the literals that the mask added in advance")
    func undo() throws {
        var form = try FormDriver { $0.formatter = .mask(MaskDefinition(mask: "+7 ([000])")) }
        try form.perform(.focus)
        try form.type("+9")
        try form.perform(.undo)
        #expect(try form.field.text == "+7 (")
        try form.type("79")
        #expect(try form.field.text == "+7 (9")
    }

    @Test("leaving a field pads the numbers of its mask with zeros")
    func leaving() throws {
        var definition = MaskDefinition(mask: "[H]:[M]")
        definition.notations = [
            MaskNotation(character: "H", content: .range(MaskNotation.Bounds(minimum: 0, maximum: 23))),
            MaskNotation(character: "M", content: .range(MaskNotation.Bounds(minimum: 0, maximum: 59))),
        ]
        var form = try FormDriver { $0.formatter = .mask(definition) }
        try form.perform(.focus)
        try form.type("95")
        #expect(try form.field(0).text == "09:5")
        #expect(try form.field(0).maskTail == "0")
        try form.perform(.blur)
        #expect(try form.field(0).text == "09:05")
        #expect(try form.field(0).maskStatus == .complete)
    }
}

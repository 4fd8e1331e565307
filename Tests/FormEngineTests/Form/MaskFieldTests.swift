import FormEngine
import FormModel
import Testing

@Suite("A field with a mask")
struct MaskFieldTests {
    private func blockMask(_ mask: String, template: String = "_") -> FormatterDefinition {
        var definition = BlockMaskDefinition(mask: mask)
        definition.template = template
        definition.showsTemplate = true
        return .blockMask(definition)
    }

    @Test("keeps its value where it fits another mask, template or kind of mask")
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

    @Test("announces its blocks when they change, and no blocks of a secret")
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

    @Test("goes back and forth exactly, whatever the formatter", arguments: [1, 2, 3] as [UInt64])
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
        ].map { json in try #require(DefinitionDecoder(checks: .engine).decodeFormatter(json).value) }
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

    @Test("gets a number's zeros when it is left")
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

import FormModel
import Masks
import TextEditing

extension MaskNotation {
    static let listReader = reader.list("notations", to: DefinitionLimits.maskParts).map { notations, site, context in
        let sites = site.elements ?? []
        for (index, notation) in notations.enumerated()
        where notations[..<index].contains(where: { $0.character == notation.character }) {
            let message = "the notation \(quoted(String(notation.character))) is defined twice"
            context.error(message, at: sites.count == notations.count ? sites[index] : site)
        }
        return notations
    }

    /// A notation as it is written: of its three contents it has one.
    private struct Draft {
        var character: String?
        var set: NotationSet?
        var range: Bounds?
        var mask: String?
        var isOptional = false
        var repetition: Repetition?
        var letterCase: MaskCase?

        static let keys = KeyTable<Draft>("a notation") {
            Key("character", \.character, .string(), "the character that stands for the cell in the mask")
            Key("set", \.set, NotationSet.reader, "the characters that the cell accepts")
            Key("range", \.range, Bounds.reader, "the numbers that the cells accept")
            Key("mask", \.mask, MaskDefinition.maskReader, "a mask inside the mask")
            Key("optional", \.isOptional, .bool)
            Key("repeat", \.repetition, Repetition.reader, default: "`1`")
            Key("case", \.letterCase, .choice(), default: "the mask's", "only with `set`")
        }
    }

    private static let reader = ValueReader<MaskNotation>("notation", schema: Draft.keys.schema().named("notation")) {
        value,
        context in
        var draft = Draft()
        guard let object = Draft.keys.read(value, into: &draft, context) else { return nil }
        let contents = ["set", "range", "mask"]
        guard let symbol = object["character"], contents.count(where: { object[$0] != nil }) == 1 else {
            return context.error("a notation needs the key “character” and one of \(list(contents))", at: value)
        }
        if let character = draft.character, character.count != 1 {
            context.error("\(quoted(character)) is not one character", at: symbol)
        }
        if object["set"] == nil, let site = object["case"] {
            context.error("only the letters of a “set” have a case", at: site)
        }
        let content = draft.set.map(Content.set) ?? draft.range.map(Content.range) ?? draft.mask.map(Content.mask)
        guard let character = draft.character?.first, let content else { return nil }
        var notation = MaskNotation(
            character: character,
            content: content,
            isOptional: draft.isOptional,
            repetition: draft.repetition
        )
        notation.letterCase = draft.letterCase
        return notation
    }
}

extension MaskNotation.NotationSet {
    /// A set of characters that are listed.
    private struct Listed {
        var characters: String?

        static let keys = KeyTable<Listed>("a set") {
            Key("characters", \.characters, .name(limit: DefinitionLimits.text), isRequired: true)
        }
    }

    fileprivate static let reader: ValueReader<MaskNotation.NotationSet> = {
        let name = ValueReader<CharacterSetName>.choice()
        let schema = ValueSchema.any(of: [name.schema().named("characterSet"), Listed.keys.schema()])
        return ValueReader("a filter's set, or `{\"characters\": …}`", schema: schema) { value, context in
            if value.string != nil { return name.read(value, context).map(MaskNotation.NotationSet.named) }
            guard value.object != nil else {
                return context.mismatch("the name of a set or an object with the key “characters”", at: value)
            }
            var listed = Listed()
            Listed.keys.read(value, into: &listed, context)
            return listed.characters.map(MaskNotation.NotationSet.characters)
        }
    }()
}

extension MaskNotation.Bounds {
    private static let number = ValueReader.integer(in: 0...MaskNotation.maximumNumber, "as a bound")

    private static let keys = KeyTable<MaskNotation.Bounds>("a range") {
        Key("minimum", \.minimum, number)
        Key("maximum", \.maximum, number, isRequired: true)
        Key("pad", \.pads, .bool, "a number is padded with zeros")
        Key("outOfRange", \.outOfRange, .choice(), "the handling of a digit with which no number of the range begins")
    }

    fileprivate static let reader = ValueReader<MaskNotation.Bounds>(keys.words, schema: keys.schema()) {
        value,
        context in
        var bounds = MaskNotation.Bounds(minimum: 0, maximum: MaskNotation.maximumNumber)
        guard keys.read(value, into: &bounds, context)?["maximum"] != nil else { return nil }
        if bounds.minimum > bounds.maximum { context.error("the minimum is above the maximum", at: value) }
        return bounds
    }
}

extension MaskNotation.Repetition {
    private static let mostTimes = 4_096

    private static let keys = KeyTable<MaskNotation.Repetition>("a repetition") {
        Key("minimum", \.minimum, .integer(in: 0...mostTimes, "times"))
        Key("maximum", \.maximum, .integer(in: 1...mostTimes, "times"))
    }

    /// A number of times, or the bounds of one.
    fileprivate static let reader: ValueReader<MaskNotation.Repetition> = {
        let times = ValueReader.integer(in: 1...mostTimes, "times")
        let schema = ValueSchema.any(of: [times.schema(), keys.schema()])
        return ValueReader("a number, or `{\"minimum\": 0, \"maximum\": …}`", schema: schema) { value, context in
            if value.double != nil {
                return times.read(value, context).map { MaskNotation.Repetition(minimum: $0, maximum: $0) }
            }
            var repetition = MaskNotation.Repetition(minimum: 0, maximum: nil)
            guard keys.read(value, into: &repetition, context) != nil else { return nil }
            if let maximum = repetition.maximum, repetition.minimum > maximum {
                context.error("the minimum is above the maximum", at: value)
            }
            return repetition
        }
    }()
}

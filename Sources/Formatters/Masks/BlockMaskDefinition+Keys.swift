package import FormModel
package import Languages
package import Masks

extension BlockMaskDefinition: TextFormatterKind {
    package static let name = "blockMask"
    package static let about = "literals and blocks of cells; see *Masks*"
    package static let keys = KeyTable<BlockMaskDefinition>("a blockMask formatter") {
        Key("mask", \.mask, MaskDefinition.maskReader, isRequired: true, "literals and blocks of cells")
        Key(
            "template",
            \.template,
            .name(limit: DefinitionLimits.pattern),
            "the characters that empty cells show: one for all, or one for each character of the text"
        )
        Key("showTemplate", \.showsTemplate, .bool, "the template is shown even if no cell is filled")
        Key("brackets", \.brackets, bracketsReader, "the two different characters that enclose a block")
        Key("misfit", \.misfit, .choice(), "whether an insertion stops at a character that does not fit, or skips it")
        Key(
            "jumpToPreviousBlock",
            \.jumpsToPreviousBlock,
            .bool,
            "a caret at the start of a block moves to the end of the previous block"
        )
    }

    private static let bracketsReader = ValueReader<Brackets>(
        "list of two characters",
        schema: .list(of: .of(type: "string"), ["minItems": 2, "maxItems": 2]),
        show: { "[\"\($0.opening)\", \"\($0.closing)\"]" }
    ) { value, context in
        let strings = value.elements?.compactMap(\.string) ?? []
        guard strings.count == 2, value.elements?.count == 2, strings.allSatisfy({ $0.count == 1 }),
            let opening = strings[0].first, let closing = strings[1].first, opening != closing
        else {
            return context.error("expected two different characters, one to open and one to close a block", at: value)
        }
        var brackets = Brackets()
        brackets.opening = opening
        brackets.closing = closing
        return brackets
    }

    package func check(_ object: JSONObject, _ context: DecodingContext) {
        if let site = object["mask"] { checkFormatter("mask", at: site, context) }
    }

    package func makeFormatter(_ symbols: any LocaleSymbols) throws -> any TextFormatter {
        try BlockMaskFormatter(self)
    }
}

extension BlockMaskFormatter: TextFormatter {}

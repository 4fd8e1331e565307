package import FormModel

/// The formatter `blockMask`: literals and blocks of cells whose empty cells show a template.
package struct BlockMaskDefinition: TextFormatterKind {
    package var mask = ""
    /// One character for every empty cell, or one for each character of the text.
    package var template = "*"
    /// Whether the template is seen while no cell is filled.
    package var showsTemplate = false
    package var brackets = Brackets()
    package var misfit = Misfit.stop
    package var jumpsToPreviousBlock = false

    package struct Brackets: Sendable, Hashable {
        package var opening: Character = "{"
        package var closing: Character = "}"

        package init() {}
    }

    /// What happens to the rest of an insertion behind a character that its cell does not take.
    package enum Misfit: String, Sendable, CaseIterable {
        /// It is not inserted either.
        case stop
        /// It goes on with the next character, within the selection if there is one.
        case skip
    }

    package init() {}

    package init(mask: String) {
        self.mask = mask
    }

    package static let name = "blockMask"
    package static let about = "literals and blocks of cells; see *Masks*"
    package static let keys = KeyTable<BlockMaskDefinition>("a blockMask formatter") {
        Key("mask", \.mask, MaskDefinition.maskReader, isRequired: true, "literals and blocks of cells")
        Key(
            "template",
            \.template,
            .name(limit: DefinitionLimits.pattern),
            "what empty cells show: one character, or one for each character of the text"
        )
        Key("showTemplate", \.showsTemplate, .bool, "whether it is seen while no cell is filled")
        Key("brackets", \.brackets, bracketsReader, "two different characters around a block")
        Key("misfit", \.misfit, .choice(), "whether an insertion stops at a character that does not fit")
        Key(
            "jumpToPreviousBlock",
            \.jumpsToPreviousBlock,
            .bool,
            "a caret before a block goes behind the one before it"
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

package import FormModel

/// The formatter `blockMask`: literals and blocks of cells whose empty cells show a template.
package struct BlockMaskDefinition: TextFormatterKind {
    package var mask = ""
    /// One character for all empty cells, or one for each character of the text.
    package var template = "*"
    /// Whether the template is visible while no cell is filled.
    package var showsTemplate = false
    package var brackets = Brackets()
    package var misfit = Misfit.stop
    package var jumpsToPreviousBlock = false

    package struct Brackets: Sendable, Hashable {
        package var opening: Character = "{"
        package var closing: Character = "}"

        package init() {}
    }

    /// The handling of the rest of an insertion after a character that its cell does not accept.
    package enum Misfit: String, Sendable, CaseIterable {
        /// The rest is not inserted.
        case stop
        /// The insertion continues with the next character, within the selection if there is one.
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

/// The `blockMask` formatter: blocks of cells that are overwritten in place.
package struct BlockMaskFormatter: TextFormatter {
    let mask: BlockMask
    let definition: BlockMaskDefinition
    package let prefix: FormattedText
    /// The literals before the first cell. A pasted text may contain them although they are already there.
    private let leadingLiterals: String

    package init(_ definition: BlockMaskDefinition) throws(BlockMaskError) {
        let mask = try BlockMask(definition)
        self.mask = mask
        self.definition = definition
        let start = mask.nextCell[0]
        leadingLiterals = String(mask.places[..<start].map(\.character))
        let state = BlockMaskState(mask)
        prefix =
            definition.showsTemplate
            ? FormattedText(
                text: state.text,
                selection: TextSelection(start: state.offset(of: start)),
                value: "",
                isComplete: false
            ) : .empty
    }

    package func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        step(edit, to: current).text
    }

    /// The result of `apply`, and the effect of the edit on the cells.
    package func step(_ edit: TextEdit, to current: FormattedText) -> (text: FormattedText, outcome: BlockMaskOutcome) {
        var state = BlockMaskState(mask, value: current.value)
        let start = state.place(at: edit.range.start)
        var selection = start..<max(start, state.place(at: edit.range.end))
        var text = edit.replacement.composed
        if edit.origin == .paste, start == mask.nextCell[0], !leadingLiterals.isEmpty, text.hasPrefix(leadingLiterals) {
            text.removeFirst(leadingLiterals.count)
        }
        if edit.origin == .program { selection = 0..<mask.places.count }
        var outcome = state.write(text, over: selection, misfit: definition.misfit)
        if edit.isDeletion {
            // A forward deletion that deletes nothing moves the caret.
            let isStep = edit.origin == .deleteForward && outcome.cleared == 0
            outcome.caret = isStep ? selection.upperBound : selection.lowerBound
        }
        if definition.jumpsToPreviousBlock { outcome.caret = state.endOfPreviousBlock(before: outcome.caret) }
        return (show(state, caret: outcome.caret), outcome)
    }

    package func refusals(of edit: TextEdit, to current: FormattedText, leaving result: FormattedText) -> [Refusal] {
        step(edit, to: current).outcome.refusals
    }

    /// A key in an empty cell inserts, and a key in a filled one replaces.
    package func change(by edit: TextEdit, to current: FormattedText) -> LastEdit? {
        switch step(edit, to: current).outcome.event {
        case .insert: .insert
        case .delete: .delete
        case .replace: .replace
        case .error, .none: LastEdit.none
        }
    }

    package func format(_ text: String) -> FormattedText {
        apply(TextEdit(range: TextSelection(start: 0), replacement: text, origin: .program), to: prefix)
    }

    package func blocks(of current: FormattedText) -> [MaskBlock] {
        BlockMaskState(mask, value: current.value).blocks
    }

    private func show(_ state: BlockMaskState, caret: Int) -> FormattedText {
        guard state.filledCount > 0 || definition.showsTemplate else { return prefix }
        return FormattedText(
            text: state.text,
            selection: TextSelection(start: state.offset(of: caret)),
            value: state.value,
            isComplete: state.status == .complete
        )
    }
}

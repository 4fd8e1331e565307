extension DecodingContext {
    /// What a `blockMask` formatter says.
    func blockMask(_ value: JSONValue) -> BlockMaskDefinition? {
        let keys = ["type", "mask", "template", "showTemplate", "brackets", "misfit", "jumpToPreviousBlock"]
        guard let object = object(value, keys: keys) else { return nil }
        guard let mask = object["mask"] else {
            error("a blockMask formatter needs the key “mask”", at: value)
            return nil
        }
        guard let string = maskString(mask) else { return nil }
        var definition = BlockMaskDefinition(mask: string)
        read(object["template"], into: &definition.template) { name($0, limit: DefinitionLimits.pattern) }
        read(object["showTemplate"], into: &definition.showsTemplate, bool)
        read(object["brackets"], into: &definition.brackets, brackets)
        read(object["misfit"], into: &definition.misfit) { choice($0, of: BlockMaskDefinition.Misfit.self) }
        read(object["jumpToPreviousBlock"], into: &definition.jumpsToPreviousBlock, bool)
        check(.blockMask(definition), "mask", at: mask)
        return definition
    }

    private func brackets(_ value: JSONValue) -> BlockMaskDefinition.Brackets? {
        let strings = value.elements?.compactMap(\.string) ?? []
        guard strings.count == 2, value.elements?.count == 2, strings.allSatisfy({ $0.count == 1 }),
            let opening = strings[0].first, let closing = strings[1].first, opening != closing
        else {
            error("expected two different characters, one to open and one to close a block", at: value)
            return nil
        }
        var brackets = BlockMaskDefinition.Brackets()
        brackets.opening = opening
        brackets.closing = closing
        return brackets
    }
}

private let maskKeys = [
    "type", "mask", "notations", "autocomplete", "autoskip", "affine", "affinity", "reversed", "lenient",
    "compatibility", "trunkPrefixes", "digits", "case",
]

extension DecodingContext {
    /// What a `mask` formatter says.
    func mask(_ value: JSONValue) -> MaskDefinition? {
        guard let object = object(value, keys: maskKeys) else { return nil }
        guard let mask = object["mask"] else {
            error("a mask formatter needs the key “mask”", at: value)
            return nil
        }
        guard let string = maskString(mask) else { return nil }
        var definition = MaskDefinition(mask: string)
        read(object["notations"], into: &definition.notations, notations)
        read(object["autocomplete"], into: &definition.autocomplete, bool)
        read(object["autoskip"], into: &definition.autoskip, bool)
        read(object["affinity"], into: &definition.affinity) { choice($0, of: AffinityStrategy.self) }
        read(object["reversed"], into: &definition.isReversed, bool)
        read(object["lenient"], into: &definition.isLenient, bool)
        read(object["compatibility"], into: &definition.compatibility) { choice($0, of: MaskCompatibility.self) }
        read(object["digits"], into: &definition.digits) { choice($0, of: MaskDigits.self) }
        read(object["case"], into: &definition.letterCase) { choice($0, of: MaskCase.self) }
        read(object["trunkPrefixes"], into: &definition.trunkPrefixes, trunkPrefixes)

        // Each mask is checked by itself, so that the finding stands where the mask does.
        check(.mask(definition), "mask", at: mask)
        let affine = object["affine"].flatMap { array($0, limit: DefinitionLimits.maskParts, of: "affine masks") }
        for value in affine ?? [] {
            guard let string = maskString(value) else { continue }
            var single = definition
            single.mask = string
            single.affineMasks = []
            check(.mask(single), "mask", at: value)
            definition.affineMasks.append(string)
        }
        if definition.affineMasks.isEmpty, let affinity = object["affinity"] {
            warning("an affinity chooses between masks, and there is only one", at: affinity)
        }
        return definition
    }

    /// A mask, as long as one may be.
    func maskString(_ value: JSONValue) -> String? {
        guard let string = value.string else {
            mismatch("a mask", at: value)
            return nil
        }
        return fitsPattern(string, at: value) ? string : nil
    }

    private func trunkPrefixes(_ value: JSONValue) -> [String]? {
        array(value, limit: DefinitionLimits.maskParts, of: "trunk prefixes")?.compactMap { element in
            guard let prefix = string(element, limit: 16) else { return nil }
            guard !prefix.isEmpty, prefix.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
                error("the trunk prefix \(quoted(prefix)) is not made of digits", at: element)
                return nil
            }
            return prefix
        }
    }
}

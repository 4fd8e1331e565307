import FormModel

/// The rules for an `anyOf` about values of one type.
///
/// Each schema becomes a list of rules, all of which must accept the value. The alternatives are brought into
/// conjunctive normal form: for every choice of one rule from each schema there is a rule `any`, which accepts the
/// value if one of the rules does.
struct SchemaAlternatives {
    /// Empty if one of the schemas accepts every value.
    let rules: [JSONText]
    private(set) var omissions: [SchemaField.Omission] = []

    /// Returns `nil` if a schema cannot be expressed by rules, if no schema accepts a value of the type, or if too many
    /// rules would be needed.
    ///
    /// - Parameters:
    ///   - list: the keyword's value.
    ///   - type: the type of the field's values: string, number or integer.
    init?(_ list: JSONValue, of type: SchemaType, _ decoder: DefinitionDecoder) {
        var alternatives: [[JSONText]] = []
        for schema in list.elements ?? [] {
            if let value = schema.bool {
                if value { alternatives.append([]) }
                continue
            }
            guard let object = schema.object, object["$ref"] == nil, object["allOf"] == nil else { return nil }
            var node = SchemaNode(schema, outerTypes: [type])
            node.absorb(object)
            let types = (node.types ?? []).subtracting([.null])
            if types.isDisjoint(with: type == .string ? [.string] : [.integer, .number]) { continue }
            let field = SchemaField(decoder: decoder, node, look: FieldLook(UserInterfaceSchema(), type: nil))
            // Pickers, calendars and modes restrict values by other means than rules.
            guard types.count == 1, object.members.allSatisfy({ field.known.contains($0.key) }), field.isPossible,
                !field.members.contains(where: { $0.key == "input" || $0.key == "mode" })
            else { return nil }
            // The first rule of a numeric field accepts numbers only. The enclosing field already has it.
            let isNarrower = type == .number && types == [.integer]
            let own = type == .string || isNarrower ? field.validators : Array(field.validators.dropFirst())
            omissions += field.omissions
            alternatives.append(own)
        }
        guard !alternatives.isEmpty, alternatives.count <= DefinitionLimits.rules else { return nil }
        var choices: [[JSONText]] = [[]]
        for alternative in alternatives {
            guard choices.count * alternative.count <= DefinitionLimits.rules else { return nil }
            choices = choices.flatMap { choice in alternative.map { choice + [$0] } }
        }
        rules = choices.map { choice in
            choice.count == 1 ? choice[0] : SchemaField.rule("any", ["rules": .array(choice)])
        }
    }
}

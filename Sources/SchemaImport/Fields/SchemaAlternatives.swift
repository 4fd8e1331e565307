import FormModel

/// The rules for an `anyOf` about the values of one type.
///
/// A schema is a list of rules that all have to hold. That all rules of one schema or all of another hold is the same as that for
/// each pair of their rules one of both holds: `any`.
struct SchemaAlternatives {
    /// Empty if one of the schemas takes every value.
    let rules: [JSONText]
    private(set) var omissions: [SchemaField.Omission] = []

    /// `nil` if one of the schemas says what rules do not say, if none takes a value of the type, or if too many rules would be
    /// needed.
    ///
    /// - Parameters:
    ///   - list: the keyword's value.
    ///   - type: what the field asks for: texts or numbers.
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
            // A picker, a calendar or a mode says more than the rules do.
            guard types.count == 1, object.members.allSatisfy({ field.known.contains($0.key) }), field.isPossible,
                !field.members.contains(where: { $0.key == "input" || $0.key == "mode" })
            else { return nil }
            // The first rule of a number's field says that it is one, which the field around it says as well.
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

import FormEngine
import FormModel

/// A decoder that knows formd's own kinds, and one plug-in type of each kind.
let decoder = DefinitionDecoder(
    types: TypeNames(
        placeholders: ["currency"],
        formatters: ["cardNumber"],
        validators: ["bank"],
        measurers: ["pango"]
    )
)

/// What is found in a definition, as compilers write it.
func findings(_ json: String) -> [String] {
    decoder.decode(json, name: "").diagnostics.map(\.description)
}

/// What is found in a form of one field `a` with these members besides its id, without line and column.
func findings(inField members: String) -> [String] {
    decoder.decode(form(withField: members), name: "").diagnostics.map { diagnostic in
        let place = diagnostic.pointer.hasPrefix("/fields/0") ? String(diagnostic.pointer.dropFirst(9)) : "?"
        return "\(diagnostic.severity): \(place): \(diagnostic.message)"
    }
}

func form(withField members: String) -> String {
    #"{"fields": [{"id": "a""# + (members.isEmpty ? "" : ", \(members)") + "}]}"
}

/// The only field of a form that has these members besides its id; nil if anything was found.
func decodedField(_ members: String, styles: String = "{}") -> FieldDefinition? {
    let json = #"{"styles": \#(styles), "fields": [{"id": "a""# + (members.isEmpty ? "" : ", \(members)") + "}]}"
    let decoded = decoder.decode(json, name: "")
    return decoded.diagnostics.isEmpty ? decoded.value?.fields.first : nil
}

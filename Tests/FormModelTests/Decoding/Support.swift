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

/// A generator of the same numbers in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

import FormEngine
import FormModel
import FormPlugin
import Testing

extension FormDriver {
    /// A form as a definition's JSON has it: the members of one field `a` besides its name.
    init(field members: String) throws {
        try self.init(json: #"{"fields": [{"id": "a", \#(members)}]}"#)
    }

    init(json: String) throws {
        let decoded = DefinitionDecoder().decode(json, name: "test")
        let definition = try #require(decoded.value, "\(decoded.diagnostics)")
        self.init(form: try Form(CompiledForm(definition, types: .inAllLanguages)))
    }

    /// What is wrong with a definition of one field `a`, by severity, place and words.
    static func findings(field members: String) -> [String] {
        let json = #"{"fields": [{"id": "a", \#(members)}]}"#
        return DefinitionDecoder().decode(json, name: "test").diagnostics.map {
            "\($0.severity): \($0.pointer): \($0.message)"
        }
    }

    /// One transaction, as keys of a definition for the first field.
    mutating func configure(_ json: String) throws {
        let definition = DefinitionDecoder().decodeConfiguration(
            json,
            of: form.definition.fields[0],
            in: form.definition
        )
        let configured = try #require(definition.value, "\(definition.diagnostics)")
        try perform(.configure(configured))
    }

    /// Why the texts of the last transaction changed.
    var origins: [TextOrigin] {
        changes.compactMap { if case .field(_, .textChanged(let origin)) = $0 { origin } else { nil } }
    }

    /// What the last transaction announced of the first field.
    var properties: FieldProperties {
        changes.reduce(into: []) { all, change in
            if case .fieldProperties(0, let changed) = change { all.formUnion(changed) }
        }
    }

    /// The values as the owner's submission has them.
    var values: [String] { form.values(includingSecrets: true).map(\.value) }
}

package import FormModel

/// The JSON Schema of definitions, written from the declarations of their keys.
package struct DefinitionSchema {
    private let kinds: DefinitionKinds

    package init(kinds: DefinitionKinds) {
        self.kinds = kinds
    }

    /// The schema, as people and editors read it.
    package var text: String {
        let form = DefinitionTables(kinds: kinds).form
        let rules = kinds.ruleDescriptions.map { ($0.name, $0.schema) }
        let formatters = kinds.formatterDescriptions.map { ($0.name, $0.schema) }
        // What field tables refer to by name, because it depends on the kinds.
        let parts = [
            form, ValueSchema.ofTypedObject(rules, noun: "Validator").named("validator"),
            ValueSchema.ofTypedObject(formatters, noun: "Formatter").named("formatter"),
        ]
        let shared = ValueSchema([:], of: parts).shared.sorted { $0.key < $1.key }
        let head: JSONText = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:formd:form-definition",
            "title": "A form definition of formd",
            "description": "For completion and checks in editors. `formctl check` finds more errors than a schema can.",
        ]
        let definitions = JSONText.object(shared.map { .init($0.key, $0.value) })
        return ValueSchema(head).with(form.json).with(["$defs": definitions]).json.written + "\n"
    }
}

package import FormImport
package import FormModel

/// Makes a form from a JSON Schema: a field for each property that users can enter, with the validation of the schema.
///
/// Parts without an equivalent in a form are left out and reported. The resulting definition has no errors.
package struct SchemaImport: Sendable {
    /// A form definition, JSON.
    package let definition: String
    /// The omissions, in the order in which they were found.
    package let omissions: [ImportOmission]
    /// The imported properties by their JSON Pointers into an instance, without those of rows.
    package let properties: [String: Property]

    /// A property that a field represents.
    package struct Property: Sendable, Hashable {
        /// The field's identifier.
        package var field: String
        /// The type of all values; `nil` if there are several types.
        package var type: String?
        /// Whether an empty field represents null.
        package var isNullable: Bool
    }

    /// Reads the schema of an object with `properties`. Throws `JSONSyntaxError` and `NoForm`.
    ///
    /// - Parameters:
    ///   - look: a `uiSchema` of react-jsonschema-form, or a UI schema of JSON Forms, in JSON.
    ///   - decoder: checks the resulting definition.
    package init(_ schema: String, look: String? = nil, decoder: DefinitionDecoder) throws {
        let document = try JSONDocument(schema)
        let look = try look.map { try JSONDocument($0).root }
        var importer = SchemaImporter(document: document, look: look, decoder: decoder)
        let form = try importer.form()
        let places = importer.places
        let finished = try FinishedForm(form, importer.omissions, decoder: decoder) { element, _ in places[element] }
        definition = finished.definition
        omissions = finished.omissions
        properties = importer.properties
    }
}

package import FormModel

/// A form made of a JSON Schema: a field for each property that a person can enter, checked as the schema checks it.
///
/// What a form cannot say is left out, and listed. The definition that comes out has no errors.
package struct SchemaImport: Sendable {
    /// A form definition, JSON.
    package let definition: String
    /// In the order in which they were met.
    package let omissions: [ImportOmission]
    /// What the fields ask for, by the values' JSON Pointers into an instance; not those of rows.
    package let properties: [String: Property]

    /// A value of an instance that a field asks for.
    package struct Property: Sendable, Hashable {
        /// The field's id.
        package var field: String
        /// The type of all the values, or `nil` if they are of several types.
        package var type: String?
        /// Whether an empty field stands for null.
        package var isNullable: Bool
    }

    /// The text that is imported describes nothing that a form could ask for.
    package struct NoForm: Error, Sendable, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    /// Reads a schema: of an object, with `properties`. Throws `JSONSyntaxError` and `NoForm`.
    ///
    /// - Parameters:
    ///   - look: a `uiSchema` of react-jsonschema-form, JSON.
    ///   - decoder: says what a definition may contain.
    package init(_ schema: String, look: String? = nil, decoder: DefinitionDecoder) throws {
        let document = try JSONDocument(schema)
        let look = try look.map { try JSONDocument($0).root }
        var importer = SchemaImporter(document: document, look: UserInterfaceSchema(look), decoder: decoder)
        let form = try importer.form()
        omissions = importer.omissions
        properties = importer.properties
        let definition = form.written + "\n"
        let decoded = decoder.decode(definition, name: "")
        if let error = decoded.diagnostics.first(where: { $0.severity == .error }) {
            throw NoForm(description: "no form could be made: \(error)")
        }
        self.definition = definition
    }
}

package import FormModel
package import SchemaImport

/// A form made of a SurveyJS survey, as far as the survey is declarative.
///
/// What a form cannot say is left out, and listed. The definition that comes out has no errors.
package struct SurveyImport: Sendable {
    /// A form definition, JSON.
    package let definition: String
    /// In the order in which they were met.
    package let omissions: [ImportOmission]

    package typealias NoForm = SchemaImport.NoForm

    /// Reads a survey's JSON. Throws `JSONSyntaxError` and `NoForm`.
    /// - Parameter decoder: says what a definition may contain.
    package init(_ survey: String, decoder: DefinitionDecoder) throws {
        var importer = SurveyImporter(document: try JSONDocument(survey), decoder: decoder)
        definition = try importer.form().written + "\n"
        omissions = importer.omissions
        let decoded = decoder.decode(definition, name: "")
        if let error = decoded.diagnostics.first(where: { $0.severity == .error }) {
            throw NoForm(description: "no form could be made: \(error)")
        }
    }
}

package import FormModel
package import SchemaImport

/// Makes a form from a SurveyJS survey, as far as the survey is declarative.
///
/// Parts without an equivalent in a form are left out and reported. The resulting definition has no errors.
package struct SurveyImport: Sendable {
    /// A form definition, JSON.
    package let definition: String
    /// The omissions, in the order in which they were found.
    package let omissions: [ImportOmission]

    package typealias NoForm = SchemaImport.NoForm

    /// Reads a survey in JSON. Throws `JSONSyntaxError` and `NoForm`.
    ///
    /// - Parameter decoder: checks the resulting definition.
    package init(_ survey: String, decoder: DefinitionDecoder) throws {
        var importer = SurveyImporter(document: try JSONDocument(survey))
        let form = try importer.form()
        let places = importer.places
        let finished = try FinishedForm(form, importer.omissions, decoder: decoder) { element, key in
            places[element].map { $0 + (SurveyImporter.sourceKeys[key].map { "/" + $0 } ?? "") }
        }
        definition = finished.definition
        omissions = finished.omissions
    }
}

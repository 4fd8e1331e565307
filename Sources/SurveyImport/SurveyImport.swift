package import FormImport
package import FormModel

/// Makes a form from a SurveyJS survey, as far as the survey is declarative.
///
/// Parts without an equivalent in a form are left out and reported. The resulting definition has no errors.
package enum SurveyImport {
    /// Reads a survey in JSON. Throws `JSONSyntaxError` and `NoForm`.
    ///
    /// - Parameters:
    ///   - types: the publisher's own types of questions, see `SurveyTypes`.
    ///   - decoder: checks the resulting definition.
    package static func form(
        _ survey: String,
        types: String? = nil,
        decoder: DefinitionDecoder
    ) throws -> FinishedForm {
        var document = try JSONDocument(survey)
        if let types { document = try SurveyTypes(types).expanded(document) }
        var importer = SurveyImporter(document: document)
        let form = try importer.form()
        let places = importer.places
        return try FinishedForm(form, importer.omissions, decoder: decoder) { element, key in
            places[element].map { $0 + (SurveyImporter.sourceKeys[key].map { "/" + $0 } ?? "") }
        }
    }
}

package import FormModel

/// A form made of a SurveyJS survey, as far as the survey is declarative.
///
/// What a form cannot say is left out, and listed. The definition that comes out has no errors.
package struct SurveyImport: Sendable {
    /// A form definition, JSON.
    package let definition: String
    /// In the order in which they were met.
    package let omissions: [Omission]

    /// A part of the survey that the form says nothing of.
    package struct Omission: Sendable, Hashable, CustomStringConvertible {
        /// A JSON Pointer into the survey.
        package var pointer: String
        package var reason: String

        package var description: String { "\(pointer): \(reason)" }
    }

    /// The survey asks nothing that a form could ask.
    package struct NoForm: Error, Sendable, CustomStringConvertible {
        package let description: String
    }

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

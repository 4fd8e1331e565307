package import FormModel
package import SchemaImport

/// A form made of an XLSForm, as far as it asks for what can be entered.
///
/// What a form cannot say is left out, and listed. The definition that comes out has no errors.
package struct XLSFormImport: Sendable {
    /// A form definition, JSON.
    package let definition: String
    /// In the order in which they were met.
    package let omissions: [ImportOmission]

    package typealias NoForm = SchemaImport.NoForm

    /// Throws `NoForm`.
    ///
    /// - Parameter decoder: says what a definition may contain.
    package init(_ workbook: Workbook, decoder: DefinitionDecoder) throws(NoForm) {
        guard let survey = workbook["survey"] else { throw NoForm(description: "there is no sheet “survey”") }
        var importer = XLSFormImporter(workbook, survey, without: [], decoder: decoder)
        var form = try importer.form()
        // What names a question that the form does not ask is left out in its turn.
        while !importer.unasked.isEmpty {
            importer = XLSFormImporter(workbook, survey, without: importer.unasked, decoder: decoder)
            form = try importer.form()
        }
        definition = form.written + "\n"
        omissions = importer.omissions
        let decoded = decoder.decode(definition, name: "")
        if let error = decoded.diagnostics.first(where: { $0.severity == .error }) {
            throw NoForm(description: "no form could be made: \(error)")
        }
    }
}

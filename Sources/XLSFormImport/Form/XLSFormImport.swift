package import FormModel
package import SchemaImport

/// Makes a form from an XLSForm, as far as its questions can be answered in a form.
///
/// Parts without an equivalent in a form are left out and reported. The resulting definition has no errors.
package struct XLSFormImport: Sendable {
    /// A form definition, JSON.
    package let definition: String
    /// The omissions, in the order in which they were found.
    package let omissions: [ImportOmission]

    package typealias NoForm = SchemaImport.NoForm

    /// Throws `NoForm`.
    ///
    /// - Parameter decoder: checks the resulting definition.
    package init(_ workbook: Workbook, decoder: DefinitionDecoder) throws(NoForm) {
        guard let survey = workbook["survey"] else { throw NoForm(description: "there is no sheet “survey”") }
        var importer = XLSFormImporter(workbook, survey, without: [], decoder: decoder)
        var form = try importer.form()
        // Expressions that refer to a question without a field are left out in turn.
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

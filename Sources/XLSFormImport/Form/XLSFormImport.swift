package import FormImport
package import FormModel

/// Makes a form from an XLSForm, as far as its questions can be answered in a form.
///
/// Parts without an equivalent in a form are left out and reported. The resulting definition has no errors.
package enum XLSFormImport {
    /// Reads a file beside the form by its name; `nil` if there is none.
    package typealias Files = (_ name: String) -> [UInt8]?

    /// Throws `NoForm`.
    ///
    /// - Parameters:
    ///   - omissions: what was left out before.
    ///   - files: the files beside the form with lists of choices.
    ///   - decoder: checks the resulting definition.
    package static func form(
        _ workbook: Workbook,
        omissions: [ImportOmission] = [],
        files: @escaping Files = { _ in nil },
        decoder: DefinitionDecoder
    ) throws(NoForm) -> FinishedForm {
        guard let survey = workbook["survey"] else { throw NoForm(description: "there is no sheet “survey”") }
        var importer = XLSFormImporter(workbook, survey, omissions: omissions, files: files)
        let form = try importer.form()
        let places = importer.places
        return try FinishedForm(form, importer.sketch.omissions, decoder: decoder) { element, key in
            let column = XLSFormImporter.sourceColumns[key].flatMap { survey.columns.contains($0) ? $0 : nil }
            return places[element].map { survey.place(column ?? "type", in: $0) }
        }
    }

    /// Makes a form from an XForm, as ODK and Enketo read them. Throws `UnreadableSheet` and `NoForm`.
    package static func form(
        xform bytes: [UInt8],
        files: @escaping Files = { _ in nil },
        decoder: DefinitionDecoder
    ) throws -> FinishedForm {
        let sheets = try XFormSheets(try XMLTree(bytes))
        return try form(sheets.workbook, omissions: sheets.omissions, files: files, decoder: decoder)
    }
}

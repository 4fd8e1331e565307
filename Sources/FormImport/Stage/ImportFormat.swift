import FormModel

/// The notations that the importers read.
package enum ImportFormat: String, Sendable, CaseIterable {
    /// JSON Schema, the JSON of SurveyJS, a workbook or a folder of CSV files, and the XML of XForms.
    case schema, survey, xlsform, xform
    /// An issue form of GitHub, templates of debconf, a Questionnaire of FHIR R4.
    case github, debconf, fhir

    /// The notation of a file; `nil` if it has the marks of none.
    package init?(recognizing bytes: [UInt8]) {
        // A ZIP archive, and a file of Excel 97, which is refused by its importer.
        if bytes.starts(with: [0x50, 0x4B]) || bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
            self = .xlsform
            return
        }
        // What follows says nothing new, but a document of JSON is only parsed whole.
        let isJSON = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "{")
        let text = String(decoding: isJSON ? bytes[...] : bytes.prefix(1 << 16), as: UTF8.self)
        switch text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) {
        case "<": self = .xform
        case "{", "[": self.init(recognizing: (try? JSONDocument(text))?.root.object)
        default:
            let lines = text.split(separator: "\n").lazy
            if lines.contains(where: { $0.hasPrefix("Template:") }) {
                self = .debconf
            } else if lines.contains(where: { $0.hasPrefix("body:") }) {
                self = .github
            } else {
                return nil
            }
        }
    }

    /// JSON that is neither a Questionnaire nor a survey is a schema.
    private init(recognizing object: JSONObject?) {
        if object?["resourceType"] != nil {
            self = .fhir
        } else if ["pages", "elements", "questions"].contains(where: { object?[$0]?.elements != nil }) {
            self = .survey
        } else {
            self = .schema
        }
    }
}

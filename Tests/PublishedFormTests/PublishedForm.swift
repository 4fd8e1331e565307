import FormEngine
import FormImport
import FormModel
import Foundation
import SchemaImport
import SurveyImport
import Testing
import XLSFormImport

/// A form that others have published, in our own words, with answers that make a valid submission.
///
/// A file has the form as its publisher would write it (`schema` with `ui`, `survey`, `sheets`), which is imported, or
/// where there is no importer as a `definition`.
struct PublishedForm: Sendable, CustomTestStringConvertible {
    let file: String
    let source: String
    let name: String
    /// What of the published form is not there.
    let missing: [String]
    /// Groups that get a row, in this order, before the answers are entered.
    let rows: [String]
    /// Texts by field, in the order in which they are entered.
    let answers: [(field: String, text: String)]
    let definition: String
    /// How the definition was made.
    let making: String
    /// What the importer listed, and what it is expected to list.
    let omissions: (listed: [String], expected: [String])

    var testDescription: String { file }

    init(_ url: URL) throws {
        file = url.deletingPathExtension().lastPathComponent
        let text = try String(contentsOf: url, encoding: .utf8)
        let object = try #require(try JSONDocument(text).root.object)
        source = try #require(object["source"]?.string)
        name = try #require(object["form"]?.string)
        let unwritten = object["missing"]?.elements?.compactMap(\.string) ?? []
        rows = object["rows"]?.elements?.compactMap(\.string) ?? []
        answers = (object["answers"]?.object?.members ?? []).map { member in
            (member.key, member.value.string ?? JSONWriter.text(of: member.value))
        }
        let decoder = DefinitionDecoder()
        let expected = object["leftOut"]?.elements?.compactMap(\.string) ?? []
        if let schema = object["schema"] {
            let look = object["ui"].map { JSONWriter.text(of: $0) }
            let form = try SchemaImport(JSONWriter.text(of: schema), look: look, decoder: decoder)
            (definition, making) = (form.definition, "imported")
            omissions = (form.omissions.map(\.description), expected)
        } else if let survey = object["survey"] {
            let form = try SurveyImport.form(JSONWriter.text(of: survey), decoder: decoder)
            (definition, making) = (form.definition, "imported")
            omissions = (form.omissions.map(\.description), expected)
        } else if let sheets = object["sheets"]?.object {
            let files = sheets.members.compactMap { member in member.value.string.map { (member.key, $0) } }
            let workbook = try Workbook(csv: Dictionary(files) { first, _ in first })
            let form = try XLSFormImport.form(workbook, decoder: decoder)
            (definition, making) = (form.definition, "imported")
            omissions = (form.omissions.map(\.description), expected)
        } else {
            definition = JSONWriter.text(of: try #require(object["definition"]))
            (making, omissions) = ("by hand", ([], expected))
        }
        // What an importer has left out says what is missing.
        var reasons: [String] = []
        for omission in omissions.listed {
            let reason = omission.firstRange(of: ": ").map { String(omission[$0.upperBound...]) } ?? omission
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        missing = making == "imported" ? reasons : unwritten
    }

    static func load() throws -> [PublishedForm] {
        let folder = try #require(Bundle.module.url(forResource: "Forms", withExtension: nil))
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.map(PublishedForm.init)
    }
}

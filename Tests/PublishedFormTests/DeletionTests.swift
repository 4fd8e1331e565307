import FormImport
import FormModel
import Foundation
import SchemaImport
import Testing
import XLSFormImport

extension ImportOmission {
    /// The name of the column that is left out.
    fileprivate var column: String {
        reason.split(separator: "“").last?.split(separator: "”").first.map(String.init) ?? ""
    }
}

@Suite("What is taken out of a source shows")
struct DeletionTests {
    /// The sources with as many of the keys of each notation as there are, and those of the published forms.
    private static let sources = Result { try load() }

    private struct Named: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
    }

    private static func load() throws -> [Named] {
        let folders = ["Forms", "Sources"].compactMap { Bundle.module.url(forResource: $0, withExtension: nil) }
        let files = folders.flatMap { folder in
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        }
        return try files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.map { file in
            Named(testDescription: file.lastPathComponent, text: try String(contentsOf: file, encoding: .utf8))
        }
    }

    /// `nil` for a form that no importer reads.
    private static func source(_ text: String) throws -> ImportSource? {
        let document = try JSONDocument(text)
        guard let object = document.root.object else { return nil }
        if let schema = object["schema"] {
            return .schema(JSONText(schema), look: object["ui"].map(JSONText.init))
        }
        if let survey = object["survey"] { return .survey(JSONText(survey)) }
        if object["pages"] != nil || object["elements"] != nil { return .survey(JSONText(document.root)) }
        for format in [ImportFormat.github, .fhir] {
            if let tree = object[format.rawValue] { return .tree(format, JSONText(tree)) }
        }
        for format in [ImportFormat.debconf, .xform] {
            if let lines = object[format.rawValue]?.elements { return .lines(format, lines.compactMap(\.string)) }
        }
        guard let sheets = object["sheets"]?.object else { return nil }
        var tables: [String: [[String]]] = [:]
        for member in sheets.members {
            tables[member.key] = try CommaSeparatedValues.table(member.value.string ?? "")
        }
        return .sheets(tables)
    }

    /// The parts of which nothing is said: those that say what holds without them, such as the type of a list of texts,
    /// those without a meaning for whoever fills in the form, such as its version, and those that are still to be said.
    private static func unsaid(_ text: String) throws -> Set<String> {
        Set(try JSONDocument(text).root.object?["unsaid"]?.elements?.compactMap(\.string) ?? [])
    }

    /// Whether an omission of a part around it, or of its whole row or column, says that a part is left out.
    private static func isInside(_ place: String, _ omissions: [ImportOmission]) -> Bool {
        omissions.contains { omission in
            guard omission.place.contains("!") else { return place.hasPrefix(omission.place + "/") }
            guard omission.reason.hasPrefix("the column") else { return false }
            return place.hasPrefix(omission.place.prefix { $0 != "!" }) && place.contains("!" + omission.column + "!")
        }
    }

    @Test("in the definition or in the omissions", arguments: try Self.sources.get())
    private func deletions(named: Named) throws {
        guard let source = try Self.source(named.text) else { return }
        let whole = try #require(source.outcome)
        let omissions = try source.imported().omissions
        let unsaid = try Self.unsaid(named.text)
        let all = ProcessInfo.processInfo.environment["FORMD_IMPORT_ALL"] != nil
        let reductions = source.reductions.filter { !unsaid.contains($0.place) }
        // A sample is enough, because most parts are alike.
        let step = all ? 1 : max(1, reductions.count / 60)
        let silent = stride(from: 0, to: reductions.count, by: step).compactMap { number in
            let (place, rest) = reductions[number]
            return rest.outcome == whole && !Self.isInside(place, omissions) ? place : nil
        }
        #expect(silent == [], "\(silent.count) of \(reductions.count)")
    }
}

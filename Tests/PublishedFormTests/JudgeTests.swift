import FormEngine
import FormImport
import FormModel
import Foundation
import SurveyImport
import Testing
import XLSFormImport

/// What survey-core says of a survey, and XPath of an XForm, after random answers: facts that `Judges/survey.js` and
/// `Judges/xform.py` have written.
///
/// Facts of forms that others wrote are not in the project: `FORMD_FACTS=FOLDER` has the files to read instead.
struct JudgedFacts: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let document: JSONDocument

    static func load() throws -> [JudgedFacts] {
        let given = ProcessInfo.processInfo.environment["FORMD_FACTS"].map { URL(fileURLWithPath: $0) }
        let folder = try #require(given ?? Bundle.module.url(forResource: "Facts", withExtension: nil))
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.map { file in
                let text = try String(contentsOf: file, encoding: .utf8)
                return JudgedFacts(testDescription: file.lastPathComponent, document: try JSONDocument(text))
            }
    }

    /// The facts with which a form of the survey does not agree. What is listed as left out is not compared.
    func differences() throws -> [String] {
        let facts = try #require(document.root.object)
        let (definition, questions) = try imported(facts)
        let decoded = try #require(DefinitionDecoder().decode(definition, name: "form").value)
        var form = try Form(CompiledForm(decoded), today: try #require(CalendarDay(iso: "2026-03-05")))
        var indices: [String: Int] = [:]
        for index in 0..<form.fieldCount where indices[form.field(index).id] == nil {
            indices[form.field(index).id] = index
        }
        let names = questions.filter { indices[$0] != nil }
        var differences: [String] = []
        for (number, step) in (facts["steps"]?.elements ?? []).compactMap(\.object).enumerated() {
            if let name = step["question"]?.string, let index = indices[name], let text = step["text"]?.string {
                _ = try form.perform([.field(index, .setText(text, formats: true, validates: true))])
            }
            let visible = Set(step["visible"]?.elements?.compactMap(\.string) ?? [])
            let required = Set(step["required"]?.elements?.compactMap(\.string) ?? [])
            if let name = step["question"]?.string, let isValid = step["isValid"]?.bool, names.contains(name),
                let index = indices[name], form.field(index).isVisible, form.field(index).error.isEmpty != isValid
            {
                differences.append("step \(number): \(name) is \(isValid ? "not valid" : "valid")")
            }
            for name in names {
                guard let index = indices[name] else { continue }
                let field = form.field(index)
                let isSeen = facts["xform"] == nil || step["values"]?.object?[name] == nil
                if isSeen, field.isVisible != visible.contains(name) {
                    differences.append("step \(number): \(name) is \(field.isVisible ? "visible" : "invisible")")
                }
                if field.isVisible, field.isRequired != required.contains(name) {
                    differences.append("step \(number): \(name) is \(field.isRequired ? "required" : "not required")")
                }
                // Nobody sees what an XForm works out.
                guard field.isVisible || facts["xform"] != nil else { continue }
                if let value = step["values"]?.object?[name]?.string, !Self.isEqual(value, field.value) {
                    differences.append("step \(number): \(name) is \(field.value) and not \(value)")
                }
            }
        }
        return differences
    }

    /// The definition, and the names of the questions of which nothing was left out.
    private func imported(_ facts: JSONObject) throws -> (definition: String, questions: [String]) {
        guard let xform = facts["xform"]?.string else {
            let survey = JSONWriter.text(of: try #require(facts["survey"]))
            let form = try SurveyImport.form(survey, decoder: DefinitionDecoder())
            let names = Self.questions(in: try JSONDocument(survey).root).filter { _, pointer in
                !form.omissions.contains { Self.isAbout($0.place, pointer) }
            }
            return (form.definition, names.keys.sorted())
        }
        let form = try XLSFormImport.form(xform: Array(xform.utf8), decoder: DefinitionDecoder())
        let leftOut = form.omissions.compactMap { $0.place.split(separator: ",").first.map(String.init) }
        let names = (facts["questions"]?.object?.members ?? []).filter { question in
            let path = question.value.string ?? ""
            return !leftOut.contains { path == $0 || path.hasPrefix($0 + "/") }
        }
        return (form.definition, names.map(\.key))
    }

    /// The places of the questions outside of rows, by their names; questions with the same name are missing.
    private static func questions(in value: JSONValue) -> [String: String] {
        var found: [String: String] = [:]
        var open = [value]
        while let next = open.popLast() {
            let object = next.object
            for key in ["pages", "elements", "questions"] { open += object?[key]?.elements ?? [] }
            guard let name = object?["name"]?.string, let type = object?["type"]?.string, type != "panel" else {
                continue
            }
            found[name] = found[name] == nil ? next.pointer : "/"
        }
        return found.filter { $0.value != "/" }
    }

    /// Whether a place that was left out is a part of an element around a question, or of the question.
    private static func isAbout(_ place: String, _ pointer: String) -> Bool {
        let tokens = place.split(separator: "/", omittingEmptySubsequences: false)
        let end = tokens.lastIndex { Int($0) != nil } ?? 0
        let element = tokens[...end].joined(separator: "/")
        return end > 0 && (pointer == element || pointer.hasPrefix(element + "/"))
    }

    private static func isEqual(_ one: String, _ other: String) -> Bool {
        if let left = Double(one), let right = Double(other) { return abs(left - right) < 1e-9 }
        return one == other
    }
}

@Suite("Imported forms agree with their judges")
struct JudgeTests {
    private static let facts = Result { try JudgedFacts.load() }

    @Test("in what is visible, required, valid and computed after random answers", arguments: try Self.facts.get())
    func forms(facts: JudgedFacts) throws {
        let differences = try facts.differences()
        #expect(differences.prefix(5) == [], "\(differences.count)")
    }
}

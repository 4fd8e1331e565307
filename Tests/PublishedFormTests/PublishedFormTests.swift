import FormEngine
import FormModel
import Foundation
import Testing

@Suite("Forms that others have published")
struct PublishedFormTests {
    private static let loaded = Result { try PublishedForm.load() }

    @Test("open and are filled in to a valid submission", arguments: try Self.loaded.get())
    func filledIn(published: PublishedForm) throws {
        #expect(published.omissions.listed == published.omissions.expected)
        let decoded = DefinitionDecoder().decode(published.definition, name: published.file)
        #expect(decoded.diagnostics == [])
        let today = try #require(CalendarDay(iso: "2026-03-05"))
        var form = try Form(CompiledForm(try #require(decoded.value)), today: today)
        for group in published.rows { _ = try form.perform([.addRow(group: group, position: nil)]) }
        for (id, text) in published.answers {
            let index = try #require((0..<form.fieldCount).first { form.field($0).id == id }, "no field \(id)")
            #expect(form.field(index).isVisible && form.field(index).isEnabled, "\(id) cannot be answered")
            _ = try form.perform([.field(index, .setText(text, formats: true, validates: true))])
            #expect(form.field(index).error.isEmpty, "\(id): \(form.field(index).error)")
        }
        let outcome = try form.perform([.submit])
        #expect(outcome.failure == nil)
        #expect(form.isComplete)
    }

    @Test("are not complete while required fields are empty", arguments: try Self.loaded.get())
    func empty(published: PublishedForm) throws {
        let decoded = try #require(DefinitionDecoder().decode(published.definition, name: published.file).value)
        let form = try Form(CompiledForm(decoded))
        let isDemanding = (0..<form.fieldCount).map(form.field).contains { field in
            field.isRequired && field.isVisible && ["", "false"].contains(field.value)
        }
        #expect(form.isComplete == !isDemanding)
    }

    @Test("are at least 25, and the table in the documentation lists their results")
    func table() throws {
        let forms = try Self.loaded.get()
        #expect(forms.count { $0.missing.isEmpty } >= 25)
        let rows = forms.map { form in
            let result = form.missing.isEmpty ? "whole" : form.missing.joined(separator: "; ")
            return "| \(form.source) | \(form.name) | \(form.making) | \(result) |"
        }
        let number = "\(forms.count { $0.missing.isEmpty }) of these \(forms.count) forms are whole."
        let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/FormModel/FormModel.docc/PublishedForms.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let isRow = { (line: String) in line.hasPrefix("| ") && !line.hasPrefix("| source") && !line.hasPrefix("| ---")
        }
        let first = try #require(lines.firstIndex(where: isRow))
        lines.removeAll { isRow($0) }
        lines.insert(contentsOf: rows.sorted { $0.lowercased() < $1.lowercased() }, at: first)
        lines[try #require(lines.firstIndex { $0.hasSuffix("forms are whole.") })] = number
        let made = lines.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["FORMD_RECORD"] != nil { try Data(made.utf8).write(to: article) }
        let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../README.md"
        )
        let front = try String(contentsOf: readme, encoding: .utf8)
        let whole = "\(forms.count { $0.missing.isEmpty }) of \(forms.count) are whole"
        let named = front.replacing(#/\d+ of \d+ are whole/#, with: whole)
        if ProcessInfo.processInfo.environment["FORMD_RECORD"] != nil { try Data(named.utf8).write(to: readme) }
        #expect(
            front.contains(whole) || ProcessInfo.processInfo.environment["FORMD_RECORD"] != nil,
            "run make reference"
        )
        #expect(text == made || ProcessInfo.processInfo.environment["FORMD_RECORD"] != nil, "run make reference")
    }
}

import FormEngine
import FormImport
import FormModel
import Testing

extension FinishedForm {
    /// The elements of the form, on one line each.
    func elements() throws -> [String] {
        let fields = try JSONDocument(definition).root.object?["fields"]?.elements ?? []
        return fields.map { JSONWriter.text(of: $0) }
    }

    func form() throws -> Form {
        let decoded = DefinitionDecoder().decode(definition, name: "form")
        #expect(decoded.diagnostics.filter { $0.severity == .error }.isEmpty)
        return try Form(CompiledForm(try #require(decoded.value)), today: try #require(CalendarDay(iso: "2026-03-05")))
    }
}

extension Form {
    func index(_ id: String) throws -> Int {
        try #require((0..<fieldCount).first { field($0).id == id }, "no field \(id)")
    }

    mutating func set(_ id: String, _ text: String) throws {
        _ = try perform([.field(try index(id), .setText(text, formats: true, validates: true))])
    }

    func isVisible(_ id: String) throws -> Bool { field(try index(id)).isVisible }
}

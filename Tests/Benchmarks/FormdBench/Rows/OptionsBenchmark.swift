import FormEngine
import FormModel

/// What a picker's search field waits for at each key.
let optionsBenchmark = OperationBenchmark(
    name: "options",
    title: "a page of 30,000 options, filtered",
    limit: 5_000_000
) {
    let options = (0..<30_000).map { "\"Town \($0) on River \($0 % 977)\"" }.joined(separator: ",")
    let form = try inProcessForm(
        #"{"fields": [{"id": "town", "input": {"type": "options", "options": [\#(options)]}}]}"#
    )
    let field = form.field(0)
    return { (try? field.listOptions(filter: "river 97", offset: 0, limit: 50))?.total ?? 0 }
}

/// A row added to a long list and taken away again: what is there already is not compiled anew.
let rowsBenchmark = OperationBenchmark(
    name: "rows",
    title: "a row added to 99 rows of 10 fields and removed",
    limit: nil
) {
    let plain = (0..<7).map { #"{"id": "f\#($0)", "placeholders": ["F"]}"# }.joined(separator: ",")
    var form = try inProcessForm(
        """
        {"fields": [{"id": "items", "repeat": {"min": 99, "max": 100}, "fields": [
          {"id": "what", "required": true, "placeholders": ["What"]},
          {"id": "phone", "formatter": {"type": "mask", "mask": "+7 ([000]) [000]-[00]-[00]"}},
          {"id": "mail", "validators": [{"type": "regex", "pattern": "@email"}]}, \(plain)]}]}
        """
    )
    return {
        let added = try? form.perform([.addRow(group: "items", position: 0)])
        guard case .row(let row) = added?.results.first else { return 0 }
        return (try? form.perform([.removeRow(group: "items", row: row)]))?.changes.count ?? 0
    }
}

private func inProcessForm(_ json: String) throws -> Form {
    guard let definition = DefinitionDecoder().decode(json, name: "").value else {
        throw BenchmarkFailure(description: "the benchmark's form is not valid")
    }
    return try Form(CompiledForm(definition))
}

import CBusBench
import FormEngine
import FormModel

/// One key in a plain field, by the engine alone: filter, limit, verdict, placeholder, height and the list of changes.
let keyBenchmark = OperationBenchmark(name: "key", title: "a key, engine alone, 10 fields", limit: 1_000) {
    try EngineForm(fields: 10).typing()
}

/// The same among a thousand fields: it costs no more.
let keyInLargeFormBenchmark = OperationBenchmark(
    name: "key-large",
    title: "a key, engine alone, 1,000 fields",
    limit: 1_000
) {
    try EngineForm(fields: 1_000).typing()
}

let maskedKeyBenchmark = OperationBenchmark(name: "key-mask", title: "a key under a mask, engine alone", limit: nil) {
    let formatter = #""formatter": {"type": "mask", "mask": "[0000] [0000] [0000] [0000] [0000] [0000]"},"#
    return try EngineForm(fields: 10, extra: formatter).typing("1")
}

/// A key in a field that 300 computed fields read.
let computedKeyBenchmark = OperationBenchmark(
    name: "key-computed",
    title: "a key, engine alone, read by 300 computed fields",
    limit: 300_000
) {
    try EngineForm(computed: 300, of: 1_000).typing("1", in: 0)
}

/// A form whose fields all look alike.
struct EngineForm {
    let definition: String

    /// Plain fields, and behind them fields that are the sum of the first and another one.
    init(computed: Int, of fields: Int) {
        let list = (0..<fields).map { index in
            guard index >= fields - computed else { return #"{"id": "f\#(index)", "value": "2"}"# }
            let operands = #"{"field": "f0"}, {"product": [{"field": "f2"}, 1.19]}, 3"#
            return #"{"id": "f\#(index)", "computed": {"sum": [\#(operands)]}}"#
        }
        definition = #"{"title": "Benchmark", "fields": [\#(list.joined(separator: ","))]}"#
    }

    /// - Parameter extra: keys that each field has besides, each followed by a comma.
    init(fields: Int, extra: String = "") {
        let list = (0..<fields).map { index in
            """
            {"id": "f\(index)", "placeholders": [{"service": "floating", "text": {"en": "Field \(index)"}}], \(extra)
             "hint": "A hint", "maxLength": 100, "allowedCharacters": {"sets": ["letters", "digits", "whitespace"]},
             "validators": [{"type": "length", "min": 3, "max": 80}]}
            """
        }
        definition = #"{"title": "Benchmark", "fields": [\#(list.joined(separator: ","))]}"#
    }

    func decoded() throws -> FormDefinition {
        let decoded = DefinitionDecoder().decode(definition, name: "benchmark")
        guard let form = decoded.value else {
            throw BenchmarkFailure(description: decoded.diagnostics.map(\.description).joined(separator: "; "))
        }
        return form
    }

    /// Types into a field, else the one in the middle, which begins anew every sixteen keys.
    func typing(_ key: String = "a", in place: Int? = nil) throws -> () -> Int {
        var form = try Form(CompiledForm(decoded()))
        let field = place ?? form.fieldCount / 2
        _ = try form.perform([.field(field, .focus)])
        var count = 0
        return {
            count &+= 1
            let operation: FieldOperation = count % 16 == 0 ? .reset : .insertText(key)
            return (try? form.perform([.field(field, operation)]))?.changes.count ?? 0
        }
    }
}

/// From the text of a definition with a thousand fields to a form that takes keys.
struct OpenFormBenchmark: Benchmark {
    let name = "open-form"

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let source = EngineForm(fields: 1_000)
        let times = try (0..<settings.rounds * 3).map { _ in
            let start = bench_now()
            let form = try Form(CompiledForm(source.decoded()))
            let duration = Double(bench_now() - start) / 1e6
            guard form.fieldCount == 1_000 else { throw BenchmarkFailure(description: "a field is missing") }
            return duration
        }
        return [Measurement("a form of 1,000 fields opens", times.sorted().percentile(0.50), .milliseconds, limit: 20)]
    }
}

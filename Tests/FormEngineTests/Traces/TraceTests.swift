import FormTraces
import Testing

@Suite("Recorded traces")
struct TraceTests {
    @Test("a form says and shows what the trace tells", arguments: Trace.all)
    func play(trace: Trace) async throws {
        // A definition's limit is 1 at least; the engine knows 0.
        let maximum = trace.definition["max_length"] == .number(0) ? 0 : nil
        var row = trace
        if maximum != nil { row.definition = row.definition.removing("max_length") }
        var runner = try TraceRunner(row, on: EngineStage(row.form, maximumLength: maximum))
        try await runner.run()
    }

    @Test("the traces are there")
    func present() {
        #expect(Trace.all.count > 40)
    }
}

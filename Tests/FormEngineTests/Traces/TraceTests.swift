import FormTraces
import Testing

@Suite("Recorded traces")
struct TraceTests {
    @Test("a form announces and shows what the trace contains", arguments: Trace.all)
    func play(trace: Trace) async throws {
        var runner = try TraceRunner(trace, on: EngineStage(trace.form))
        try await runner.run()
    }

    @Test("the traces can be read")
    func present() throws {
        #expect(try Trace.load().count == Trace.all.count)
    }
}

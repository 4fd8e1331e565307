import Testing

@Suite("Recorded traces")
struct TraceTests {
    /// Rows about what formd does not have.
    static let excluded = [
        "TF-68": "nothing overwrites a field's height"
    ]

    @Test("a form says and shows what the trace tells", arguments: Trace.all.filter { excluded[$0.id] == nil })
    func play(trace: Trace) throws {
        var runner = try TraceRunner(trace)
        try runner.run()
    }

    @Test("the traces are there")
    func present() {
        #expect(Trace.all.count > 40)
    }
}

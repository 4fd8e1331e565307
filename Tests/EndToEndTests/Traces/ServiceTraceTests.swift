import DBus
import EventLoop
import FormTraces
import FormdTesting
import Testing

@Suite("Recorded traces, played by a client", .loop, .timeLimit(.minutes(5)))
struct ServiceTraceTests {
    /// Rows that no client can play.
    static let excluded = [
        "TF-57": "a definition's limit is 1 at least"
    ]

    @Test("signals and properties are those of the traces", arguments: Transport.allCases)
    @LoopActor
    func play(transport: Transport) async throws {
        let service = try await Service.start(plugins: true)
        let client = try await service.connect(transport)
        for trace in Trace.all where Self.excluded[trace.id] == nil {
            let stage = try await ServiceStage(trace.form, on: client)
            var runner = try TraceRunner(trace, on: stage)
            try await runner.run()
            try await stage.close()
        }
        #expect(Trace.all.count > 40)
    }
}

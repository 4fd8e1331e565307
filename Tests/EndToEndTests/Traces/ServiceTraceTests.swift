import DBus
import EventLoop
import FormTraces
import FormdTesting
import Testing

@Suite("Recorded traces, played by a client", .loop, .timeLimit(.minutes(5)))
struct ServiceTraceTests {
    @Test("signals and properties are those of the traces", arguments: Transport.allCases)
    @LoopActor
    func play(transport: Transport) async throws {
        let service = try await Service.start(plugins: true)
        let client = try await service.connect(transport)
        for trace in Trace.all {
            let stage = try await ServiceStage(trace.form, on: client)
            var runner = try TraceRunner(trace, on: stage)
            try await runner.run()
            try await stage.close()
        }
    }
}

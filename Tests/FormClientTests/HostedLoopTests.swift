import FormdTesting
import Testing

@Suite("A client in another event loop", .timeLimit(.minutes(2)))
struct HostedLoopTests {
    @Test("one descriptor becomes readable for replies, signals and timers", arguments: Transport.allCases)
    func poll(_ transport: Transport) async throws {
        let bus = try PrivateBus()
        let daemon = try await Daemon.start(.busAndSocket(bus), forms: TestForms.all)
        let address = transport == .bus ? bus.address : daemon.socketAddress
        let text = String(repeating: "abc", count: 30)
        let result = try await Tool.run(BuiltProducts.path(of: "hosted-client"), [address, "plain", text])
        #expect(result.output == text + "\nclosed\n", "\(result)")
        #expect(result.status == 0)
    }
}

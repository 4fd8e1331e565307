import FormdTesting
import Testing

@Suite("The demo")
struct DemoTests {
    @Test("runs to its end with the expected output")
    func demo() async throws {
        let script = BuiltProducts.project + "/Tests/Demo/demo.sh"
        let result = try await Tool.run(script, [BuiltProducts.folder], limit: .seconds(60))
        #expect(result.status == 0, "\(result.output)\n\(result.errors)")
        #expect(!result.output.contains("\u{1b}"))
    }
}

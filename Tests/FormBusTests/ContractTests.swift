import EventLoop
import FormBus
import FormdTesting
import Foundation
import Testing

@Suite("The contract", .loop)
struct ContractTests {
    @Test("the interfaces that the daemon serves are those of the contract, member by member")
    @LoopActor
    func interfaces() throws {
        #expect(differences(between: try Self.contract(), and: FormService.introspectionXML) == [])
    }

    @Test(
        "a change of a member's name, type, direction, access or notification is found",
        arguments: [
            ("name=\"OpenSession\"", "name=\"Open\""),
            ("name=\"options\" type=\"a{sv}\"", "name=\"options\" type=\"a{ss}\""),
            ("name=\"session\" type=\"o\" direction=\"out\"", "name=\"session\" type=\"o\" direction=\"in\""),
            ("name=\"Locale\" type=\"s\" access=\"readwrite\"", "name=\"Locale\" type=\"s\" access=\"read\""),
            ("EmitsChangedSignal\" value=\"const\"", "EmitsChangedSignal\" value=\"true\""),
        ]
    )
    @LoopActor
    func sensitivity(_ original: String, _ changed: String) throws {
        let contract = try Self.contract().replacingOccurrences(of: original, with: changed)
        #expect(differences(between: contract, and: FormService.introspectionXML) != [])
    }

    private static func contract() throws -> String {
        let file = try #require(
            Bundle.module.url(forResource: "org.formd.Forms1", withExtension: "xml", subdirectory: "Contract")
        )
        return try String(contentsOf: file, encoding: .utf8)
    }
}

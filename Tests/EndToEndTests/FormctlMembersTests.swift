import FormdTesting
import Testing

@Suite("formctl grant and revoke")
struct FormctlMembersTests {
    @Test("accept a user's name or number, and report the reason of a refusal")
    func roles() async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "t")
        #expect(try await formctl.output("grant", "t", "nobody", "viewer").isEmpty)
        #expect(try await formctl.output("grant", "t", "65534", "editor").isEmpty)
        #expect(try await formctl.output("revoke", "t", "nobody").isEmpty)
        let again = try await formctl("revoke", "t", "nobody")
        #expect(again.errors == "formctl: InvalidArgument: user 65534 has no role in this session\n")
        #expect(again.status == 1)
        let unknown = try await formctl("grant", "t", "no such user", "viewer")
        #expect(unknown.errors == "formctl: there is no user no such user\n" && unknown.status == 1)
        #expect(try await formctl("grant", "t", "nobody", "king").status == 2)
    }
}

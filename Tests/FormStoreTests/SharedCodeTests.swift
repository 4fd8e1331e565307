import Testing

@testable import FormStore

@Suite("Codes of shared sessions")
struct SharedCodeTests {
    @Test("a code can be typed in as a person reads it")
    func typed() {
        for _ in 0..<100 {
            let code = SharedCode.random()
            #expect(SharedCode.typed(SharedCode.shown(code)) == code)
            #expect(SharedCode.typed(" \(code.lowercased()) ") == code)
        }
        #expect(SharedCode.typed("ol10-abcd") == "0110ABCD")
        for wrong in ["", "ABCD-EFG", "ABCD-EFGHJ", "ABCU-EFGH", "ABCD_EFGH", "ÄBCD-EFGH", "2ab9c8"] {
            #expect(SharedCode.typed(wrong) == nil)
        }
    }

    @Test("an identity is read from what was written, and from nothing else")
    func identity() {
        let identity = SharedIdentity(id: "abc9", epoch: 7)
        #expect(SharedIdentity([SharedIdentity.entry: identity.text]) == identity)
        #expect(SharedIdentity(markedBy: EndMark(identity).name) == identity)
        for wrong in [
            "", "abc", "abc 0", "abc -1", "ABC 1", "abc 1 1", "abc x", "a'b 1",
            String(repeating: "a", count: 65) + " 1",
        ] {
            #expect(SharedIdentity([SharedIdentity.entry: wrong]) == nil)
        }
    }
}

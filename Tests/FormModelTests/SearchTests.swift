import FormModel
import Testing

@Suite("Searching a text")
struct SearchTests {
    @Test("a text is found at the boundaries of whole characters")
    func cases() {
        for (text, part, isThere) in [
            ("", "", true), ("a", "", true), ("", "a", false), ("abc", "abc", true), ("abc", "abcd", false),
            ("aab", "ab", true), ("abababac", "ababac", true), ("abababa", "ababac", false), ("xyz", "z", true),
            ("caf\u{E9}s", "fe\u{301}", true), ("cafe\u{301}", "fe", false), ("👨‍👩‍👧", "👩", false),
        ] { #expect(text.holds(part) == isThere, "\(part) in \(text)") }
    }

    // The limit is for something that hardly ends: it includes waiting for the tests that run at the same time.
    @Test("the time does not depend on the number of partial matches", .timeLimit(.minutes(20)))
    func worst() {
        // A search that begins anew at each place would take minutes.
        let text = String(repeating: "a", count: 65_536)
        #expect(!text.holds(String(repeating: "a", count: 32_768) + "b"))
    }

    @Test("the result equals a comparison at each position", arguments: 0..<200)
    func random(seed: UInt64) {
        var state = seed
        func text(_ count: Int) -> String {
            String(
                (0..<count).map { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return state >> 63 == 0 ? "a" : "b"
                }
            )
        }
        let (text, part) = (Array(text(20)), Array(text(Int(seed % 5))))
        let isThere = text.indices.contains { text[$0...].starts(with: part) } || part.isEmpty
        #expect(text.holds(part) == isThere)
    }

    @Test("replacing replaces each occurrence")
    func replacing() {
        #expect("a_b__c".replacing(each: "_", by: "--") == "a--b----c")
        #expect("_".replacing(each: "_", by: "") == "" && "".replacing(each: "_", by: "x") == "")
    }
}

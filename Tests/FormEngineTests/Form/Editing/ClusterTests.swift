@testable import FormEngine
import Testing
import TextEditing

@Suite("Clusters")
struct ClusterTests {
    static let texts = [
        "", "a", "abc", "a\r\nb", "\r", "\n\r", "\u{0}", "é", "e\u{301}", "a\u{301}b", "👨‍👩‍👧", "🇷🇺", "한",
        String(repeating: "x", count: 40), String(repeating: "x", count: 40) + "\r\n",
    ]

    @Test("the fast path counts clusters correctly", arguments: texts)
    func count(text: String) {
        #expect(text.clusterCount == text.count)
        #expect(text.isSimple == text.unicodeScalars.allSatisfy { $0.isASCII && $0 != "\r" })
    }
}

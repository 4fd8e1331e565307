import FormModel
import RandomTesting
import Testing

@testable import FormEngine

@Suite("The search in a list of options")
struct OptionSearchTests {
    private func search(_ labels: [String]) -> OptionSearch {
        OptionSearch(labels.map { OptionsInput.Option(value: $0, label: LocalizedText($0)) })
    }

    private func places(_ filter: String, in labels: [String]) -> [Int] {
        var places: [Int] = []
        search(labels).visit(filter) { place, _ in
            places.append(place)
            return true
        }
        return places
    }

    @Test("the search ignores case, and whether label or filter is decomposed")
    func normalization() {
        let labels = ["Café", "Cafe\u{301} Central", "CAFE\u{301}", "Cafe", "한"]
        for filter in ["é", "e\u{301}", "É", "E\u{301}", "fé"] { #expect(places(filter, in: labels) == [0, 1, 2]) }
        #expect(places("\u{1112}\u{1161}\u{11AB}", in: labels) == [4])
    }

    @Test(
        "the search finds the same options as a plain comparison at every position",
        arguments: [1, 2, 3] as [UInt64]
    )
    func sameAsNaive(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let labels = (0..<5).map { _ in random.text(of: ["a", "b", "ab", "é"], upTo: 12) }
            let filter = random.text(of: ["a", "b", "é"], upTo: 5)
            let found = labels.indices.filter { index in
                let (label, piece) = (Array(labels[index].utf8), Array(filter.utf8))
                return !piece.isEmpty && label.indices.contains { label[$0...].starts(with: piece) }
            }
            #expect(places(filter, in: labels) == found, "\(filter) in \(labels)")
        }
    }
}

/// A code that a screen shows and a person types in at another one: eight characters, none of which is taken for another.
package enum SharedCode {
    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return String((0..<8).map { _ in letters[Int(generator.next() & 31)] })
    }

    /// The code as a screen shows it: two groups of four characters.
    package static func shown(_ code: String) -> String { "\(code.prefix(4))-\(code.dropFirst(4))" }

    /// The code that somebody has typed, in whatever letters; `nil` if it is none.
    package static func typed(_ text: String) -> String? {
        let read: [Character: Character] = ["O": "0", "I": "1", "L": "1"]
        let code = text.uppercased().filter { $0 != "-" && $0 != " " }.map { read[$0] ?? $0 }
        return code.count == 8 && code.allSatisfy(letters.contains) ? String(code) : nil
    }
}

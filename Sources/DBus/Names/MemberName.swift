/// The name of a method, signal or property: letters, digits and underscores, no digit first.
package struct MemberName: ValidatedName {
    package static let kind = "member name"

    package let string: String

    package init(unchecked string: String) {
        self.string = string
    }

    package static func accepts(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count > 0, bytes.count <= NameGrammar.maximumLength else { return false }
        guard NameGrammar.isLetter(bytes[0]) else { return false }
        for index in 1..<bytes.count where !NameGrammar.isLetter(bytes[index]) && !NameGrammar.isDigit(bytes[index]) {
            return false
        }
        return true
    }
}

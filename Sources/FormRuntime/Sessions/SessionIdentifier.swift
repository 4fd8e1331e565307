/// Identifies a session by its owner and the token that the owner chose. It is known before the session is opened.
package struct SessionIdentifier: Sendable, Hashable {
    package let owner: UInt32
    package let token: Token

    /// One to 64 characters of `[A-Za-z0-9_]`, which are valid in an object path.
    package struct Token: Sendable, Hashable, CustomStringConvertible {
        package let description: String

        package init(_ text: String) throws(RuntimeError) {
            let isLegal = text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
            guard isLegal, (1...64).contains(text.utf8.count) else {
                let shown = String(text.prefix(80))
                throw RuntimeError(.invalidArgument, "token \"\(shown)\" is not 1 to 64 characters of [A-Za-z0-9_]")
            }
            description = text
        }

        /// A token that cannot be guessed: 128 random bits.
        package static func random() -> Token {
            var generator = SystemRandomNumberGenerator()
            return Token(unchecked: String(generator.next(), radix: 36) + String(generator.next(), radix: 36))
        }

        /// The token in an element of an object path, which contains no other characters; `nil` if it is too long.
        package init?(pathElement text: String) {
            guard (1...64).contains(text.utf8.count) else { return nil }
            description = text
        }

        private init(unchecked text: String) {
            description = text
        }
    }

    /// Orders identifiers like the sessions' paths.
    static func < (one: SessionIdentifier, other: SessionIdentifier) -> Bool {
        (one.owner, one.token.description) < (other.owner, other.token.description)
    }

    package init(owner: UInt32, token: Token) {
        self.owner = owner
        self.token = token
    }
}

/// The identity of a session in the shared store: the same at whichever daemon the session continues.
package struct SharedIdentity: Sendable, Hashable {
    /// 1 to 64 characters of `[a-z0-9]`.
    package let id: String
    /// Rises whenever another daemon goes on with the session, so that the former one finds out.
    package let epoch: Int64

    /// The name of the entry in the session's file.
    package static let entry = "shared"

    package init(id: String, epoch: Int64 = 1) {
        self.id = id
        self.epoch = epoch
    }

    /// An identity of its own.
    package static func random() -> SharedIdentity {
        var generator = SystemRandomNumberGenerator()
        return SharedIdentity(id: String(generator.next(), radix: 36) + String(generator.next(), radix: 36))
    }

    /// The identity in the entries of a session's file; `nil` if it has none, or a damaged one.
    package init?(_ entries: [String: String]) {
        self.init(entries[Self.entry] ?? "", separator: " ")
    }

    /// The identity in a text of its two parts.
    init?(_ text: String, separator: Character) {
        let parts = text.split(separator: separator)
        guard parts.count == 2, Self.isID(parts[0]), let epoch = Int64(parts[1]), epoch > 0 else { return nil }
        self.init(id: String(parts[0]), epoch: epoch)
    }

    /// The value of the entry.
    package var text: String { "\(id) \(epoch)" }

    static func isID(_ text: some StringProtocol) -> Bool {
        1...64 ~= text.utf8.count
            && text.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            }
    }
}

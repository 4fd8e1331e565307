import CSodium

/// A public key of minisign or signify for checking signatures (Ed25519). Both write it in the same way: the letters `Ed`, 8
/// bytes that identify the pair of keys, and 32 bytes of the key, in Base64.
package struct PublicKey: Sendable, Hashable {
    let identifier: [UInt8]
    let bytes: [UInt8]
    /// The Base64, as `minisign -P` takes it.
    package let text: String

    static let algorithm = Array("Ed".utf8)
    static let identifierLength = 8

    /// - Parameter text: the Base64, or the contents of a file `minisign.pub`. `nil` if it is not a key.
    package init?(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline)
        guard let line = lines.last, lines.count == 1 || lines.count == 2 && lines[0].hasPrefix(SignatureText.comment),
            let decoded = Base64.decoded(line.utf8),
            decoded.count == Self.algorithm.count + Self.identifierLength + crypto_sign_publickeybytes(),
            decoded.starts(with: Self.algorithm)
        else { return nil }
        identifier = Array(decoded.dropFirst(Self.algorithm.count).prefix(Self.identifierLength))
        bytes = Array(decoded.dropFirst(Self.algorithm.count + Self.identifierLength))
        self.text = String(line)
    }

    /// The identifier as minisign shows it.
    static func shown(_ identifier: some Collection<UInt8>) -> String {
        Hexadecimal.text(identifier.reversed()).uppercased()
    }
}

enum Base64 {
    /// The bytes of a text in Base64 with padding; `nil` if it is none.
    static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
        let text = text.map { CChar(bitPattern: $0) }
        var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3)
        var count = 0
        let status = unsafe sodium_base642bin(
            &bytes,
            bytes.count,
            text,
            text.count,
            nil,
            &count,
            nil,
            sodium_base64_VARIANT_ORIGINAL
        )
        return status == 0 ? Array(bytes.prefix(count)) : nil
    }
}

package enum Hexadecimal {
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

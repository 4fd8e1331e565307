import CSodium

/// The lines of a signature file.
enum SignatureText {
    static let comment = "untrusted comment: "
    static let trustedComment = "trusted comment: "
}

/// A signature in a file of its own, as minisign or signify writes it: <https://jedisct1.github.io/minisign/>.
///
/// The file of minisign has four lines: a comment, the signature in Base64, a comment that is signed, too, and the signature of
/// the signature and this comment. That of signify consists of the first two. The signature is of the document itself (`Ed`),
/// or of its BLAKE2b hash of 64 bytes (`ED`), as today's minisign makes it.
package struct DetachedSignature: Sendable {
    private let isPrehashed: Bool
    private let identifier: [UInt8]
    private let signature: [UInt8]
    /// The signed comment and its signature; `nil` for signify.
    private let comment: (text: [UInt8], signature: [UInt8])?

    /// The maximum length of a file.
    package static let maximumLength = 8 << 10

    /// Reads a file. Throws `wrongSignature` if it is no signature.
    package init(_ file: [UInt8]) throws(BundleError) {
        var lines = file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard file.count <= Self.maximumLength, lines.count == 2 || lines.count == 4,
            lines[0].starts(with: SignatureText.comment.utf8), let bytes = Base64.decoded(lines[1]),
            bytes.count == 2 + PublicKey.identifierLength + crypto_sign_bytes()
        else { throw BundleError(.wrongSignature, "it is no signature of minisign or signify") }
        switch Array(bytes.prefix(2)) {
        case Array("ED".utf8): isPrehashed = true
        case PublicKey.algorithm: isPrehashed = false
        default: throw BundleError(.wrongSignature, "the signature has an unknown algorithm")
        }
        identifier = Array(bytes.dropFirst(2).prefix(PublicKey.identifierLength))
        signature = Array(bytes.dropFirst(2 + PublicKey.identifierLength))
        if lines.count == 2 {
            guard !isPrehashed else { throw BundleError(.wrongSignature, "the signature has no trusted comment") }
            comment = nil
        } else {
            guard lines[2].starts(with: SignatureText.trustedComment.utf8), let global = Base64.decoded(lines[3]),
                global.count == crypto_sign_bytes()
            else { throw BundleError(.wrongSignature, "the signature has no signed trusted comment") }
            comment = (Array(lines[2].dropFirst(SignatureText.trustedComment.utf8.count)), global)
        }
    }

    /// Checks the signature of a document. Throws `unknownKey` if it was made with none of the keys, and `wrongSignature` if
    /// it does not fit.
    package func check(_ document: [UInt8], by keys: [PublicKey]) throws(BundleError) {
        guard let key = keys.first(where: { $0.identifier == identifier }) else {
            let known = keys.map { PublicKey.shown($0.identifier) }.joined(separator: ", ")
            let message = "it is signed with the key \(PublicKey.shown(identifier)), not with \(known)"
            throw BundleError(.unknownKey, message)
        }
        let signed = isPrehashed ? Self.hash(document) : document
        guard Self.fits(signature, signed, key) else {
            throw BundleError(.wrongSignature, "the signature does not fit the contents")
        }
        if let comment, !Self.fits(comment.signature, signature + comment.text, key) {
            throw BundleError(.wrongSignature, "the signature of the trusted comment does not fit")
        }
    }

    private static func fits(_ signature: [UInt8], _ bytes: [UInt8], _ key: PublicKey) -> Bool {
        unsafe crypto_sign_verify_detached(signature, bytes, UInt64(bytes.count), key.bytes) == 0
    }

    private static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: crypto_generichash_bytes_max())
        unsafe crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
        return hash
    }
}

import CSodium

/// What submissions need of libsodium.
enum Sodium {
    /// The bytes of a key for `hash`.
    static let keyLength = 32

    /// 16 hexadecimal digits that say nothing about the bytes to somebody who does not know the key (BLAKE2b).
    static func hash(_ bytes: some Collection<UInt8>, key: [UInt8]) -> String {
        // The library makes no shorter ones.
        var hash = [UInt8](repeating: 0, count: crypto_generichash_bytes_min())
        let bytes = Array(bytes)
        unsafe crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), key, key.count)
        return hash.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// A text that only the owner of the secret key can read: a sealed box, in Base64; `nil` if the public key is none.
    ///
    /// - Parameter publicKey: 32 bytes.
    static func sealed(_ text: String, for publicKey: [UInt8]) -> String? {
        guard sodium_init() >= 0, publicKey.count == crypto_box_publickeybytes() else { return nil }
        let text = Array(text.utf8)
        var box = [UInt8](repeating: 0, count: text.count + crypto_box_sealbytes())
        guard unsafe crypto_box_seal(&box, text, UInt64(text.count), publicKey) == 0 else { return nil }
        var base64 = [CChar](
            repeating: 0,
            count: sodium_base64_encoded_len(box.count, Int32(sodium_base64_VARIANT_ORIGINAL))
        )
        unsafe sodium_bin2base64(&base64, base64.count, box, box.count, Int32(sodium_base64_VARIANT_ORIGINAL))
        return String(decoding: base64.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

import CSodium
package import EventLoop
import Glibc

/// SHA-256 as 64 hexadecimal digits, as `sha256sum` prints it.
package enum Digest {
    package static func of(_ bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: crypto_hash_sha256_bytes())
        unsafe crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return Hexadecimal.text(digest)
    }

    /// Reads a file.
    package static func ofFile(_ path: String) throws(SystemError) -> String {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw SystemError("open \(path)", code: errno) }
        let file = Descriptor(owning: number)
        var state = crypto_hash_sha256_state()
        unsafe crypto_hash_sha256_init(&state)
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(file.number, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("read \(path)", code: errno) }
            if count == 0 { break }
            unsafe crypto_hash_sha256_update(&state, chunk, UInt64(count))
        }
        var digest = [UInt8](repeating: 0, count: crypto_hash_sha256_bytes())
        unsafe crypto_hash_sha256_final(&state, &digest)
        return Hexadecimal.text(digest)
    }
}

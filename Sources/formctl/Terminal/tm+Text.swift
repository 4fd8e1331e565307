import Glibc

extension tm {
    /// The time in a format of `strftime`.
    func formatted(_ format: String) -> String {
        var (parts, buffer) = (self, [CChar](repeating: 0, count: 128))
        let count = strftime(&buffer, buffer.count, format, &parts)
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

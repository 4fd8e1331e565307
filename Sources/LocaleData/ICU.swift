import CICU

/// Proof that ICU is loaded: the functions of `CICU` may be called only with a value of this type.
struct ICU {
    /// Why ICU could not be loaded.
    struct Missing: Error {
        /// The message of the dynamic linker.
        var reason: String
    }

    init() throws(Missing) {
        if let reason = unsafe icu_load() { throw Missing(reason: unsafe String(cString: reason)) }
    }

    /// The buffer size in UTF-16 code units, which is enough for names, symbols, patterns and numbers.
    private static let capacity = 256

    /// The UTF-16 code units that a function writes into a buffer; `nil` if the function fails.
    func units(
        capacity: Int = capacity,
        _ write: (UnsafeMutablePointer<UInt16>, Int32) -> Int32
    ) -> [UInt16]? {
        unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: capacity) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = unsafe Int(write(start, Int32(buffer.count)))
            guard 0...buffer.count ~= count else { return nil }
            return unsafe Array(buffer.prefix(count))
        }
    }

    /// The text that a function writes into a buffer; `nil` if the function fails.
    func text(
        capacity: Int = capacity,
        _ write: (UnsafeMutablePointer<UInt16>, Int32) -> Int32
    ) -> String? {
        unsafe units(capacity: capacity, write).map { String(decoding: $0, as: UTF16.self) }
    }
}

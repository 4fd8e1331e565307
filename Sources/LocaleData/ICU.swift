import CICU

/// ICU, loaded: whoever has a value of this type may call the functions of `CICU`.
struct ICU {
    /// Why there is no ICU.
    struct Missing: Error {
        /// The dynamic linker's words.
        var reason: String
    }

    init() throws(Missing) {
        if let reason = unsafe icu_load() { throw Missing(reason: unsafe String(cString: reason)) }
    }

    /// Code units of UTF-16. Names, symbols, patterns and numbers are not longer.
    private static let capacity = 256

    /// The code units of UTF-16 that one of the functions writes into a buffer; `nil` if the function fails.
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

    /// The text that one of the functions writes.
    func text(
        capacity: Int = capacity,
        _ write: (UnsafeMutablePointer<UInt16>, Int32) -> Int32
    ) -> String? {
        unsafe units(capacity: capacity, write).map { String(decoding: $0, as: UTF16.self) }
    }
}

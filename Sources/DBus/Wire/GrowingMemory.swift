import Glibc

/// A growing block of memory. Its owner tracks which part of it holds data.
///
/// Swift's arrays end the process when an allocation fails. This block stays unchanged if it cannot grow, and reports
/// that, so that only the large message fails.
@safe
struct GrowingMemory: ~Copyable {
    /// Valid until the block grows or shrinks; `nil` while there is no memory.
    private(set) var base: UnsafeMutableRawPointer?
    /// In bytes.
    private(set) var capacity = 0

    /// The minimum size; allocations of this size are assumed to succeed.
    static let leastCapacity = 256

    init() {
        unsafe base = nil
    }

    deinit {
        unsafe free(base)
    }

    /// Grows the block at least to a size, and at least to twice its current size, so that many small steps take linear
    /// time. The contents are preserved. Returns `false` if there is not enough memory.
    mutating func grow(to minimum: Int) -> Bool {
        let size = max(minimum, capacity * 2, Self.leastCapacity)
        guard let larger = unsafe realloc(base, size) else { return false }
        unsafe base = larger
        capacity = size
        return true
    }

    /// Overwrites an unused part of the block, because it may have contained a secret.
    func wipe(_ part: Range<Int>) {
        guard let base = unsafe base, part.upperBound <= capacity else { return }
        unsafe memset(base + part.lowerBound, 0, part.count)
    }

    /// Frees the block if it has more than `kept` bytes.
    mutating func shrink(keeping kept: Int) {
        guard capacity > kept else { return }
        unsafe free(base)
        unsafe base = nil
        capacity = 0
    }

    /// Whether an amount of memory is available now. Must be checked before Swift allocates memory whose size a message
    /// determines, because Swift ends the process if an allocation fails.
    static func isAvailable(_ bytes: Int) -> Bool {
        guard bytes > 64 << 10 else { return true }
        guard let probe = unsafe malloc(bytes) else { return false }
        unsafe free(probe)
        return true
    }
}

import Glibc

/// A block of memory that grows. Its owner knows which part of it holds data.
///
/// Swift's arrays end the process when an allocation fails. Here a block that cannot grow stays as it is and says so, so
/// that a large message fails alone.
@safe
struct GrowingMemory: ~Copyable {
    /// Valid until the block grows or shrinks; `nil` while there is no memory.
    private(set) var base: UnsafeMutableRawPointer?
    /// In bytes.
    private(set) var capacity = 0

    /// The smallest block: whatever is smaller than this is not expected to fail.
    static let leastCapacity = 256

    init() {
        unsafe base = nil
    }

    deinit {
        unsafe free(base)
    }

    /// Makes the block at least so large, and at least twice as large as it was, so that many small steps cost no more than
    /// one large one. The contents stay. False if there is not enough memory.
    mutating func grow(to minimum: Int) -> Bool {
        let size = max(minimum, capacity * 2, Self.leastCapacity)
        guard let larger = unsafe realloc(base, size) else { return false }
        unsafe base = larger
        capacity = size
        return true
    }

    /// Overwrites a part of the block that holds no data any more: it may have held a secret.
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

    /// Whether so much memory can be had at this moment. To be asked before Swift allocates what the length of a message
    /// decides: Swift ends the process when it fails.
    static func isAvailable(_ bytes: Int) -> Bool {
        guard bytes > 64 << 10 else { return true }
        guard let probe = unsafe malloc(bytes) else { return false }
        unsafe free(probe)
        return true
    }
}

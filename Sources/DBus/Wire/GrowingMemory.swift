import Glibc

/// Memory that grows and goes with its owner, who alone knows what is in it.
@safe
struct GrowingMemory: ~Copyable {
    /// Valid until this grows or is given back; nil while there is none.
    private(set) var base: UnsafeMutableRawPointer?
    /// In bytes.
    private(set) var capacity = 0

    init() {
        unsafe base = nil
    }

    deinit {
        unsafe free(base)
    }

    /// Keeps what is in it. At least doubles, so that growing little by little costs no more than the whole.
    mutating func grow(to minimum: Int) {
        let size = max(minimum, capacity * 2)
        guard let larger = unsafe realloc(base, size) else { outOfMemory() }
        unsafe base = larger
        capacity = size
    }

    /// Gives all of it back if that is more than `kept` bytes.
    mutating func shrink(keeping kept: Int) {
        guard capacity > kept else { return }
        unsafe free(base)
        unsafe base = nil
        capacity = 0
    }
}

/// What an allocation fails with, as Swift's own do.
func outOfMemory() -> Never {
    fatalError("out of memory")
}

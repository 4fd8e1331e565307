import CPCRE2

/// Adds up the work of one match, and ends it when its budget is spent.
///
/// PCRE2 calls out before each item of the pattern. Between two calls it has moved over the text by the
/// distance of their positions, or failed inside one item; the weights cover the second.
struct WorkMeter {
    private var remaining: Int
    private var position = 0
    private let charge: Int

    /// One unit is a call-out or eight bytes of text, some ten nanoseconds.
    private static let base = 200_000
    private static let perByte = 8

    /// What one item of a pattern may cost without moving the match position.
    struct Weights {
        /// Compares with what an earlier group matched, so may read as much text as there is.
        let hasBackreferences: Bool
        /// Bytes of compiled code.
        let size: Int

        @safe
        init(of code: OpaquePointer) {
            var backreference: UInt32 = 0
            unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_BACKREFMAX), &backreference)
            var size = 0
            unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_SIZE), &size)
            hasBackreferences = backreference > 0
            self.size = size
        }
    }

    init(weights: Weights, textLength: Int) {
        remaining = Self.base + Self.perByte * textLength
        charge = 1 + (weights.hasBackreferences ? textLength / 8 : 0)
    }

    private mutating func spend(reaching next: Int) -> Bool {
        remaining -= charge + abs(next - position) / 8
        position = next
        return remaining > 0
    }

    /// Gets the address of a `WorkMeter`.
    static let callout: @convention(c) (UnsafeMutablePointer<pcre2_callout_block_8>?, UnsafeMutableRawPointer?) -> Int32 = {
        block, meter in
        guard let block = unsafe block, let meter = unsafe meter?.assumingMemoryBound(to: WorkMeter.self) else {
            return Int32(PCRE2_ERROR_INTERNAL)
        }
        return unsafe meter.pointee.spend(reaching: block.pointee.current_position) ? 0 : Int32(PCRE2_ERROR_MATCHLIMIT)
    }
}

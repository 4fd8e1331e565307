import CPCRE2

/// Adds up the work of one match, and ends the match when its budget is used up.
///
/// PCRE2 calls `callout` before each item of the pattern. Between two calls it has either moved over the text, by the
/// distance between the positions of the two calls, or failed inside one item without moving; `Weights` says what to
/// charge for such a failure.
struct WorkMeter {
    private var remaining: Int
    private var position = 0
    private let charge: Int

    /// The budget of one match, and the charge for an item of the pattern that does not move the match position.
    struct Weights {
        private let base: Int
        private let perByte: Int
        /// The number of bytes that an item can read before it fails: for a repetition its minimum count, for a
        /// backreference any number.
        private let readInVain: Int
        /// Whether an item may read grapheme clusters (`\X`). PCRE2 does not call out within such an item, and at each
        /// regional indicator it looks back over all indicators that directly precede it.
        let readsClusters: Bool

        /// - Parameters:
        ///   - code: the code that was compiled from `text`.
        @safe
        init(of code: OpaquePointer, text: String, isMachineCode: Bool) {
            var backreference: UInt32 = 0
            unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_BACKREFMAX), &backreference)
            readInVain = backreference > 0 ? .max : Self.largestNumber(in: text)
            readsClusters = zip(text.utf8, text.utf8.dropFirst()).contains {
                $0 == UInt8(ascii: "\\") && $1 == UInt8(ascii: "X")
            }
            // One unit is a call-out or eight bytes of text: about ten nanoseconds of machine code, and about thirty of
            // the interpreter.
            base = isMachineCode ? 150_000 : 80_000
            perByte = isMachineCode ? 4 : 1
        }

        func budget(textLength: Int) -> Int { base + perByte * textLength }

        /// The units to charge for each item of the pattern on this text.
        func charge(_ text: UnsafeBufferPointer<UInt8>) -> Int {
            let inVain = min(readInVain, text.count) / 8
            guard readsClusters else { return 1 + inVain }
            let indicators = unsafe Self.longestRunOfIndicators(in: text)
            return 1 + inVain + text.count / 2 + indicators * indicators / 16
        }

        /// The length of the longest sequence of regional indicators (U+1F1E6 to U+1F1FF) in the text.
        private static func longestRunOfIndicators(in text: UnsafeBufferPointer<UInt8>) -> Int {
            var (longest, run, place) = (0, 0, 0)
            while place < text.count {
                let isIndicator =
                    unsafe place + 3 < text.count && text[place] == 0xF0 && text[place + 1] == 0x9F
                    && text[place + 2] == 0x87 && text[place + 3] >= 0xA6
                run = isIndicator ? run + 1 : 0
                longest = max(longest, run)
                place += isIndicator ? 4 : 1
            }
            return longest
        }

        /// The largest number that is written in the pattern: no repetition can have a larger count.
        private static func largestNumber(in text: String) -> Int {
            text.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                .reduce(0) { max($0, Int(Substring($1)) ?? .max) }
        }
    }

    init(weights: Weights, text: UnsafeBufferPointer<UInt8>) {
        remaining = weights.budget(textLength: text.count)
        charge = unsafe weights.charge(text)
    }

    private mutating func spend(reaching next: Int) -> Bool {
        remaining -= charge + abs(next - position) / 8
        position = next
        return remaining > 0
    }

    /// The function that PCRE2 calls before each item; its user data is the address of a `WorkMeter`.
    static let callout:
        @convention(c) (UnsafeMutablePointer<pcre2_callout_block_8>?, UnsafeMutableRawPointer?) -> Int32 = {
            block,
            meter in
            guard let block = unsafe block, let meter = unsafe meter?.assumingMemoryBound(to: WorkMeter.self) else {
                return Int32(PCRE2_ERROR_INTERNAL)
            }
            return unsafe meter.pointee.spend(reaching: block.pointee.current_position)
                ? 0 : Int32(PCRE2_ERROR_MATCHLIMIT)
        }
}

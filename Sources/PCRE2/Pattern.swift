// How much work a pattern may do
//
// A pattern comes from a definition and a text from a user, so both may be hostile: `(a+)+b` on thirty letters would
// keep a backtracking matcher busy for minutes. PCRE2 can count its steps and stop at a limit, but one step may scan
// the whole text (`.*[^=]*+=`), so a limit on steps does not bound the time.
//
// Therefore patterns are compiled with automatic call-outs: before each item of the pattern PCRE2 calls `WorkMeter`,
// which adds up the distances that the match position has moved. So a scan of the whole text is charged by the length
// of the text, a text that is merely long is still matched to its end, and the bound does not depend on the load of the
// machine. The call-outs make a match 0.1 to 0.6 µs slower.
//
// A match that has used up its budget has no verdict: the result is `.limitReached`, never "no match".

import CPCRE2

/// A compiled regular expression that a whole text must match. The syntax is PCRE2's for Unicode text: `\d` and `\w`
/// match digits and letters of every script, `.` matches no line break, and case matters.
///
/// No match takes more than about five milliseconds, whatever the pattern and the text. Any thread may match at any
/// time.
@safe
package final class Pattern: @unchecked Sendable {
    // Sound: `init` writes the code once, and PCRE2 only reads compiled code while it matches. The memory that a match
    // writes (match data, stack, meter) belongs to that one call.

    /// The longest pattern, in UTF-8 bytes.
    package static let maximumLength = 4096

    package let text: String
    private let code: OpaquePointer
    private let work: WorkMeter.Weights

    package enum MatchResult: Sendable, Hashable {
        case matched
        case notMatched
        /// There is no verdict, because the match would have taken too long or too much memory.
        case limitReached
    }

    /// - Parameter text: at most `maximumLength` bytes.
    package init(_ text: String) throws(PatternError) {
        self.text = text
        guard text.utf8.count <= Self.maximumLength else {
            throw PatternError(reason: "a pattern has at most \(Self.maximumLength) bytes", offset: 0)
        }
        let code = try unsafe Self.compile(text, options: UInt32(PCRE2_AUTO_CALLOUT))
        unsafe self.code = code
        work = unsafe WorkMeter.Weights(of: code, text: text, isMachineCode: Self.isMachineCode(code))
    }

    deinit {
        unsafe pcre2_code_free_8(code)
    }

    /// Whether all of `subject` matches.
    package func match(_ subject: String) -> MatchResult {
        var subject = subject
        let result = subject.withUTF8 { bytes in
            let result = unsafe match(bytes, stackSize: 0)
            guard result == PCRE2_ERROR_JIT_STACKLIMIT else { return result }
            return unsafe match(bytes, stackSize: Limits.largestStack)
        }
        return Self.verdict(of: result)
    }
}

extension Pattern {
    /// The bounds of one match. The numbers come from timing hostile patterns on both of PCRE2's engines.
    enum Limits {
        static let heapKibibytes: UInt32 = 4 * 1024
        static let largestStack = 8 * 1024 * 1024
        /// The number of bytes of compiled code above which compiling it to machine code takes longer than it saves.
        static let machineCode = 16 * 1024
    }

    /// - Parameters:
    ///   - anchors: where a match must begin and end.
    static func compile(
        _ text: String,
        options: UInt32,
        extraOptions: UInt32 = 0,
        anchors: UInt32 = UInt32(PCRE2_ANCHORED) | UInt32(PCRE2_ENDANCHORED)
    ) throws(PatternError) -> OpaquePointer {
        guard let context = unsafe pcre2_compile_context_create_8(nil) else {
            throw PatternError(reason: "out of memory", offset: 0)
        }
        defer { unsafe pcre2_compile_context_free_8(context) }
        unsafe pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANY))
        unsafe pcre2_set_compile_extra_options_8(context, extraOptions)

        let options =
            options | anchors | UInt32(PCRE2_UTF) | UInt32(PCRE2_UCP) | UInt32(PCRE2_NEVER_BACKSLASH_C)
        var code: Int32 = 0
        var offset = 0
        var text = text
        let compiled = text.withUTF8 { bytes in
            unsafe pcre2_compile_8(bytes.baseAddress, bytes.count, options, &code, &offset, context)
        }
        guard let compiled = unsafe compiled else {
            throw PatternError(reason: message(of: code), offset: codePoints(before: offset, in: text))
        }
        var size = 0
        unsafe pcre2_pattern_info_8(compiled, UInt32(PCRE2_INFO_SIZE), &size)
        if size <= Limits.machineCode {
            // This fails on systems where no memory may be both writable and executable; there the interpreter runs the
            // pattern.
            _ = unsafe pcre2_jit_compile_8(compiled, UInt32(PCRE2_JIT_COMPLETE))
        }
        return unsafe compiled
    }

    private static func isMachineCode(_ code: OpaquePointer) -> Bool {
        var size = 0
        unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_JITSIZE), &size)
        return size > 0
    }

    private static func message(of code: Int32) -> String {
        let message = unsafe String(unsafeUninitializedCapacity: 256) { buffer in
            let count = unsafe pcre2_get_error_message_8(code, buffer.baseAddress, buffer.count)
            return max(0, Int(count))
        }
        return message.isEmpty ? "error \(code)" : message
    }

    private static func codePoints(before offset: Int, in text: String) -> Int {
        // Counts code points: each has exactly one byte that is no continuation byte.
        text.utf8.prefix(offset).count { $0 & 0xC0 != 0x80 }
    }

    /// - Parameter stackSize: the bytes of a stack that is made for the machine code. With 0 the machine code uses 32
    ///   KiB of this thread's stack, which is nearly always enough; making a stack takes longer than most matches.
    private func match(_ bytes: UnsafeBufferPointer<UInt8>, stackSize: Int) -> Int32 {
        guard let data = unsafe pcre2_match_data_create_8(1, nil) else { return PCRE2_ERROR_NOMEMORY }
        defer { unsafe pcre2_match_data_free_8(data) }
        guard let limits = unsafe pcre2_match_context_create_8(nil) else { return PCRE2_ERROR_NOMEMORY }
        defer { unsafe pcre2_match_context_free_8(limits) }
        // The work meter bounds the time of a match; these limits bound its memory.
        unsafe pcre2_set_match_limit_8(limits, UInt32.max)
        unsafe pcre2_set_depth_limit_8(limits, UInt32.max)
        unsafe pcre2_set_heap_limit_8(limits, Limits.heapKibibytes)
        let stack = unsafe stackSize == 0 ? nil : pcre2_jit_stack_create_8(32 * 1024, stackSize, nil)
        defer { unsafe pcre2_jit_stack_free_8(stack) }
        if let stack = unsafe stack { unsafe pcre2_jit_stack_assign_8(limits, nil, UnsafeMutableRawPointer(stack)) }

        var meter = unsafe WorkMeter(weights: work, text: bytes)
        return unsafe withUnsafeMutablePointer(to: &meter) { meter in
            unsafe pcre2_set_callout_8(limits, WorkMeter.callout, meter)
            // A Swift string's UTF-8 is valid; PCRE2 need not check it.
            return unsafe pcre2_match_8(
                code,
                bytes.baseAddress,
                bytes.count,
                0,
                UInt32(PCRE2_NO_UTF_CHECK),
                data,
                limits
            )
        }
    }

    private static func verdict(of result: Int32) -> MatchResult {
        // PCRE2 returns 0 for a match with more groups than the match data has room for.
        switch result {
        case 0...: .matched
        case PCRE2_ERROR_NOMATCH: .notMatched
        default: .limitReached
        }
    }
}

import CPCRE2

/// A compiled regular expression that can also report whether a text may become a match when more text follows. The
/// syntax and the time limit are those of `Pattern`. Any thread may match at any time.
@safe
package final class PartialPattern: @unchecked Sendable {
    // Sound: the code is written once, by `init`, and PCRE2 only reads compiled code while it matches.

    private let code: OpaquePointer
    private let work: WorkMeter.Weights

    package enum MatchResult: Sendable, Hashable {
        case matched
        /// The text might match if more text followed.
        case partlyMatched
        case notMatched
        /// There is no verdict, because the match would have taken too long or too much memory.
        case limitReached
    }

    /// - Parameter text: at most `Pattern.maximumLength` bytes.
    package init(_ text: String) throws(PatternError) {
        guard text.utf8.count <= Pattern.maximumLength else {
            throw PatternError(reason: "a pattern has at most \(Pattern.maximumLength) bytes", offset: 0)
        }
        // PCRE2 finds no partial match of a pattern that is compiled to end at the end of the text. So this pattern is
        // compiled to match a whole line, with options by which only the end of the text ends a line: it has the same
        // matches, and PCRE2 can match it partially.
        let code = try unsafe Pattern.compile(
            text,
            options: UInt32(PCRE2_AUTO_CALLOUT) | UInt32(PCRE2_DOLLAR_ENDONLY),
            extraOptions: UInt32(PCRE2_EXTRA_MATCH_LINE),
            anchors: UInt32(PCRE2_ANCHORED)
        )
        unsafe self.code = code
        work = WorkMeter.Weights(of: code, text: text, isMachineCode: false)
    }

    deinit {
        unsafe pcre2_code_free_8(code)
    }

    /// Whether `subject`, or `subject` with more text behind it, matches.
    package func match(_ subject: String) -> MatchResult {
        var subject = subject
        return subject.withUTF8 { bytes in unsafe match(bytes) }
    }

    private func match(_ bytes: UnsafeBufferPointer<UInt8>) -> MatchResult {
        guard let data = unsafe pcre2_match_data_create_8(1, nil) else { return .limitReached }
        defer { unsafe pcre2_match_data_free_8(data) }
        guard let limits = unsafe pcre2_match_context_create_8(nil) else { return .limitReached }
        defer { unsafe pcre2_match_context_free_8(limits) }
        // The work meter bounds the time of a match; this limit bounds its memory.
        unsafe pcre2_set_heap_limit_8(limits, Pattern.Limits.heapKibibytes)
        var meter = unsafe WorkMeter(weights: work, text: bytes)
        let result = unsafe withUnsafeMutablePointer(to: &meter) { meter in
            unsafe pcre2_set_callout_8(limits, WorkMeter.callout, meter)
            return unsafe pcre2_match_8(
                code,
                bytes.baseAddress,
                bytes.count,
                0,
                UInt32(PCRE2_NO_UTF_CHECK) | UInt32(PCRE2_PARTIAL_SOFT),
                data,
                limits
            )
        }
        return switch result {
        case 0...: .matched
        case PCRE2_ERROR_PARTIAL: .partlyMatched
        case PCRE2_ERROR_NOMATCH: .notMatched
        default: .limitReached
        }
    }
}

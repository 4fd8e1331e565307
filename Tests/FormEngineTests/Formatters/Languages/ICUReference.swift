import ICUJudge

/// ICU's own formatters, by another way than the one that formd takes: the tests are linked with the library.
enum ICUReference {
    /// Every locale that ICU has data for, by ICU's names (`de_AT`).
    static let locales = (0..<judge_locale_count()).map { String(cString: judge_locale($0)) }

    /// A number as ICU writes it; the skeleton is ICU's.
    static func number(_ number: String, _ skeleton: String, _ locale: String) -> String? {
        text { judge_number(locale, skeleton, number, $0, $1) }
    }

    /// CLDR's pattern of a locale; the style is 0 for the full one to 3 for the short one.
    static func pattern(_ style: Int32, isTime: Bool = false, _ locale: String) -> String? {
        text { judge_pattern(locale, style, isTime ? 1 : 0, $0, $1) }
    }

    /// A moment, in seconds since 1970, as ICU writes it in a pattern.
    static func moment(_ seconds: Int, _ pattern: String, _ locale: String) -> String? {
        text { judge_moment(locale, pattern, Int64(seconds), $0, $1) }
    }

    private static func text(_ write: (UnsafeMutablePointer<CChar>, Int32) -> Int32) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = Int(write(start, Int32(buffer.count)))
            guard 0...buffer.count ~= count else { return nil }
            return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}

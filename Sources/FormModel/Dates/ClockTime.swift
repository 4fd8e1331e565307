/// A time of day to the second.
package struct ClockTime: Sendable, Hashable, Comparable {
    package let hour: Int
    package let minute: Int
    package let second: Int

    /// `nil` for a time that no clock shows.
    package init?(hour: Int, minute: Int, second: Int = 0) {
        guard 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second else { return nil }
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// `09:30` or `09:30:15`; nil for anything else.
    package init?(iso text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, parts.allSatisfy({ $0.count == 2 }) else { return nil }
        let numbers = parts.compactMap { Int(asciiDigits: $0) }
        guard numbers.count == parts.count else { return nil }
        self.init(hour: numbers[0], minute: numbers[1], second: numbers.count > 2 ? numbers[2] : 0)
    }

    package static func < (left: ClockTime, right: ClockTime) -> Bool {
        (left.hour, left.minute, left.second) < (right.hour, right.minute, right.second)
    }

    /// ISO 8601: `09:30`, or `09:30:15`.
    package func text(withSeconds: Bool) -> String {
        "\(hour.padded(2)):\(minute.padded(2))" + (withSeconds ? ":\(second.padded(2))" : "")
    }
}

/// Which of several sources that are ready is served first: the lowest. Among equals, the one that has waited longest.
package struct EventPriority: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Signals, and children that have ended.
    package static let urgent = EventPriority(rawValue: -200)
    /// Timers: a flood of input does not hold them up.
    package static let timer = EventPriority(rawValue: -100)
    /// Input and output.
    package static let normal = EventPriority(rawValue: 0)
    /// What can wait until nothing else is ready.
    package static let idle = EventPriority(rawValue: 100)

    package static func < (one: EventPriority, other: EventPriority) -> Bool {
        one.rawValue < other.rawValue
    }
}

/// Which of several sources that are ready is served first: the lowest. Among equals, the one that has waited longest.
///
/// Timers, input and output are equals on purpose: whichever of them was always ready would starve the others below it.
package struct EventPriority: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Signals, and children that have ended.
    package static let urgent = EventPriority(rawValue: -200)
    /// Timers, input and output, and what is deferred.
    package static let normal = EventPriority(rawValue: 0)
    /// What can wait until nothing else is ready.
    package static let idle = EventPriority(rawValue: 100)

    package static func < (one: EventPriority, other: EventPriority) -> Bool {
        one.rawValue < other.rawValue
    }
}

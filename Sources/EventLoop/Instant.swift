import CLinux
import Glibc

extension EventLoop {
    /// A moment by the clock of the loop's timers: never set back, and still while the machine is suspended.
    ///
    /// `SuspendingClock` has the same one, but not its layout: there each copy and comparison is a call.
    package struct Instant: Hashable, Comparable, Sendable {
        private var sinceStart: Duration

        package static var now: Instant {
            var time = timespec()
            unsafe clock_gettime(CLOCK_MONOTONIC, &time)
            return Instant(sinceStart: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
        }

        package static func < (one: Instant, other: Instant) -> Bool {
            one.sinceStart < other.sinceStart
        }

        package static func + (moment: Instant, duration: Duration) -> Instant {
            Instant(sinceStart: moment.sinceStart + duration)
        }

        package static func - (end: Instant, start: Instant) -> Duration {
            end.sinceStart - start.sinceStart
        }
    }
}

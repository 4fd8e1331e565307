import EventLoop

/// How long operations of pages take, from their arrival until the answer is on its way, for each second of the last five
/// minutes. Seconds without an operation are left out.
struct Latencies {
    /// One second that is over.
    struct Second: Equatable {
        /// Since the record began.
        let at: Int
        let count: Int
        /// In milliseconds.
        let p50: Double
        let p99: Double
        let longest: Double
    }

    static let maximumAge = 300
    /// Operations of one second whose times are kept; the rest is counted.
    private static let maximumTimes = 20_000

    private let beginning: Moment
    private var seconds: [Second] = []
    private var current = 0
    private var count = 0
    private var times: [Double] = []

    init(since beginning: Moment) { self.beginning = beginning }

    mutating func note(from start: Moment, to end: Moment) {
        finish(before: end)
        count += 1
        if times.count < Self.maximumTimes { times.append((end - start) / .milliseconds(1)) }
    }

    /// The seconds that are over, the earliest first.
    mutating func report(at now: Moment) -> [Second] {
        finish(before: now)
        return seconds
    }

    /// The number of the second that a moment is in.
    func second(of moment: Moment) -> Int { Int((moment - beginning) / .seconds(1)) }

    private mutating func finish(before now: Moment) {
        let second = second(of: now)
        guard second > current else { return }
        if count > 0 {
            times.sort()
            seconds.append(
                Second(at: current, count: count, p50: time(0.5), p99: time(0.99), longest: times.last ?? 0)
            )
        }
        seconds.removeAll { $0.at < second - Self.maximumAge }
        (current, count) = (second, 0)
        times.removeAll(keepingCapacity: true)
    }

    /// Of the sorted times, the one that this part of them does not exceed.
    private func time(_ part: Double) -> Double { times[min(Int(Double(times.count) * part), times.count - 1)] }
}

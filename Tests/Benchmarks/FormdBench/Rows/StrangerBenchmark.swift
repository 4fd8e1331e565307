import CBusBench
import Glibc

/// Whether a stranger could tell by the time that an answer takes whether a session is somebody else's or is not there
/// at all. Calls about both are made in turn, so that what drifts on the machine touches both.
struct StrangerBenchmark: Benchmark {
    let name = "stranger"
    private static let nobody: uid_t = 65_534

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        guard geteuid() == 0 else { throw BenchmarkSkipped(description: "to be two users takes root") }
        let bus = try PrivateBus(.system)
        let formd = try Service.formdOfMachine(settings, servesSocket: true).start(on: bus).process
        defer { formd.stop() }
        let owner = try bus.connect()
        let session = try PhoneField(openedBy: owner).session
        // As long as the other, so that both paths are taken apart in the same time.
        let none = String(session.dropLast(4)) + (session.hasSuffix("zzzz") ? "yyyy" : "zzzz")
        let places = [("bus", bus.address), ("socket", "unix:path=" + Service.socketPath(beside: bus))]
        return try places.flatMap { try measure($0.0, $0.1, session, none, settings) }
    }

    private func measure(
        _ place: String,
        _ address: String,
        _ session: String,
        _ none: String,
        _ settings: BenchmarkSettings
    ) throws -> [Measurement] {
        seteuid(Self.nobody)
        let connected = Result { try BusClient(address: address) }
        seteuid(0)
        let stranger = try connected.get()
        var times: [[Double]] = [[], []]
        for call in -100..<settings.callsPerRound * settings.rounds {
            // Which one comes first changes, too.
            for index in call.isMultiple(of: 2) ? [0, 1] : [1, 0] {
                let time = try Self.time(of: stranger, session: [session, none][index])
                if call >= 0 { times[index].append(time) }
            }
        }
        let sorted = times.map { $0.sorted() }
        return [
            Measurement(
                "a stranger's call, not yours − not there, \(place), p50",
                abs(sorted[0].percentile(0.5) - sorted[1].percentile(0.5)) / 1000,
                .microseconds,
                limit: 0.5
            ),
            Measurement(
                "… how often the one takes longer",
                Self.share(of: sorted[0], above: sorted[1]),
                .factor,
                limit: 0.53
            ),
        ]
    }

    /// Nanoseconds until the answer, which is an error.
    private static func time(of stranger: BusClient, session: String) throws -> Double {
        let validate = BusMethod(
            destination: PhoneField.serviceName,
            path: session,
            interface: "org.formd.Forms1.Session",
            member: "Validate",
            signature: ""
        )
        let start = bench_now()
        guard (try? stranger.call(validate)) == nil else {
            throw BenchmarkFailure(description: "a stranger was answered")
        }
        return Double(bench_now() - start)
    }

    /// The share of pairs in which a time of the first list is the longer one, or of the second, whichever is more: a
    /// half if nothing tells them apart (the rank test of Mann and Whitney).
    private static func share(of one: [Double], above other: [Double]) -> Double {
        var (below, equal, place, end) = (0.0, 0.0, 0, 0)
        for time in one {
            while place < other.count, other[place] < time { place += 1 }
            end = max(end, place)
            while end < other.count, other[end] == time { end += 1 }
            below += Double(place)
            equal += Double(end - place)
        }
        let share = (below + equal / 2) / Double(one.count * other.count)
        return max(share, 1 - share)
    }
}

import CBusBench
import DBus
import EventLoop
import FormClient

/// What FormClient adds to a key on the private socket, and how long it takes to follow a session of a large form.
///
/// The bare reply is that to the same call through the same D-Bus module, in a session whose signals nobody receives. The C
/// client of the other benchmarks would not do: it reads each message with two calls of the system, so that a reply behind
/// two signals takes it longer than FormClient needs for all three.
struct ClientBenchmark: Benchmark {
    let name = "client"
    private let fieldCount = 1_000

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let bus = try PrivateBus()
        let formd = try Service.formd(settings).start(on: bus).process
        defer { formd.stop() }
        let address = "unix:path=" + Service.socketPath(beside: bus)
        let client = try BusClient(address: address)
        let phone = try PhoneField(openedBy: client)
        var unsubscribe = phone.load.reset
        (unsubscribe.path, unsubscribe.interface) = (phone.session, "org.formd.Forms1.Session")
        (unsubscribe.member, unsubscribe.signature) = ("Unsubscribe", "")
        try client.call(unsubscribe)
        let calls = settings.callsPerRound

        var table = Table("One key on the private socket", columns: ["", "p50", "p99"])
        var latencies = (bare: [Double](), mirrored: [Double]())
        var differences: [Double] = []
        for round in 0...settings.rounds {
            let bare = try bareKeys(calls, into: phone.load, at: address).sorted()
            let mirrored = try keys(calls, at: address).sorted()
            // The first round warms up.
            guard round > 0 else { continue }
            latencies.bare += bare
            latencies.mirrored += mirrored
            differences.append(mirrored.percentile(0.5) - bare.percentile(0.5))
        }
        for (name, values) in [("the bare reply", latencies.bare), ("the mirror's change", latencies.mirrored)] {
            let sorted = values.sorted()
            table.append([name] + [0.5, 0.99].map { (sorted.percentile($0) / 1e3).fixed(1) + " µs" })
        }
        print(table.printed())
        let openings = try openings(max(settings.rounds, 5), at: address).sorted()
        return [
            Measurement(
                "a key through FormClient to the mirror's change, above the bare reply, p50",
                differences.sorted().percentile(0.5) / 1e3,
                .microseconds,
                limit: 15
            ),
            Measurement("following \(fieldCount) fields", openings.percentile(0.5) / 1e6, .milliseconds, limit: 10),
        ]
    }

    /// Nanoseconds from each call until its reply.
    private func bareKeys(_ count: Int, into load: BusLoad, at address: String) throws -> [Double] {
        try EventLoop.run {
            let connection = try await Connection.openBus(.at(address))
            let service = try BusName(validating: load.key.destination)
            let path = try ObjectPath(validating: load.key.path)
            let interface = try InterfaceName(validating: load.key.interface)
            func call(_ member: MemberName, _ arguments: Value...) throws -> Message {
                try .call(destination: service, path: path, interface: interface, member: member, arguments: arguments)
            }
            var durations: [Double] = []
            for index in 0..<count {
                let key = index % BusLoad.keys.count
                if key == 0 { _ = try await connection.call(call("SetText", .string(""), .properties([]))) }
                let start = bench_now()
                let message = try call("InsertText", .string(BusLoad.keys[key].description))
                let end = try await withCheckedThrowingContinuation { continuation in
                    connection.call(message, timeout: nil) { reply in
                        let end = bench_now()
                        continuation.resume(with: reply.map { _ in end })
                    }
                }
                durations.append(Double(end - start))
            }
            await connection.close()
            return durations
        }
    }

    /// Nanoseconds from each call until the mirror has changed.
    private func keys(_ count: Int, at address: String) throws -> [Double] {
        try EventLoop.run {
            let session = try await Forms.connect(.at(address)).open(definition: PhoneField.definition)
            let phone = session.field("phone")
            _ = try await phone.takeFocus()
            let clock = Clock(session)
            var durations: [Double] = []
            for index in 0..<count {
                let key = index % BusLoad.keys.count
                if key == 0 { _ = try await phone.call("SetText", .string(""), .properties([])) }
                durations.append(await clock.measure { phone.insert(BusLoad.keys[key].description) })
            }
            guard phone.text.utf8.count > 4 else { throw BenchmarkFailure(description: "the keys were lost") }
            try await session.close()
            return durations
        }
    }

    /// Tells when the text of the mirror changes.
    @LoopActor
    private final class Clock {
        private var end: UInt64 = 0
        private var waiting: CheckedContinuation<Void, Never>?
        private var observation: SessionObservation?

        init(_ session: FormSession) {
            observation = session.observe { [weak self] change in
                guard let self, let waiting, case .changed = change else { return }
                end = bench_now()
                self.waiting = nil
                waiting.resume()
            }
        }

        func measure(_ press: @LoopActor () -> Void) async -> Double {
            let start = bench_now()
            press()
            await withCheckedContinuation { waiting = $0 }
            return Double(end - start)
        }
    }

    /// Nanoseconds until a session that is open is mirrored.
    private func openings(_ count: Int, at address: String) throws -> [Double] {
        let fields = (0..<fieldCount).map { #"{"id": "f\#($0)", "placeholders": ["F"]}"# }.joined(separator: ",")
        return try EventLoop.run {
            let forms = try await Forms.connect(.at(address))
            let path = try await forms.path(ofSession: .definition(#"{"fields": [\#(fields)]}"#))
            var durations: [Double] = []
            for _ in 0..<count {
                let start = bench_now()
                let session = try await forms.attach(path)
                durations.append(Double(bench_now() - start))
                guard session.fields.count == fieldCount else {
                    throw BenchmarkFailure(description: "fields are missing")
                }
                await session.leave()
            }
            return durations
        }
    }
}

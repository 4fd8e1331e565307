import DBus
import EventLoop
import FormClient
import FormModel

/// The state of the daemon at one moment. Rates are computed from two samples.
struct DaemonSample: Sendable {
    struct Session: Sendable {
        let path: String
        let form: String
        let owner: UInt32
        /// Increases with each transaction that changes something; `nil` if the session was closed meanwhile or its
        /// revision was not requested.
        let revision: UInt64?
    }

    /// The maximum number of sessions whose revisions are requested: no screen shows more.
    static let askedSessions = 100

    let version: String
    let statistics: [(name: String, value: Value)]
    let sessions: [Session]
    let time: ContinuousClock.Instant

    init(
        version: String,
        statistics: [(name: String, value: Value)],
        sessions: [Session],
        time: ContinuousClock.Instant
    ) {
        self.version = version
        self.statistics = statistics
        self.sessions = sessions
        self.time = time
    }

    @LoopActor
    init(of forms: Forms) async throws {
        let statistics = try await forms.manager("GetStatistics").first?.propertyChanges ?? []
        var sessions: [Session] = []
        for row in try await forms.manager("ListSessions").rows {
            guard row.count == 3, let path = row[0].objectPath, let form = row[1].string, let owner = row[2].uint32
            else { continue }
            let isAsked = sessions.count < Self.askedSessions
            let revision = isAsked ? try? await forms.session(path).get(\.revision) : nil
            sessions.append(Session(path: path.string, form: form, owner: owner, revision: revision))
        }
        self.init(version: try await forms.version(), statistics: statistics, sessions: sessions, time: .now)
    }

    var json: JSONText {
        [
            "version": .string(version),
            "statistics": JSONText(statistics),
            "sessions": .array(
                sessions.map { session in
                    [
                        "session": .string(session.path), "form": .string(session.form),
                        "uid": .number(session.owner),
                        "revision": session.revision.map { .number($0) } ?? .null,
                    ]
                }
            ),
        ]
    }

    // MARK: The table

    /// - Parameter before: the earlier sample for computing rates; without one, rates are "-".
    func table(since before: DaemonSample?) -> [String] {
        let seconds = before.map { (time - $0.time) / .seconds(1) } ?? 0
        func perSecond(_ now: UInt64?, _ then: UInt64?) -> Double? {
            guard let now, let then, now >= then, seconds > 0 else { return nil }
            return Double(now - then) / seconds
        }
        func rate(_ now: UInt64?, _ then: UInt64?) -> String { perSecond(now, then).map(Self.short) ?? "-" }
        func rate(_ name: String) -> String { rate(self[name], before?[name]) }
        let microseconds = perSecond(self["userMicroseconds"], before?["userMicroseconds"])
        let percent = microseconds.map { Self.short($0 / 10_000) } ?? "-"
        func used(_ name: String) -> String { "\(self[name] ?? 0) of \(self[name + "Max"] ?? 0)" }
        let memory = "\(Self.mebibytes(self["userBytes"])) of \(Self.mebibytes(self["userBytesMax"])) MiB"
        let account = aligned([
            [
                "formd \(version)", "sessions \(self["sessions"] ?? 0)", "fields \(self["fields"] ?? 0)",
                "forms \(self["forms"] ?? 0)",
            ],
            ["rules \(rate("rulesEvaluated"))/s", "conditions \(rate("conditionsEvaluated"))/s"],
        ])
        let limits = aligned([
            ["yours:", "sessions \(used("userSessions"))", "fields \(used("userFields"))"],
            ["", "memory \(memory)", "processor \(percent) %"],
        ])
        return account + limits + [""] + plugins(before, rate) + [""] + sessionTable(before, rate)
    }

    private func plugins(_ before: DaemonSample?, _ rate: (UInt64?, UInt64?) -> String) -> [String] {
        let then = Dictionary((before?.details ?? []).map { (Self.key($0), $0) }) { $1 }
        let rows = details.map { plugin in
            let pid = plugin["pid"]?.uint32 ?? 0
            return [
                plugin["name"]?.text ?? "", plugin["user"]?.text ?? "", plugin["state"]?.text ?? "",
                pid == 0 ? "-" : String(pid),
                rate(plugin["answers"]?.uint64, then[Self.key(plugin)]?["answers"]?.uint64),
                plugin["pending"]?.text ?? "", plugin["late"]?.text ?? "", plugin["failures"]?.text ?? "",
            ]
        }
        return aligned([["PLUG-IN", "USER", "STATE", "PID", "ANSWERS/S", "PENDING", "LATE", "FAILURES"]] + rows)
    }

    private func sessionTable(_ before: DaemonSample?, _ rate: (UInt64?, UInt64?) -> String) -> [String] {
        let then = Dictionary((before?.sessions ?? []).map { ($0.path, $0.revision) }) { $1 }
        let rows = sessions.map { session in
            [
                session.path.split(separator: "/").last.map(String.init) ?? "",
                session.form.isEmpty ? "-" : session.form.escapingControls, String(session.owner),
                session.revision.map(String.init) ?? "-", rate(session.revision, then[session.path] ?? nil),
            ]
        }
        return aligned([["SESSION", "FORM", "OWNER", "REVISION", "CHANGES/S"]] + rows)
    }

    private subscript(name: String) -> UInt64? {
        let value = statistics.first { $0.name == name }?.value
        return value?.uint64 ?? value?.uint32.map(UInt64.init)
    }

    private var details: [[String: Value]] {
        statistics.first { $0.name == "pluginDetails" }?.value.elements?.compactMap(\.properties) ?? []
    }

    /// Each user has separate plug-in processes.
    private static func key(_ plugin: [String: Value]) -> String {
        "\(plugin["user"]?.text ?? "") \(plugin["name"]?.text ?? "")"
    }

    private static func mebibytes(_ bytes: UInt64?) -> String { short(Double(bytes ?? 0) / 0x1p20) }

    /// A number with one decimal place.
    private static func short(_ number: Double) -> String { JSONText.number((number * 10).rounded() / 10).line }
}

import DBus
import EventLoop
import FormClient

/// What administrators see: counts and times. No value, no key of a session, no address and no path.
extension Gateway {
    /// Sessions that are listed, those with the latest operations first.
    private static let maximumListed = 200

    /// - Parameter usage: what is used of the server's limits.
    func report(_ usage: [Usage]) async -> [UInt8] {
        let statistics = try? await forms.manager("GetStatistics").first?.properties
        let now = Moment.now
        let seconds = latencies.report(at: now)
        var json = JSONBytes()
        json.object { json in
            json.member("second", .int64(Int64(latencies.second(of: now))))
            json.member("isReachable", .boolean(statistics != nil))
            json.member("sessionCount", .uint64(UInt64(sessions.count)))
            json.key("limits")
            json.array { json in
                for usage in usage + Self.usage(in: statistics ?? [:]) {
                    json.value(.structure([.string(usage.name), .uint64(usage.used), .uint64(usage.limit)]))
                }
            }
            json.key("sessions")
            json.array { json in
                let listed = sessions.values.sorted { $0.lastOperation > $1.lastOperation }.prefix(Self.maximumListed)
                for session in listed { session.report(at: now, to: &json) }
            }
            json.key("plugins")
            json.array { json in
                for plugin in statistics?["pluginDetails"]?.elements ?? [] {
                    let plugin = plugin.properties ?? [:]
                    let names = ["name", "version", "state", "starts", "questions", "answers", "pending"]
                    json.object { json in for name in names { json.member(name, plugin[name] ?? .string("")) } }
                }
            }
            json.key("latency")
            json.array { json in
                for second in seconds {
                    json.value(
                        .structure([
                            .int64(Int64(second.at)), .int64(Int64(second.count)), .double(second.p50),
                            .double(second.p99), .double(second.longest),
                        ])
                    )
                }
            }
        }
        return json.bytes
    }

    /// What this user uses of formd's limits.
    private static func usage(in statistics: [String: Value]) -> [Usage] {
        let names = [
            ("sessions at formd", "userSessions"), ("fields at formd", "userFields"), ("bytes at formd", "userBytes"),
        ]
        return names.compactMap { title, name in
            guard let used = statistics[name]?.count, let limit = statistics[name + "Max"]?.count else { return nil }
            return Usage(title, used, of: limit)
        }
    }
}

extension Value {
    fileprivate var count: UInt64? { uint64 ?? uint32.map(UInt64.init) }
}

extension PageSession {
    fileprivate func report(at now: Moment, to json: inout JSONBytes) {
        json.object { json in
            json.member("number", .int64(Int64(number)))
            json.member("form", .string(session.form))
            json.member("pages", .int64(Int64(pages.count)))
            json.member("operations", .int64(Int64(operations)))
            json.member("unanswered", .int64(Int64(unanswered)))
            json.member("quiet", .int64(Int64((now - lastOperation) / .seconds(1))))
        }
    }
}

import DBus
import EventLoop
import FormEngine
import FormRuntime
import PluginWire

@LoopActor
extension FormRuntime {
    /// What `GetStatistics` answers to a user.
    func statistics(for user: UInt32) -> Properties {
        let usage = sessions.usage(of: user)
        let evaluations = sessions.evaluations
        return Properties(
            [
                ("sessions", .uint32(UInt32(clamping: sessions.count))),
                ("fields", .uint32(UInt32(clamping: sessions.fieldCount))),
                ("userSessions", .uint32(UInt32(clamping: usage.sessions))),
                ("userSessionsMax", .uint32(UInt32(clamping: limits.sessionsPerUser))),
                ("userFields", .uint32(UInt32(clamping: usage.fields))),
                ("userFieldsMax", .uint32(UInt32(clamping: limits.fieldsPerUser))),
                ("forms", .uint32(UInt32(clamping: library.names.count))),
                ("rulesEvaluated", .uint64(evaluations.rules)),
                ("conditionsEvaluated", .uint64(evaluations.conditions)),
            ] + plugins.statistics
        )
    }
}

@LoopActor
extension PluginHost {
    /// For those who look after a machine: how each plug-in is, which were refused and why.
    fileprivate var statistics: [(String, Value)] {
        [
            ("plugins", Texts(states.map { ($0.name, $0.state.description) }).busValue),
            ("pluginDetails", .array(.properties, states.map { .properties(Self.details($0)) })),
            ("refusedPlugins", Texts(findings.refused.map { ($0.path, $0.reason) }).busValue),
            ("shadowedPlugins", Texts(findings.shadowed.map { ($0.path, $0.by) }).busValue),
            ("confinementGaps", .strings(confinement.gaps)),
        ]
    }

    private static func details(_ status: PluginStatus) -> [(String, Value)] {
        [
            ("name", .string(status.name)),
            ("version", .string(status.version)),
            ("folder", .string(status.folder)),
            ("types", .strings(status.types.map(\.description))),
            ("state", .string(status.state.description)),
            ("reason", .string(status.state.reason)),
            ("pid", .uint32(UInt32(clamping: status.pid ?? 0))),
            ("starts", .uint32(UInt32(clamping: status.starts))),
            ("failures", .uint32(UInt32(clamping: status.recentFailures))),
            ("lastFailure", .string(status.lastFailure)),
            ("pending", .uint32(UInt32(clamping: status.pendingQuestions))),
            ("questions", .uint64(UInt64(clamping: status.counters.questions))),
            ("answers", .uint64(UInt64(clamping: status.counters.answers))),
            ("late", .uint64(UInt64(clamping: status.counters.late))),
            ("secrets", .boolean(status.seesSecrets)),
        ]
    }
}

import DBus
import FormRuntime
import PluginWire

/// What `GetStatistics` says of plug-ins, for those who look after a machine.
extension FormService {
    /// - Parameter user: `nil` for all users together.
    func pluginStatistics(of user: UInt32?) -> [(String, Value)] {
        let host = runtime.plugins
        let refused = host.findings.refused.map { Value.Entry(.string($0.path), .string($0.reason)) }
        let shadowed = host.findings.shadowed.map { Value.Entry(.string($0.path), .string($0.by)) }
        let gaps = (host.confinement.gaps + Confinement.standingGaps).map(Value.string)
        return [
            ("pluginDetails", .array(.dictionary(key: .string, value: .variant), host.states(of: user).map(details))),
            ("refusedPlugins", .dictionary(.string, .string, refused)),
            ("shadowedPlugins", .dictionary(.string, .string, shadowed)),
            ("confinementGaps", .array(.string, gaps)),
        ]
    }

    private func details(_ user: UInt32, _ status: PluginStatus) -> Value {
        .properties([
            ("user", .uint32(user)),
            ("name", .string(status.name)),
            ("version", .string(status.version)),
            ("folder", .string(status.folder)),
            ("types", .array(.string, status.types.map { .string($0.description) })),
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
            ("withheldLines", .uint64(UInt64(clamping: status.counters.withheldLines))),
            ("secrets", .boolean(status.seesSecrets)),
        ])
    }
}

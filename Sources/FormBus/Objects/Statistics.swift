import DBus
import EventLoop
import FormBundles
import FormEngine
import FormModel
import FormRuntime
import FormStore
import PluginHost
import PluginWire

@LoopActor
extension FormRuntime {
    /// The reply of `GetStatistics` to a user: the user's own numbers; for root those of the machine.
    func statistics(for user: UInt32) -> Properties {
        let own = accounts[user]
        let everybody = user == 0
        let accounts = everybody ? Array(self.accounts.all) : [own]
        let open = everybody ? Array(sessions.all) : sessions.sessions(of: user)
        let evaluations = (accounts.map(\.evaluations) + open.map(\.form.evaluations))
            .reduce(into: EvaluationCounts()) { $0 += $1 }
        return Properties(
            [
                ("sessions", .uint32(UInt32(clamping: open.count))),
                ("fields", .uint32(UInt32(clamping: accounts.reduce(0) { $0 + $1.fields }))),
                ("userSessions", .uint32(UInt32(clamping: own.sessions))),
                ("userSessionsMax", .uint32(UInt32(clamping: limits.sessionsPerUser))),
                ("userFields", .uint32(UInt32(clamping: own.fields))),
                ("userFieldsMax", .uint32(UInt32(clamping: limits.fieldsPerUser))),
                ("userBytes", .uint64(UInt64(clamping: own.byteCount))),
                ("userBytesByPurpose", Self.bytesByPurpose(of: own)),
                ("userBytesMax", .uint64(UInt64(clamping: own.limit))),
                ("userMicroseconds", .uint64(UInt64(clamping: Int(own.time / .microseconds(1))))),
                ("forms", .uint32(UInt32(clamping: library.names.count))),
                ("rulesEvaluated", .uint64(evaluations.rules)),
                ("conditionsEvaluated", .uint64(evaluations.conditions)),
            ] + storeStatistics(for: user) + plugins.statistics(of: everybody ? nil : user)
        )
    }
}

extension FormRuntime {
    /// Statistics of the state folder, if there is one. Only for root and the folder's owner, because other users could
    /// infer from them when somebody types.
    private func storeStatistics(for user: UInt32) -> [(String, Value)] {
        guard let store, user == 0 || user == store.folder.owner else { return [] }
        let statistics = store.statistics
        let figures: [(String, Value)] = [
            ("unread", .uint32(UInt32(clamping: sessions.stored.count))),
            ("records", .uint64(statistics.records)),
            ("bytes", .uint64(statistics.bytes)),
            ("failures", .uint64(statistics.failures)),
            ("lastFailure", .string(statistics.lastFailure)),
            ("failing", .boolean(statistics.isFailing)),
            ("setAside", .uint64(statistics.setAside)),
        ]
        return [("store", .properties(figures + sharedFigures(of: store)))]
            + (delivery.map { delivery in [("submissions", submissionFigures(of: delivery))] } ?? [])
            + (bundles.map { [("bundle", .properties($0.figures))] } ?? [])
    }

    private func sharedFigures(of store: SessionStore) -> [(String, Value)] {
        guard let shared = store.shared else { return [] }
        return [
            ("sharedAs", .string(shared.kiosk)),
            ("sharing", .boolean(shared.isReady)),
            ("unshared", .uint32(UInt32(clamping: shared.behind))),
            ("lastSharingFailure", .string(shared.lastFailure)),
        ]
    }

    private func submissionFigures(of delivery: SubmissionDelivery) -> Value {
        let (entries, statistics) = (delivery.queue.entries.values, delivery.statistics)
        let waiting = entries.lazy.filter { $0.state != .refused }.map(\.submission)
        let age = waiting.map(\.submitted).min().map { Moment.secondsSince1970() - $0 } ?? 0
        return .properties([
            ("waiting", .uint32(UInt32(clamping: waiting.count))),
            ("bytes", .uint64(UInt64(clamping: entries.reduce(0) { $0 + $1.submission.bytes }))),
            ("oldestSeconds", .uint64(UInt64(clamping: age))),
            ("refused", .uint32(UInt32(clamping: entries.count - waiting.count))),
            ("delivered", .uint64(statistics.delivered)),
            ("refusals", .uint64(statistics.refusals)),
            ("failures", .uint64(statistics.failures)),
            ("lastFailure", .string(statistics.lastFailure)),
        ])
    }

    private static func bytesByPurpose(of account: UserAccount) -> Value {
        .properties(UserAccount.Purpose.allCases.map { ("\($0)", .uint64(UInt64(clamping: account[$0]))) })
    }
}

@LoopActor
extension BundleKeeper {
    /// Which version of the bundle is in use, and what happened last. Times are seconds since 1970, 0 for never.
    var figures: [(String, Value)] {
        [
            ("name", .string(name)),
            ("version", .uint64(UInt64(clamping: ledger.use?.version ?? 0))),
            ("since", .uint64(UInt64(clamping: ledger.use?.since ?? 0))),
            ("latest", .uint64(UInt64(clamping: ledger.latest?.version ?? 0))),
            ("held", .boolean(ledger.isHeld)),
            ("kept", .array(.uint64, kept.map { .uint64(UInt64(clamping: $0)) })),
            ("replacedBy", .strings(replacements)),
            ("source", .string(address)),
            ("looked", .uint64(UInt64(clamping: looked))),
            ("error", .string(failure?.error.description ?? "")),
            ("errorSince", .uint64(UInt64(clamping: failure?.since ?? 0))),
        ]
    }
}

@LoopActor
extension PluginHost {
    /// The state of each plug-in, and the folders that were refused, for administrators.
    ///
    /// - Parameter user: `nil` for all users together.
    fileprivate func statistics(of user: UInt32?) -> [(String, Value)] {
        let states = states(of: user)
        return [
            ("plugins", Texts(states.map { ($0.status.name, $0.status.state.description) }).busValue),
            ("pluginDetails", .array(.properties, states.map { .properties(Self.details($0.user, $0.status)) })),
            ("refusedPlugins", Texts(findings.refused.map { ($0.path, $0.reason) }).busValue),
            ("shadowedPlugins", Texts(findings.shadowed.map { ($0.path, $0.by) }).busValue),
            ("confinementGaps", .strings(confinement.gaps + Confinement.standingGaps)),
        ]
    }

    private static func details(_ user: UInt32, _ status: PluginStatus) -> [(String, Value)] {
        [
            ("user", .uint32(user)),
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
            ("withheldLines", .uint64(UInt64(clamping: status.counters.withheldLines))),
            ("secrets", .boolean(status.seesSecrets)),
        ]
    }
}

extension SubmissionQueue.State {
    /// The name in `ListSubmissions`.
    var word: String {
        switch self {
        case .ready: "ready"
        case .underway: "underway"
        case .delayed: "delayed"
        case .refused: "refused"
        }
    }
}

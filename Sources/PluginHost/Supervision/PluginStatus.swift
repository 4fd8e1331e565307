package import PluginWire

/// The state of a user's plug-in, for `GetStatistics`.
package struct PluginStatus: Sendable, Hashable {
    package var name: String
    package var version: String
    package var folder: String
    package var types: [TypeIdentity]
    package var state: State
    /// The process ID; `nil` while there is no process.
    package var pid: Int32?
    /// The number of starts since the plug-ins were loaded.
    package var starts: Int
    /// Failures that still count towards quarantine.
    package var recentFailures: Int
    /// The last failure's reason; empty if there was none.
    package var lastFailure: String
    package var pendingQuestions: Int
    /// Whether the plug-in requests access to secrets and the administrator allows it.
    package var seesSecrets = false
    package var counters: PluginCounters

    package enum State: Sendable, Hashable {
        case idle, starting, running, backingOff
        case quarantined(reason: String)
    }
}

/// Counters since the plug-ins were loaded.
package struct PluginCounters: Sendable, Hashable {
    package var questions = 0
    /// Including refusals.
    package var answers = 0
    /// Questions whose asker continued without the answer.
    package var late = 0
    /// Lines of its standard error that were not logged, because they could contain a user's text.
    package var withheldLines = 0

    package init() {}
}

extension PluginStatus.State: CustomStringConvertible {
    /// The state in one word.
    package var description: String {
        switch self {
        case .idle: "idle"
        case .starting: "starting"
        case .running: "running"
        case .backingOff: "backing-off"
        case .quarantined: "quarantined"
        }
    }

    /// Why it is not started; empty in the other states.
    package var reason: String {
        if case .quarantined(let reason) = self { reason } else { "" }
    }

    init(_ phase: PluginSupervisor.Phase) {
        switch phase {
        case .idle: self = .idle
        case .starting: self = .starting
        case .running: self = .running
        case .backingOff: self = .backingOff
        case .quarantined(let reason): self = .quarantined(reason: reason)
        }
    }
}

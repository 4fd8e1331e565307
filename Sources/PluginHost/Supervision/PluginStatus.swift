package import PluginWire

/// The state of a plug-in, as one user has it, for `GetStatistics`.
package struct PluginStatus: Sendable, Hashable {
    package var name: String
    package var version: String
    package var folder: String
    package var types: [TypeIdentity]
    package var state: State
    /// The process's number; `nil` while there is none.
    package var pid: Int32?
    /// How often it was started since the plug-ins were loaded.
    package var starts: Int
    /// Failures that still count towards quarantine.
    package var recentFailures: Int
    /// The last failure's reason; empty if there was none.
    package var lastFailure: String
    package var pendingQuestions: Int
    /// Whether the plug-in asks to see secrets and the administrator lets it.
    package var seesSecrets = false
    package var counters: PluginCounters

    package enum State: Sendable, Hashable {
        case idle, starting, running, backingOff
        case quarantined(reason: String)
    }
}

/// Since the plug-ins were loaded.
package struct PluginCounters: Sendable, Hashable {
    package var questions = 0
    /// Refusals included.
    package var answers = 0
    /// Questions whose asker went on without the answer.
    package var late = 0
    /// Lines of its standard error that were not logged, since they could hold a user's text.
    package var withheldLines = 0

    package init() {}
}

extension PluginStatus.State: CustomStringConvertible {
    /// One word.
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

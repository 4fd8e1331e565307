package import EventLoop
package import FormEngine
import FormModel

/// Every open session, with what each user holds of the limits.
@LoopActor
package final class SessionTable {
    private var sessions: [SessionIdentifier: Session] = [:]
    private var usage: [UInt32: Usage] = [:]
    private var closedEvaluations = EvaluationCounts()
    private let limits: Limits

    package struct Usage: Sendable {
        package var sessions = 0
        package var fields = 0
    }

    init(limits: Limits) {
        self.limits = limits
    }

    package var count: Int { sessions.count }

    package var fieldCount: Int { usage.values.reduce(0) { $0 + $1.fields } }

    /// What the forms of all sessions since the start have asked their rules and conditions.
    package var evaluations: EvaluationCounts {
        sessions.values.reduce(into: closedEvaluations) { $0 += $1.form.evaluations }
    }

    package var all: some Collection<Session> { sessions.values }

    package subscript(_ identifier: SessionIdentifier) -> Session? { sessions[identifier] }

    package func usage(of user: UInt32) -> Usage { usage[user] ?? Usage() }

    package func sessions(of user: UInt32) -> [Session] {
        sessions.values
            .filter { $0.owner == user }
            .sorted { $0.identifier.token.description < $1.identifier.token.description }
    }

    /// Throws `sessionExists` or `limitExceeded` if a session of so many fields could not be opened.
    func checkRoom(for identifier: SessionIdentifier, fields: Int) throws(RuntimeError) {
        guard sessions[identifier] == nil else {
            throw RuntimeError(.sessionExists, "a session with the token \(identifier.token) is open")
        }
        let used = usage(of: identifier.owner)
        guard used.sessions < limits.sessionsPerUser else {
            throw RuntimeError(.limitExceeded, "user \(identifier.owner) has \(limits.sessionsPerUser) sessions open")
        }
        guard used.fields + fields <= limits.fieldsPerUser else {
            let limit = "\(used.fields) of \(limits.fieldsPerUser) fields open"
            throw RuntimeError(.limitExceeded, "user \(identifier.owner) has \(limit); this form has \(fields)")
        }
    }

    func insert(_ session: Session) {
        sessions[session.identifier] = session
        usage[session.owner, default: Usage()].sessions += 1
        usage[session.owner, default: Usage()].fields += session.form.definition.maximumFieldCount
    }

    func remove(_ session: Session) {
        guard sessions.removeValue(forKey: session.identifier) != nil else { return }
        closedEvaluations += session.form.evaluations
        usage[session.owner, default: Usage()].sessions -= 1
        usage[session.owner, default: Usage()].fields -= session.form.definition.maximumFieldCount
        if usage[session.owner]?.sessions == 0 { usage[session.owner] = nil }
    }
}

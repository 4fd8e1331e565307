package import EventLoop

/// Makes the decisions about one plug-in: when to start it, when to send questions, how long to wait, and how to handle
/// failures. It has no side effects: each event returns the actions to perform, in order.
///
/// The supervisor identifies questions by number. Each question is in one of three lists: *waiting* has not been sent
/// yet; *in flight* was sent and is unanswered, oldest first, and answers arrive in this order; *suspect* was in flight
/// when the process died. Suspects are sent once more, one at a time, before any other question: if the process dies
/// again, the culprit is known.
package struct PluginSupervisor: Sendable {
    package typealias Instant = EventLoop.Instant
    /// Chosen by the caller; not used again while it is pending.
    package typealias QuestionID = UInt32

    package enum Phase: Sendable, Hashable {
        /// No process; the next question starts one.
        case idle
        case starting(helloDue: Instant)
        case running
        /// There is no process until then.
        case backingOff(until: Instant)
        /// There is no process until the plug-ins are reloaded.
        case quarantined(reason: String)
    }

    package enum Action: Sendable, Hashable {
        /// Start the process and say hello; `receivedHello` or `failed` follows.
        case start
        /// Send these questions to the process, in one packet if they fit.
        case send([QuestionID])
        /// Tell the asker to continue; the answer may still arrive.
        case late(QuestionID)
        /// Pass the answer that has just arrived to the asker.
        case deliver(QuestionID)
        /// Tell the asker that there will be no answer.
        case giveUp(QuestionID, reason: String, isCulprit: Bool)
        /// Say goodbye to the process and release it.
        case stop
        /// Kill the process and release it.
        case kill
        /// Log why the process failed.
        case report(reason: String, restartsIn: Duration?)
        /// Read how much processor time the process has used; `measured` follows.
        case measure
    }

    private struct Question: Sendable {
        var id: QuestionID
        /// The time at which its asker continues without the answer; `nil` if the asker waits, or has been told that it
        /// is late.
        var lateAt: Instant?
        var isSuspect = false
    }

    private let limits: PluginLimits
    package private(set) var phase = Phase.idle
    private var waiting: [Question] = []
    private var inFlight: [Question] = []
    private var suspects: [Question] = []
    /// Within the failure window, oldest first.
    private var failures: [Instant] = []
    /// The time at which the process last became busy, or sent an answer.
    private var lastProgress: Instant?
    /// The last measurement of the process's processor time since it became idle.
    private var measurement: (at: Instant, used: Duration)?
    package private(set) var starts = 0

    package init(limits: PluginLimits) {
        self.limits = limits
    }

    package var pendingCount: Int {
        waiting.count + inFlight.count + suspects.count
    }

    private var isRunning: Bool { if case .running = phase { true } else { false } }

    /// Failures that still count.
    package var failureCount: Int {
        failures.count
    }
}

// MARK: - Events

extension PluginSupervisor {
    /// Adds questions.
    ///
    /// - Parameter lateAt: the time at which their asker continues without the answers; `nil` if the asker waits for
    ///   each.
    package mutating func ask(_ ids: [QuestionID], lateAt: Instant?, now: Instant) -> [Action] {
        var actions: [Action] = []
        measurement = nil
        for id in ids {
            if case .quarantined(let reason) = phase {
                actions.append(.giveUp(id, reason: reason, isCulprit: false))
            } else if pendingCount >= limits.pendingQuestions {
                let reason = "it already owes \(pendingCount) answers"
                actions.append(.giveUp(id, reason: reason, isCulprit: false))
            } else {
                waiting.append(Question(id: id, lateAt: lateAt))
            }
        }
        if case .idle = phase, !waiting.isEmpty {
            actions.append(start(now))
        }
        return actions + sendNext(now)
    }

    /// Whether the process runs and has no unanswered question.
    package var isIdle: Bool { isRunning && pendingCount == 0 }

    /// Starts the process ahead of the first question.
    package mutating func prepare(now: Instant) -> [Action] {
        if case .idle = phase { [start(now)] } else { [] }
    }

    /// Handles a hello with every type of the manifest.
    package mutating func receivedHello(now: Instant) -> [Action] {
        guard case .starting = phase else { return failed("it said hello twice", now: now) }
        phase = .running
        lastProgress = now
        return sendNext(now)
    }

    /// Handles an answer or a refusal.
    package mutating func answered(_ id: QuestionID, now: Instant) -> [Action] {
        guard isRunning, inFlight.first?.id == id else {
            return failed("it answered a question out of turn", now: now)
        }
        inFlight.removeFirst()
        lastProgress = now
        return [.deliver(id)] + sendNext(now)
    }

    /// Handles a process that has ended, could not be started, or violated the protocol.
    package mutating func failed(_ reason: String, now: Instant) -> [Action] {
        switch phase {
        case .starting, .running: break
        case .idle, .backingOff, .quarantined: return []
        }
        let window = limits.failureWindow
        failures.removeAll { $0 + window <= now }
        failures.append(now)

        var actions = [Action.kill] + markSuspects(reason)
        if failures.count >= limits.failures {
            return actions + quarantine(reason)
        }
        let delay = self.delay
        phase = .backingOff(until: now + delay)
        actions.append(.report(reason: reason, restartsIn: delay))
        return actions
    }

    /// Ends the process, because what it was told has to be erased. Its questions are asked again of the next one, as if
    /// they had not been sent.
    package mutating func forget(now: Instant) -> [Action] {
        switch phase {
        case .starting, .running: break
        case .idle, .backingOff, .quarantined: return []
        }
        phase = .idle
        measurement = nil
        suspects = inFlight.filter(\.isSuspect) + suspects
        waiting = inFlight.filter { !$0.isSuspect } + waiting
        inFlight = []
        return [.kill] + (pendingCount > 0 ? [start(now)] : [])
    }

    /// Handles a process that does not match its manifest, which another start would not change.
    package mutating func refused(_ reason: String) -> [Action] {
        [.kill] + quarantine(reason)
    }

    /// Handles the measured processor time of a process without a question. A process that keeps computing has failed.
    package mutating func measured(_ used: Duration, now: Instant) -> [Action] {
        guard isIdle else { return [] }
        if let measurement, used - measurement.used > (now - measurement.at) / 2 {
            return failed("it used \(used - measurement.used) of processor time without a question", now: now)
        }
        measurement = (now, used)
        return []
    }

    /// Must be called at `nextDeadline`; has no effect before.
    package mutating func tick(now: Instant) -> [Action] {
        var actions = markLate(now)
        switch phase {
        case .starting(let due) where now >= due:
            actions += failed("it did not say hello within \(limits.hello)", now: now)
        case .running:
            if let due = answerDue, now >= due {
                actions += failed("it gave no answer within \(limits.dead)", now: now)
            } else if let due = idleUntil, now >= due {
                phase = .idle
                actions.append(.stop)
            } else if let due = nextMeasurement, now >= due {
                actions.append(.measure)
            }
        case .backingOff(let until) where now >= until:
            phase = .idle
            if pendingCount > 0 {
                actions.append(start(now))
            }
        default: break
        }
        return actions
    }

    /// The time at which `tick` must be called next; `nil` if only an event can change the state.
    package var nextDeadline: Instant? {
        var next: Instant? =
            switch phase {
            case .starting(let due): due
            case .running: answerDue ?? nextMeasurement ?? idleUntil
            case .backingOff(let until): until
            case .idle, .quarantined: nil
            }
        for questions in [suspects, inFlight, waiting] {
            for case let lateAt? in questions.lazy.map(\.lateAt) { next = min(next ?? lateAt, lateAt) }
        }
        return next
    }
}

// MARK: - Decisions

extension PluginSupervisor {
    private mutating func start(_ now: Instant) -> Action {
        phase = .starting(helloDue: now + limits.hello)
        starts += 1
        return .start
    }

    private mutating func sendNext(_ now: Instant) -> [Action] {
        guard isRunning else { return [] }
        if !suspects.isEmpty {
            guard inFlight.isEmpty else { return [] }
            return send([suspects.removeFirst()], now)
        }
        // A suspect that has been sent again must remain the only question in flight.
        guard inFlight.first?.isSuspect != true else { return [] }
        // Sends more questions when half of them are answered, so that several share a packet.
        guard inFlight.count <= limits.questionsInFlight / 2, !waiting.isEmpty else { return [] }
        let next = Array(waiting.prefix(limits.questionsInFlight - inFlight.count))
        waiting.removeFirst(next.count)
        return send(next, now)
    }

    private mutating func send(_ questions: [Question], _ now: Instant) -> [Action] {
        if inFlight.isEmpty {
            lastProgress = now
        }
        inFlight += questions
        return [.send(questions.map(\.id))]
    }

    /// Marks the questions in flight as suspects. A suspect that was in flight, alone, is the culprit.
    private mutating func markSuspects(_ reason: String) -> [Action] {
        var actions: [Action] = []
        var newSuspects: [Question] = []
        for var question in inFlight {
            if question.isSuspect {
                actions.append(.giveUp(question.id, reason: "asked twice: \(reason)", isCulprit: true))
            } else {
                question.isSuspect = true
                newSuspects.append(question)
            }
        }
        inFlight = []
        suspects = newSuspects + suspects
        return actions
    }

    private mutating func quarantine(_ reason: String) -> [Action] {
        phase = .quarantined(reason: reason)
        let pending = inFlight + suspects + waiting
        inFlight = []
        suspects = []
        waiting = []
        return pending.map { .giveUp($0.id, reason: reason, isCulprit: false) }
            + [.report(reason: reason, restartsIn: nil)]
    }

    private mutating func markLate(_ now: Instant) -> [Action] {
        Self.markLate(&suspects, now) + Self.markLate(&inFlight, now) + Self.markLate(&waiting, now)
    }

    private static func markLate(_ questions: inout [Question], _ now: Instant) -> [Action] {
        var actions: [Action] = []
        for index in questions.indices {
            guard let lateAt = questions[index].lateAt, lateAt <= now else { continue }
            questions[index].lateAt = nil
            actions.append(.late(questions[index].id))
        }
        return actions
    }

    /// The delay of the next start, which doubles with each recent failure.
    private var delay: Duration {
        let doublings = min(max(failures.count - 1, 0), 20)
        return min(limits.firstDelay * (1 << doublings), limits.longestDelay)
    }

    private var answerDue: Instant? {
        guard !inFlight.isEmpty, let lastProgress else { return nil }
        return lastProgress + limits.dead
    }

    /// The time of the next measurement of an idle process: soon after its last answer, then at intervals.
    private var nextMeasurement: Instant? {
        guard let idleUntil, let lastProgress else { return nil }
        let next = measurement.map { $0.at + limits.idleCheck } ?? lastProgress + min(limits.idleCheck, .seconds(1))
        return min(next, idleUntil)
    }

    private var idleUntil: Instant? {
        guard pendingCount == 0, let lastProgress else { return nil }
        return lastProgress + limits.idle
    }
}

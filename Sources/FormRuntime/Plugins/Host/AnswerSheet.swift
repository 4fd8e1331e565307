package import EventLoop
package import FormEngine
package import FormPlugin
import Synchronization

/// What an attempt at a transaction knows of plug-ins' answers, and what it asks. The engine looks here; the runtime asks
/// the questions that are open and lets the engine try again.
@LoopActor
package final class AnswerSheet: TypeOracle {
    private var plugins: UserPlugins?
    private var known: TypeResults = [:]
    private var phase = Phase.closed
    private nonisolated let notes = Mutex(Notes())
    private var earliestOpen: QuestionStage?
    /// Why the first answer that was looked for in this attempt and is not to be had is missing.
    private(set) var missingReason: String?

    private enum Phase {
        /// No attempt is made.
        case closed
        case asking
        /// What is not known is to be asked later.
        case deferring
    }

    /// What the engine notes down at every edit. It has a lock, which costs less than to enter the loop's isolation.
    private struct Notes {
        var open: [TypeQuestion] = []
        var late: [LateQuestion] = []
        var anticipated: [TypeQuestion] = []
    }

    /// Begins an attempt.
    ///
    /// - Parameters:
    ///   - known: results that the attempt may use besides those that the user's plug-ins remember.
    ///   - defers: whether questions without an answer count as late, and are not asked.
    func begin(_ known: TypeResults, _ plugins: UserPlugins, defers: Bool = false) {
        self.known = known
        self.plugins = plugins
        phase = defers ? .deferring : .asking
        earliestOpen = nil
        missingReason = nil
        notes.withLock { $0 = Notes() }
    }

    /// Ends the attempt. Returns the questions that must be answered before it can succeed, and after them those that are
    /// likely to follow; none if it has succeeded.
    func end() -> [TypeQuestion] {
        phase = .closed
        known = [:]
        let plugins = plugins.take()
        return notes.withLock { notes in
            if notes.open.isEmpty { return [] }
            return notes.open + notes.anticipated.filter { plugins?.remembered($0) == nil }
        }
    }

    package nonisolated func expect(_ question: TypeQuestion) {}

    package nonisolated func anticipate(_ question: TypeQuestion) {
        notes.withLock { $0.anticipated.append(question) }
    }

    package nonisolated var isOpen: Bool {
        notes.withLock { !$0.open.isEmpty }
    }

    package nonisolated var late: [LateQuestion] {
        notes.withLock { $0.late }
    }

    package nonisolated func reply(to question: TypeQuestion, of stage: QuestionStage, field: Int) -> TypeReply {
        LoopActor.assumeIsolated { findReply(to: question, stage, field) }
    }

    private func findReply(to question: TypeQuestion, _ stage: QuestionStage, _ field: Int) -> TypeReply {
        switch known[question] ?? plugins?.remembered(question) {
        case .answer(let answer): return .answer(answer)
        case .unavailable(let reason):
            missingReason = missingReason ?? reason
            return .unavailable
        case nil where phase == .asking:
            note(question, stage)
            return .open
        case .late, nil:
            if phase != .closed {
                let late = LateQuestion(field: field, stage: stage, question: question)
                notes.withLock { $0.late.append(late) }
            }
            return .late
        }
    }

    /// Notes an open question, unless it follows from a guess about an earlier stage: then it may not be worth asking.
    private func note(_ question: TypeQuestion, _ stage: QuestionStage) {
        if let earliestOpen, earliestOpen < stage || earliestOpen == .edit { return }
        earliestOpen = stage
        notes.withLock { notes in
            if !notes.open.contains(question) { notes.open.append(question) }
        }
    }
}

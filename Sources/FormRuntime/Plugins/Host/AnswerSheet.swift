package import EventLoop
package import FormEngine
package import FormPlugin

/// What an attempt at a transaction knows of plug-ins' answers, and what it asks. The engine looks here; the runtime puts
/// the questions that are open and lets the engine try again.
@LoopActor
package final class AnswerSheet: TypeOracle {
    private let host: PluginHost
    private var known: [TypeQuestion: TypeResult] = [:]
    private var phase = Phase.closed
    private nonisolated let notes = AttemptNotes()
    private var earliestOpen: QuestionStage?
    /// How many questions may still be answered on the spot.
    private var promptQuestions = 0
    /// Why the first answer that was looked for in this attempt and is not to be had is not.
    private(set) var missingReason: String?

    /// As many as a key needs, and no more than the others can be let wait for.
    private static let promptQuestionsPerAttempt = 4

    private enum Phase {
        /// No attempt is made.
        case closed
        case asking
        /// What is not known is to be asked later.
        case deferring
    }

    package init(_ host: PluginHost) {
        self.host = host
    }

    /// Begins an attempt.
    ///
    /// - Parameters:
    ///   - known: results that the attempt may use besides those that the host remembers.
    ///   - defers: whether questions without an answer count as late, and are not put.
    func begin(_ known: [TypeQuestion: TypeResult], defers: Bool = false) {
        self.known = known
        phase = defers ? .deferring : .asking
        promptQuestions = Self.promptQuestionsPerAttempt
        earliestOpen = nil
        missingReason = nil
        notes.clear()
    }

    /// Ends it: the questions that must be answered before it can succeed.
    func end() -> [TypeQuestion] {
        phase = .closed
        known = [:]
        return notes.takeOpen()
    }

    package nonisolated func expect(_ question: TypeQuestion) {
        LoopActor.assumeIsolated {
            if phase == .asking { host.expect(question) }
        }
    }

    package nonisolated func anticipate(_ question: TypeQuestion) {
        notes.add(anticipated: question)
    }

    package nonisolated var isOpen: Bool { notes.isOpen }

    package nonisolated var late: [LateQuestion] { notes.late }

    package nonisolated func reply(to question: TypeQuestion, of stage: QuestionStage, field: Int) -> TypeReply {
        LoopActor.assumeIsolated { findReply(to: question, stage, field) }
    }

    private func findReply(to question: TypeQuestion, _ stage: QuestionStage, _ field: Int) -> TypeReply {
        switch (known.isEmpty ? nil : known[question]) ?? find(question) {
        case .answer(let answer): return .answer(answer)
        case .unavailable(let reason):
            missingReason = missingReason ?? reason
            return .unavailable
        case nil where phase == .asking:
            note(question, stage)
            return .open
        case .late, nil:
            if phase != .closed {
                notes.add(late: LateQuestion(field: field, stage: stage, question: question))
            }
            return .late
        }
    }

    /// A few questions are put as soon as they turn up; what they leave open is put at the end of the attempt, all at once.
    private func find(_ question: TypeQuestion) -> TypeResult? {
        if let known = host.remembered(question) { return known }
        guard phase == .asking, earliestOpen == nil, promptQuestions > 0 else { return nil }
        promptQuestions -= 1
        return host.promptResult(of: question, anticipated: notes.takeAnticipated())
    }

    /// What is asked on the ground of a guess about something earlier may not be worth asking.
    private func note(_ question: TypeQuestion, _ stage: QuestionStage) {
        if let earliestOpen, earliestOpen < stage || earliestOpen == .edit { return }
        earliestOpen = stage
        notes.add(open: question)
    }
}

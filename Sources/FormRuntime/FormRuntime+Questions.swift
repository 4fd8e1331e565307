import EventLoop
package import FormEngine
package import FormModel
import FormPlugin
import PluginHost
package import Rules
package import TextEditing

/// Transactions that need plug-ins: the runtime attempts the transaction, asks the questions that have no answer yet,
/// and attempts it again with the answers, until none is missing. An answer depends only on its question, so the last
/// attempt has the same result as a single attempt with all answers.
///
/// Only this session waits; other sessions continue. A transaction waits for late answers only once, however often it
/// asks: the deadline is that of the whole transaction.
extension FormRuntime {
    /// Performs operations on a session, which is suspended while it waits for answers.
    ///
    /// - Parameter completion: called with the outcome, for which no answer is missing.
    func transact(
        _ operations: [FormEngine.Operation],
        on session: Session,
        completion: @escaping @LoopActor (Result<Outcome, any Error>) -> Void
    ) {
        let isPatient = operations.contains(where: \.needsVerdict)
        let answers = isPatient ? session.answers.filter { $0.value != .late } : session.answers
        let today = today()
        let now = session.definition.record.isEmpty ? nil : now()
        let submits = submits(operations, on: session)
        // A submission that its target refuses is reverted, also in a session that is not stored.
        let saving = submits && session.saving == .nothing ? .change : session.saving
        let deadline = isPatient ? nil : EventLoop.now + plugins.lateness
        run(for: session.owner, session, until: deadline, answers) { attempt in
            try session.form.perform(operations, today: today, now: now, attempt: attempt, saving: saving)
        } completion: { [self] result, _ in
            if case .success(let outcome) = result, let pending = outcome.pending {
                let hold = submits ? hold(for: outcome, of: session) : nil
                if session.file != nil || hold != nil { session.store(pending, after: hold) }
            }
            completion(result)
        }
    }

    /// Runs `body` repeatedly until all its questions are answered.
    ///
    /// - Parameters:
    ///   - session: the session to suspend meanwhile, if `body` belongs to one.
    ///   - deadline: the time at which to continue without the missing answers; `nil` to wait for all answers.
    ///   - answers: the answers of plug-ins in addition to those that are cached for the user.
    ///   - round: the number of times that `body` has asked before.
    ///   - completion: called with the result, and with the reason why an answer is unavailable, if there is one.
    private func run<Success>(
        for user: UInt32,
        _ session: Session? = nil,
        until deadline: EventLoop.Instant?,
        _ answers: TypeResults = [:],
        round: Int = 0,
        _ body: @escaping @LoopActor (Attempt) throws -> Success,
        completion: @escaping @LoopActor (Result<Success, any Error>, String?) -> Void
    ) {
        let plugins = plugins.plugins(of: user)
        var answers = answers
        for round in round..<limits.questionRounds {
            if let session, session.isClosed { return completion(.failure(Self.closed(session)), nil) }
            var missing: String?
            let attempt = Attempt(budget: budget()) { question in
                guard let result = answers[question] ?? plugins.remembered(question) else { return nil }
                if case .unavailable(let reason) = result { missing = missing ?? reason }
                return TypeReply(result)
            }
            let result = Result { try body(attempt) }
            let questions = attempt.questions
            if questions.isEmpty { return completion(result, missing) }
            if let session, session.commit != nil {
                return session.continueWhenStored { [self, answers] in
                    run(for: user, session, until: deadline, answers, round: round, body, completion: completion)
                }
            }
            let asked = plugins.ask(questions, until: deadline) { [weak self, weak session] question, result in
                guard let self, let session, !session.isClosed else { return }
                session.answers[question] = result
                refresh(session)
            } completion: { [weak self, answers] more in
                session?.isSuspended = false
                session?.noteLate(more)
                let answers = answers.merging(more) { $1 }
                self?.run(for: user, session, until: deadline, answers, round: round + 1, body, completion: completion)
                session?.resume()
            }
            guard let asked else {
                session?.isSuspended = true
                return
            }
            session?.noteLate(asked)
            answers.merge(asked) { $1 }
        }
        let message = "the operations ask plug-ins more than \(limits.questionRounds) times one after the other"
        completion(.failure(RuntimeError(.limitExceeded, message)), nil)
    }

    /// Passes answers that arrived after their transaction to the form, in a separate transaction after the waiting
    /// ones.
    private func refresh(_ session: Session) {
        guard !session.needsRefresh else { return }
        session.needsRefresh = true
        session.add(for: session.owner) { [self] in takeLateAnswers(session) }
    }

    private func takeLateAnswers(_ session: Session) {
        guard !session.isClosed else { return }
        session.needsRefresh = false
        let passed = session.answers
        start([.refresh], on: session, ifRevision: nil, isUse: false) { [weak session] result in
            guard let session, case .success = result else { return }
            session.say {
                // The form has used these answers, or does not need them any more. Others may have arrived meanwhile.
                session.answers = session.answers.filter { $0.value == .late || passed[$0.key] != $0.value }
            }
        }
    }

    /// The time limit of a call that starts now.
    ///
    /// - Parameters:
    ///   - part: the number of equal parts into which the call is divided, of which this is one.
    ///   - times: how many times as long as a call this may take.
    package func budget(part: Int = 1, times: Int = 1) -> WorkBudget {
        let start = EventLoop.processorTime
        return WorkBudget(time: limits.workTime * times / part, timeForRules: limits.timeForRules * times / part) {
            EventLoop.processorTime - start
        }
    }

    /// The result of each rule and condition of a session, its reason, and its cost. Plug-ins are not asked; a result
    /// that needs an answer which is not cached is unavailable. Throws `limitExceeded` if it takes longer than a call.
    package func explain(_ session: Session) throws -> [RuleExplanation] {
        let plugins = plugins.plugins(of: session.owner)
        let attempt = Attempt(budget: budget()) { plugins.remembered($0).map { TypeReply($0) } ?? .unavailable }
        let start = EventLoop.now
        return try session.form.explain(attempt: attempt) {
            UInt64(clamping: Int64((EventLoop.now - start) / .nanoseconds(1)))
        }
    }

    // MARK: Opening

    /// Opens a form without waiting for plug-ins: answers that are not cached count as late.
    func makeForm(
        _ form: CompiledForm,
        _ options: SessionOptions,
        for user: UInt32,
        within budget: WorkBudget
    ) throws -> Form {
        let plugins = plugins.plugins(of: user)
        return try Form(
            form,
            locale: options.locale,
            traits: options.traits,
            values: options.values,
            today: today(),
            now: form.definition.record.isEmpty ? nil : now(),
            attempt: Attempt(.defers, budget: budget.undivided) { plugins.remembered($0).map { TypeReply($0) } }
        )
    }

    /// Asks the questions of a form that has just been opened. Later answers are passed to its session.
    func askFirstQuestions(of session: Session, completion: @escaping @LoopActor () -> Void) {
        guard session.form.awaitsAnswers else { return completion() }
        transact([.refresh], on: session) { _ in completion() }
    }

    // MARK: Without a session

    /// Formats a text as if a program had set it. Fails with `invalidDefinition`, and with `pluginUnavailable` if the
    /// formatter's plug-in does not answer.
    package func format(
        _ text: String,
        formatter json: String,
        for user: UInt32,
        completion: @escaping @LoopActor (Result<FormattedText, any Error>) -> Void
    ) {
        run(for: user, until: nil) { [self] attempt in
            try library.compiler.format(text, formatter: json, attempt, within: budget())
        } completion: { result, reason in
            completion(
                result.flatMap { text in
                    reason.map { .failure(RuntimeError(.pluginUnavailable, $0)) } ?? .success(text)
                }
            )
        }
    }

    /// The result of the first rule that fails; later rules are not evaluated. Fails with `invalidDefinition`.
    package func judge(
        _ text: String,
        rules json: String,
        locale: String,
        for user: UInt32,
        completion: @escaping @LoopActor (Result<Verdict, any Error>) -> Void
    ) {
        run(for: user, until: nil) { [self] attempt in
            try library.compiler.judge(text, rules: json, locale: locale, today: today(), attempt, within: budget())
        } completion: { result, _ in
            completion(result)
        }
    }
}

extension FormEngine.Operation {
    /// Whether the reply reports validation results but cannot express that a result is not known yet. `Submit` and
    /// changes of the page can: they fail with `Pending`.
    fileprivate var needsVerdict: Bool {
        switch self {
        case .validate, .field(_, .validate), .focused(.validate): true
        default: false
        }
    }
}

extension TypeReply {
    /// Converts the result of a question for the engine.
    init(_ result: TypeResult) {
        switch result {
        case .answer(let answer): self = .answer(answer)
        case .late: self = .late
        case .unavailable: self = .unavailable
        }
    }
}

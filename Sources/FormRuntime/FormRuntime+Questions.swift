import EventLoop
package import FormEngine
package import FormModel
import FormPlugin
import PluginHost

/// How a transaction that needs plug-ins comes to its end: the runtime attempts it, asks the questions that are open, and
/// attempts it again with the answers, until none is open. An answer follows from its question alone, so the last attempt
/// does what a single one would have done with all answers at hand.
///
/// Only the session waits; other sessions go on. However often a transaction asks, it waits for late answers once: its
/// deadline is that of the whole transaction.
extension FormRuntime {
    /// Carries out operations on a session. While an answer is waited for, the session is suspended.
    ///
    /// - Parameter completion: gets the outcome, in which nothing is open any more.
    func transact(
        _ operations: [FormEngine.Operation],
        on session: Session,
        completion: @escaping @LoopActor (Result<Outcome, any Error>) -> Void
    ) {
        let isPatient = operations.contains(where: \.needsVerdict)
        let answers = isPatient ? session.answers.filter { $0.value != .late } : session.answers
        let today = session.form.compiled.asksForToday ? today() : nil
        let now = session.definition.record.isEmpty ? nil : now()
        let keeper = keeper(for: session)
        let deadline = isPatient ? nil : EventLoop.now + plugins.lateness
        run(for: session.owner, session, until: deadline, answers) { attempt in
            try session.form.perform(operations, today: today, now: now, attempt: attempt, keeper: keeper)
        } completion: { [self] result, _ in
            guard case .success(let outcome) = result, let awaited = outcome.awaited else { return completion(result) }
            settle(outcome, awaited, of: session, completion: completion)
        }
    }

    /// Runs `body` until it asks nothing that is not answered.
    ///
    /// - Parameters:
    ///   - session: the session that waits meanwhile, if `body` is about one.
    ///   - deadline: when to go on without the answers that have not come; `nil` to wait for each.
    ///   - answers: what plug-ins have answered besides what is remembered for the user.
    ///   - round: how often `body` has asked before.
    ///   - completion: gets the result, and why an answer was not to be had if one was not.
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
            let asked = plugins.ask(questions, until: deadline) { [weak self, weak session] question, result in
                guard let self, let session, !session.isClosed else { return }
                session.answers[question] = result
                refresh(session)
            } completion: { [weak self, answers] more in
                session?.isSuspended = false
                session?.noteLate(more)
                let answers = answers.merging(more) { $1 }
                self?.run(for: user, session, until: deadline, answers, round: round + 1, body, completion: completion)
                if let session { self?.resume(session) }
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

    /// Gives a form the answers that came after their transaction: a transaction of its own, after those that wait.
    private func refresh(_ session: Session) {
        guard !session.needsRefresh else { return }
        session.needsRefresh = true
        guard session.isSuspended else { return takeLateAnswers(session) }
        session.waiting.append { [self] in takeLateAnswers(session) }
    }

    private func takeLateAnswers(_ session: Session) {
        guard !session.isClosed else { return }
        session.needsRefresh = false
        start([.refresh], on: session, ifRevision: nil, isUse: false) { [weak session] _ in
            // The form has taken the answers, or has no use for them any more.
            session?.answers = session?.answers.filter { $0.value == .late } ?? [:]
        }
    }

    /// The time that a call may hold the loop which begins now.
    ///
    /// - Parameter part: one of so many parts of the call, which have equal shares.
    package func budget(part: Int = 1) -> WorkBudget {
        let start = EventLoop.processorTime
        return WorkBudget(time: limits.workTime / part, timeForRules: limits.timeForRules / part) {
            EventLoop.processorTime - start
        }
    }

    /// What each rule and condition of a session says, why, and what it cost to ask. Plug-ins are not asked: what is not
    /// remembered of their answers is unavailable.
    package func explain(_ session: Session) -> [RuleExplanation] {
        let plugins = plugins.plugins(of: session.owner)
        let attempt = Attempt(budget: budget()) { plugins.remembered($0).map { TypeReply($0) } ?? .unavailable }
        let start = EventLoop.now
        return session.form.explain(attempt: attempt) {
            UInt64(clamping: Int64((EventLoop.now - start) / .nanoseconds(1)))
        }
    }

    // MARK: Opening

    /// A form that does not wait for plug-ins: what is not remembered of their answers is late.
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

    /// Asks what a form that has just been opened needs of plug-ins. Of answers that come later its session is told.
    func askFirstQuestions(of session: Session, completion: @escaping @LoopActor () -> Void) {
        guard session.form.awaitsAnswers else { return completion() }
        transact([.refresh], on: session) { _ in completion() }
    }

    // MARK: Without a session

    /// What a formatter makes of a text, as if a program had set it. Fails with `invalidDefinition`, and with
    /// `pluginUnavailable` if its plug-in does not answer.
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

    /// What the first rule that fails says of a text; rules after it are not asked. Fails with `invalidDefinition`.
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
    /// Whether the reply says what is right and what is not, and has no word for what is not known yet. `Submit` and the pages
    /// have one: they refuse with `Pending`.
    fileprivate var needsVerdict: Bool {
        switch self {
        case .validate, .field(_, .validate): true
        default: false
        }
    }
}

extension TypeReply {
    /// What the engine is told of a result.
    init(_ result: TypeResult) {
        switch result {
        case .answer(let answer): self = .answer(answer)
        case .late: self = .late
        case .unavailable: self = .unavailable
        }
    }
}

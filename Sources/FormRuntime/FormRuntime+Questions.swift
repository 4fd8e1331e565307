import EventLoop
package import FormEngine
import FormModel
import FormPlugin
import PluginWire

/// How a transaction that needs plug-ins comes to its end: the runtime attempts it, asks the questions that are open, and
/// attempts it again with the answers, until none is open. An answer follows from its question alone, so the last attempt
/// does what a single one would have done with all answers at hand.
///
/// Only the session waits; other sessions go on. However often a transaction asks, it waits for late answers once: its
/// deadline is that of the whole transaction.
extension FormRuntime {
    /// Carries out operations on a session, and asks its placeholders' plug-ins about what changed. While an answer is
    /// waited for, the session is suspended.
    ///
    /// - Parameter completion: gets the outcome, in which nothing is open any more.
    func transact(
        _ operations: [FormEngine.Operation],
        on session: Session,
        completion: @escaping @LoopActor (Result<Outcome, any Error>) -> Void
    ) {
        let isPatient = operations.contains(where: \.needsVerdict)
        let known = isPatient ? session.answers.filter { $0.value != .late } : session.answers
        let today = session.form.compiled.asksForToday ? today() : nil
        let deadline = EventLoop.now + plugins.lateness
        attempt(for: session.owner, session, until: isPatient ? nil : deadline, known) {
            try session.form.perform(operations, today: today)
        } completion: { [self] result, _ in
            guard case .success(var outcome) = result else { return completion(result) }
            askPlaceholders(outcome.questions, of: session, until: deadline) { changes in
                // The session may have been closed while its plug-ins were asked: nobody hears of it any more.
                if session.isClosed { return completion(.failure(Self.closed(session))) }
                outcome.changes = outcome.changes.merging(changes)
                completion(.success(outcome))
            }
        }
    }

    /// Asks what a form that has just been opened needs of plug-ins. Of answers that come later its session is told.
    func askFirstQuestions(of session: Session, completion: @escaping @LoopActor () -> Void) {
        let deadline = EventLoop.now + plugins.lateness
        func askPlaceholders(_ asked: [Question]) {
            let questions = asked + session.form.firstQuestions()
            self.askPlaceholders(questions, of: session, until: deadline) { _ in completion() }
        }
        guard session.form.awaitsAnswers else { return askPlaceholders([]) }
        attempt(for: session.owner, session, until: deadline) {
            try session.form.perform([.refresh])
        } completion: { result, _ in
            askPlaceholders((try? result.get())?.questions ?? [])
        }
    }

    /// Runs `body` until it asks nothing that is not answered.
    ///
    /// - Parameters:
    ///   - session: the session that waits meanwhile, if it is about one.
    ///   - deadline: when to go on without the answers that have not come; `nil` to wait for each.
    ///   - known: answers that `body` may use besides those that the user's plug-ins remember.
    ///   - completion: gets the result, and why an answer was not to be had if one was not.
    private func attempt<Success>(
        for user: UInt32,
        _ session: Session? = nil,
        until deadline: EventLoop.Instant?,
        _ known: TypeResults = [:],
        rounds: Int = 0,
        _ body: @escaping @LoopActor () throws -> Success,
        completion: @escaping @LoopActor (Result<Success, any Error>, String?) -> Void
    ) {
        let sheet = library.compiler.sheet
        let plugins = plugins.plugins(of: user)
        var known = known
        for round in rounds..<limits.questionRounds {
            if let session, session.isClosed { return completion(.failure(Self.closed(session)), nil) }
            sheet.begin(known, plugins)
            let result = Result { try body() }
            let questions = sheet.end()
            if questions.isEmpty { return completion(result, sheet.missingReason) }
            let answers = plugins.ask(questions, until: deadline) { [weak self, weak session] question, result in
                guard let self, let session, !session.isClosed else { return }
                session.answers[question] = result
                refresh(session)
            } completion: { [weak self] answers in
                session?.isSuspended = false
                Self.noteLate(answers, of: session)
                let known = known.merging(answers) { $1 }
                self?.attempt(
                    for: user,
                    session,
                    until: deadline,
                    known,
                    rounds: round + 1,
                    body,
                    completion: completion
                )
                if let session { self?.resume(session) }
            }
            guard let answers else {
                session?.isSuspended = true
                return
            }
            Self.noteLate(answers, of: session)
            known.merge(answers) { $1 }
        }
        let message = "the operations ask plug-ins more than \(limits.questionRounds) times one after the other"
        completion(.failure(RuntimeError(.limitExceeded, message)), nil)
    }

    /// Remembers which answers a session's form waits for after its transaction.
    private static func noteLate(_ answers: TypeResults, of session: Session?) {
        for (question, result) in answers where result == .late && question.type.kind != .placeholder {
            session?.answers[question] = .late
        }
    }

    /// Asks the plug-ins of placeholders. `completion` gets what the answers that came in time changed; an answer that comes
    /// later becomes a transaction of its own.
    private func askPlaceholders(
        _ questions: [Question],
        of session: Session,
        until deadline: EventLoop.Instant,
        completion: @escaping @LoopActor ([Change]) -> Void
    ) {
        guard !questions.isEmpty else { return completion([]) }
        func take(_ results: TypeResults) -> [Change] {
            session.form.answer(questions.map { Answer($0, results[$0.asked] ?? .late) })
        }
        let results = plugins.plugins(of: session.owner).ask(questions.map(\.asked), until: deadline) {
            [weak self, weak session] asked, result in
            guard let self, let session, !session.isClosed else { return }
            let answers = questions.filter { $0.asked == asked }.map { Answer($0, result) }
            announce(session.form.answer(answers, asTransaction: true), of: session)
        } completion: { [weak self] results in
            session.isSuspended = false
            completion(take(results))
            self?.resume(session)
        }
        if let results {
            completion(take(results))
        } else {
            session.isSuspended = true
        }
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
}

// MARK: - Without a session

extension FormRuntime {
    /// What a formatter makes of a text, as if a program had set it. Fails with `invalidDefinition`, and with
    /// `pluginUnavailable` if its plug-in does not answer.
    package func format(
        _ text: String,
        formatter json: String,
        for user: UInt32,
        completion: @escaping @LoopActor (Result<FormattedText, any Error>) -> Void
    ) {
        attempt(for: user, until: nil) { [library] in
            try library.compiler.format(text, formatter: json)
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
        attempt(for: user, until: nil) { [library] in
            try library.compiler.judge(text, rules: json, locale: locale)
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

extension Answer {
    /// A placeholder whose answer is late or not to be had shows its own text.
    fileprivate init(_ question: Question, _ result: TypeResult) {
        if case .answer(.placeholder(let layers)) = result {
            self.init(question: question, layers: layers)
        } else {
            self.init(question: question, layers: nil)
        }
    }
}

import EventLoop
package import FormEngine
import FormModel
import FormPlugin

/// How a transaction that needs plug-ins comes to its end: it is attempted, what it asks is asked, and it is attempted
/// again with the answers, until it asks nothing more. A plug-in's answer follows from the question alone, so that the
/// last attempt does what a single one would have done with all answers at hand.
///
/// Only the session waits; other sessions go on.
extension FormRuntime {
    /// One thing that is attempted until it asks nothing more.
    @LoopActor
    private final class Attempt<Success> {
        let body: @LoopActor () throws -> Success
        let session: Session?
        /// Whether it waits for what is late.
        let isPatient: Bool
        /// Gets, too, why an answer was not to be had, if one was not.
        let completion: @LoopActor (Result<Success, any Error>, String?) -> Void
        var known: [TypeQuestion: TypeResult]
        var rounds = 0

        init(
            known: [TypeQuestion: TypeResult],
            session: Session?,
            isPatient: Bool,
            body: @escaping @LoopActor () throws -> Success,
            completion: @escaping @LoopActor (Result<Success, any Error>, String?) -> Void
        ) {
            self.known = known
            self.session = session
            self.isPatient = isPatient
            self.body = body
            self.completion = completion
        }
    }

    /// Carries out operations; `completion` gets their outcome, from which nothing is open any more.
    func attempt(
        _ operations: [FormEngine.Operation],
        on session: Session,
        completion: @escaping @LoopActor (Result<Outcome, any Error>) -> Void
    ) {
        let isPatient = operations.contains(where: \.needsVerdict)
        let known = isPatient ? session.answers.filter { $0.value != .late } : session.answers
        let today = session.form.compiled.asksForToday ? today() : nil
        library.compiler.sheet.begin(known)
        do {
            // Nearly always this is all.
            let outcome = try session.form.perform(operations, today: today)
            let open = library.compiler.sheet.end()
            guard outcome.isOpen else { return completion(.success(outcome)) }
            let attempt = Attempt(known: known, session: session, isPatient: isPatient) {
                try session.form.perform(operations, today: today)
            } completion: { [self] result, _ in
                session.isSuspended = false
                completion(result)
                resume(session)
            }
            session.isSuspended = true
            put(open, for: attempt)
        } catch {
            _ = library.compiler.sheet.end()
            completion(.failure(error))
        }
    }

    /// Does something that belongs to no session, and waits for every answer that it needs.
    ///
    /// - Parameter completion: gets, too, why an answer was not to be had, if one was not.
    private func attempt<Success>(
        _ body: @escaping @LoopActor () throws -> Success,
        completion: @escaping @LoopActor (Result<Success, any Error>, String?) -> Void
    ) {
        run(Attempt(known: [:], session: nil, isPatient: true, body: body, completion: completion))
    }

    private func run<Success>(_ attempt: Attempt<Success>) {
        if let session = attempt.session, session.isClosed {
            return attempt.completion(.failure(Self.closed(session)), nil)
        }
        library.compiler.sheet.begin(attempt.known)
        let result = Result { try attempt.body() }
        let open = library.compiler.sheet.end()
        if open.isEmpty {
            attempt.completion(result, library.compiler.sheet.missingReason)
        } else {
            put(open, for: attempt)
        }
    }

    private func put<Success>(_ questions: [TypeQuestion], for attempt: Attempt<Success>) {
        attempt.rounds += 1
        guard attempt.rounds <= limits.questionRounds else {
            let message = "the operations ask plug-ins more than \(limits.questionRounds) times one after the other"
            return attempt.completion(.failure(RuntimeError(.limitExceeded, message)), nil)
        }
        plugins.ask(questions, isPatient: attempt.isPatient) {
            [weak self, weak session = attempt.session] index, result in
            guard let self, let session, !session.isClosed else { return }
            session.answers[questions[index]] = result
            refresh(session)
        } completion: { [weak self] results in
            for (question, result) in zip(questions, results) {
                attempt.known[question] = result
                if result == .late { attempt.session?.answers[question] = .late }
            }
            self?.run(attempt)
        }
    }

    /// Takes answers that came after their transaction: a transaction of its own, after those that wait.
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
            // They are in the form now, or of no use any more.
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
        completion: @escaping @LoopActor (Result<FormattedText, any Error>) -> Void
    ) {
        attempt { [library] in
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
        completion: @escaping @LoopActor (Result<Verdict, any Error>) -> Void
    ) {
        attempt { [library] in
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

import EventLoop
import FormEngine
import FormModel
import FormStore
import Logging

/// Submissions: a form that says where its answers go is submitted when they are kept for their target. See
/// `SubmissionDelivery`.
extension FormRuntime {
    /// Throws if a form says where its answers go and cannot: a form that a client sent may not, because a program that it
    /// named would run as the daemon's user; and the answers have to be kept.
    func checkSubmission(of form: CompiledForm) throws {
        guard form.definition.submission != nil else { return }
        guard !form.definition.name.isEmpty else {
            let message = "/submission: only an installed form can say where its answers go"
            throw RuntimeError(.invalidDefinition, message)
        }
        guard store != nil else {
            throw FormError(.storeUnavailable, "formd stores nothing on disk, so it cannot keep submissions")
        }
    }

    /// What has to happen to the answers before a submission is stored and anybody is told of it; `nil` for any other
    /// transaction.
    func hold(for outcome: Outcome, of session: Session) -> PendingCommit.Hold? {
        guard outcome.isSubmission, let target = session.definition.submission, let series = session.submissionSeries,
            let delivery
        else { return nil }
        let values = session.form.document(includingSecrets: false).line
        let secrets = target.secrets.map { Self.values(of: $0.fields, in: session.form) } ?? []
        let submission = Submission(
            key: key(series, session.form.submissions, values, secrets),
            user: session.owner,
            form: session.definition.name,
            submitted: now()
        )
        let document = Array(document(of: submission, values, secrets, target.secrets?.publicKey).utf8)
        return { [weak self, weak session] done in
            delivery.submit(submission, document, to: target) { result in
                switch result {
                case .success(.accepted): done(nil)
                case .success(.refused(let findings)):
                    done(
                        PendingCommit.Refusal(error: FormError(refusing: findings)) {
                            guard let self, let session else { return }
                            self.show(findings, in: session)
                        }
                    )
                case .failure(let error): done(PendingCommit.Refusal(error: error))
                }
            }
        }
    }

    /// Whether operations end with a submission that has to be kept for a target.
    func submits(_ operations: [FormEngine.Operation], on session: Session) -> Bool {
        guard session.definition.submission != nil else { return false }
        switch operations.last {
        case .submit, .submitDocument: return true
        default: return false
        }
    }

    /// The idempotency key: the same if a submission that was not answered is made again with the same values. With other
    /// values it is another submission: a target that has the first one must not take it for the second. A secret must not
    /// be guessed from the key, so that with secrets it is the same only until the daemon ends.
    private func key(
        _ series: String,
        _ number: UInt64,
        _ values: String,
        _ secrets: [(name: String, text: String)]
    ) -> String {
        let secret = secrets.flatMap { [$0.name, $0.text] }.joined(separator: "\0")
        let key = secrets.isEmpty ? [] : submissionSecret
        let hash = Sodium.hash("\(series)\0\(values)\0\(secret)".utf8, key: key)
        return "\(series)-\(number)-\(hash)"
    }

    /// The texts of secret fields that have one.
    private static func values(of fields: [String], in form: Form) -> [(name: String, text: String)] {
        let values = form.document(includingSecrets: true).members
        return values.filter { fields.contains($0.key) }.map { member in
            if case .string(let text) = member.value { (member.key, text) } else { (member.key, member.value.line) }
        }
    }

    /// What a target gets: the answers, and whose they are. Secrets are encrypted.
    private func document(
        of submission: Submission,
        _ values: String,
        _ secrets: [(name: String, text: String)],
        _ publicKey: [UInt8]?
    ) -> String {
        let moment = Moment(secondsSince1970: submission.submitted).map { $0.text(withSeconds: true) + "Z" } ?? ""
        var members: [JSONText.Member] = [
            .init("key", .string(submission.key)), .init("form", .string(submission.form)),
            .init("user", .number(submission.user)), .init("submitted", .string(moment)),
            .init("values", .literal(values)),
        ]
        if let publicKey {
            let sealed = secrets.compactMap { secret in
                Sodium.sealed(secret.text, for: publicKey).map { JSONText.Member(secret.name, .string($0)) }
            }
            members.append(.init("secrets", .object(sealed)))
        }
        return JSONText.object(members).line + "\n"
    }

    /// Shows the errors that a target has found, as `SetErrors` does. Those of other names than the form's are left out.
    ///
    /// - Parameter completion: called with whether they are shown, when that is stored.
    private func show(
        _ findings: [String: String],
        in session: Session,
        completion: @escaping @LoopActor (Bool) -> Void = { _ in }
    ) {
        let known = findings.filter { session.form.index(ofField: $0.key) != nil }
        start([.setErrors(known)], on: session, ifRevision: nil, isUse: false) { [logger] result in
            if case .failure(let error) = result {
                logger.warning("the errors that a target has found cannot be shown: \(error)")
                return completion(false)
            }
            session.say {
                completion(true)
            } refuse: { _ in
                completion(false)
            }
        }
    }

    /// Shows the errors of a submission whose call was answered already, if its session is open, and was not changed or
    /// submitted again since.
    func takeBack(
        _ submission: Submission,
        _ findings: [String: String],
        completion: @escaping @LoopActor (Bool) -> Void
    ) {
        func isTheirs(_ session: Session) -> Bool {
            guard !session.isClosed, session.form.state == .submitted, let series = session.submissionSeries,
                submission.key.hasPrefix("\(series)-")
            else { return false }
            let values = session.form.document(includingSecrets: false).line
            let names = session.definition.submission?.secrets?.fields ?? []
            let secrets = Self.values(of: names, in: session.form)
            return key(series, session.form.submissions, values, secrets) == submission.key
        }
        guard let session = sessions.sessions(of: submission.user).first(where: isTheirs) else {
            let stored = sessions.stored.first { stored in
                stored.submissionSeries.map { submission.key.hasPrefix("\($0)-") } == true
            }
            guard let stored else { return completion(false) }
            do {
                return try read(stored, for: nil) { [self] result in
                    // A session that cannot be read any more would be found again.
                    guard case .success = result else { return completion(false) }
                    takeBack(submission, findings, completion: completion)
                }
            } catch {
                return completion(false)
            }
        }
        session.add(for: session.owner) { [self] in
            guard isTheirs(session) else { return completion(false) }
            show(findings, in: session, completion: completion)
        }
    }
}

extension FormError {
    /// The error of a submission that the target has refused, as of one that the form's own rules refuse.
    fileprivate init(refusing findings: [String: String]) { self.init(.notValid, Self.text(of: findings)) }

    /// The errors that a target has found, on one line.
    static func text(of findings: [String: String]) -> String {
        findings.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
    }
}

package import EventLoop
import FormEngine
import FormModel
import FormStore
import Logging
import PluginHost
import PostgreSQL

/// Brings submissions to the targets of their forms: keeps each in the outbox before anybody is told that the form was
/// submitted, and delivers it until the target has accepted or refused it.
///
/// Where a submission goes is what the installed form says when it is delivered, so that a mistake in it can be mended.
@LoopActor
package final class SubmissionDelivery {
    /// What is known of a submission when `Submit` is answered.
    enum Verdict {
        /// It has arrived, or is kept until it does.
        case accepted
        case refused([String: String])
    }

    package private(set) var queue = SubmissionQueue()
    package private(set) var statistics = SubmissionStatistics()
    private let outbox: Outbox
    private let library: FormLibrary
    private let plugins: PluginHost
    private let limits: Limits
    private let logger: Logger
    private let takeBack: TakeBack
    /// Called with the number of submissions that have waited longer than they should, and the seconds of the oldest one.
    private let report: @LoopActor (_ count: Int, _ oldest: Int) -> Void
    private lazy var timer = DeadlineTimer { [weak self] in self?.wake() }
    private lazy var alarm = DeadlineTimer(tolerance: .seconds(1)) { [weak self] in self?.checkAges() }
    /// The calls of `Submit` that wait for the target.
    private var waiting: [String: Waiting] = [:]
    /// Whether nothing is delivered, because the daemon's next program will do that.
    private var isPaused = false
    /// The forms whose last delivery has failed, which was logged.
    private var failing: Set<String> = []

    /// Lets the session of a submission that was answered already show the errors. Calls its last argument with whether
    /// there is such a session, when that is stored.
    typealias TakeBack = @LoopActor (Submission, [String: String], @escaping @LoopActor (Bool) -> Void) -> Void

    private struct Waiting {
        let timer: EventSource
        let completion: @LoopActor (Result<Verdict, any Error>) -> Void
    }

    private let databases: DatabaseTargets

    init(
        outbox: Outbox,
        library: FormLibrary,
        plugins: PluginHost,
        limits: Limits,
        logger: Logger,
        report: @escaping @LoopActor (_ count: Int, _ oldest: Int) -> Void,
        takeBack: @escaping TakeBack
    ) {
        self.outbox = outbox
        self.library = library
        self.plugins = plugins
        self.limits = limits
        self.logger = logger
        self.report = report
        self.takeBack = takeBack
        databases = DatabaseTargets(launcher: plugins.launcher, time: limits.submissionTime, logger: logger)
    }

    /// Takes up what the outbox contains. Throws if the disk does not list it.
    func takeUp() throws(SystemError) {
        for submission in try outbox.submissions() { add(submission) }
        if !queue.entries.isEmpty {
            logger.notice("submissions wait for their targets", metadata: ["count": "\(queue.entries.count)"])
        }
        // Not before the daemon serves, because a form may have to be compiled.
        EventLoop.shared.post { [weak self] in self?.deliver() }
    }

    /// Stops delivering, and what is being delivered by a program. The calls that wait for that are answered.
    package func pause() {
        isPaused = true
        for key in Array(waiting.keys) { answer(key, .accepted) }
        plugins.stopPrograms()
        databases.stop()
    }

    /// Delivers again.
    package func resume() {
        isPaused = false
        wake()
    }

    // MARK: Submitting

    /// Keeps a submission, and waits for the target as long as the form says.
    ///
    /// - Parameters:
    ///   - target: what the session's definition says. Where the submission goes is what the installed form says, because the
    ///     session may have come from another daemon.
    ///   - completion: called when the submission is on the disk, never before this function returns; with
    ///     `storeUnavailable` if the disk does not accept it, and with `limitExceeded`.
    func submit(
        _ submission: Submission,
        _ document: [UInt8],
        to target: SubmissionDefinition,
        completion: @escaping @LoopActor (Result<Verdict, any Error>) -> Void
    ) {
        func fail(_ error: SystemError) { completion(.failure(FormError(error, keeping: "submission"))) }
        if let installed = try? self.target(of: submission.form), installed.isLocal {
            return outbox.spool(submission.key, document, Rotation(installed)) { [self] result in
                switch result {
                case .success:
                    statistics.delivered += 1
                    completion(.success(.accepted))
                case .failure(let error): fail(error)
                }
            }
        }
        if queue.retry(submission.key) {
            // It was kept for a call that was not answered, because the daemon has ended or the disk has failed.
            return EventLoop.shared.post { [self] in
                answer(submission.key, within: target.wait, completion)
                deliver()
            }
        }
        if let error = excess(of: submission.user, document.count) {
            return EventLoop.shared.post { completion(.failure(error)) }
        }
        outbox.keep(submission, document) { [self] result in
            switch result {
            case .success(let submission):
                answer(submission.key, within: target.wait, completion)
                add(submission)
                deliver()
            case .failure(let error):
                // It may have got its name, and only the folder could not be written.
                outbox.remove(submission.key)
                fail(error)
            }
        }
    }

    private func add(_ submission: Submission) {
        queue.add(submission)
        schedule(alarm, at: EventLoop.now + limits.submissionAge)
    }

    private func excess(of user: UInt32, _ bytes: Int) -> RuntimeError? {
        let use = queue.use[user] ?? SubmissionQueue.Use()
        guard use.count < limits.submissionsPerUser else {
            let message = "\(limits.submissionsPerUser) submissions of user \(user) wait for their targets"
            return RuntimeError(.limitExceeded, message)
        }
        let sum = use.bytes + bytes
        guard sum <= limits.submissionBytesPerUser else {
            let message =
                "the submissions of user \(user) that wait would take \(sum) of \(limits.submissionBytesPerUser) bytes"
            return RuntimeError(.limitExceeded, message)
        }
        return nil
    }

    /// Answers a call now, or when the target has answered, at the latest after some seconds.
    private func answer(
        _ key: String,
        within seconds: Int,
        _ completion: @escaping @LoopActor (Result<Verdict, any Error>) -> Void
    ) {
        // A call of before waits for the same submission.
        answer(key, .accepted)
        let timer =
            seconds == 0
            ? nil
            : try? EventLoop.shared.addTimer(after: .seconds(seconds)) { [weak self] in self?.answer(key, .accepted) }
        guard let timer else { return completion(.success(.accepted)) }
        waiting[key] = Waiting(timer: timer, completion: completion)
    }

    /// Answers the call that waits for a submission.
    ///
    /// - Returns: whether one waits.
    @discardableResult
    private func answer(_ key: String, _ verdict: Verdict) -> Bool {
        guard let call = waiting.removeValue(forKey: key) else { return false }
        call.timer.cancel()
        call.completion(.success(verdict))
        return true
    }

    // MARK: Delivering

    /// The target of a form; throws the reason if there is none.
    private func target(of form: String) throws -> SubmissionDefinition {
        guard let target = try library.form(named: form).definition.submission else {
            throw RuntimeError(.unknownForm, "the form \"\(form)\" does not say any more where its answers go")
        }
        return target
    }

    private func deliver() {
        guard !isPaused else { return }
        let taken = queue.take { form in
            switch (try? target(of: form))?.target {
            case .spool: SubmissionQueue.Pace(batch: 128, batchBytes: 8 << 20)
            // While the database stores one transaction, the next one is read from the disk.
            case .postgresql: SubmissionQueue.Pace(batch: 256, batchBytes: 8 << 20, batches: 2)
            case .program, .http, nil: SubmissionQueue.Pace(batches: 4)
            }
        }
        for (form, submissions) in taken {
            do {
                let target = try target(of: form)
                switch target.target {
                case .spool: spool(submissions, target)
                case .postgresql: try insert(submissions, target.table)
                case .program, .http: for submission in submissions { run(submission, target) }
                }
            } catch {
                let reason = (error as? RuntimeError)?.message ?? "\(error)"
                for submission in submissions { ended(submission, .failed(reason)) }
            }
        }
    }

    private func spool(_ submissions: [Submission], _ target: SubmissionDefinition) {
        let keys = submissions.map(\.key)
        guard let directory = target.directory else {
            // The form has had another target before.
            for submission in submissions { spoolHere(submission, Rotation(target)) }
            return
        }
        outbox.spool(keys, into: directory, Rotation(target)) { [self] results in
            for (submission, result) in zip(submissions, results) { ended(submission, TargetAnswer(result)) }
            deliver()
        }
    }

    private func insert(_ submissions: [Submission], _ table: SubmissionDefinition.Table) throws {
        guard let address = table.address else { throw RuntimeError(.invalidDefinition, "there is no database") }
        let insert = SubmissionInsert(table)
        outbox.read(submissions.map(\.key)) { key, document in
            try insert.statement(for: document, key: key)
        } completion: { [self] results in
            var (statements, stored): ([Statement], [Submission]) = ([], [])
            for (submission, result) in zip(submissions, results) {
                switch result {
                case .success(let statement):
                    statements.append(statement)
                    stored.append(submission)
                case .failure(let error): ended(submission, .failed("\(error)"))
                }
            }
            guard !stored.isEmpty else { return deliver() }
            databases.store(statements, in: address, insert) { [self] answers in
                for (submission, answer) in zip(stored, answers) { ended(submission, answer) }
                deliver()
            }
        }
    }

    private func spoolHere(_ submission: Submission, _ rotation: Rotation?) {
        outbox.read(submission.key) { [self] result in
            switch result {
            case .success(let document):
                outbox.spool(submission.key, document, rotation) { [self] result in
                    ended(submission, TargetAnswer(result.mapError { $0 as any Error }))
                    deliver()
                }
            case .failure(let error):
                ended(submission, .failed("\(error)"))
                deliver()
            }
        }
    }

    private func run(_ submission: Submission, _ target: SubmissionDefinition) {
        outbox.open(submission.key) { [self] result in
            switch result {
            case .success(let document):
                plugins.deliver(document, submission.key, to: target, within: limits.submissionTime) { [self] answer in
                    ended(submission, answer)
                    deliver()
                }
            case .failure(let error):
                ended(submission, .failed("\(error)"))
                deliver()
            }
        }
    }

    /// Ends an attempt.
    private func ended(_ submission: Submission, _ answer: TargetAnswer) {
        let key = submission.key
        switch answer {
        case .accepted:
            statistics.delivered += 1
            if failing.remove(submission.form) != nil {
                logger.notice("submissions can be delivered again", metadata: ["form": "\(submission.form)"])
            }
            remove(key)
            self.answer(key, .accepted)
        case .refused(let findings):
            statistics.refusals += 1
            guard !self.answer(key, .refused(findings)) else { return remove(key) }
            takeBack(submission, findings) { [self] isTaken in
                if isTaken { remove(key) } else { keepRefused(submission, findings) }
                deliver()
            }
        case .failed(let reason):
            statistics.failures += 1
            statistics.lastFailure = reason
            if failing.insert(submission.form).inserted {
                logger.warning(
                    "a submission could not be delivered, and is tried again later: \(reason)",
                    metadata: ["form": "\(submission.form)", "submission": "\(key)"]
                )
            }
            if let next = queue.fail(key, reason, at: EventLoop.now) { schedule(timer, at: next) }
            self.answer(key, .accepted)
        }
    }

    private func remove(_ key: String) {
        queue.end(key)
        outbox.remove(key)
    }

    /// Keeps a submission for an administrator. Its file says so, so that it is not delivered again after a restart. It
    /// counts as under way until that is written.
    private func keepRefused(_ submission: Submission, _ findings: [String: String]) {
        logger.error(
            "a submission was refused, and its session is gone",
            metadata: ["form": "\(submission.form)", "submission": "\(submission.key)"]
        )
        var refused = submission
        refused.refusal = FormError.text(of: findings)
        func end(_ kept: Submission) {
            // It may have been submitted again meanwhile, in a session that was restored.
            if answer(kept.key, .refused(findings)) { remove(kept.key) } else { queue.refuse(kept) }
            deliver()
        }
        outbox.read(submission.key) { [self] result in
            guard let document = try? result.get() else { return end(refused) }
            outbox.keep(refused, document) { result in end((try? result.get()) ?? refused) }
        }
    }

    private func wake() {
        // Those that are due within a quarter of a second share the search for them.
        if let next = queue.wake(at: EventLoop.now + .milliseconds(250)) { schedule(timer, at: next) }
        deliver()
    }

    /// Reports submissions that wait for longer than they should, at most once in that time.
    private func checkAges() {
        let now = Moment.secondsSince1970()
        let ages = queue.entries.values.lazy.filter { $0.state != .refused }.map { now - $0.submission.submitted }
        guard let oldest = ages.max() else { return }
        let limit = Int(limits.submissionAge / .seconds(1))
        let late = ages.count { $0 >= limit }
        if late > 0 {
            logger.warning(
                "submissions wait for their targets for too long",
                metadata: ["count": "\(late)", "seconds": "\(oldest)"]
            )
            report(late, oldest)
        }
        schedule(alarm, at: EventLoop.now + (late > 0 ? limits.submissionAge : .seconds(min(limit, limit - oldest))))
    }

    private func schedule(_ timer: DeadlineTimer, at next: EventLoop.Instant) {
        do {
            try timer.schedule(at: next)
        } catch {
            logger.error("submissions cannot be tried again", metadata: ["reason": "\(error)"])
        }
    }

    // MARK: For administrators

    /// The submissions in the outbox, the oldest first.
    package var entries: [SubmissionQueue.Entry] {
        queue.entries.values.sorted {
            ($0.submission.submitted, $0.submission.key) < ($1.submission.submitted, $1.submission.key)
        }
    }

    /// Delivers a submission now, instead of later or never. Throws `invalidArgument` if there is none with this key.
    package func retry(_ key: String) throws(RuntimeError) {
        guard queue.retry(key) else { throw Self.unknown(key) }
        deliver()
    }

    /// Removes a submission that will never arrive. Throws `invalidArgument` if there is none with this key, or if it is
    /// under way.
    package func discard(_ key: String) throws(RuntimeError) {
        guard queue.discard(key) else {
            guard queue.entries[key] == nil else {
                throw RuntimeError(.invalidArgument, "the submission \(key) is being delivered")
            }
            throw Self.unknown(key)
        }
        outbox.remove(key)
    }

    /// Reads the document of a submission. Fails with `invalidArgument` and `storeUnavailable`.
    package func read(_ key: String, completion: @escaping @LoopActor (Result<String, any Error>) -> Void) {
        guard queue.entries[key] != nil else { return completion(.failure(Self.unknown(key))) }
        outbox.read(key) { result in
            completion(
                result.map { String(decoding: $0, as: UTF8.self) }
                    .mapError { FormError(unreadable: "submission", $0) }
            )
        }
    }

    private static func unknown(_ key: String) -> RuntimeError {
        RuntimeError(.invalidArgument, "no submission \"\(key.prefix(64))\" waits")
    }
}

/// Counts since the start of the daemon.
package struct SubmissionStatistics: Sendable {
    package var delivered: UInt64 = 0
    package var refusals: UInt64 = 0
    package var failures: UInt64 = 0
    /// Empty if nothing has failed.
    package var lastFailure = ""
}

extension TargetAnswer {
    fileprivate init(_ result: Result<Void, any Error>) {
        switch result {
        case .success: self = .accepted
        case .failure(let error): self = .failed("\(error)")
        }
    }
}

extension Rotation {
    fileprivate init?(_ target: SubmissionDefinition) {
        guard let format = target.rotation.format else { return nil }
        self.init(format: format, keep: target.keep)
    }
}

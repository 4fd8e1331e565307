package import EventLoop
package import FormStore

/// When each submission is delivered. Submissions to one form's target are delivered in their order, a few at a time; one
/// that fails is tried again later, and does not hold up the others.
package struct SubmissionQueue {
    package struct Entry: Sendable {
        package let submission: Submission
        package fileprivate(set) var state: State
        /// How often it was tried since the daemon started.
        package fileprivate(set) var attempts = 0
        /// Why the last attempt has failed; empty if none has.
        package fileprivate(set) var lastFailure = ""
        /// The number of the batch with which it is under way.
        fileprivate var batch = 0

        fileprivate init(_ submission: Submission) {
            self.submission = submission
            state = submission.refusal == nil ? .ready : .refused
        }
    }

    package enum State: Sendable, Hashable {
        /// It is delivered as soon as the ones before it.
        case ready
        case underway
        /// It is tried again then.
        case delayed(until: EventLoop.Instant)
        /// The target has refused it, and no session takes it back: an administrator decides.
        case refused
    }

    /// How the submissions of a form are delivered.
    package struct Pace: Sendable, Hashable {
        /// How many are delivered together, and how many bytes they have; one may have more.
        package var batch = 1
        package var batchBytes = Int.max
        /// How many of these batches are under way at a time.
        package var batches = 1

        package init(batch: Int = 1, batchBytes: Int = .max, batches: Int = 1) {
            self.batch = batch
            self.batchBytes = batchBytes
            self.batches = batches
        }
    }

    /// What a user's submissions take.
    package struct Use: Sendable, Hashable {
        package var count = 0
        /// On the disk.
        package var bytes = 0
    }

    package private(set) var entries: [String: Entry] = [:]
    /// By user; none for a user without submissions.
    package private(set) var use: [UInt32: Use] = [:]
    /// The keys of those that are ready, in their order, by form. A key whose state has changed is skipped.
    private var ready: [String: ArraySlice<String>] = [:]
    /// How many of each batch are under way, by its number, and of what form they are.
    private var batches: [Int: (form: String, count: Int)] = [:]
    private var lastBatch = 0
    /// How many batches of each form are under way.
    private var underway: [String: Int] = [:]

    /// The time until the second attempt, which doubles with each further one, and its maximum.
    static let firstDelay = Duration.seconds(1)
    static let longestDelay = Duration.seconds(300)

    package init() {}

    /// Adds a submission that was kept. There is none with its key.
    package mutating func add(_ submission: Submission) {
        let entry = Entry(submission)
        remove(submission.key)
        entries[submission.key] = entry
        use[submission.user, default: Use()].count += 1
        use[submission.user, default: Use()].bytes += submission.bytes
        if entry.state == .ready { ready[submission.form, default: []].append(submission.key) }
    }

    private mutating func remove(_ key: String) {
        guard let submission = entries.removeValue(forKey: key)?.submission, var rest = use[submission.user] else {
            return
        }
        rest.count -= 1
        rest.bytes -= submission.bytes
        use[submission.user] = rest.count == 0 ? nil : rest
    }

    /// The batches of submissions that are to be delivered now; they are under way then.
    ///
    /// What arrives while a form's last batch is under way waits for the next one: if each went on its own at once, the next
    /// ones would find a target that is busy with one submission, and go on their own, too.
    package mutating func take(
        _ pace: (_ form: String) -> Pace
    ) -> [(form: String, submissions: [Submission])] {
        var taken: [(form: String, submissions: [Submission])] = []
        for form in ready.keys.sorted() {
            let pace = pace(form)
            while underway[form, default: 0] < pace.batches {
                let batch = takeBatch(of: form, pace)
                guard !batch.isEmpty else { break }
                underway[form, default: 0] += 1
                taken.append((form, batch))
            }
            if ready[form]?.isEmpty == true { ready[form] = nil }
        }
        return taken
    }

    private mutating func takeBatch(of form: String, _ pace: Pace) -> [Submission] {
        var (submissions, bytes): ([Submission], Int) = ([], 0)
        lastBatch += 1
        while submissions.count < pace.batch, let key = ready[form]?.first {
            guard let entry = entries[key], entry.state == .ready else {
                ready[form]?.removeFirst()
                continue
            }
            bytes += entry.submission.bytes
            guard submissions.isEmpty || bytes <= pace.batchBytes else { break }
            ready[form]?.removeFirst()
            entries[key]?.state = .underway
            entries[key]?.attempts += 1
            entries[key]?.batch = lastBatch
            submissions.append(entry.submission)
        }
        if !submissions.isEmpty { batches[lastBatch] = (form, submissions.count) }
        return submissions
    }

    /// Ends an attempt after which the submission is not needed any more.
    package mutating func end(_ key: String) {
        if land(key) != nil { remove(key) }
    }

    /// Ends an attempt that has failed.
    ///
    /// - Returns: the time of the next attempt; `nil` if the submission is not under way.
    package mutating func fail(_ key: String, _ reason: String, at now: EventLoop.Instant) -> EventLoop.Instant? {
        guard let entry = land(key) else { return nil }
        let doubled = Self.firstDelay * (1 << min(entry.attempts - 1, 16))
        let next = now + min(doubled, Self.longestDelay)
        entries[key]?.lastFailure = reason
        entries[key]?.state = .delayed(until: next)
        return next
    }

    /// Ends an attempt whose submission the target has refused, and which stays.
    package mutating func refuse(_ submission: Submission) {
        if land(submission.key) != nil { add(submission) }
    }

    private mutating func land(_ key: String) -> Entry? {
        guard let entry = entries[key], entry.state == .underway else { return nil }
        guard let (form, count) = batches.removeValue(forKey: entry.batch) else { return entry }
        if count > 1 {
            batches[entry.batch] = (form, count - 1)
        } else {
            underway[form] = underway[form].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
        return entry
    }

    private mutating func makeReady(_ key: String) {
        guard let form = entries[key]?.submission.form else { return }
        entries[key]?.state = .ready
        ready[form, default: []].append(key)
    }

    /// Makes a submission ready that is delayed or refused.
    ///
    /// - Returns: whether there is one; one that is ready or under way counts.
    package mutating func retry(_ key: String) -> Bool {
        switch entries[key]?.state {
        case nil: return false
        case .ready, .underway: break
        case .delayed, .refused: makeReady(key)
        }
        return true
    }

    /// Removes a submission.
    ///
    /// - Returns: whether it could be removed: not while it is under way.
    package mutating func discard(_ key: String) -> Bool {
        guard let entry = entries[key], entry.state != .underway else { return false }
        remove(key)
        return true
    }

    /// Makes those ready whose time has come.
    ///
    /// - Returns: the time of the next one.
    package mutating func wake(at now: EventLoop.Instant) -> EventLoop.Instant? {
        var next: EventLoop.Instant?
        var due: [(submitted: Int, key: String)] = []
        for (key, entry) in entries {
            guard case .delayed(let until) = entry.state else { continue }
            if until <= now { due.append((entry.submission.submitted, key)) } else { next = min(next ?? until, until) }
        }
        for (_, key) in due.sorted(by: <) { makeReady(key) }
        return next
    }
}

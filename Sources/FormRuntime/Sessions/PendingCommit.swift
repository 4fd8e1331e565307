import EventLoop
import FormEngine
import FormStore

/// The transactions of a session in one iteration of the loop, until their records are written, and what the session has to
/// say meanwhile: signals and replies. What is said reaches nobody before it is stored.
///
/// At the end of the iteration the commit is handed to the store, and the session waits. When the records are written, the
/// messages are sent in their order. If that fails, the session and the news of its followers return to what was stored
/// before, each reply becomes `storeUnavailable`, and the signals are discarded.
@LoopActor
final class PendingCommit {
    /// The followers before the transactions.
    fileprivate let followers: [Client: Follower]
    /// In their order. Those that have joined an earlier one are not listed.
    private(set) var transactions: [Transition] = []
    /// The records of all but the last transaction, which others may still join.
    private var records: [SessionRecord] = []
    /// The steps to perform when the records are written, before the messages are sent.
    fileprivate var steps: [Step] = []
    fileprivate var messages: [Message] = []
    /// The memory of the messages.
    fileprivate(set) var byteCount = 0
    fileprivate var isSubmitted = false
    /// What has to be done before the records are written; `nil` if nothing has.
    fileprivate var hold: Hold?

    /// The memory of the messages above which no more calls are served before the commit is stored.
    private static let maximumBytes = 1 << 20

    var holdsMuch: Bool { byteCount > Self.maximumBytes }

    fileprivate init(followers: [Client: Follower]) { self.followers = followers }

    /// Calls its argument when it is done.
    typealias Step = @LoopActor (@escaping @LoopActor () -> Void) -> Void

    /// Calls its argument once, later, with the reason why the transactions must not be stored, or `nil`.
    typealias Hold = @LoopActor (@escaping @LoopActor (Refusal?) -> Void) -> Void

    /// Why a commit is reverted.
    struct Refusal {
        /// The error of each call.
        let error: any Error
        /// What is done after that, and before the calls are answered.
        var amend: @LoopActor () -> Void = {}
    }

    fileprivate struct Message {
        let send: @LoopActor () -> Void
        let refuse: @LoopActor (any Error) -> Void
    }

    /// Whether no more transactions may be part of it.
    private var isFull: Bool {
        transactions.last?.isWhole == true
            || records.reduce(0) { $0 + $1.length } >= SessionFile.maximumBatch
    }

    /// Adds the next transaction.
    ///
    /// - Returns: whether more may follow.
    fileprivate func add(_ next: Transition) -> Bool {
        if next.isWhole {
            // It contains the effects of those before it.
            records = []
        } else if let last = transactions.last {
            if let joined = last.joined(by: next) {
                transactions[transactions.count - 1] = joined
                return true
            }
            records.append(SessionRecord(last.record))
        }
        transactions.append(next)
        return !isFull
    }

    fileprivate func takeRecords() -> [SessionRecord] {
        defer { records = [] }
        return records + (transactions.last.map { [SessionRecord($0.record)] } ?? [])
    }

    fileprivate func add(_ message: Message, bytes: Int) {
        messages.append(message)
        byteCount += bytes
    }
}

extension Session {
    /// Sends a message about the session when what it says is stored: now, unless transactions are being stored.
    ///
    /// - Parameters:
    ///   - bytes: the memory of the message.
    ///   - refuse: called instead of `send` if the disk does not accept the transactions.
    package func say(
        bytes: Int = 0,
        _ send: @escaping @LoopActor () -> Void,
        refuse: @escaping @LoopActor (any Error) -> Void = { _ in }
    ) {
        guard let commit else { return send() }
        turns.accounts[owner].add(bytes, for: .calls)
        commit.add(PendingCommit.Message(send: send, refuse: refuse), bytes: bytes)
    }

    /// Whether the session waits for the disk.
    var isBeingStored: Bool { commit?.isSubmitted == true }

    /// Adds a transaction to those that are stored together at the end of this iteration.
    ///
    /// - Parameter hold: what has to be done before the transaction is stored, which is the only one then.
    func store(_ transaction: Transition, after hold: PendingCommit.Hold? = nil) {
        let commit = beginCommit()
        commit.hold = hold
        if !commit.add(transaction) || hold != nil { submit() }
    }

    /// Stores the transactions now, and does something before anybody is told of them.
    func submit(beforeMessages step: @escaping PendingCommit.Step) {
        beginCommit().steps.append(step)
        submit()
    }

    private func beginCommit() -> PendingCommit {
        if let commit { return commit }
        let commit = PendingCommit(followers: followers)
        self.commit = commit
        EventLoop.shared.post { [weak self, weak commit] in
            if let self, let commit, self.commit === commit { submit() }
        }
        return commit
    }

    /// Stores the transactions of the commit. The session is suspended until they are stored.
    func submit() {
        guard let commit, !commit.isSubmitted else { return }
        commit.isSubmitted = true
        isSuspended = true
        guard let hold = commit.hold else { return write(commit) }
        hold { [self] refusal in
            if let refusal { revert(commit, refusal) } else { write(commit) }
        }
    }

    private func write(_ commit: PendingCommit) {
        // The file of a closed session is removed. A session without one has a commit only to hold it.
        guard let file, let last = commit.transactions.last, !isClosed else { return goOn(commit) }
        file.keep(commit.takeRecords(), replacesOlder: last.replacesOlder) { [self] result in
            switch result {
            case .success: goOn(commit)
            // The session was closed meanwhile, so that its records are not needed any more.
            case .failure where isClosed: goOn(commit)
            case .failure(let error): revert(commit, PendingCommit.Refusal(error: FormError(error)))
            }
        }
    }

    private func revert(_ commit: PendingCommit, _ refusal: PendingCommit.Refusal) {
        for transaction in commit.transactions.reversed() { form.revert(transaction) }
        forgetChanges(after: form.revision, commit.followers)
        end(commit) { messages in
            refusal.amend()
            // What was done now may have to be stored first.
            say { for message in messages { message.refuse(refusal.error) } }
        }
    }

    /// Does what has to be done after storing, and then sends the messages.
    private func goOn(_ commit: PendingCommit) {
        guard !commit.steps.isEmpty else { return end(commit) { for message in $0 { message.send() } } }
        // A slice would keep the removed step alive, which refers to this commit.
        commit.steps.removeFirst()({ [self] in goOn(commit) })
    }

    private func end(_ commit: PendingCommit, _ tell: @LoopActor ([PendingCommit.Message]) -> Void) {
        self.commit = nil
        isSuspended = false
        turns.accounts[owner].add(-commit.byteCount, for: .calls)
        turns.run(of: owner) { tell(commit.messages) }
        resume()
    }
}

extension Outcome {
    var isSubmission: Bool { changes.contains { if case .session(.submitted) = $0 { true } else { false } } }
}

extension SessionRecord {
    init(_ record: SavedRecord) {
        self.init(
            record.isWhole ? .whole : .change,
            revision: record.revision,
            record.bytes[...],
            bytesToRestore: record.bytesToRestore
        )
    }
}

extension FormError {
    /// The error of a call whose effects cannot be stored. It does not name paths of the state folder; the log does.
    init(_ error: SystemError, keeping what: String = "session") {
        self.init(.storeUnavailable, "the \(what) cannot be kept: \(error.reason)")
    }

    /// The error of a call that needs something stored which cannot be read. It does not name paths of the state folder.
    init(unreadable what: String, _ error: any Error) {
        let reason = (error as? SystemError)?.reason ?? "\(error)"
        self.init(.storeUnavailable, "the \(what) cannot be read: \(reason)")
    }
}

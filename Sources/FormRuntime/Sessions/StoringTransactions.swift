import EventLoop
import FormEngine
import FormStore

/// Transactions of a session whose records are being written together: one, or several of calls that follow each other
/// so closely that their output is held back meanwhile.
@LoopActor
final class StoringTransactions {
    typealias Completion = @LoopActor (Result<Outcome, any Error>) -> Void

    /// The first transaction, which the others have joined.
    let pending: PendingTransaction
    var reply: Reply
    /// The form after the transactions, once the session shows the form before them.
    var after: Form?

    enum Reply {
        /// The completion of the only transaction is called when the record is written.
        ///
        /// - Parameter call: the call that waits; `nil` if a timer or a plug-in has caused the transaction.
        case later(Outcome, call: Turns.RunningCall?, Completion)
        /// The completions have been called, and their output is held back. Each call is part of it, also one that
        /// failed: its error may depend on the transactions before it.
        case held(HeldOutput)
    }

    init(_ pending: PendingTransaction, _ reply: Reply) {
        self.pending = pending
        self.reply = reply
    }
}

extension Session {
    /// Stores the record of a transaction in the session's file, and commits the transaction then. The session is
    /// suspended until the record is on disk or the session is closed.
    func store(_ pending: PendingTransaction, _ reply: StoringTransactions.Reply, in file: SessionFile) {
        isSuspended = true
        storing = StoringTransactions(pending, reply)
        let record = pending.takeRecord()
        file.keep(SessionRecord(record), replacesOlder: record.replacesOlder, for: self)
    }

    /// Whether the output of the transactions whose records are about to be written is still being held back, so that
    /// another one can join them.
    var acceptsFollowers: Bool {
        guard case .held(let held) = storing?.reply else { return false }
        return held === EventLoop.shared.heldOutput
    }

    /// Adds a transaction to those whose records are about to be written.
    ///
    /// - Returns: `false` if that is impossible; the transaction is then rolled back.
    func storeTogether(_ result: Result<Outcome, any Error>) -> Bool {
        guard case .success(let outcome) = result, let next = outcome.pending else { return true }
        guard let first = storing?.pending, first.canBeJoined(by: next), outcome.canBeAnsweredEarly,
            file?.add(SessionRecord(next.takeRecord())) == true
        else {
            form.rollBack(next)
            return false
        }
        first.join(next)
        return true
    }

    /// Fails the transactions whose records are being written, because the session is closed.
    func endStoring(_ error: any Error) {
        guard let storing = storing.take() else { return }
        isSuspended = false
        fail(storing, error)
    }

    private func fail(_ storing: StoringTransactions, _ error: any Error) {
        switch storing.reply {
        case .later(_, _, let completion): completion(.failure(error))
        case .held(let output): output.refuse(because: error)
        }
    }
}

extension Session: RecordObserver {
    func recordIsLate() {
        guard let storing else { return }
        // Clients may read the session while it waits for the disk. They see what is stored.
        storing.after = form
        form.rollBack(storing.pending)
        switch storing.reply {
        case .held(let output): output.setAside()
        case .later(let outcome, var call, let completion):
            // The time that the disk takes is not the caller's.
            call?.start = nil
            storing.reply = .later(outcome, call: call, completion)
        }
    }

    func recordIsStored(_ result: Result<Void, SystemError>) {
        // If the session was closed meanwhile, the callers have their answers.
        guard let storing = storing.take() else { return }
        isSuspended = false
        if case .later(_, let call, _) = storing.reply { turns.resumeCall(call) }
        switch result {
        case .success:
            if let after = storing.after.take() { form = after }
            form.commit(storing.pending)
            switch storing.reply {
            case .held(let output): output.release()
            case .later(let outcome, _, let completion): completion(.success(outcome))
            }
        case .failure(let error):
            if storing.after == nil { form.rollBack(storing.pending) }
            fail(storing, FormError(error))
        }
        turns.endCall()
        resume()
    }
}

extension Outcome {
    /// Whether its reply may be held back until it is stored. Otherwise it has effects besides what is sent, or needs
    /// more than an appended record.
    var canBeAnsweredEarly: Bool {
        pending?.record.isWhole != true
            && !changes.contains { if case .session(.submitted) = $0 { true } else { false } }
    }
}

extension SessionRecord {
    init(_ record: SavedRecord) {
        self.init(record.isWhole ? .whole : .change, revision: record.revision, record.bytes[...])
    }
}

extension FormError {
    /// The error of a call whose effects cannot be stored.
    init(_ error: SystemError) { self.init(.storeUnavailable, "the session cannot be kept: \(error)") }
}

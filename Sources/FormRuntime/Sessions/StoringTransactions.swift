import EventLoop
import FormEngine
import FormStore

/// Transactions of a session whose records are being written together: one, or several of calls that follow each other
/// so closely that their output is held back meanwhile.
@LoopActor
final class StoringTransactions {
    /// In their order, at least one. Those that have joined an earlier one are not listed.
    private(set) var pending: [Transition]
    /// The records of all but the last transaction, which others may still join.
    private var records: [SessionRecord] = []
    let reply: Reply
    /// The form after the transactions, once the session shows the form before them.
    var after: Form?

    enum Reply {
        /// The reply to the only transaction waits until the record is written.
        case later(LateReply)
        /// The completions have been called, and their output is held back. Each call is part of it, also one that
        /// failed: its error may depend on the transactions before it.
        case held(HeldOutput)
    }

    /// A completion to be called.
    final class LateReply {
        let outcome: Outcome
        /// The call that waits; `nil` if a timer or a plug-in has caused the transaction.
        var call: Turns.RunningCall?
        let completion: @LoopActor (Result<Outcome, any Error>) -> Void

        init(
            _ outcome: Outcome,
            _ call: Turns.RunningCall?,
            completion: @escaping @LoopActor (Result<Outcome, any Error>) -> Void
        ) {
            self.outcome = outcome
            self.call = call
            self.completion = completion
        }
    }

    init(_ pending: Transition, _ reply: Reply) {
        self.pending = [pending]
        self.reply = reply
    }

    /// Adds the next transaction.
    ///
    /// - Returns: `false` if the records have become too long for that.
    func add(_ next: Transition) -> Bool {
        let last = pending[pending.count - 1]
        if let joined = last.joined(by: next) {
            pending[pending.count - 1] = joined
            return true
        }
        guard records.reduce(0, { $0 + $1.length }) < SessionFile.maximumBatch else { return false }
        records.append(SessionRecord(last.record))
        pending.append(next)
        return true
    }

    func takeRecords() -> [SessionRecord] {
        defer { records = [] }
        return records + [SessionRecord(pending[pending.count - 1].record)]
    }
}

extension Session {
    /// Suspends the session until its transactions are stored or the session is closed.
    func suspend(for storing: StoringTransactions) {
        isSuspended = true
        self.storing = storing
    }

    /// Stores the records of the transactions in the session's file, and commits the transactions then.
    func storeTransactions(in file: SessionFile) {
        guard let storing, let first = storing.pending.first else { return }
        file.keep(storing.takeRecords(), replacesOlder: first.replacesOlder, for: self)
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
    func storeTogether(_ outcome: Outcome, _ next: Transition) -> Bool {
        if outcome.mayBeHeld, storing?.add(next) == true { return true }
        form.revert(next)
        return false
    }

    /// Fails the transactions whose records are being written, because the session is closed.
    func endStoring(_ error: any Error) {
        guard let storing = storing.take() else { return }
        isSuspended = false
        fail(storing, error)
    }

    private func rollBack(_ storing: StoringTransactions) {
        for pending in storing.pending.reversed() { form.revert(pending) }
    }

    private func fail(_ storing: StoringTransactions, _ error: any Error) {
        switch storing.reply {
        case .later(let reply): reply.completion(.failure(error))
        case .held(let output): output.refuse(because: error)
        }
    }
}

extension Session: RecordObserver {
    func recordsAreLate() {
        guard let storing else { return }
        // Clients may read the session while it waits for the disk. They see what is stored.
        storing.after = form
        rollBack(storing)
        switch storing.reply {
        case .held(let output): output.setAside()
        // The time that the disk takes is not the caller's.
        case .later(let reply): reply.call?.start = nil
        }
    }

    func recordsAreStored(_ result: Result<Void, SystemError>) {
        // If the session was closed meanwhile, the callers have their answers.
        guard let storing = storing.take() else { return }
        isSuspended = false
        if case .later(let reply) = storing.reply { turns.resumeCall(reply.call) }
        switch result {
        case .success:
            if let after = storing.after.take() { form = after }
            form.commit()
            switch storing.reply {
            case .held(let output): output.release()
            case .later(let reply): reply.completion(.success(reply.outcome))
            }
        case .failure(let error):
            if storing.after == nil { rollBack(storing) }
            fail(storing, FormError(error))
        }
        turns.endCall()
        resume()
    }
}

extension Outcome {
    /// Whether its reply may be held back until it is stored. Otherwise it has effects besides what is sent, or needs
    /// more than an appended record.
    var mayBeHeld: Bool { pending?.isWhole != true && !isSubmission }

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

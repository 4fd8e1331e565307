import EventLoop
import FormEngine
import FormStore

/// A transaction of a session whose record is being written.
struct StoringTransaction {
    let outcome: Outcome
    let pending: PendingTransaction
    /// The call that caused it; `nil` if a timer or a plug-in did.
    var call: Turns.RunningCall?
    let completion: @LoopActor (Result<Outcome, any Error>) -> Void
    /// The form after the transaction, once the session shows the form before it.
    var after: [Form] = []
}

extension Session: RecordObserver {
    /// Stores the record of a transaction in the session's file, and commits the transaction then. The session is
    /// suspended until the record is on disk or the session is closed.
    func store(_ transaction: consuming StoringTransaction, in file: SessionFile) {
        let record = transaction.pending.record
        isSuspended = true
        storing = transaction
        file.keep(
            SessionRecord(record.isWhole ? .whole : .change, revision: record.revision, record.bytes[...]),
            replacesOlder: record.replacesOlder,
            for: self
        )
    }

    func recordIsLate() {
        guard let storing else { return }
        // Clients may read the session while it waits for the disk. They see what is stored.
        self.storing?.after = [form]
        form.rollBack(storing.pending)
        // The time that the disk takes is not the caller's.
        self.storing?.call?.start = nil
    }

    func recordIsStored(_ result: Result<Void, SystemError>) {
        // If the session was closed meanwhile, the caller has its answer.
        guard let transaction = storing.take() else { return }
        isSuspended = false
        turns.resumeCall(transaction.call)
        switch result {
        case .success:
            if let after = transaction.after.first { form = after }
            form.commit(transaction.pending)
            transaction.completion(.success(transaction.outcome))
        case .failure(let error):
            if transaction.after.isEmpty { form.rollBack(transaction.pending) }
            transaction.completion(.failure(FormError(error)))
        }
        turns.endCall()
        resume()
    }
}

extension FormError {
    /// The error of a call whose effects cannot be stored.
    init(_ error: SystemError) { self.init(.storeUnavailable, "the session cannot be kept: \(error)") }
}

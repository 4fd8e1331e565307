package import EventLoop
import Glibc

/// The file of one session, to which the record of each transaction is added before the transaction counts.
@LoopActor
package final class SessionFile {
    package let name: String
    package private(set) var entries: [String: String]
    /// What the job says that was not waited for. Called once for each record that `keep` has answered with `false`.
    package var onSettled: (@LoopActor (Result<Void, SystemError>) -> Void)?

    private unowned let store: SessionStore
    private var descriptor: Descriptor?
    /// The bytes that count. What a failed write has left behind them is overwritten by the next one.
    private var length: Int
    /// How long the file was when it was last written as a whole.
    private var wholeLength: Int
    /// Whether a job has the file: the next one follows it.
    private var isBusy = false
    private var isRemoved = false
    /// Whether that job writes the file anew.
    private var isRewritten = false
    /// What became of the last job.
    private var outcome: Result<Void, SystemError>?

    /// How much is added at least before a file is written anew.
    private static let room = 256 << 10

    init(_ name: String, _ entries: [String: String], length: Int, in store: SessionStore) {
        self.name = name
        self.entries = entries
        self.length = length
        self.store = store
        wholeLength = length
    }

    /// Whether the file is to be written anew: what was added to it takes more than twice as much as it was.
    package var wantsWhole: Bool { length - wholeLength > max(Self.room, 2 * wholeLength) }

    // MARK: Keeping

    /// Keeps a record. Throws if the disk does not take it: then the file is as it was.
    ///
    /// - Parameter replacesOlder: whether nothing of the older records is to stay on the disk.
    /// - Returns: `false` if nobody knows yet; `onSettled` tells.
    package func keep(_ record: SessionRecord, replacesOlder: Bool) throws(SystemError) -> Bool {
        guard !isBusy else { throw SystemError("write two records of a session at once", code: EBUSY) }
        guard record.bytes.count <= SessionRecord.maximumLength else {
            throw SystemError("keep a form of \(record.bytes.count) bytes", code: EFBIG)
        }
        if record.kind == .whole, replacesOlder || wantsWhole {
            replace(by: record, wipes: replacesOlder)
            return false
        }
        return try append(record.framed)
    }

    private func append(_ frame: [UInt8]) throws(SystemError) -> Bool {
        let (place, calls) = (length, store.calls)
        // In the midst of quick writes the disk is trusted to take one more: to wake a thread would cost ten times as much.
        let start = StoreThread.now
        if let descriptor, start &- store.lastWrite < SessionStore.trust, store.writer.isIdle {
            do throws(SystemError) {
                try Self.write(frame, to: descriptor, at: place, calls)
            } catch {
                store.noteFailure(error)
                throw error
            }
            noteAppended(frame, since: start)
            return true
        }
        let made = Made()
        made.file = descriptor
        let job = StoreJob { [folder = store.folder, name] () throws(SystemError) in
            var file = made.file
            if file == nil { file = try folder.open(.sessions, name) }
            guard let file else { return }
            made.file = file
            try Self.write(frame, to: file, at: place, calls)
        }
        isBusy = true
        outcome = nil
        let hasEnded = store.run(job, on: store.writer) { [self] result in
            isBusy = false
            outcome = result
            guard case .success = result else { return }
            take(made.file)
            noteAppended(frame, since: start)
        } late: { [self] in
            settle()
        }
        if hasEnded { try outcome?.get() }
        return hasEnded
    }

    private func settle() {
        if let outcome { onSettled?(outcome) }
    }

    private nonisolated static func write(
        _ frame: [UInt8],
        to file: Descriptor,
        at place: Int,
        _ calls: FileCalls
    ) throws(SystemError) {
        do throws(SystemError) {
            try calls.write(file, frame, place)
        } catch {
            // What was written in part is no record, and would be read as a torn one.
            _ = ftruncate(file.number, off_t(place))
            throw error
        }
    }

    private func noteAppended(_ frame: [UInt8], since start: UInt64) {
        length += frame.count
        store.noteWritten(descriptor, bytes: frame.count, since: start)
    }

    /// Writes the file anew. The old one stays until the new one is on the disk.
    private func replace(by whole: SessionRecord, wipes: Bool) {
        let (bytes, start) = (SessionFileContents.file(entries, whole), StoreThread.now)
        let made = Made()
        let job = StoreJob { [folder = store.folder, calls = store.calls, name] () throws(SystemError) in
            let old = try folder.open(.sessions, name)
            made.file = try folder.replace(.sessions, name, with: bytes, isSynced: true, calls)
            if wipes { try? StateFolder.wipe(old, calls) }
        }
        (isBusy, isRewritten) = (true, true)
        store.run(job, on: store.syncer, waits: false) { [self] result in
            (isBusy, isRewritten) = (false, false)
            outcome = result
            if case .success = result {
                closeFile()
                take(made.file)
                length = bytes.count
                wholeLength = bytes.count
                store.noteWritten(descriptor, bytes: bytes.count, since: start)
            }
        } late: { [self] in
            settle()
        }
    }

    /// Keeps other entries, with all of the form as it is. `onSettled` tells how that went.
    package func keep(_ entries: [String: String], _ whole: SessionRecord) {
        self.entries = entries
        replace(by: whole, wipes: false)
    }

    /// Removes the file: the session has ended.
    package func remove() {
        guard !isRemoved else { return }
        isRemoved = true
        closeFile()
        onSettled = nil
        // After what is being done with the file.
        store.remove(.sessions, name, on: isRewritten ? store.syncer : store.writer)
    }

    // MARK: The open file

    func take(_ file: Descriptor?) {
        guard let file, descriptor == nil else { return }
        descriptor = file
        store.noteOpened(self)
    }

    /// Closes the file until it is written again.
    func closeFile() {
        guard descriptor != nil else { return }
        descriptor = nil
        store.noteClosed(self)
    }
}

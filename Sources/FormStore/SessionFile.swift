package import EventLoop
import Glibc

/// The file of one session. The record of each transaction is appended to it before the transaction takes effect.
@LoopActor
package final class SessionFile {
    package let name: String
    package private(set) var entries: [String: String]
    /// Called with the result of a write that `keep` did not wait for, once for each record for which `keep` returned
    /// `false`.
    package var onSettled: (@LoopActor (Result<Void, SystemError>) -> Void)?

    private unowned let store: SessionStore
    private var descriptor: Descriptor?
    /// The length of the valid part. The next write overwrites the rest of a failed one.
    private var length: Int
    /// The length of the file when it was last written as a whole.
    private var wholeLength: Int
    /// Whether a job is using the file; the next one must wait.
    private var isBusy = false
    private var isRemoved = false
    /// Whether that job rewrites the whole file.
    private var isRewritten = false
    /// The result of the last job.
    private var outcome: Result<Void, SystemError>?

    /// The minimum growth of a file before it is rewritten.
    private static let room = 256 << 10

    init(_ name: String, _ entries: [String: String], length: Int, in store: SessionStore) {
        self.name = name
        self.entries = entries
        self.length = length
        self.store = store
        wholeLength = length
    }

    /// Whether the file should be rewritten, because the appended records are more than twice as long as the original
    /// file.
    package var wantsWhole: Bool { length - wholeLength > max(Self.room, 2 * wholeLength) }

    // MARK: Writing

    /// Appends a record. If the disk does not accept it, throws and leaves the file unchanged.
    ///
    /// - Parameter replacesOlder: whether all older records must be erased from the disk.
    /// - Returns: `false` if the result is not known yet; then `onSettled` is called with it.
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
        // During quick writes the next one is expected to be quick, too, and is done on this thread: waking the other
        // thread would cost ten times as much.
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
            // Removes a partially written record, which would be taken for an interrupted write.
            _ = ftruncate(file.number, off_t(place))
            throw error
        }
    }

    private func noteAppended(_ frame: [UInt8], since start: UInt64) {
        length += frame.count
        store.noteWritten(descriptor, bytes: frame.count, since: start)
    }

    /// Rewrites the file. The old file stays until the new one is on the disk.
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

    /// Stores other entries together with the whole form. `onSettled` is called with the result.
    package func keep(_ entries: [String: String], _ whole: SessionRecord) {
        self.entries = entries
        replace(by: whole, wipes: false)
    }

    /// Removes the file when the session has ended.
    package func remove() {
        guard !isRemoved else { return }
        isRemoved = true
        closeFile()
        onSettled = nil
        // This runs after the current job of the file.
        store.remove(.sessions, name, on: isRewritten ? store.syncer : store.writer)
    }

    // MARK: The open file

    func take(_ file: Descriptor?) {
        guard let file, descriptor == nil else { return }
        descriptor = file
        store.noteOpened(self)
    }

    /// Closes the file until the next write.
    func closeFile() {
        guard descriptor != nil else { return }
        descriptor = nil
        store.noteClosed(self)
    }
}

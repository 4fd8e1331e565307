package import EventLoop
import Glibc

/// The file of one session. The record of each transaction is appended to it before the transaction takes effect.
@LoopActor
package final class SessionFile {
    package let name: String
    package private(set) var entries: [String: String]

    private unowned let store: SessionStore
    private var descriptor: Descriptor?
    /// The length of the valid part. The next write overwrites the rest of a failed one.
    private var length: Int
    /// The length of the file when it was last written as a whole.
    private var wholeLength: Int
    /// The work that is being done on the file; the next must wait.
    private var work: SessionStore.Pace?
    private var isRemoved = false

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

    /// Stores a record. If the disk does not accept it, the file is unchanged.
    ///
    /// - Parameters:
    ///   - replacesOlder: whether all older records must be erased from the disk.
    ///   - late: called if the loop does not wait for the disk.
    ///   - completion: called with the result, before this function returns only if the record is refused.
    package func keep(
        _ record: SessionRecord,
        replacesOlder: Bool,
        late: @escaping @LoopActor () -> Void,
        completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void
    ) {
        guard work == nil else {
            return completion(.failure(SystemError("write two records of a session at once", code: EBUSY)))
        }
        guard record.bytes.count <= SessionRecord.maximumLength else {
            return completion(.failure(SystemError("keep a form of \(record.bytes.count) bytes", code: EFBIG)))
        }
        if record.kind == .whole, replacesOlder || wantsWhole {
            replace(by: record, wipes: replacesOlder, late: late, completion: completion)
        } else {
            append(record.framed, late: late, completion: completion)
        }
    }

    private func append(
        _ frame: [UInt8],
        late: @escaping @LoopActor () -> Void,
        completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void
    ) {
        work = .quick
        let (folder, calls) = (store.folder, store.calls)
        let write = { @Sendable [descriptor, length, name] () throws(SystemError) in
            let file = if let descriptor { descriptor } else { try folder.open(.sessions, name) }
            try Self.write(frame, to: file, at: length, calls)
            return file
        }
        store.run(.quick, write, late: late) { [self] result in
            work = nil
            completion(
                result.map { file in
                    take(file)
                    length += frame.count
                    store.noteWritten(file, bytes: frame.count)
                }
            )
        }
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

    /// Rewrites the file. The old file stays until the new one is on the disk.
    private func replace(
        by whole: SessionRecord,
        wipes: Bool,
        late: @escaping @LoopActor () -> Void = {},
        completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void
    ) {
        let bytes = SessionFileContents.file(entries, whole)
        work = .slow
        let (folder, calls) = (store.folder, store.calls)
        let write = { @Sendable [name] () throws(SystemError) in
            let old = try folder.open(.sessions, name)
            let file = try folder.replace(.sessions, name, with: bytes, isSynced: true, calls)
            if wipes { try? StateFolder.wipe(old, calls) }
            return file
        }
        store.run(.slow, write, late: late) { [self] result in
            work = nil
            completion(
                result.map { file in
                    closeFile()
                    take(file)
                    length = bytes.count
                    wholeLength = bytes.count
                    store.noteWritten(file, bytes: bytes.count)
                }
            )
        }
    }

    /// Stores other entries together with the whole form.
    package func keep(
        _ entries: [String: String],
        _ whole: SessionRecord,
        completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void
    ) {
        self.entries = entries
        replace(by: whole, wipes: false, completion: completion)
    }

    /// Removes the file when the session has ended.
    package func remove() {
        guard !isRemoved else { return }
        isRemoved = true
        closeFile()
        // This runs after the current work on the file.
        store.remove(.sessions, name, work ?? .quick)
    }

    // MARK: The open file

    func take(_ file: Descriptor) {
        guard descriptor == nil, !isRemoved else { return }
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

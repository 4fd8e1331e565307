package import EventLoop
import Glibc

/// The file of one session. The record of each transaction is appended to it before the transaction takes effect.
@LoopActor
package final class SessionFile {
    package let name: String
    package private(set) var entries: [String: String]

    /// The definition of the session's form.
    private var definition: String
    /// Whether the file has an earlier version of the format.
    private var isOld: Bool
    private unowned let store: SessionStore
    private let folder: StateFolder
    private let calls: FileCalls
    private var descriptor: Descriptor?
    /// The length of the valid part.
    private var length: Int
    /// Whether the rest of a failed write may follow the valid part.
    private var hasRest = false
    /// The length of the file when it was last written as a whole.
    private var wholeLength: Int
    /// About how many bytes are copied when the records after the last whole form are restored.
    private var bytesToRestore = 0
    /// The work that is being done on the file; the next must wait.
    private var work: SessionStore.Pace?
    private var isRemoved = false

    /// The maximum length of a file: when it is written as a whole, then its growth, and the records of one more write.
    nonisolated static let maximumLength: Int = {
        let record = SessionRecord.frameLength + SessionRecord.maximumLength
        let whole = SessionFileContents.maximumHeadLength + 2 * record
        return whole + growth(of: whole) + maximumBatch + 2 * record
    }()

    /// No record is written together with others that have this length or more.
    package nonisolated static let maximumBatch = 64 << 10

    /// - Parameters:
    ///   - wholeLength: the length of the file when it was last written as a whole.
    ///   - hasRest: whether an interrupted write follows the valid part.
    ///   - isOld: whether the file has an earlier version of the format.
    init(
        _ name: String,
        _ entries: [String: String],
        definition: String,
        length: Int,
        wholeLength: Int,
        hasRest: Bool = false,
        isOld: Bool = false,
        in store: SessionStore
    ) {
        self.name = name
        self.entries = entries
        self.definition = definition
        self.length = length
        self.store = store
        (folder, calls) = (store.folder, store.calls)
        self.wholeLength = wholeLength
        self.hasRest = hasRest
        self.isOld = isOld
    }

    /// Whether the next transaction must rewrite the file, because the file is old or has become long, or restoring the
    /// session would take long.
    package var wantsWhole: Bool {
        isOld || length - wholeLength > Self.growth(of: wholeLength) || bytesToRestore > Self.maximumBytesToRestore
    }

    /// Restoring so many bytes takes some 20 ms.
    private nonisolated static let maximumBytesToRestore = 32 << 20

    /// Notes how many bytes were copied when the file's records were restored, and the definition that was read, whose
    /// memory other sessions may share.
    package func noteRestored(_ bytes: Int, of definition: String) {
        bytesToRestore = bytes
        self.definition = definition
    }

    /// How long the appended records may become before the file is rewritten.
    private nonisolated static func growth(of wholeLength: Int) -> Int { max(256 << 10, 2 * wholeLength) }

    // MARK: Writing

    /// Stores records. If the disk does not accept them, the file is unchanged.
    ///
    /// - Parameters:
    ///   - records: the records; one of the whole form is alone.
    ///   - replacesOlder: whether all older records must be erased from the disk.
    ///   - completion: called with the result, never before this function returns.
    package func keep(
        _ records: [SessionRecord],
        replacesOlder: Bool,
        completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void
    ) {
        func refuse(_ operation: String, _ code: Int32) {
            EventLoop.shared.post { completion(.failure(SystemError(operation, code: code))) }
        }
        guard work == nil else { return refuse("write a session twice at once", EBUSY) }
        if let excess = records.first(where: { $0.bytes.count > SessionRecord.maximumLength }) {
            return refuse("keep a form of \(excess.bytes.count) bytes", EFBIG)
        }
        assert(records.count == 1 || records.allSatisfy { $0.kind == .change }, "a whole form is written alone")
        if let record = records.first, record.kind == .whole, replacesOlder || wantsWhole {
            replace(by: record, wipes: replacesOlder, completion: completion)
        } else {
            append(records, completion: completion)
        }
    }

    private func append(
        _ records: [SessionRecord],
        completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void
    ) {
        work = .quick
        store.run(.quick) { [folder, calls, name, length, hasRest, descriptor] () throws(SystemError) in
            var frames: [UInt8] = []
            for record in records { record.append(to: &frames) }
            SessionRecord.addChecksums(to: &frames)
            let file = if let descriptor { descriptor } else { try folder.open(.sessions, name) }
            // Records that were refused must not follow those that are written now.
            if hasRest { try calls.cut(file, length) }
            do throws(SystemError) {
                try calls.write(file, frames, length)
            } catch {
                let hasRest = (try? calls.cut(file, length)) == nil
                return Appended(file: file, length: 0, hasRest: hasRest, error: error)
            }
            return Appended(file: file, length: frames.count)
        } completion: { [self] result in
            work = nil
            completion(
                result.flatMap { appended in
                    hasRest = appended.hasRest
                    if let error = appended.error {
                        store.noteFailure(error)
                        return .failure(error)
                    }
                    take(appended.file)
                    length += appended.length
                    let isWhole = records.first?.kind == .whole
                    bytesToRestore = isWhole ? 0 : records.reduce(bytesToRestore) { $0 + $1.bytesToRestore }
                    store.noteWritten(name, entries, bytes: appended.length, records: records.count)
                    return .success(())
                }
            )
        }
    }

    /// What became of records that were to be appended.
    private struct Appended: Sendable {
        let file: Descriptor
        let length: Int
        /// Whether a part of records that were refused may be in the file.
        var hasRest = false
        var error: SystemError?
    }

    /// Rewrites the file. The old file stays until the new one is on the disk.
    private func replace(
        by whole: SessionRecord,
        _ newEntries: [String: String]? = nil,
        wipes: Bool,
        completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void
    ) {
        let entries = newEntries ?? entries
        let bytes = SessionFileContents.file(entries, definition: definition, whole)
        work = .slow
        store.run(.slow) { [folder, calls, name] () throws(SystemError) in
            let old = try folder.open(.sessions, name)
            let file = try folder.replace(.sessions, name, with: bytes, isSynced: true, calls)
            // If the machine loses power, the old file must not come back with zeros.
            if wipes, (try? folder.sync(.sessions, calls)) != nil { try? StateFolder.wipe(old, calls) }
            return file
        } completion: { [self] result in
            work = nil
            completion(
                result.map { file in
                    let former = self.entries[SharedIdentity.entry]
                    self.entries = entries
                    closeFile()
                    take(file)
                    length = bytes.count
                    wholeLength = bytes.count
                    bytesToRestore = 0
                    (hasRest, isOld) = (false, false)
                    store.noteWritten(name, entries, bytes: bytes.count, replaces: true)
                    // Its removal has ended the session of the former identity.
                    if isRemoved, entries[SharedIdentity.entry] != former, let mark = store.mark(of: entries) {
                        store.shared?.ended(mark)
                    }
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
        replace(by: whole, entries, wipes: false, completion: completion)
    }

    /// Removes the file when the session has ended, after the current work on it.
    ///
    /// - Parameters:
    ///   - isAfterDraft: whether the draft that is being written must be on the disk before.
    ///   - isGivenAway: whether the session goes on at another daemon.
    ///   - completion: called when the next start does not find the file, or if it is removed later.
    package func remove(
        isAfterDraft: Bool = false,
        isGivenAway: Bool = false,
        completion: @escaping @LoopActor () -> Void = {}
    ) {
        guard !isRemoved else { return completion() }
        isRemoved = true
        store.noteRemoved(name)
        closeFile()
        let pace = isAfterDraft ? .slow : work ?? .quick
        store.remove(.sessions, name, pace, leaving: isGivenAway ? nil : store.mark(of: entries), begun: completion)
    }

    /// Notes that the file has been removed already.
    package func noteRemoved() {
        isRemoved = true
        closeFile()
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

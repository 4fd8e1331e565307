package import EventLoop
import Glibc
import Synchronization

/// Learns what becomes of records that are written together.
@LoopActor
package protocol RecordObserver: AnyObject, Sendable {
    /// The loop does not wait for the disk; `recordsAreStored` follows later.
    func recordsAreLate()
    func recordsAreStored(_ result: Result<Void, SystemError>)
}

/// The file of one session. The record of each transaction is appended to it before the transaction takes effect.
@LoopActor
package final class SessionFile {
    package nonisolated let name: String
    package private(set) var entries: [String: String]

    /// The name of the definition's file.
    private let definition: String
    private unowned let store: SessionStore
    private nonisolated let folder: StateFolder
    private nonisolated let calls: FileCalls
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
    private nonisolated let append = Mutex(Append())
    /// Who learns what becomes of the records that are being appended. The store stays as long as that takes.
    private var waiting: (observer: any RecordObserver, store: SessionStore)?

    /// The maximum length of a file: when it is written as a whole, then its growth, and the records of one more write.
    nonisolated static let maximumLength: Int = {
        let record = SessionRecord.frameLength + SessionRecord.maximumLength
        let whole = SessionFileContents.maximumHeadLength + record
        return whole + growth(of: whole) + maximumBatch + 2 * record
    }()

    /// No record is written together with others that have this length or more.
    package nonisolated static let maximumBatch = 64 << 10

    /// - Parameters:
    ///   - wholeLength: the length of the file when it was last written as a whole.
    ///   - hasRest: whether an interrupted write follows the valid part.
    init(
        _ name: String,
        _ entries: [String: String],
        definition: String,
        length: Int,
        wholeLength: Int,
        hasRest: Bool = false,
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
    }

    /// Whether the next transaction must rewrite the file, because the file has become long, or restoring the session
    /// would take long.
    package var wantsWhole: Bool {
        length - wholeLength > Self.growth(of: wholeLength) || bytesToRestore > Self.maximumBytesToRestore
    }

    /// Restoring so many bytes takes some 20 ms.
    private nonisolated static let maximumBytesToRestore = 32 << 20

    /// Notes how many bytes were copied when the file's records were restored.
    package func noteRestored(_ bytes: Int) { bytesToRestore = bytes }

    /// How long the appended records may become before the file is rewritten.
    private nonisolated static func growth(of wholeLength: Int) -> Int { max(256 << 10, 2 * wholeLength) }

    // MARK: Writing

    /// Stores records. If the disk does not accept them, the file is unchanged.
    ///
    /// - Parameters:
    ///   - records: the records; one of the whole form is alone.
    ///   - replacesOlder: whether all older records must be erased from the disk.
    ///   - observer: learns the result, before this function returns only if the records are refused.
    package func keep(_ records: [SessionRecord], replacesOlder: Bool, for observer: some RecordObserver) {
        guard work == nil else {
            return observer.recordsAreStored(.failure(SystemError("write a session twice at once", code: EBUSY)))
        }
        if let excess = records.first(where: { $0.bytes.count > SessionRecord.maximumLength }) {
            let operation = "keep a form of \(excess.bytes.count) bytes"
            return observer.recordsAreStored(.failure(SystemError(operation, code: EFBIG)))
        }
        assert(records.count == 1 || records.allSatisfy { $0.kind == .change }, "a whole form is written alone")
        if let record = records.first, record.kind == .whole, replacesOlder || wantsWhole {
            observer.recordsAreLate()
            replace(by: record, wipes: replacesOlder) { observer.recordsAreStored($0) }
        } else {
            work = .quick
            waiting = (observer, store)
            var frames = store.takeFrames()
            for record in records { record.append(to: &frames) }
            append.withLock {
                $0 = Append(
                    frames: frames,
                    count: records.count,
                    bytesToRestore: records.reduce(0) { $0 + $1.bytesToRestore },
                    isWhole: records.first?.kind == .whole,
                    place: length,
                    hasRest: hasRest,
                    descriptor: descriptor
                )
            }
            EventLoop.shared.blocking.add(self)
        }
    }

    /// Rewrites the file. The old file stays until the new one is on the disk.
    private func replace(
        by whole: SessionRecord,
        _ newEntries: [String: String]? = nil,
        wipes: Bool,
        completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void
    ) {
        let entries = newEntries ?? entries
        let bytes = SessionFileContents.file(entries, whole)
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
                    self.entries = entries
                    closeFile()
                    take(file)
                    length = bytes.count
                    wholeLength = bytes.count
                    bytesToRestore = 0
                    hasRest = false
                    store.noteWritten(name, bytes: bytes.count, replaces: true)
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
    /// - Parameter isAfterDraft: whether the draft that is being written must be on the disk before.
    package func remove(isAfterDraft: Bool = false) {
        guard !isRemoved else { return }
        isRemoved = true
        store.noteRemoved(name)
        closeFile()
        store.remove(.sessions, name, using: definition, isAfterDraft ? .slow : work ?? .quick)
    }

    /// Notes that the file has been removed already.
    package func noteRemoved() {
        isRemoved = true
        closeFile()
        store.release(definition)
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

// MARK: - Appending

/// What a file does as work: it appends records.
private struct Append: Sendable {
    var frames: [UInt8] = []
    /// The number of records.
    var count = 0
    /// About how many bytes are copied when the records are restored.
    var bytesToRestore = 0
    /// Whether the only record contains the whole form.
    var isWhole = false
    var place = 0
    /// Whether the file must be cut at the place first.
    var hasRest = false
    /// The open file; `nil` if it is to be opened.
    var descriptor: Descriptor?
    var result: Result<Descriptor, SystemError>?

    mutating func write(
        _ open: () throws(SystemError) -> Descriptor,
        _ calls: FileCalls
    ) throws(SystemError) -> Descriptor {
        SessionRecord.addChecksums(to: &frames)
        let file = if let descriptor { descriptor } else { try open() }
        // Records that were refused must not follow those that are written now.
        if hasRest { try calls.cut(file, place) }
        do throws(SystemError) {
            try calls.write(file, frames, place)
            hasRest = false
        } catch {
            hasRest = (try? calls.cut(file, place)) == nil
            throw error
        }
        return file
    }
}

// The file is its own work, because new objects for each record would take time.
extension SessionFile: BlockingWork {
    package nonisolated func run() {
        append.withLock { append in
            append.result = Result { () throws(SystemError) in
                try append.write({ () throws(SystemError) in try folder.open(.sessions, name) }, calls)
            }
        }
    }

    package func isLate() {
        store.noteLate()
        waiting?.observer.recordsAreLate()
    }

    package func finish() {
        guard let (observer, store) = waiting.take() else { return }
        var written = append.withLock { append in
            defer { append = Append() }
            return append
        }
        let bytes = written.frames.count
        store.putBack(&written.frames)
        hasRest = written.hasRest
        work = nil
        switch written.result {
        case .success(let descriptor):
            take(descriptor)
            length += bytes
            bytesToRestore = written.isWhole ? 0 : bytesToRestore + written.bytesToRestore
            store.noteWritten(name, bytes: bytes, records: written.count)
            observer.recordsAreStored(.success(()))
        case .failure(let error):
            store.noteFailure(error)
            observer.recordsAreStored(.failure(error))
        case nil: break
        }
    }
}

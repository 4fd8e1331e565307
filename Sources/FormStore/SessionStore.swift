import CLinux
package import EventLoop
import Glibc
package import Logging

/// What a daemon keeps on disk: a file for each session, the definitions that the sessions are of, and drafts.
///
/// What is kept when a call returns, or its completion is called, survives the daemon's end however it comes, and the machine's
/// end a second later. A disk that takes its time holds a thread of the store, and the loop for 40 ms at most.
@LoopActor
package final class SessionStore {
    package let folder: StateFolder
    let calls: FileCalls
    /// Does what is quick unless the disk stalls: appends, new files, removals.
    let writer: StoreThread
    /// Does what waits for the disk: what was written gets there, and long files are written anew.
    let syncer: StoreThread
    let logger: Logger
    package private(set) var statistics = StoreStatistics()

    /// Files that were written since they were last on the disk.
    private var unsynced: Set<Descriptor> = []
    private var syncTimer: EventSource?
    private var isSyncing = false
    /// Files that could not be removed, and that nobody needs.
    private var unremoved: [(part: StateFolder.Part, name: String)] = []
    private var removalTimer: EventSource?
    private var sources: [EventSource] = []
    /// Jobs that the loop has gone on without.
    private var late: [(job: StoreJob, completion: @LoopActor (Result<Void, SystemError>) -> Void)] = []
    /// The sessions whose files are open, the longest open first.
    private var open: [SessionFile] = []
    /// The files that are removed as soon as what is being done with them is done.
    private var leaving: Set<String> = []
    /// The files of drafts that are there, by user.
    var draftFiles: [UInt32: Set<String>] = [:]
    /// When the latest write began that has ended, in nanoseconds. By the end of a slow one that is long ago.
    var lastWrite: UInt64 = 0
    private let sessionsFolder: Descriptor

    /// How many sessions' files are open at a time.
    private static let mostOpen = 256
    /// How long the loop waits for the disk, in milliseconds.
    private static let patience: UInt64 = 40
    /// How long after the beginning of a write the disk is believed to be as quick as then, in nanoseconds: longer than a busy machine takes the
    /// processor away from the loop, and shorter than it takes a person to press two keys.
    static let trust: UInt64 = 10_000_000

    package init(_ folder: StateFolder, calls: FileCalls = FileCalls(), logger: Logger) throws {
        self.folder = folder
        self.calls = calls
        self.logger = logger
        draftFiles = Self.draftFiles(in: folder)
        sessionsFolder = try Self.openFolder(folder.path(.sessions))
        writer = try StoreThread()
        syncer = try StoreThread()
        for thread in [writer, syncer] {
            sources.append(
                try EventLoop.shared.addIO(descriptor: thread.late.number, events: .readable) { [weak self] _ in
                    linux_eventfd_clear(thread.late.number)
                    self?.takeLate()
                }
            )
        }
        syncTimer = try EventLoop.shared.addTimer(after: nil) { [weak self] in self?.sync() }
        removalTimer = try EventLoop.shared.addTimer(after: nil) { [weak self] in self?.removeAgain() }
    }

    private static func openFolder(_ path: String) throws(SystemError) -> Descriptor {
        let number = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw SystemError("open \(path)", code: errno) }
        return Descriptor(owning: number)
    }

    // MARK: What is there

    /// The entries of every session that is kept, by the names of their files. What cannot be read is set aside.
    package func sessions() -> [(name: String, entries: [String: String])] {
        var found: [(name: String, entries: [String: String])] = []
        for name in (try? folder.names(.sessions)) ?? [] {
            do {
                let bytes = try folder.contents(.sessions, name, limit: 16 << 10)
                found.append((name, try SessionFileContents.entries(ofFileThatBegins: bytes)))
            } catch {
                setAside(.sessions, name, because: error)
            }
        }
        return found
    }

    /// A session's file, to be gone on with, and what it says.
    package func session(_ name: String) throws -> (SessionFile, SessionFileContents) {
        let bytes = try folder.contents(.sessions, name, limit: SessionRecord.maximumLength)
        let contents = try SessionFileContents(bytes)
        let file = SessionFile(name, contents.entries, length: contents.length, in: self)
        if bytes.count > contents.length {
            logger.warning(
                "a session's last record is not whole, and does not count",
                metadata: ["file": "\(name)", "bytes": "\(bytes.count - contents.length)"]
            )
        }
        return (file, contents)
    }

    /// Gives a file that cannot be read another name, and says so.
    package func setAside(_ part: StateFolder.Part, _ name: String, because error: any Error) {
        statistics.setAside += 1
        let path = folder.path(part, name)
        do {
            let new = try folder.setAside(part, name)
            logger.error("\(path) cannot be read and was set aside as \(new)", metadata: ["reason": "\(error)"])
        } catch let failure {
            logger.error("\(path) cannot be read, nor set aside: \(failure)", metadata: ["reason": "\(error)"])
        }
    }

    /// Removes the definitions that no session is of.
    package func removeDefinitions(but used: Set<String>) {
        for name in (try? folder.names(.definitions)) ?? [] where !used.contains(name) {
            try? folder.remove(.definitions, name, calls)
        }
    }

    // MARK: New sessions

    /// Keeps a new session: its entries, its definition, if that is not kept yet, and all of its form.
    package func create(
        _ name: String,
        _ entries: [String: String],
        definition: (name: String, source: String),
        _ whole: SessionRecord,
        completion: @escaping @LoopActor (Result<SessionFile, SystemError>) -> Void
    ) {
        noteMade(.sessions, name)
        let (bytes, start) = (SessionFileContents.file(entries, whole), StoreThread.now)
        let made = Made()
        let job = StoreJob { [folder, calls] () throws(SystemError) in
            if unsafe access(folder.path(.definitions, definition.name), F_OK) != 0 {
                let source = Array(definition.source.utf8)
                _ = try folder.replace(.definitions, definition.name, with: source, isSynced: false, calls)
            }
            made.file = try folder.replace(.sessions, name, with: bytes, isSynced: false, calls)
        }
        // A file of the same name may have to go first.
        run(job, on: leaving.contains(name) ? syncer : writer) { [self] result in
            completion(
                result.map { _ in
                    let file = SessionFile(name, entries, length: bytes.count, in: self)
                    file.take(made.file)
                    noteWritten(made.file, bytes: bytes.count, since: start)
                    unsynced.insert(sessionsFolder)
                    return file
                }
            )
        }
    }

    // MARK: Removing

    /// Removes a file, and what was in it. If the disk does not let it, that is tried again each second.
    func remove(_ part: StateFolder.Part, _ name: String, on thread: StoreThread) {
        let job = StoreJob { [folder, calls] () throws(SystemError) in try folder.remove(part, name, calls) }
        // A new file of this name is made after that.
        if part == .sessions, thread === syncer { leaving.insert(name) }
        run(job, on: thread) { [self] result in
            if part == .sessions { leaving.remove(name) }
            guard case .failure = result else { return }
            unremoved.append((part, name))
            removalTimer?.schedule(after: .seconds(1))
        }
    }

    private func removeAgain() {
        let files = unremoved
        unremoved = []
        for (part, name) in files { remove(part, name, on: syncer) }
    }

    /// Notes that a file is put in place anew: it stays, even if one of its name could not be removed.
    func noteMade(_ part: StateFolder.Part, _ name: String) {
        if !unremoved.isEmpty { unremoved.removeAll { $0.part == part && $0.name == name } }
    }

    // MARK: Jobs

    /// Does a job on a thread. Calls the completion before it returns if that does not take long.
    ///
    /// - Parameters:
    ///   - waits: whether the loop waits at all.
    ///   - late: called after the completion where this had returned before.
    /// - Returns: whether the completion has been called.
    @discardableResult
    func run(
        _ job: StoreJob,
        on thread: StoreThread,
        waits: Bool = true,
        completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void,
        late tellLate: @escaping @LoopActor () -> Void = {}
    ) -> Bool {
        // While a job takes long, no other one is waited for.
        let patience = waits && thread.age < 20_000_000 ? Self.patience : 0
        thread.add(job)
        guard !waits || !job.wait(on: thread, milliseconds: patience) else {
            completion(note(job))
            return true
        }
        if waits { statistics.late += 1 }
        late.append(
            (
                job,
                { result in
                    completion(result)
                    tellLate()
                }
            )
        )
        // It may have been done in the meantime.
        if !waits, job.leave() { linux_eventfd_signal(thread.late.number) }
        return false
    }

    /// Waits until everything is done that was begun, or the limit has passed. Holds the loop: for a daemon that serves nobody.
    ///
    /// - Parameter limit: milliseconds.
    package func finish(within limit: UInt64) {
        for thread in [writer, syncer] {
            let last = StoreJob {}
            thread.add(last)
            _ = last.wait(on: thread, milliseconds: limit)
        }
        takeLate()
    }

    private func takeLate() {
        let ended = late.filter(\.job.hasEnded)
        late.removeAll(where: \.job.hasEnded)
        for (job, completion) in ended { completion(note(job)) }
    }

    private func note(_ job: StoreJob) -> Result<Void, SystemError> {
        let result = Result { () throws(SystemError) in try job.result() }
        if case .failure(let error) = result { noteFailure(error) }
        return result
    }

    /// Says once that the disk does not take what is written, and once that it does again.
    func noteFailure(_ error: SystemError) {
        statistics.failures += 1
        statistics.lastFailure = "\(error)"
        guard !statistics.isFailing else { return }
        statistics.isFailing = true
        logger.error("sessions cannot be kept: \(error)", metadata: ["folder": "\(folder.path)"])
    }

    /// - Parameter start: when the write began, in nanoseconds.
    func noteWritten(_ file: Descriptor?, bytes: Int, since start: UInt64) {
        lastWrite = max(lastWrite, start)
        statistics.records += 1
        statistics.bytes += UInt64(bytes)
        if statistics.isFailing {
            statistics.isFailing = false
            logger.notice("sessions can be kept again", metadata: ["folder": "\(folder.path)"])
        }
        guard let file else { return }
        if unsynced.isEmpty { syncTimer?.schedule(after: .seconds(1)) }
        unsynced.insert(file)
    }

    /// Brings to the disk what was written in the last second.
    private func sync() {
        guard !isSyncing else {
            syncTimer?.schedule(after: .seconds(1))
            return
        }
        let files = unsynced
        unsynced = []
        isSyncing = true
        let job = StoreJob { [calls] () throws(SystemError) in
            for file in files { try calls.sync(file) }
        }
        run(job, on: syncer, waits: false) { [self] _ in
            isSyncing = false
            if !unsynced.isEmpty { syncTimer?.schedule(after: .seconds(1)) }
        }
    }

    // MARK: Open files

    func noteOpened(_ file: SessionFile) {
        open.append(file)
        if open.count > Self.mostOpen { open.removeFirst().closeFile() }
    }

    func noteClosed(_ file: SessionFile) {
        open.removeAll { $0 === file }
    }
}

/// What a store has done.
package struct StoreStatistics: Sendable {
    package var records: UInt64 = 0
    package var bytes: UInt64 = 0
    /// Jobs that the loop has not waited for.
    package var late: UInt64 = 0
    package var failures: UInt64 = 0
    /// Empty if nothing has failed.
    package var lastFailure = ""
    /// Whether the last record could not be written.
    package var isFailing = false
    /// Files that could not be read.
    package var setAside: UInt64 = 0
}

/// The file that a job has made, for whoever looks when the job is done.
final class Made: @unchecked Sendable {
    /// Sound, as the loop reads it only after the thread has finished the job that writes it.
    var file: Descriptor?
}

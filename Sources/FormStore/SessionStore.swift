import CLinux
package import EventLoop
import Glibc
package import Logging

/// The daemon's data on disk: a file for each session, the definitions of the sessions, and drafts.
///
/// Data that was stored when a call returns, or its completion is called, survives any end of the daemon, and the end
/// of the machine after one second. A slow disk blocks a thread of the store, and the event loop for at most 40 ms.
@LoopActor
package final class SessionStore {
    package let folder: StateFolder
    let calls: FileCalls
    /// Runs the jobs that are quick unless the disk stalls: appending, creating and removing files.
    let writer: StoreThread
    /// Runs the jobs that wait for the disk: syncing, and rewriting long files.
    let syncer: StoreThread
    let logger: Logger
    package private(set) var statistics = StoreStatistics()

    /// The files that were written since the last sync.
    private var unsynced: Set<Descriptor> = []
    private var syncTimer: EventSource?
    private var isSyncing = false
    /// Obsolete files that could not be removed.
    private var unremoved: [(part: StateFolder.Part, name: String)] = []
    private var removalTimer: EventSource?
    private var sources: [EventSource] = []
    /// The jobs that the loop no longer waits for.
    private var late: [(job: StoreJob, completion: @LoopActor (Result<Void, SystemError>) -> Void)] = []
    /// The sessions whose files are open; the file that has been open longest comes first.
    private var open: [SessionFile] = []
    /// The files that will be removed when their current jobs have ended.
    private var leaving: Set<String> = []
    /// The files of existing drafts by user.
    var draftFiles: [UInt32: Set<String>] = [:]
    /// The time at which the last finished write began, in nanoseconds. After a slow write this is long ago.
    var lastWrite: UInt64 = 0
    private let sessionsFolder: Descriptor

    /// The maximum number of open session files.
    private static let mostOpen = 256
    /// How long the loop waits for the disk, in milliseconds.
    private static let patience: UInt64 = 40
    /// How long after the beginning of a quick write the disk is assumed to be quick, in nanoseconds. This is longer than the
    /// loop loses the processor on a busy machine, and shorter than the time between two keys of a person.
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

    // MARK: Reading

    /// The entries of all stored sessions by file name. Files that cannot be read are moved aside.
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

    /// The file of a session, ready for appending, and its contents.
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

    /// Moves an unreadable file aside, and logs that.
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

    /// Removes the definitions that no session uses.
    package func removeDefinitions(but used: Set<String>) {
        for name in (try? folder.names(.definitions)) ?? [] where !used.contains(name) {
            try? folder.remove(.definitions, name, calls)
        }
    }

    // MARK: New sessions

    /// Stores a new session: its entries, its definition unless that is already stored, and its whole form.
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
        // A file of the same name may have to be removed first.
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

    /// Erases and removes a file. If that fails, it is tried again every second.
    func remove(_ part: StateFolder.Part, _ name: String, on thread: StoreThread) {
        let job = StoreJob { [folder, calls] () throws(SystemError) in try folder.remove(part, name, calls) }
        // A new file of this name must be created after that.
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

    /// Records that a file exists again, so that it is not removed even if removing an older file of its name failed.
    func noteMade(_ part: StateFolder.Part, _ name: String) {
        if !unremoved.isEmpty { unremoved.removeAll { $0.part == part && $0.name == name } }
    }

    // MARK: Jobs

    /// Runs a job on a thread. If the job is quick, calls the completion before returning.
    ///
    /// - Parameters:
    ///   - waits: whether the loop waits for the job at all.
    ///   - late: called after the completion if this function had returned before.
    /// - Returns: whether the completion has been called.
    @discardableResult
    func run(
        _ job: StoreJob,
        on thread: StoreThread,
        waits: Bool = true,
        completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void,
        late tellLate: @escaping @LoopActor () -> Void = {}
    ) -> Bool {
        // While one job is slow, the loop does not wait for other ones.
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
        // The job may have ended meanwhile.
        if !waits, job.leave() { linux_eventfd_signal(thread.late.number) }
        return false
    }

    /// Waits until all jobs have ended or the time limit has passed. Blocks the loop, so it is only for a daemon that
    /// serves no clients.
    ///
    /// - Parameter limit: the time limit in milliseconds.
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

    /// Logs the first failure of writing, and the first success after it.
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

    /// Syncs the files that were written within the last second.
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

/// Statistics of a store.
package struct StoreStatistics: Sendable {
    package var records: UInt64 = 0
    package var bytes: UInt64 = 0
    /// Jobs that the loop has stopped waiting for.
    package var late: UInt64 = 0
    package var failures: UInt64 = 0
    /// Empty if nothing has failed.
    package var lastFailure = ""
    /// Whether the last record could not be written.
    package var isFailing = false
    /// Files that could not be read.
    package var setAside: UInt64 = 0
}

/// The file that a job has created, for reading when the job has ended.
final class Made: @unchecked Sendable {
    /// This is safe, because the loop reads it only after the thread has finished the job that sets it.
    var file: Descriptor?
}

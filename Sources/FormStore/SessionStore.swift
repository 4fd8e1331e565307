package import EventLoop
import Glibc
package import Logging

/// The daemon's data on disk: a file for each session, and drafts.
///
/// Data is stored when the completion of a call is called: it survives any end of the daemon, and the end of the machine
/// after one second. Drafts and removals survive that at once. The loop never waits for the disk: one thread reads and
/// writes, and one waits for data to be on the disk.
@LoopActor
package final class SessionStore {
    package let folder: StateFolder
    let calls: FileCalls
    /// Does the work that waits only for a slow disk.
    private let writer: Worker
    /// Does the work that always waits for the disk.
    private let syncer: Worker
    /// The pieces of work that have not ended.
    private var unfinished = 0
    let logger: Logger
    package private(set) var statistics = StoreStatistics()

    /// A file, or the folder of a part if the name is empty.
    private struct Place: Hashable {
        let part: StateFolder.Part
        var name = ""
    }

    /// What was written since the last sync. It is opened again for that, because the number of open files is limited.
    private var unsynced: Set<Place> = []
    private var syncTimer: EventSource?
    private var isSyncing = false
    /// Obsolete files that could not be renamed for their removal.
    private var unremoved: [(place: Place, mark: EndMark?)] = []
    /// Files that were renamed for their removal.
    private var leaving: [LeavingFile] = []
    private var isErasing = false
    private var removalTimer: EventSource?
    /// The sessions whose files are open; the file that has been open longest comes first.
    private var open: [SessionFile] = []
    /// How many sessions' files of each name are being created or removed by slow work. Later work on the name must
    /// follow it.
    private var slowWork: [String: Int] = [:]
    /// The files of existing drafts by user, and their lengths.
    var draftFiles: [UInt32: [String: Int]] = [:]
    /// The drafts that are being written, by their files.
    var draftsBeingWritten: [String: Draft] = [:]
    /// How often each user's drafts were written or discarded, so that a result of reading that is obsolete can be
    /// recognised.
    var draftChanges: [UInt32: Int] = [:]
    /// Shares what is stored with other daemons; `nil` if nothing is shared.
    package var shared: SharedStore?
    /// The submissions that have not arrived at their targets yet.
    package private(set) lazy var outbox = Outbox(of: self)

    /// The maximum number of open session files.
    private static let mostOpen = 256

    /// How long work takes.
    enum Pace {
        /// Work that only waits for a slow disk: reading, appending, creating and removing files.
        case quick
        /// Work that always waits for the disk: syncing, and rewriting long files.
        case slow
    }

    package init(_ folder: StateFolder, calls: FileCalls = FileCalls(), logger: Logger) throws {
        self.folder = folder
        self.calls = calls
        self.logger = logger
        draftFiles = try Self.draftFiles(in: folder)
        (writer, syncer) = (try Worker(), try Worker())
        syncTimer = try EventLoop.shared.addTimer(after: nil) { [weak self] in self?.sync() }
        removalTimer = try EventLoop.shared.addTimer(after: nil) { [weak self] in self?.removeAgain() }
    }

    // MARK: Reading

    /// The entries of all stored sessions by file name. Damaged files are moved aside. The files of definitions that
    /// earlier versions made are removed when no file may need them any more.
    ///
    /// - Parameter unread: called with each file that the disk does not return. It stays.
    /// - Throws: why the disk does not list the files.
    package func sessions(
        unread: (String, SystemError) -> Void = { _, _ in }
    ) throws(SystemError) -> [(name: String, entries: [String: String])] {
        var found: [(name: String, entries: [String: String])] = []
        var mayNeedDefinitions = try !folder.names(.aside).isEmpty
        for name in try folder.names(.sessions) {
            do {
                let bytes = try folder.beginning(.sessions, name, limit: SessionFileContents.maximumHeadLength, calls)
                found.append((name, try SessionFileContents.entries(ofFileThatBegins: bytes)))
                if try SessionFileContents.isOld(bytes) { mayNeedDefinitions = true }
            } catch let error as SystemError {
                mayNeedDefinitions = true
                unread(name, error)
            } catch {
                mayNeedDefinitions = true
                setAside(.sessions, name, because: error)
            }
        }
        if !mayNeedDefinitions {
            for name in try folder.names(.definitions) { remove(.definitions, name, .slow) }
        }
        return found
    }

    /// A session that has been read.
    package struct ReadSession {
        /// The session's file, ready for appending.
        package let file: SessionFile
        package let contents: SessionFileContents
    }

    /// Reads a session. If its file is damaged, the file is kept aside, and the session is what precedes the damage.
    ///
    /// - Parameters:
    ///   - oldDefinition: the name of the definition's file, for a session that an earlier version has stored.
    ///   - completion: called with the session, never before this function returns.
    package func read(
        _ name: String,
        oldDefinition: String?,
        completion: @escaping @LoopActor (Result<ReadSession, any Error>) -> Void
    ) {
        read { [folder, calls] in
            let bytes: [UInt8]
            do {
                bytes = try folder.contents(.sessions, name, limit: SessionFile.maximumLength, calls)
            } catch let error as SystemError where error.code == ENOENT {
                throw StoreFormatError("somebody has removed it")
            }
            var contents = try SessionFileContents(bytes)
            let isOld = try SessionFileContents.isOld(bytes)
            if isOld, let oldDefinition {
                contents.definition = try Self.oldDefinition(oldDefinition, in: folder, calls)
            }
            var copy: String?
            if contents.isDamaged {
                copy = try folder.keepAside(.sessions, name, bytes, calls)
                try calls.cut(try folder.open(.sessions, name), contents.length)
            }
            return (length: bytes.count, contents: contents, isOld: isOld, copy: copy)
        } completion: { [self] result in
            completion(
                result.map { found in
                    let contents = found.contents
                    if let copy = found.copy {
                        statistics.setAside += 1
                        let place = folder.path(.sessions, name)
                        logger.error(
                            "\(place) is damaged and was kept as \(copy); the session is restored up to the damage",
                            metadata: ["position": "\(contents.length)", "bytes": "\(found.length)"]
                        )
                    } else if found.length > contents.length {
                        logger.warning(
                            "a session's last record is not whole, and does not count",
                            metadata: ["file": "\(name)", "bytes": "\(found.length - contents.length)"]
                        )
                    }
                    let file = SessionFile(
                        name,
                        contents.entries,
                        definition: contents.definition,
                        length: contents.length,
                        wholeLength: contents.wholeLength,
                        hasRest: found.copy == nil && found.length > contents.length,
                        isOld: found.isOld,
                        in: self
                    )
                    return ReadSession(file: file, contents: contents)
                }
            )
        }
    }

    /// Reads a definition from a file of its own, whose name contains the text's hash.
    private nonisolated static func oldDefinition(
        _ name: String,
        in folder: StateFolder,
        _ calls: FileCalls
    ) throws -> String {
        do {
            let bytes = try folder.contents(.definitions, name, limit: SessionFile.maximumLength, calls)
            if let text = String(validating: bytes, as: UTF8.self), name.hasSuffix("-" + StableHash.text(of: bytes)) {
                return text
            }
        } catch let error as SystemError where error.code == ENOENT {
        }
        throw StoreFormatError("its definition \(name) is damaged or missing")
    }

    /// Moves an unreadable file aside, and logs that.
    package func setAside(_ part: StateFolder.Part, _ name: String, because error: any Error) {
        statistics.setAside += 1
        let path = folder.path(part, name)
        // A file that is made under the same name is made after this, by the thread that makes such files.
        start(part == .drafts ? .slow : .quick) { [folder] () throws(SystemError) in
            try folder.setAside(part, name)
        } completion: { [logger] result in
            switch result {
            case .success(let new):
                logger.error("\(path) cannot be read and was set aside as \(new)", metadata: ["reason": "\(error)"])
            case .failure(let failure):
                logger.error("\(path) cannot be read, nor set aside: \(failure)", metadata: ["reason": "\(error)"])
            }
        }
    }

    // MARK: New sessions

    /// Stores a new session: its entries, the definition of its form, and the whole form.
    ///
    /// - Returns: a function that removes the file of a session that is closed before it is stored, and calls `begun` when
    ///   the next start does not find it.
    @discardableResult
    package func create(
        _ name: String,
        _ entries: [String: String],
        definition: String,
        _ whole: SessionRecord,
        completion: @escaping @LoopActor (Result<SessionFile, SystemError>) -> Void
    ) -> @LoopActor (_ begun: @escaping @LoopActor () -> Void) -> Void {
        let replaced = noteMade(.sessions, name)
        let bytes = SessionFileContents.file(entries, definition: definition, whole)
        // A file of the same name may have to be removed first.
        let pace: Pace = slowWork[name] == nil ? .quick : .slow
        begin(pace, name)
        run(pace) { [folder, calls] () throws(SystemError) in
            try folder.replace(.sessions, name, with: bytes, isSynced: false, calls)
        } completion: { [self] result in
            end(pace, name)
            if case .failure = result, replaced { remove(.sessions, name, .quick) }
            // Removing an older file of this name may have failed meanwhile.
            if case .success = result { noteMade(.sessions, name) }
            completion(
                result.map { made in
                    let file = SessionFile(
                        name,
                        entries,
                        definition: definition,
                        length: bytes.count,
                        wholeLength: bytes.count,
                        in: self
                    )
                    file.take(made)
                    noteWritten(name, entries, bytes: bytes.count, replaces: true)
                    return file
                }
            )
        }
        return { [self] begun in remove(.sessions, name, pace, leaving: mark(of: entries), begun: begun) }
    }

    /// Stores a session of another daemon with other entries.
    ///
    /// - Parameters:
    ///   - contents: its file.
    ///   - completion: called when it is on the disk, or with the reason why it is not.
    package func adopt(
        _ name: String,
        _ entries: [String: String],
        _ contents: SessionFileContents,
        completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void
    ) {
        noteMade(.sessions, name)
        let bytes = contents.file(with: entries)
        begin(.slow, name)
        run(.slow) { [folder, calls] () throws(SystemError) in
            _ = try folder.replace(.sessions, name, with: bytes, isSynced: true, calls)
            try folder.sync(.sessions, calls)
        } completion: { [self] result in
            end(.slow, name)
            if case .success = result { noteWritten(name, entries, bytes: bytes.count, replaces: true) }
            completion(result)
        }
    }

    /// Removes the file of a session that goes on at another daemon.
    package func giveAway(_ name: String) { remove(.sessions, name, .quick) }

    /// Notes slow work on the file of a session.
    private func begin(_ pace: Pace, _ name: String) {
        if pace == .slow { slowWork[name, default: 0] += 1 }
    }

    private func end(_ pace: Pace, _ name: String) {
        guard pace == .slow, let count = slowWork[name] else { return }
        slowWork[name] = count > 1 ? count - 1 : nil
    }

    // MARK: Removing

    /// A file that was renamed for its removal.
    private struct LeavingFile {
        let part: StateFolder.Part
        let name: String
        let completion: @LoopActor (Result<Void, SystemError>) -> Void
    }

    /// Erases and removes a file. If that fails, it is tried again every second.
    ///
    /// - Parameters:
    ///   - pace: the pace of the last work on the file, after which this runs.
    ///   - mark: what is written before, for the shared store.
    ///   - begun: called when the next start does not find the file, or if that is tried again.
    ///   - completion: called when the file cannot come back any more, or with the reason why it still can.
    func remove(
        _ part: StateFolder.Part,
        _ name: String,
        _ pace: Pace,
        leaving mark: EndMark? = nil,
        begun: @escaping @LoopActor () -> Void = {},
        completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void = { _ in }
    ) {
        if part == .sessions { begin(pace, name) }
        run(pace) { [folder, calls] () throws(SystemError) in
            if let mark { _ = try folder.replace(.ended, mark.name, with: mark.contents, isSynced: false, calls) }
            return try folder.beginRemoval(part, name)
        } completion: { [self] result in
            if case .success = result, let mark { shared?.ended(mark) }
            if part == .sessions { end(pace, name) }
            begun()
            switch result {
            case .success(let new?):
                leaving.append(LeavingFile(part: part, name: new, completion: completion))
                erase()
            case .success(nil):
                completion(.success(()))
            case .failure(let error):
                unremoved.append((Place(part: part, name: name), mark))
                removalTimer?.schedule(after: .seconds(1))
                completion(.failure(error))
            }
        }
    }

    /// Erases the files that were renamed for their removal. Those of one folder share the wait for the disk.
    private func erase() {
        guard !isErasing, let part = leaving.first?.part else { return }
        isErasing = true
        let files = leaving.filter { $0.part == part }
        leaving.removeAll { $0.part == part }
        let names = files.map(\.name)
        run(.slow) { [folder, calls] () throws(SystemError) in
            try folder.endRemoval(part, names, calls)
        } completion: { [self] result in
            isErasing = false
            // The next start erases what is not erased now.
            if case .success(let names) = result, !names.isEmpty {
                logger.error("files cannot be removed", metadata: ["files": "\(names.joined(separator: " "))"])
            }
            for file in files { file.completion(result.map { _ in () }) }
            erase()
        }
    }

    private func removeAgain() {
        let files = unremoved
        unremoved = []
        for (file, mark) in files { remove(file.part, file.name, .slow, leaving: mark) }
    }

    /// Records that a file exists again, so that it is not removed even if removing an older file of its name failed.
    ///
    /// - Returns: whether it had failed.
    @discardableResult
    func noteMade(_ part: StateFolder.Part, _ name: String) -> Bool {
        let made = Place(part: part, name: name)
        guard let index = unremoved.firstIndex(where: { $0.place == made }) else { return false }
        // The session that had this name has ended all the same.
        if let mark = unremoved.remove(at: index).mark, part == .sessions { shared?.ended(mark) }
        return true
    }

    // MARK: Work

    /// Does work of the disk.
    ///
    /// - Parameters:
    ///   - completion: called with the result, never before this function returns.
    func run<Success: Sendable>(
        _ pace: Pace,
        _ work: @escaping @Sendable () throws(SystemError) -> Success,
        completion: @escaping @LoopActor (Result<Success, SystemError>) -> Void
    ) {
        start(pace, work) { [self] result in
            if case .failure(let error) = result { noteFailure(error) }
            completion(result)
        }
    }

    /// Does work of the disk whose failure does not mean that sessions cannot be stored.
    private func start<Success: Sendable>(
        _ pace: Pace,
        _ work: @escaping @Sendable () throws(SystemError) -> Success,
        completion: @escaping @LoopActor (Result<Success, SystemError>) -> Void
    ) {
        unfinished += 1
        let worker = pace == .quick ? writer : syncer
        worker.run(work) { [self] result in
            unfinished -= 1
            completion(result)
        }
    }

    /// Reads from the disk.
    func read<Success: Sendable>(
        _ work: @escaping @Sendable () throws -> Success,
        completion: @escaping @LoopActor (Result<Success, any Error>) -> Void
    ) {
        start(.quick) {
            Result { try work() }
        } completion: { result in
            completion(Result { try result.get().get() })
        }
    }

    /// Calls `completion` when the slow work that was added before has ended.
    package func afterSlowWork(_ completion: @escaping @LoopActor () -> Void) {
        start(.slow) {
        } completion: { _ in
            completion()
        }
    }

    /// Waits until all work has ended, or a time limit has passed.
    package func finish(within limit: Duration) async {
        let end = EventLoop.now + limit
        // What the loop does in this turn may cause work at the turn's end.
        repeat { try? await EventLoop.shared.sleep(for: .milliseconds(2)) } while unfinished > 0 && EventLoop.now < end
    }

    /// Logs the first failure of writing, and the first success after it.
    func noteFailure(_ error: SystemError) {
        statistics.failures += 1
        statistics.lastFailure = "\(error)"
        guard !statistics.isFailing else { return }
        statistics.isFailing = true
        logger.error("sessions cannot be kept: \(error)", metadata: ["folder": "\(folder.path)"])
    }

    /// The mark that stays of a removed session until the shared store knows of its end; `nil` if it is not shared.
    func mark(of entries: [String: String]) -> EndMark? {
        shared == nil ? nil : SharedIdentity(entries).map(EndMark.init)
    }

    /// The shared store knows that something was removed. The mark of a draft is removed by the thread that writes it.
    func forget(_ mark: EndMark) {
        run(.slow) { [folder, calls] () throws(SystemError) in
            try folder.remove(.ended, mark.name, calls)
        } completion: { _ in
        }
    }

    /// Notes that a session's file was written.
    ///
    /// - Parameter replaces: whether its name is new, or that of an older file before.
    func noteWritten(
        _ name: String,
        _ entries: [String: String],
        bytes: Int,
        records: Int = 1,
        replaces: Bool = false
    ) {
        statistics.records += UInt64(records)
        statistics.bytes += UInt64(bytes)
        if statistics.isFailing {
            statistics.isFailing = false
            logger.notice("sessions can be kept again", metadata: ["folder": "\(folder.path)"])
        }
        if unsynced.isEmpty { syncTimer?.schedule(after: .seconds(1)) }
        unsynced.insert(Place(part: .sessions, name: name))
        if replaces { unsynced.insert(Place(part: .sessions)) }
        shared?.written(name, entries, isWhole: replaces)
    }

    /// Syncs the files that were written within the last second.
    private func sync() {
        guard !isSyncing else {
            syncTimer?.schedule(after: .seconds(1))
            return
        }
        let places = unsynced
        unsynced = []
        isSyncing = true
        run(.slow) { [folder, calls] () throws(SystemError) in
            var failures: [(place: Place, error: SystemError)] = []
            for place in places {
                do throws(SystemError) {
                    if place.name.isEmpty {
                        try folder.sync(place.part, calls)
                    } else {
                        try folder.sync(place.part, place.name, calls)
                    }
                } catch {
                    failures.append((place, error))
                }
            }
            return failures
        } completion: { [self] result in
            isSyncing = false
            if let failures = try? result.get(), let first = failures.first {
                noteFailure(first.error)
                unsynced.formUnion(failures.map(\.place))
            }
            if !unsynced.isEmpty { syncTimer?.schedule(after: .seconds(1)) }
        }
    }

    // MARK: Open files

    func noteOpened(_ file: SessionFile) {
        open.append(file)
        if open.count > Self.mostOpen { open.removeFirst().closeFile() }
    }

    /// A file that is removed needs no sync.
    func noteRemoved(_ name: String) { unsynced.remove(Place(part: .sessions, name: name)) }

    func noteClosed(_ file: SessionFile) {
        open.removeAll { $0 === file }
    }
}

/// Statistics of a store.
package struct StoreStatistics: Sendable {
    package var records: UInt64 = 0
    package var bytes: UInt64 = 0
    package var failures: UInt64 = 0
    /// Empty if nothing has failed.
    package var lastFailure = ""
    /// Whether the last record could not be written.
    package var isFailing = false
    /// Files that could not be read.
    package var setAside: UInt64 = 0
}

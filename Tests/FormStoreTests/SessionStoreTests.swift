import EventLoop
@testable import FormStore
import FormdTesting
import Foundation
import Logging
import Synchronization
import Testing

/// A store in a folder of its own, whose disk does what a test says.
@LoopActor
final class StoreHarness {
    let folder: TemporaryFolder
    let store: SessionStore
    let disk = Disk()

    /// What the disk does with what is written.
    final class Disk: Sendable {
        struct State {
            var error: Int32?
            /// Whether a write waits until this is false again.
            var isStalled = false
            /// How long each write takes, in microseconds.
            /// Whether no file can be cut.
            var isUncuttable = false
            /// How many bytes of a write that fails get through.
            var torn = 0
            /// The inodes of the files and folders that were synced.
            var synced: Set<ino_t> = []
            /// The inode of a file that cannot be synced.
            var unsyncable: ino_t?
            /// Whether no file can be read.
            var isUnreadable = false
            /// The lengths of the writes.
            var written: [Int] = []
            /// The paths of what was synced, and "wiped" for each write of zeros, in their order.
            var steps: [String] = []
        }

        let state = Mutex(State())

        func write(_ file: Descriptor, _ bytes: [UInt8], at offset: Int) throws(SystemError) {
            while state.withLock(\.isStalled) { usleep(1_000) }
            state.withLock {
                $0.written.append(bytes.count)
                if bytes.allSatisfy({ $0 == 0 }) { $0.steps.append("wiped") }
            }
            let (error, torn) = state.withLock { ($0.error, $0.torn) }
            guard let error else { return try FileCalls.writeAll(file, bytes, at: offset) }
            if torn > 0 { try FileCalls.writeAll(file, Array(bytes.prefix(torn)), at: offset) }
            throw SystemError("write", code: error)
        }

        func sync(_ file: Descriptor) throws(SystemError) {
            var status = stat()
            fstat(file.number, &status)
            let inode = status.st_ino
            if state.withLock({ $0.unsyncable == inode }) { throw SystemError("sync", code: EIO) }
            let path =
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file.number)")) ?? ""
            state.withLock {
                _ = $0.synced.insert(inode)
                $0.steps.append(URL(filePath: path).lastPathComponent)
            }
            try FileCalls.syncAll(file)
        }
    }

    init(in folder: TemporaryFolder? = nil) throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let calls = FileCalls { [disk] file, bytes, offset throws(SystemError) in
            try disk.write(file, bytes, at: offset)
        } cut: { [disk] file, length throws(SystemError) in
            if disk.state.withLock(\.isUncuttable) { throw SystemError("cut", code: EIO) }
            try FileCalls.cut(file, to: length)
        } sync: { [disk] file throws(SystemError) in
            try disk.sync(file)
        } read: { [disk] file, offset, limit throws(SystemError) in
            if disk.state.withLock(\.isUnreadable) { throw SystemError("read", code: EIO) }
            return try FileCalls.readAll(file, from: offset, limit: limit)
        }
        store = try SessionStore(try StateFolder(at: folder.path + "/state"), calls: calls, logger: logger)
    }

    func create(
        _ name: String,
        _ text: String = "whole",
        entries: [String: String] = ["owner": "1"]
    ) async throws -> SessionFile {
        try await withCheckedThrowingContinuation { continuation in
            store.create(name, entries, definition: "{}", .test(.whole, 0, text)) {
                continuation.resume(with: $0)
            }
        }
    }

    /// Keeps a record, and waits for it as long as it takes.
    func keep(_ record: SessionRecord, in file: SessionFile, replacesOlder: Bool = false) async throws {
        try await keep([record], in: file, replacesOlder: replacesOlder)
    }

    func keep(_ records: [SessionRecord], in file: SessionFile, replacesOlder: Bool = false) async throws {
        try await withCheckedThrowingContinuation { continuation in
            file.keep(records, replacesOlder: replacesOlder) { continuation.resume(with: $0) }
        }
    }

    func read(_ name: String) async throws -> SessionStore.ReadSession {
        try await withCheckedThrowingContinuation { continuation in
            store.read(name, oldDefinition: nil) { continuation.resume(with: $0) }
        }
    }

    /// The draft of user 1 and form "f" with a name.
    func draft(_ name: String) async throws -> Draft? {
        try await withCheckedThrowingContinuation { continuation in
            store.readDraft(of: 1, form: "f", name: name) { continuation.resume(with: $0) }
        }
    }

    func drafts(of user: UInt32) async -> [Draft] {
        await withCheckedContinuation { continuation in
            store.readDrafts(of: user) { continuation.resume(returning: $0) }
        }
    }

    func texts(_ name: String) async throws -> [String] { try await read(name).contents.records.map(\.text) }

    /// The bytes of everything in the folder.
    func everything() throws -> Data {
        var all = Data()
        for path in FileManager.default.enumerator(atPath: store.folder.path)?.compactMap({ $0 as? String }) ?? [] {
            all += FileManager.default.contents(atPath: "\(store.folder.path)/\(path)") ?? Data()
        }
        return all
    }
}

extension SessionRecord {
    static func test(_ kind: Kind, _ revision: UInt64, _ text: String) -> SessionRecord {
        SessionRecord(kind, revision: revision, Array(text.utf8)[...])
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}

@Suite("The store of sessions", .loop, .serialized)
struct SessionStoreTests {
    @Test("stored sessions are found when the folder is opened again")
    @LoopActor
    func comesBack() async throws {
        let folder = try TemporaryFolder()
        do {
            let harness = try StoreHarness(in: folder)
            let file = try await harness.create("1-a")
            for revision in 1...50 as ClosedRange<UInt64> {
                try await harness.keep(.test(.change, revision, "change \(revision)"), in: file)
            }
        }
        let harness = try StoreHarness(in: folder)
        let found = try harness.store.sessions()
        #expect(found.map(\.name) == ["1-a"] && found.first?.entries == ["owner": "1"])
        #expect(try await harness.texts("1-a") == ["whole"] + (1...50).map { "change \($0)" })
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/state/sessions/1-a")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let own = try FileManager.default.attributesOfItem(atPath: folder.path + "/state")
        #expect(own[.posixPermissions] as? Int == 0o700)
    }

    @Test("a file that is being written or removed is not listed, and listing does not affect it")
    func listedMeanwhile() throws {
        let temporary = try TemporaryFolder()
        let folder = try StateFolder(at: temporary.path + "/state")
        let listed = Mutex<[[String]]>([])
        let calls = FileCalls { file, bytes, offset throws(SystemError) in
            let names = try folder.names(.drafts)
            listed.withLock { $0.append(names) }
            try FileCalls.writeAll(file, bytes, at: offset)
        }
        _ = try folder.replace(.drafts, "1-a", with: [1, 2], isSynced: false, calls)
        #expect(try folder.names(.drafts) == ["1-a"] && folder.contents(.drafts, "1-a", limit: 9, calls) == [1, 2])
        try folder.remove(.drafts, "1-a", calls)
        #expect(try folder.names(.drafts).isEmpty && listed.withLock(\.self) == [[], []])
    }

    @Test("unfinished writes and removals of an ended daemon are removed at the next start")
    func unfinished() throws {
        let temporary = try TemporaryFolder()
        let path = temporary.path + "/state"
        _ = try StateFolder(at: path)
        try Data("half".utf8).write(to: URL(filePath: path + "/drafts/1-a~"))
        _ = try StateFolder(at: path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/drafts").isEmpty)
    }

    @Test("a path that cannot be the state folder is refused with the reason")
    func noFolder() throws {
        let temporary = try TemporaryFolder()
        let (file, link, foreign) = (temporary.path + "/file", temporary.path + "/link", temporary.path + "/foreign")
        try Data().write(to: URL(fileURLWithPath: file))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: temporary.path)
        for path in [file, link] {
            let error = #expect(throws: StateFolderError.self) { try StateFolder(at: path) }
            #expect(error?.description == "the state folder \(path) is not a folder")
        }
        // Only root can give folders away.
        guard geteuid() == 0 else { return }
        #expect(mkdir(foreign, 0o700) == 0 && chown(foreign, 4_711, 4_711) == 0)
        let error = #expect(throws: StateFolderError.self) { try StateFolder(at: foreign) }
        #expect(
            error?.description == "the state folder \(foreign) must belong to user 0, and belongs to user 4711"
        )
    }

    @Test("a second daemon is refused with the reason that another one uses the folder")
    @LoopActor
    func lock() throws {
        let harness = try StoreHarness()
        let error = #expect(throws: StateFolderError.self) { try StateFolder(at: harness.store.folder.path) }
        #expect(error?.description.contains("process \(getpid()) has") == true)
    }

    @Test("a full disk leaves the file unchanged, and writing works again when there is space", arguments: [0, 7])
    @LoopActor
    func full(torn: Int) async throws {
        let harness = try StoreHarness()
        let file = try await harness.create("1-a")
        try await harness.keep(.test(.change, 1, "one"), in: file)
        harness.disk.state.withLock { ($0.error, $0.torn) = (ENOSPC, torn) }
        for _ in 0..<3 {
            await #expect(throws: SystemError("write", code: ENOSPC)) {
                try await harness.keep(.test(.change, 2, "lost"), in: file)
            }
            #expect(try await harness.texts("1-a") == ["whole", "one"])
        }
        await #expect(throws: SystemError.self) { try await harness.create("1-b") }
        #expect(try harness.store.sessions().map(\.name) == ["1-a"])
        #expect(harness.store.statistics.isFailing && harness.store.statistics.failures == 4)
        harness.disk.state.withLock { $0.error = nil }
        try await harness.keep(.test(.change, 2, "two"), in: file)
        #expect(try await harness.texts("1-a") == ["whole", "one", "two"])
        #expect(!harness.store.statistics.isFailing)
    }

    @Test("records of a write that failed are not read, even if the file could not be cut at once")
    @LoopActor
    func uncut() async throws {
        let harness = try StoreHarness()
        let file = try await harness.create("1-a")
        harness.disk.state.withLock { ($0.error, $0.torn, $0.isUncuttable) = (EIO, .max, true) }
        let lost = (1...3 as ClosedRange<UInt64>).map { SessionRecord.test(.change, $0, "lost") }
        let refused = await #expect(throws: SystemError.self) { try await harness.keep(lost, in: file) }
        #expect(refused?.code == EIO)
        harness.disk.state.withLock { ($0.error, $0.torn) = (nil, 0) }
        // What follows the next record would be read.
        await #expect(throws: SystemError.self) { try await harness.keep(.test(.change, 1, "kept"), in: file) }
        harness.disk.state.withLock { $0.isUncuttable = false }
        try await harness.keep(.test(.change, 1, "kept"), in: file)
        #expect(try await harness.texts("1-a") == ["whole", "kept"])
    }

    @Test("a disk that stalls while it is in use does not block the loop, and its writes are performed later")
    @LoopActor
    func stalled() async throws {
        let harness = try StoreHarness()
        let file = try await harness.create("1-a")
        try await harness.keep(.test(.change, 1, "one"), in: file)
        harness.disk.state.withLock { $0.isStalled = true }
        var results: [Result<Void, SystemError>] = []
        file.keep([.test(.change, 2, "two")], replacesOlder: false) { results.append($0) }
        file.keep([.test(.change, 3, "refused")], replacesOlder: false) { results.append($0) }
        #expect(results.isEmpty)
        // That this ends shows it: the disk continues only below.
        try await EventLoop.shared.sleep(for: .milliseconds(30))
        #expect(results.count == 1)
        #expect(throws: SystemError("write a session twice at once", code: EBUSY)) {
            for result in results { try result.get() }
        }
        harness.disk.state.withLock { $0.isStalled = false }
        #expect(try await eventually { results.count == 2 })
        try await harness.keep(.test(.change, 3, "three"), in: file)
        #expect(try await harness.texts("1-a") == ["whole", "one", "two", "three"])
    }

    @Test("a draft can be read while the disk stalls, and when it is replaced or discarded meanwhile")
    @LoopActor
    func draftWhileStalled() async throws {
        let harness = try StoreHarness()
        func draft(_ text: String) -> Draft { Draft(user: 1, form: "f", name: "n", changed: 7, values: ["a": text]) }
        var written = 0
        harness.disk.state.withLock { $0.isStalled = true }
        for text in ["one", "two"] { harness.store.keep(draft(text)) { _ in written += 1 } }
        #expect(harness.store.hasDraft(of: 1, form: "f", name: "n") && harness.store.draftCount(of: 1) == 1)
        #expect(try await harness.draft("n") == draft("two"))
        #expect(await harness.drafts(of: 1).map(\.name) == ["n"])
        #expect(await harness.drafts(of: 2).isEmpty)
        harness.disk.state.withLock { $0.isStalled = false }
        #expect(try await eventually { written == 2 })
        #expect(try await harness.draft("n") == draft("two"))
        harness.disk.state.withLock { $0.isStalled = true }
        harness.store.keep(draft("three")) { _ in written += 1 }
        harness.store.discard(draft(""))
        #expect(try await harness.draft("n") == nil)
        #expect(await harness.drafts(of: 1).isEmpty)
        harness.disk.state.withLock { $0.isStalled = false }
        #expect(try await eventually { written == 3 })
        await harness.store.finish(within: .seconds(60))
        #expect(try harness.store.folder.names(.drafts).isEmpty)
    }

    @Test("a file that has become too large is written again, and the old one is removed from the folder")
    @LoopActor
    func rewritten() async throws {
        let harness = try StoreHarness()
        let file = try await harness.create("1-a")
        var revision: UInt64 = 0
        while !file.wantsWhole {
            revision += 1
            try #require(revision < 10_000)
            try await harness.keep(.test(.change, revision, String(repeating: "older ", count: 100)), in: file)
        }
        let again = try await harness.read("1-a").file
        #expect(again.wantsWhole, "a restart does not let it grow further")
        try await harness.keep(.test(.whole, revision, "new"), in: file)
        #expect(!file.wantsWhole)
        try await harness.keep(.test(.change, revision + 1, "newer"), in: file)
        #expect(try await harness.texts("1-a") == ["new", "newer"])
        try await harness.keep(.test(.whole, revision + 1, "secretless"), in: file, replacesOlder: true)
        #expect(try await harness.texts("1-a") == ["secretless"])
        #expect(try harness.everything().range(of: Data("newer".utf8)) == nil)
        file.remove()
        #expect(try await eventually { try harness.store.sessions().isEmpty })
    }

    @Test("the limit of reading is the length of the longest file that transactions can write")
    @LoopActor
    func longest() throws {
        let store = try StoreHarness().store
        let record = SessionRecord.frameLength + SessionRecord.maximumLength
        let whole = SessionFileContents.maximumHeadLength + 2 * record
        func wantsWhole(at length: Int) -> Bool {
            SessionFile("1-a", [:], definition: "{}", length: length, wholeLength: whole, in: store)
                .wantsWhole
        }
        let last = SessionFile.maximumLength - SessionFile.maximumBatch - 2 * record
        #expect(!wantsWhole(at: last) && wantsWhole(at: last + 1))
    }

    @Test("a file that is longer than a session's file can be is refused with the limit")
    @LoopActor
    func tooLong() async throws {
        let harness = try StoreHarness()
        let path = harness.store.folder.path(.sessions, "1-a")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let length = SessionFile.maximumLength + 1
        #expect(truncate(path, off_t(length)) == 0)
        await #expect(throws: StoreFormatError("it has \(length) bytes, more than \(length - 1)")) {
            _ = try await harness.read("1-a")
        }
    }

    @Test("unreadable files are set aside, and others are not changed")
    @LoopActor
    func damaged() async throws {
        let harness = try StoreHarness()
        _ = try await harness.create("1-good")
        let sessions = harness.store.folder.path(.sessions)
        let version = SessionFileContents.preamble.dropLast(4) + [9, 0, 0, 0]
        for (name, bytes) in [
            ("1-empty", []), ("1-foreign", Array("#!/bin/sh\n".utf8)), ("1-version", Array(version)),
            ("1-short", SessionFileContents.preamble + [1, 2, 3]),
        ] as [(String, [UInt8])] {
            try Data(bytes).write(to: URL(fileURLWithPath: "\(sessions)/\(name)"))
        }
        try FileManager.default.createSymbolicLink(atPath: "\(sessions)/1-link", withDestinationPath: "/etc/passwd")
        try FileManager.default.createDirectory(atPath: "\(sessions)/1-folder", withIntermediateDirectories: false)
        #expect(try harness.store.sessions().map(\.name) == ["1-good"])
        await harness.store.finish(within: .seconds(60))
        let aside = try FileManager.default.contentsOfDirectory(atPath: harness.store.folder.path(.aside)).sorted()
        #expect(aside == ["empty", "folder", "foreign", "link", "short", "version"].map { "1-\($0).1" })
        #expect(harness.store.statistics.setAside == 6)
    }

    @Test("a file in whose middle something is damaged is kept, and the session is what precedes the damage")
    @LoopActor
    func damagedInside() async throws {
        let harness = try StoreHarness()
        let file = try await harness.create("1-a")
        for revision in 1...8 as ClosedRange<UInt64> {
            try await harness.keep(.test(.change, revision, "change \(revision)"), in: file)
        }
        let path = harness.store.folder.path(.sessions, "1-a")
        var bytes = try Data(contentsOf: URL(filePath: path))
        let damaged = try #require(bytes.range(of: Data("change 4".utf8)))
        bytes[damaged.lowerBound] ^= 1
        try bytes.write(to: URL(filePath: path))
        let expected = ["whole"] + (1...3).map { "change \($0)" }
        let again = try await harness.read("1-a")
        #expect(again.contents.records.map(\.text) == expected)
        #expect(try Data(contentsOf: URL(filePath: harness.store.folder.path(.aside, "1-a.1"))) == bytes)
        try await harness.keep(.test(.change, 4, "new"), in: again.file)
        #expect(try await harness.texts("1-a") == expected + ["new"])
        #expect(try harness.store.folder.names(.aside) == ["1-a.1"])
    }

    @Test("a file that the disk does not return at the start stays, and so do definitions")
    @LoopActor
    func unreadable() async throws {
        let folder = try TemporaryFolder()
        do { _ = try await StoreHarness(in: folder).create("1-a") }
        try Data().write(to: URL(filePath: folder.path + "/state/definitions/1-a"))
        do {
            let harness = try StoreHarness(in: folder)
            harness.disk.state.withLock { $0.isUnreadable = true }
            var unread: [String] = []
            #expect(try harness.store.sessions { name, _ in unread.append(name) }.isEmpty)
            #expect(unread == ["1-a"])
            await harness.store.finish(within: .seconds(60))
        }
        let harness = try StoreHarness(in: folder)
        #expect(try harness.store.folder.names(.definitions) == ["1-a"])
        #expect(try harness.store.sessions().map(\.name) == ["1-a"])
        #expect(try harness.store.folder.names(.aside).isEmpty)
        #expect(try await eventually { try harness.store.folder.names(.definitions).isEmpty })
    }

    @Test("a session whose head is damaged is set aside")
    @LoopActor
    func damagedHead() async throws {
        let folder = try TemporaryFolder()
        do { _ = try await StoreHarness(in: folder).create("1-a") }
        let path = folder.path + "/state/sessions/1-a"
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[SessionFileContents.preambleLength + SessionRecord.frameLength] ^= 1
        try bytes.write(to: URL(filePath: path))
        let harness = try StoreHarness(in: folder)
        #expect(try harness.store.sessions().isEmpty)
        await harness.store.finish(within: .seconds(60))
        #expect(try harness.store.folder.names(.aside) == ["1-a.1"])
    }

    @Test("an entry that contains NUL makes a file unreadable")
    func nul() {
        let whole = SessionRecord.test(.whole, 0, "")
        #expect(throws: StoreFormatError("an entry contains NUL")) {
            try SessionFileContents(SessionFileContents.file(["form": "a\0b"], whole))
        }
    }

    @Test("only the data of a long file is overwritten, in small parts")
    @LoopActor
    func sparse() async throws {
        let harness = try StoreHarness()
        let path = harness.store.folder.path(.drafts, "1-a")
        try Data(repeating: 7, count: 200_000).write(to: URL(filePath: path))
        #expect(truncate(path, 64 << 30) == 0)
        var isRemoved = false
        harness.store.remove(.drafts, "1-a", .slow, completion: { _ in isRemoved = true })
        #expect(try await eventually { isRemoved })
        #expect(try harness.store.folder.names(.drafts).isEmpty)
        let written = harness.disk.state.withLock(\.written)
        #expect(written.max() ?? 0 <= 64 << 10 && 200_000..<300_000 ~= written.reduce(0, +))
    }

    @Test("a removal is on the disk before the file is overwritten, and before it is reported")
    @LoopActor
    func syncedRemoval() async throws {
        let harness = try StoreHarness()
        let draft = Draft(user: 1, form: "f", name: "n", changed: 7, values: ["a": "one"])
        var isWritten = false
        harness.store.keep(draft) { _ in isWritten = true }
        #expect(try await eventually { isWritten })
        harness.disk.state.withLock {
            #expect($0.steps.last == "drafts")
            $0.steps = []
        }
        var steps: [String]?
        harness.store.discard(draft) { [disk = harness.disk] _ in steps = disk.state.withLock(\.steps) }
        #expect(try await eventually { steps != nil })
        #expect(steps == ["drafts", "wiped"])
        let file = try await harness.create("1-a")
        try await harness.keep(.test(.change, 1, "secret"), in: file)
        harness.disk.state.withLock { $0.steps = [] }
        try await harness.keep(.test(.whole, 1, "secretless"), in: file, replacesOlder: true)
        // On a busy machine the sync of every second may come between or after them.
        let done = harness.disk.state.withLock(\.steps)
        let written = try #require(done.firstIndex(of: "1-a~"))
        let wiped = try #require(done.firstIndex(of: "wiped"))
        #expect(written < wiped && done[written..<wiped].contains("sessions"))
    }

    @Test("the end of a shared session is noted on the disk when that can be written again")
    @LoopActor
    func endMark() async throws {
        let harness = try StoreHarness()
        let identity = SharedIdentity(id: "one")
        harness.store.shared = try SharedStore(
            of: harness.store,
            kiosk: "kiosk-1",
            host: "host",
            version: "1",
            lease: .seconds(30),
            logger: Logger(label: "test"),
            database: { fatalError("nothing connects") }
        )
        let file = try await harness.create("1-a", entries: ["owner": "1", SharedIdentity.entry: identity.text])
        harness.disk.state.withLock { $0.error = ENOSPC }
        file.remove()
        #expect(try await eventually { harness.store.statistics.failures > 0 })
        #expect(try harness.store.folder.names(.ended).isEmpty)
        harness.disk.state.withLock { $0.error = nil }
        #expect(try await eventually { try harness.store.folder.names(.ended) == [EndMark(identity).name] })
        #expect(try await eventually { try harness.store.folder.names(.sessions).isEmpty })
    }

    @Test("many sessions written within a second keep no more than the limit of files open")
    @LoopActor
    func openFiles() async throws {
        let harness = try StoreHarness()
        // Other tests of this process open files at the same time.
        func openFiles() throws -> Int {
            let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            return files.count { file in
                let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file)")
                return path?.hasPrefix(harness.folder.path) == true
            }
        }
        for number in 0..<400 { _ = try await harness.create("1-\(number)") }
        #expect(try 200..<300 ~= openFiles())
    }

    @Test("a file that cannot be synced is tried again, and keeps no other from being synced")
    @LoopActor
    func syncedAgain() async throws {
        let harness = try StoreHarness()
        func inode(_ name: String) -> ino_t {
            var status = stat()
            lstat("\(harness.store.folder.path)/sessions/\(name)", &status)
            return status.st_ino
        }
        func isSynced(_ name: String) -> Bool { harness.disk.state.withLock { $0.synced.contains(inode(name)) } }
        let names = (0..<8).map { "1-\($0)" }
        for name in names { _ = try await harness.create(name) }
        harness.disk.state.withLock { $0.unsyncable = inode("1-3") }
        for name in names where name != "1-3" { #expect(try await eventually { isSynced(name) }, "\(name)") }
        #expect(try await eventually { harness.store.statistics.failures > 0 } && !isSynced("1-3"))
        harness.disk.state.withLock { $0.unsyncable = nil }
        #expect(try await eventually { isSynced("1-3") })
    }

    @Test("a session and its folder are synced after a second")
    @LoopActor
    func synced() async throws {
        let harness = try StoreHarness()
        _ = try await harness.create("1-a")
        for path in ["sessions", "sessions/1-a"] {
            var status = stat()
            #expect(lstat("\(harness.store.folder.path)/\(path)", &status) == 0)
            let inode = status.st_ino
            #expect(try await eventually { harness.disk.state.withLock { $0.synced.contains(inode) } }, "\(path)")
        }
    }

    @Test(
        "a session is stored while one of the same name is removed",
        arguments: [false, true]
    )
    @LoopActor
    func usedAgain(isRewritten: Bool) async throws {
        let harness = try StoreHarness()
        let folder = harness.store.folder
        var file = try await harness.create("1-0")
        for number in 1...40 {
            // A file that is being rewritten is removed by another thread than the one that creates the next.
            let whole = SessionRecord.test(.whole, 1, "again")
            if isRewritten { file.keep([whole], replacesOlder: true) { _ in } }
            file.remove()
            // Every other session has the name of the one before it.
            let name = "1-\(number / 2 % 2)"
            file = try await harness.create(name)
            await harness.store.finish(within: .seconds(60))
            #expect(try folder.names(.sessions) == [name])
        }
        file.remove()
        #expect(try await eventually { try folder.names(.sessions).isEmpty })
    }
}

@Suite("The file of a session")
struct SessionFileTests {
    private static let records: [SessionRecord] = [
        .test(.whole, 3, "all of it"), .test(.change, 4, "x"), .test(.change, 5, ""), .test(.whole, 6, "again"),
        .test(.change, 7, "the last one"),
    ]

    private static var file: [UInt8] {
        records.dropFirst().reduce(SessionFileContents.file(["a": "1", "b": "ä"], records[0])) { $0 + $1.framed }
    }

    @Test("every prefix of a file is the session at its last complete record, or no session yet")
    func prefixes() throws {
        let file = Self.file
        var ends = [SessionFileContents.file(["a": "1", "b": "ä"], Self.records[0]).count]
        for record in Self.records.dropFirst() { ends.append((ends.last ?? 0) + record.framed.count) }
        for count in 0...file.count {
            let contents = try? SessionFileContents(Array(file.prefix(count)))
            let whole = ends.lastIndex { $0 <= count }
            #expect((contents == nil) == (whole == nil), "\(count) bytes")
            guard let contents, let whole else { continue }
            let expected = whole >= 3 ? Array(Self.records[3...whole]) : Array(Self.records[0...whole])
            #expect(contents.records.map(\.text) == expected.map(\.text), "\(count) bytes")
            #expect(contents.entries == ["a": "1", "b": "ä"] && contents.length == ends[whole])
        }
    }

    @Test("a changed byte ends the valid part of the file")
    func damage() throws {
        let file = Self.file
        for place in file.indices {
            for bit in [1, 0x80] as [UInt8] {
                var damaged = file
                damaged[place] ^= bit
                guard let contents = try? SessionFileContents(damaged) else { continue }
                #expect(contents.length <= place, "byte \(place)")
            }
        }
    }

    @Test("a file written by hand in the first version is read")
    func firstVersion() throws {
        var file = Array("formd session\n".utf8) + [0, 0] + [1, 0, 0, 0]
        // The entry owner, which is 5: 14 bytes of kind 1, revision 0.
        file += [14, 0, 0, 0, 0x5E, 0x27, 0x93, 0x65, 1, 0, 0, 0, 0, 0, 0, 0, 0]
        file += [5, 0, 0, 0] + Array("owner".utf8) + [1, 0, 0, 0] + Array("5".utf8)
        // A whole form of two bytes at revision 258.
        file += [2, 0, 0, 0, 0x68, 0xD6, 0x5C, 0xE2, 2, 2, 1, 0, 0, 0, 0, 0, 0] + Array("hi".utf8)
        let contents = try SessionFileContents(file)
        #expect(contents.entries == ["owner": "5"])
        #expect(contents.records.map(\.text) == ["hi"] && contents.records.first?.revision == 258)
        #expect(contents.length == file.count)
    }
}

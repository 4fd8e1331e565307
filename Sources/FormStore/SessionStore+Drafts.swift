package import EventLoop
import Glibc
import Logging

/// A draft: the values of a form, stored under a name so that they outlive the session.
package struct Draft: Sendable, Hashable {
    package let user: UInt32
    /// The form's name; empty for a definition that a client sent.
    package let form: String
    package let name: String
    /// The time of the last change, in seconds since 1970.
    package var changed: Int
    /// The values by field, without secrets.
    package var values: [String: String]
    /// The hash of what the shared store had when the draft was read or written last.
    var base: String?

    package init(user: UInt32, form: String, name: String, changed: Int = 0, values: [String: String] = [:]) {
        self.user = user
        self.form = form
        self.name = name
        self.changed = changed
        self.values = values
    }

    /// The name of the draft's file.
    var file: String { "\(user)-\(StableHash.text(of: "\(form)\0\(name)".utf8))" }

    /// The draft in a file, without its values.
    init(_ file: String, of user: UInt32, _ entries: [String: String]) throws(StoreFormatError) {
        guard let form = entries["form"], let name = entries["name"], let changed = Int(entries["changed"] ?? "")
        else {
            throw StoreFormatError("it does not say what draft it is")
        }
        self.init(user: user, form: form, name: name, changed: changed)
        base = entries["base"]
        guard self.file == file else { throw StoreFormatError("it has the name of another draft") }
    }

    init(_ file: String, of user: UInt32, _ contents: SessionFileContents) throws(StoreFormatError) {
        try self.init(file, of: user, contents.entries)
        if let record = contents.records.last { values = try SessionFileContents.pairs(record.bytes) }
    }

    /// The contents of the draft's file.
    var contents: [UInt8] {
        var entries = ["form": form, "name": name, "changed": String(changed)]
        entries["base"] = base
        let values = SessionRecord(.whole, revision: 0, SessionFileContents.bytes(of: values)[...])
        return SessionFileContents.file(entries, values)
    }
}

/// Drafts have the file format of sessions: the first record identifies the draft, the second one contains the values.
extension SessionStore {
    /// Whether a user has a draft. Does not read the disk.
    package func hasDraft(of user: UInt32, form: String, name: String) -> Bool {
        draftFiles[user]?[Draft(user: user, form: form, name: name).file] != nil
    }

    /// Whether a user may have a draft, here or in the shared store.
    package func mayHaveDraft(of user: UInt32, form: String, name: String) -> Bool {
        if shared?.isReady == true || hasDraft(of: user, form: form, name: name) { return true }
        return shared?.drafts.base(of: Draft(user: user, form: form, name: name)) != nil
    }

    /// The number of a user's drafts. Does not read the disk.
    package func draftCount(of user: UInt32) -> Int { draftFiles[user]?.count ?? 0 }

    /// How many drafts a user has together with others that open sessions may write. Does not read the disk.
    package func draftCount(of user: UInt32, with others: [Draft]) -> Int {
        draftCount(of: user) + Set(others.map(\.file)).count { draftFiles[user]?[$0] == nil }
    }

    /// The bytes on the disk of a user's drafts when one of them has been written. Does not read the disk.
    package func draftBytes(with draft: Draft) -> Int {
        let files = draftFiles[draft.user] ?? [:]
        return files.values.reduce(0, +) - (files[draft.file] ?? 0) + draft.contents.count
    }

    /// The names and lengths of the existing files by user.
    static func draftFiles(in folder: StateFolder) throws(SystemError) -> [UInt32: [String: Int]] {
        var files: [UInt32: [String: Int]] = [:]
        for name in try folder.names(.drafts) {
            guard let user = UInt32(name.prefix { $0 != "-" }) else { continue }
            files[user, default: [:]][name] = folder.length(of: .drafts, name)
        }
        return files
    }

    /// Reads a user's drafts without their values, sorted by form and name. One that the disk does not return is left
    /// out and logged.
    ///
    /// - Parameters:
    ///   - completion: called with the drafts, also before this function returns.
    package func readDrafts(
        of user: UInt32,
        completion: @escaping @LoopActor ([Draft]) -> Void
    ) {
        guard let shared else { return readOwnDrafts(of: user, completion: completion) }
        shared.drafts.list(of: user) { [self] found in
            readOwnDrafts(of: user) { [self] own in
                guard let found else { return completion(own) }
                let drafts = own.filter { isNewer($0, than: shared) } + found.filter { !isNewer($0, than: shared) }
                completion(drafts.sorted { ($0.form, $0.name) < ($1.form, $1.name) })
            }
        }
    }

    /// Whether what is here of a draft, or that it was discarded here, is not shared yet.
    private func isNewer(_ draft: Draft, than shared: SharedStore) -> Bool {
        isWriting(draft) || shared.drafts.isDue(draft)
    }

    private func readOwnDrafts(of user: UInt32, completion: @escaping @LoopActor ([Draft]) -> Void) {
        let written = draftsBeingWritten.filter { $0.value.user == user }
        let files = (draftFiles[user] ?? [:]).keys.filter { written[$0] == nil }
        let sorted = { (drafts: [Draft]) in
            drafts.sorted { ($0.form, $0.name) < ($1.form, $1.name) }
        }
        if files.isEmpty { return completion(sorted(Array(written.values))) }
        let changes = draftChanges[user]
        let work = { @Sendable [folder, calls] in
            files.map { file in (file, Result { try Self.draft(in: file, of: user, hasValues: false, folder, calls) }) }
        }
        read(work) { [self] result in
            guard changes == draftChanges[user] else { return readOwnDrafts(of: user, completion: completion) }
            var drafts = Array(written.values)
            for case (let file, let read) in (try? result.get()) ?? [] {
                do {
                    if let draft = try readable(read, file, user) { drafts.append(draft) }
                } catch {
                    logger.error("a draft cannot be read: \(error)", metadata: ["file": "\(file)"])
                }
            }
            completion(sorted(drafts))
        }
    }

    /// Reads a draft with its values; `nil` if there is none. Fails if the disk does not return it.
    ///
    /// - Parameters:
    ///   - completion: called with the draft, also before this function returns.
    package func readDraft(
        of user: UInt32,
        form: String,
        name: String,
        completion: @escaping @LoopActor (Result<Draft?, any Error>) -> Void
    ) {
        let asked = Draft(user: user, form: form, name: name)
        guard let shared, !isNewer(asked, than: shared) else { return readOwnDraft(asked, completion: completion) }
        shared.drafts.read(asked) { [self] found in
            switch found {
            case .draft(let draft): completion(.success(draft))
            case .none: completion(.success(nil))
            case .unknown: readOwnDraft(asked, completion: completion)
            }
        }
    }

    /// Reads a draft from this machine's disk.
    private func readOwnDraft(_ asked: Draft, completion: @escaping @LoopActor (Result<Draft?, any Error>) -> Void) {
        let (user, form, name, file) = (asked.user, asked.form, asked.name, asked.file)
        let isAsked = { (draft: Draft) in draft.form == form && draft.name == name }
        if let draft = draftsBeingWritten[file] { return completion(.success(isAsked(draft) ? draft : nil)) }
        guard hasDraft(of: user, form: form, name: name) else { return completion(.success(nil)) }
        let changes = draftChanges[user]
        let work = { @Sendable [folder, calls] in
            try Self.draft(in: file, of: user, hasValues: true, folder, calls)
        }
        read(work) { [self] result in
            // Another session may have replaced or discarded it while the disk was slow.
            guard changes == draftChanges[user] else {
                return readOwnDraft(asked, completion: completion)
            }
            completion(Result { try readable(result, file, user).flatMap { isAsked($0) ? $0 : nil } })
        }
    }

    /// Reads all drafts with their values, one after the other.
    ///
    /// - Parameter take: called with each file and the draft; `nil` if that cannot be read.
    func readAllDrafts(_ take: @escaping @LoopActor (_ file: String, Draft?) -> Void) {
        let files = draftFiles.flatMap { user, files in files.keys.map { (user: user, file: $0) } }
        func next(_ place: Int) {
            guard place < files.count else { return }
            let (user, file) = files[place]
            let work = { @Sendable [folder, calls] in try Self.draft(in: file, of: user, hasValues: true, folder, calls)
            }
            read(work) { [self] result in
                take(file, (try? readable(result, file, user)) ?? nil)
                next(place + 1)
            }
        }
        next(0)
    }

    private nonisolated static func draft(
        in file: String,
        of user: UInt32,
        hasValues: Bool,
        _ folder: StateFolder,
        _ calls: FileCalls
    ) throws -> Draft {
        let bytes =
            hasValues
            ? try folder.contents(.drafts, file, limit: SessionFile.maximumLength, calls)
            : try folder.beginning(.drafts, file, limit: SessionFileContents.maximumHeadLength, calls)
        if hasValues { return try Draft(file, of: user, SessionFileContents(bytes)) }
        return try Draft(file, of: user, SessionFileContents.entries(ofFileThatBegins: bytes))
    }

    /// A draft that was read; `nil` if the file has been removed, or is damaged and is now moved aside.
    private func readable(_ result: Result<Draft, any Error>, _ file: String, _ user: UInt32) throws -> Draft? {
        do {
            return try result.get()
        } catch let error as SystemError where error.code == ENOENT {
            draftFiles[user]?[file] = nil
        } catch let error as StoreFormatError {
            // Another call may have found this at the same time.
            guard draftFiles[user]?.removeValue(forKey: file) != nil else { return nil }
            setAside(.drafts, file, because: error)
        }
        return nil
    }

    /// Stores a draft, which replaces one of the same name. It can be read at once, even before it is on the disk.
    package func keep(_ draft: Draft, completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void) {
        var draft = draft
        draft.base = shared?.drafts.base(of: draft)
        let kept = draft
        noteMade(.drafts, draft.file)
        draftChanges[draft.user, default: 0] += 1
        draftsBeingWritten[draft.file] = draft
        let bytes = draft.contents
        draftFiles[draft.user, default: [:]][draft.file] = bytes.count
        run(.slow) { [folder, calls] () throws(SystemError) in
            _ = try folder.replace(.drafts, kept.file, with: bytes, isSynced: true, calls)
            try folder.sync(.drafts, calls)
        } completion: { [self] result in
            // It may have been replaced or discarded meanwhile.
            if draftsBeingWritten[kept.file] == kept {
                draftsBeingWritten[kept.file] = nil
                // Removing an older draft of this name may have failed meanwhile.
                if case .success = result {
                    noteMade(.drafts, kept.file)
                    shared?.drafts.written(kept)
                }
            }
            completion(result)
        }
    }

    package func isWriting(_ draft: Draft) -> Bool { draftsBeingWritten[draft.file] != nil }

    /// Erases and removes a draft, if it exists. It is not read any more from now on.
    ///
    /// - Parameters:
    ///   - isKnown: whether the shared store knows already that it was discarded.
    ///   - completion: called when the draft cannot come back any more, or with the reason why it still can.
    package func discard(
        _ draft: Draft,
        isKnown: Bool = false,
        completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void = { _ in }
    ) {
        var draft = draft
        draft.base = shared?.drafts.base(of: draft)
        draftChanges[draft.user, default: 0] += 1
        draftFiles[draft.user]?[draft.file] = nil
        draftsBeingWritten[draft.file] = nil
        // This runs after writes of the draft that are in progress.
        let mark = shared == nil || isKnown ? nil : EndMark(draft)
        remove(.drafts, draft.file, .slow, leaving: mark, completion: completion)
    }
}

/// A hash that is the same in every process. It distinguishes names, but is not resistant to deliberate collisions.
package enum StableHash {
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        // FNV-1a, and a second variant of it.
        var (one, two) = (UInt64(0xCBF2_9CE4_8422_2325), UInt64(0x9AE1_6A3B_2F90_404F))
        for byte in bytes {
            one = (one ^ UInt64(byte)) &* 0x100_0000_01B3
            two = (two &+ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
        }
        return String(one, radix: 36) + String(two, radix: 36)
    }
}

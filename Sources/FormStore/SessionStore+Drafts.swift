package import EventLoop
import Glibc

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

    package init(user: UInt32, form: String, name: String, changed: Int = 0, values: [String: String] = [:]) {
        self.user = user
        self.form = form
        self.name = name
        self.changed = changed
        self.values = values
    }

    /// The name of the draft's file.
    var file: String { "\(user)-\(StableHash.text(of: "\(form)\0\(name)".utf8))" }
}

extension Draft {
    /// A draft without its values.
    fileprivate init(entries: [String: String], user: UInt32, file: String) throws(StoreFormatError) {
        guard let form = entries["form"], let name = entries["name"], let changed = Int(entries["changed"] ?? "") else {
            throw StoreFormatError("it does not say what draft it is")
        }
        self.init(user: user, form: form, name: name, changed: changed)
        guard self.file == file else { throw StoreFormatError("it has the name of another draft") }
    }
}

extension StateFolder {
    fileprivate func entries(ofDraft file: String) throws -> [String: String] {
        let bytes = try beginning(.drafts, file, limit: SessionFileContents.maximumHeadLength)
        return try SessionFileContents.entries(ofFileThatBegins: bytes)
    }
}

/// Drafts have the file format of sessions: the first record identifies the draft, the second one contains the values.
extension SessionStore {
    /// Whether a user has a draft. Does not read the disk.
    package func hasDraft(of user: UInt32, form: String, name: String) -> Bool {
        draftFiles[user]?.contains(Draft(user: user, form: form, name: name).file) == true
    }

    /// The number of a user's drafts. Does not read the disk.
    package func draftCount(of user: UInt32) -> Int { draftFiles[user]?.count ?? 0 }

    /// The names of the existing files by user.
    static func draftFiles(in folder: StateFolder) -> [UInt32: Set<String>] {
        ((try? folder.names(.drafts)) ?? []).reduce(into: [:]) { files, name in
            guard let user = UInt32(name.prefix { $0 != "-" }) else { return }
            files[user, default: []].insert(name)
        }
    }

    /// Reads a user's drafts without their values, sorted by form and name.
    package func readDrafts(of user: UInt32, completion: @escaping @LoopActor ([Draft]) -> Void) {
        let files = draftFiles[user] ?? []
        let unwritten = files.compactMap { draftsBeingWritten[$0] }
        let written = files.filter { draftsBeingWritten[$0] == nil }
        guard !written.isEmpty else { return completion(Self.sorted(unwritten)) }
        read { [folder] in
            written.map { file in
                Result { try Draft(entries: folder.entries(ofDraft: file), user: user, file: file) }
            }
        } completion: { [self] result in
            let read = zip(written, (try? result.get()) ?? []).compactMap { taken($1, from: $0, user) }
            completion(Self.sorted(unwritten + read))
        }
    }

    private static func sorted(_ drafts: [Draft]) -> [Draft] {
        drafts.sorted { ($0.form, $0.name) < ($1.form, $1.name) }
    }

    /// Reads a draft with its values.
    ///
    /// - Parameter completion: called with `nil` if there is none; before this function returns if nothing is to be
    ///   read.
    package func readDraft(
        of user: UInt32,
        form: String,
        name: String,
        completion: @escaping @LoopActor (Draft?) -> Void
    ) {
        let asked = Draft(user: user, form: form, name: name)
        if let draft = draftsBeingWritten[asked.file] { return completion(draft) }
        guard hasDraft(of: user, form: form, name: name) else { return completion(nil) }
        read { [folder, calls] in
            let bytes = try folder.contents(.drafts, asked.file, limit: SessionFile.maximumLength, calls)
            let contents = try SessionFileContents(bytes)
            var draft = try Draft(entries: contents.entries, user: user, file: asked.file)
            if let record = contents.records.last { draft.values = try SessionFileContents.pairs(record.bytes) }
            return draft
        } completion: { [self] result in
            // It may have been replaced or discarded meanwhile.
            let draft = draftsBeingWritten[asked.file] ?? taken(result, from: asked.file, user)
            completion(draft?.form == form && draft?.name == name ? draft : nil)
        }
    }

    /// A draft that was read from a file, if it was not discarded meanwhile. A file that is no draft is moved aside.
    private func taken(_ result: Result<Draft, any Error>, from file: String, _ user: UInt32) -> Draft? {
        guard draftFiles[user]?.contains(file) == true else { return nil }
        do {
            return try result.get()
        } catch let error as SystemError where error.code == ENOENT {
            draftFiles[user]?.remove(file)
        } catch {
            draftFiles[user]?.remove(file)
            setAside(.drafts, file, because: error)
        }
        return nil
    }

    /// Stores a draft, which replaces one of the same name. It can be read at once, even before it is on the disk.
    package func keep(_ draft: Draft, completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void) {
        noteMade(.drafts, draft.file)
        draftsBeingWritten[draft.file] = draft
        draftFiles[draft.user, default: []].insert(draft.file)
        let entries = ["form": draft.form, "name": draft.name, "changed": String(draft.changed)]
        let values = SessionRecord(.whole, revision: 0, SessionFileContents.bytes(of: draft.values)[...])
        let bytes = SessionFileContents.file(entries, values)
        run(.slow) { [folder, calls] () throws(SystemError) in
            _ = try folder.replace(.drafts, draft.file, with: bytes, isSynced: true, calls)
        } completion: { [self] result in
            // It may have been replaced or discarded meanwhile.
            if draftsBeingWritten[draft.file] == draft {
                draftsBeingWritten[draft.file] = nil
                // Removing an older draft of this name may have failed meanwhile.
                if case .success = result { noteMade(.drafts, draft.file) }
            }
            completion(result)
        }
    }

    package func isWriting(_ draft: Draft) -> Bool { draftsBeingWritten[draft.file] != nil }

    /// Erases and removes a draft, if it exists.
    package func discard(_ draft: Draft) {
        draftFiles[draft.user]?.remove(draft.file)
        draftsBeingWritten[draft.file] = nil
        // This runs after writes of the draft that are in progress.
        remove(.drafts, draft.file, .slow)
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

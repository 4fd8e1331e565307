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

    /// A user's drafts without their values, sorted by form and name.
    package func drafts(of user: UInt32) -> [Draft] {
        (draftFiles[user] ?? []).sorted()
            .compactMap { draftsBeingWritten[$0] ?? read($0, user, hasValues: false) }
            .sorted { ($0.form, $0.name) < ($1.form, $1.name) }
    }

    /// A draft with its values; `nil` if there is none.
    package func draft(of user: UInt32, form: String, name: String) -> Draft? {
        let asked = Draft(user: user, form: form, name: name)
        if let draft = draftsBeingWritten[asked.file] { return draft }
        guard hasDraft(of: user, form: form, name: name),
            let draft = read(asked.file, user, hasValues: true)
        else { return nil }
        return draft.form == form && draft.name == name ? draft : nil
    }

    private func read(_ file: String, _ user: UInt32, hasValues: Bool) -> Draft? {
        do {
            let bytes =
                hasValues
                ? try folder.contents(.drafts, file, limit: SessionFile.maximumLength)
                : try folder.beginning(.drafts, file, limit: SessionFileContents.maximumHeadLength)
            let contents = hasValues ? try SessionFileContents(bytes) : nil
            let entries = try contents?.entries ?? SessionFileContents.entries(ofFileThatBegins: bytes)
            guard let form = entries["form"], let name = entries["name"], let changed = Int(entries["changed"] ?? "")
            else {
                throw StoreFormatError("it does not say what draft it is")
            }
            var draft = Draft(user: user, form: form, name: name, changed: changed)
            guard draft.file == file else { throw StoreFormatError("it has the name of another draft") }
            if let record = contents?.records.last { draft.values = try SessionFileContents.pairs(record.bytes) }
            return draft
        } catch let error as SystemError where error.code == ENOENT {
            draftFiles[user]?.remove(file)
            return nil
        } catch {
            draftFiles[user]?.remove(file)
            setAside(.drafts, file, because: error)
            return nil
        }
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

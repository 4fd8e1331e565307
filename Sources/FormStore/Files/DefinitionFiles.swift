import EventLoop
import Glibc
import Synchronization

/// The files with the definitions of the stored sessions. A file is removed with the last session that uses it.
///
/// The functions use the disk, which may block. The lock is held meanwhile, so that no definition is removed while a new
/// session begins to use it, whichever of the store's threads do that. The loop's thread uses them only at the start.
final class DefinitionFiles: Sendable {
    private let folder: StateFolder
    private let calls: FileCalls
    /// How many sessions use each file, and whether the file is known to contain the definition.
    private let uses = Mutex<[String: (count: Int, isWhole: Bool)]>([:])

    init(in folder: StateFolder, _ calls: FileCalls) {
        self.folder = folder
        self.calls = calls
    }

    /// Counts the sessions that are stored at the start, and removes unused definitions. Those of users with files that
    /// were moved aside stay, because the files may be moved back, as do those of users with files that the disk does
    /// not return.
    ///
    /// - Parameters:
    ///   - used: the definition of each session.
    ///   - files: the names of the sessions' files that are being moved aside, or cannot be read.
    func takeUp(_ used: [String], butNotThoseOf files: [String]) {
        uses.withLock { uses in
            for name in used { uses[name, default: (0, false)].count += 1 }
            guard let aside = try? folder.names(.aside), let names = try? folder.names(.definitions) else { return }
            let users = Set((aside + files).map { $0.prefix { $0 != "-" } })
            for name in names {
                if users.contains(name.prefix { $0 != "-" }) {
                    uses[name, default: (0, false)].count += 1
                } else if uses[name] == nil {
                    try? folder.remove(.definitions, name, calls)
                }
            }
        }
    }

    /// Counts a new session, and writes its definition unless that is stored. A file with other contents is damaged.
    ///
    /// - Returns: whether the definition's file is new.
    func use(_ name: String, _ source: String) throws(SystemError) -> Bool {
        try uses.withLock { uses throws(SystemError) in
            var isNew = false
            if uses[name]?.isWhole != true {
                let bytes = Array(source.utf8)
                isNew = (try? folder.contents(.definitions, name, limit: bytes.count, calls)) != bytes
                if isNew { _ = try folder.replace(.definitions, name, with: bytes, isSynced: true, calls) }
            }
            uses[name] = ((uses[name]?.count ?? 0) + 1, true)
            return isNew
        }
    }

    /// Counts a session whose file was removed, and removes the definition if no other session uses it. If that fails,
    /// the next start removes it.
    func release(_ name: String) {
        uses.withLock { uses in
            guard let count = uses[name]?.count else { return }
            if count > 1 {
                uses[name]?.count -= 1
            } else {
                uses[name] = nil
                try? folder.remove(.definitions, name, calls)
            }
        }
    }
}

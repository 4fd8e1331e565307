import EventLoop
import Glibc
import Synchronization

/// The files with the definitions of the stored sessions. A file is removed with the last session that uses it.
///
/// The functions use the disk, which may block. The lock is held meanwhile, so that no definition is removed while a new
/// session begins to use it, whichever threads do that.
final class DefinitionFiles: Sendable {
    private let folder: StateFolder
    private let calls: FileCalls
    /// How many sessions use each file.
    private let uses = Mutex<[String: Int]>([:])

    init(in folder: StateFolder, _ calls: FileCalls) {
        self.folder = folder
        self.calls = calls
    }

    /// Counts the sessions that are stored at the start, and removes unused definitions. Those of users with files that
    /// were moved aside stay, because the files may be moved back.
    ///
    /// - Parameter used: the definition of each session.
    func takeUp(_ used: [String]) {
        uses.withLock { uses in
            for name in used { uses[name, default: 0] += 1 }
            guard let aside = try? folder.names(.aside), let names = try? folder.names(.definitions) else { return }
            let users = Set(aside.map { $0.prefix { $0 != "-" } })
            for name in names {
                if users.contains(name.prefix { $0 != "-" }) {
                    uses[name, default: 0] += 1
                } else if uses[name] == nil {
                    try? folder.remove(.definitions, name, calls)
                }
            }
        }
    }

    /// Counts a new session, and writes its definition unless that is stored.
    ///
    /// - Returns: the definition's file if it is new.
    func use(_ name: String, _ source: String) throws(SystemError) -> Descriptor? {
        try uses.withLock { uses throws(SystemError) in
            var file: Descriptor?
            if unsafe access(folder.path(.definitions, name), F_OK) != 0 {
                file = try folder.replace(.definitions, name, with: Array(source.utf8), isSynced: false, calls)
            }
            uses[name, default: 0] += 1
            return file
        }
    }

    /// Counts a session whose file was removed, and removes the definition if no other session uses it. If that fails,
    /// the next start removes it.
    func release(_ name: String) {
        uses.withLock { uses in
            guard let count = uses[name] else { return }
            uses[name] = count > 1 ? count - 1 : nil
            if count == 1 { try? folder.remove(.definitions, name, calls) }
        }
    }
}

import EventLoop
import Glibc

/// A file or folder that only root and formd's own user can change.
struct TrustedFile {
    /// Absolute, without symbolic links.
    let path: String
    /// The size in bytes; meaningless for a folder.
    let size: Int
    private let mode: mode_t

    /// Follows symbolic links and checks their target. Throws the reason if the target does not exist, or if another
    /// user could change it.
    init(_ path: String) throws(PluginRefusal) {
        guard let resolved = Self.resolve(path) else {
            throw PluginRefusal(Self.failure("find", path))
        }
        var status = stat()
        guard unsafe stat(resolved, &status) == 0 else {
            throw PluginRefusal(Self.failure("look at", resolved))
        }
        guard status.st_uid == 0 || status.st_uid == geteuid() else {
            throw PluginRefusal("\(resolved): its owner is user \(status.st_uid), neither root nor formd's own user")
        }
        guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
            throw PluginRefusal("\(resolved): its group or others may write to it")
        }
        self.path = resolved
        size = Int(status.st_size)
        mode = status.st_mode
    }

    var isFolder: Bool {
        mode & S_IFMT == S_IFDIR
    }

    var isRegular: Bool {
        mode & S_IFMT == S_IFREG
    }

    /// Whether anybody may execute it.
    var isExecutable: Bool {
        mode & (S_IXUSR | S_IXGRP | S_IXOTH) != 0
    }

    /// Whether it lies somewhere below a folder.
    func isBelow(_ folder: TrustedFile) -> Bool {
        path.hasPrefix(folder.path + "/")
    }

    /// The whole content. Throws if that is more than `limit` bytes.
    func contents(limit: Int) throws(PluginRefusal) -> [UInt8] {
        do throws(SystemError) {
            let contents = try FileSystem.contents(of: path, limit: limit + 1, flags: O_NOFOLLOW)
            if contents.count <= limit { return contents }
        } catch {
            throw PluginRefusal(error.description)
        }
        throw PluginRefusal("\(path): it has more than \(limit) bytes")
    }

    private static func resolve(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(validatingCString: resolved)
    }

    private static func failure(_ verb: String, _ path: String) -> String {
        SystemError("\(verb) \(path)", code: errno).description
    }
}

import Glibc

/// Makes sure that a server can have a path for its socket, and nobody else gets at it.
enum SocketPath {
    static func prepare(_ path: String) throws(BusError) {
        // What `sockaddr_un` holds, with the NUL at its end.
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.count < 108, !path.utf8.contains(0) else {
            throw BusError(.invalidArgs, "not the path of a socket: \(path.printable(limit: 200))")
        }
        try prepareFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
        try removeStaleSocket(path)
    }

    /// libdbus leaves the socket open to everybody: the folder is what protects it.
    private static func prepareFolder(_ folder: String) throws(BusError) {
        if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST {
            throw BusError(.failed, "cannot create \(folder): \(reason(errno))")
        }
        var status = stat()
        guard unsafe lstat(folder, &status) == 0 else {
            throw BusError(.failed, "cannot examine \(folder): \(reason(errno))")
        }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw BusError(.accessDenied, "\(folder) must be a folder of ours with mode 0700")
        }
    }

    private static func removeStaleSocket(_ path: String) throws(BusError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw BusError(.failed, "\(path) exists and is no socket") }
        if try isAlive(path) { throw BusError(.failed, "another server listens at \(path)") }
        guard unsafe unlink(path) == 0 else { throw BusError(.failed, "cannot remove \(path): \(reason(errno))") }
    }

    /// Whether a process accepts connections at the socket: it refuses when nobody has it open any more.
    private static func isAlive(_ path: String) throws(BusError) -> Bool {
        let descriptor = socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
            0
        )
        guard descriptor >= 0 else { throw BusError(.failed, "cannot create a socket: \(reason(errno))") }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // A full backlog says that it is alive, too.
        return result == 0 || errno != ECONNREFUSED
    }

    private static func reason(_ code: Int32) -> String {
        unsafe String(cString: strerror(code))
    }
}

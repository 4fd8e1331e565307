import EventLoop
import Glibc

/// Prepares a path for a server's socket, and prevents other servers from using it.
enum SocketPath {
    /// The longest path that every client of libdbus connects to, in bytes. (`sockaddr_un` would hold 107.)
    static let maximumLength = 99

    /// Creates the socket's folder if it is missing, removes a stale socket, and prevents other servers from doing the
    /// same as long as the descriptor lives.
    static func claim(_ path: String, for access: SocketAccess = .ownUser) throws(BusError) -> Descriptor {
        guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0) else {
            throw BusError(.invalidArgs, "not the path of a socket: \(path.printable(limit: 200))")
        }
        guard path.utf8.count <= maximumLength else {
            throw BusError(.invalidArgs, "the path of a socket has at most \(maximumLength) bytes: \(path)")
        }
        try prepareFolder(folder(of: path), for: access)
        let lock = try lock(path)
        try removeStaleSocket(path)
        return lock
    }

    /// Locks a file beside the socket. Without it, two servers that start at the same time could both find a stale
    /// socket, and the second one would remove the new socket of the first. The lock file is never removed, because
    /// another server could have just locked it.
    static func lock(_ path: String) throws(BusError) -> Descriptor {
        let number = unsafe Glibc.open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else { throw BusError(.failed, "cannot open \(path).lock: \(reason(errno))") }
        let lock = Descriptor(owning: number)
        guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
            throw BusError(.failed, "another server listens at \(path)")
        }
        return lock
    }

    /// The permissions of a new socket depend on the process's umask, so the folder must protect it: others cannot
    /// access the folder until the socket has its final permissions (`open`).
    private static func prepareFolder(_ folder: String, for access: SocketAccess) throws(BusError) {
        if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST {
            throw BusError(.failed, "cannot create \(folder): \(reason(errno))")
        }
        var status = stat()
        guard unsafe lstat(folder, &status) == 0 else {
            throw BusError(.failed, "cannot examine \(folder): \(reason(errno))")
        }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
            status.st_mode & 0o077 & ~access.folderMode == 0
        else {
            let mode = String(access.folderMode, radix: 8)
            throw BusError(.accessDenied, "\(folder) must be a folder of ours with mode 0\(mode) at most")
        }
        if access.includesOthers, unsafe chmod(folder, 0o700) != 0 {
            throw BusError(.failed, "cannot change the mode of \(folder): \(reason(errno))")
        }
    }

    /// Sets the permissions of a listening socket and its folder.
    static func open(_ path: String, to access: SocketAccess) throws(BusError) {
        let folder = folder(of: path)
        if let group = access.group {
            for name in [path, folder] where unsafe chown(name, uid_t.max, group) != 0 {
                throw BusError(.failed, "cannot give \(name) the group \(group): \(reason(errno))")
            }
        }
        for (name, mode) in [(path, access.mode), (folder, access.folderMode)] where unsafe chmod(name, mode) != 0 {
            throw BusError(.failed, "cannot change the mode of \(name): \(reason(errno))")
        }
    }

    private static func folder(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    private static func removeStaleSocket(_ path: String) throws(BusError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw BusError(.failed, "\(path) exists and is no socket") }
        if try isAlive(path) { throw BusError(.failed, "another server listens at \(path)") }
        guard unsafe unlink(path) == 0 else { throw BusError(.failed, "cannot remove \(path): \(reason(errno))") }
    }

    // MARK: Sockets

    /// Creates a socket that listens at a path, which must be free.
    static func listen(at path: String) throws(BusError) -> Descriptor {
        let socket = try makeSocket()
        guard unsafe withAddress(path, { unsafe bind(socket.number, $0, $1) }) == 0,
            Glibc.listen(socket.number, SOMAXCONN) == 0
        else { throw BusError(.failed, "cannot listen at \(path): \(reason(errno))") }
        return socket
    }

    /// Whether a descriptor is a socket that listens at a path, and the path is still that of a socket.
    static func isListener(_ descriptor: Descriptor, at path: String) -> Bool {
        var (listens, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        var status = stat()
        guard unsafe getsockopt(descriptor.number, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens != 0,
            unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK
        else { return false }
        var (address, length) = (sockaddr_un(), socklen_t(MemoryLayout<sockaddr_un>.size))
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor.number, $0, &length)
            }
        }
        guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return false }
        return unsafe withUnsafeBytes(of: &address.sun_path) { unsafe $0.prefix { $0 != 0 }.elementsEqual(path.utf8) }
    }

    private static func makeSocket() throws(BusError) -> Descriptor {
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let number = socket(AF_UNIX, Int32(type), 0)
        guard number >= 0 else { throw BusError(.failed, "cannot create a socket: \(reason(errno))") }
        return Descriptor(owning: number)
    }

    private static func withAddress(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Whether a process accepts connections at the socket. The kernel refuses them if no process has it open.
    private static func isAlive(_ path: String) throws(BusError) -> Bool {
        let socket = try makeSocket()
        let result = unsafe withAddress(path) { unsafe connect(socket.number, $0, $1) }
        // Any other error, such as that of a full backlog, comes from a socket that a process has open.
        return result == 0 || errno != ECONNREFUSED
    }

    private static func reason(_ code: Int32) -> String {
        unsafe String(cString: strerror(code))
    }
}

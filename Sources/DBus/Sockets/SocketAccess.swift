package import Glibc

/// Who may connect to a server's socket, as the file system enforces it.
package struct SocketAccess: Hashable, Sendable {
    /// The permissions of the socket, such as `0o600`, `0o660` or `0o666`. Connecting requires the permission to write.
    package let mode: mode_t
    /// The group of the socket and of its folder; `nil` leaves them as they are.
    package let group: gid_t?

    /// Only the server's own user may connect.
    package static let ownUser = SocketAccess(unchecked: 0o600, group: nil)

    /// Throws `InvalidArgs` for a mode with which the server's own user could not connect, or that contains other bits
    /// than those for reading and writing.
    package init(mode: mode_t, group: gid_t?) throws(BusError) {
        guard mode & 0o600 == 0o600, mode & ~0o666 == 0 else {
            let text = String(mode, radix: 8)
            throw BusError(.invalidArgs, "a socket cannot have mode \(text): it is 600 and read and write for others")
        }
        self.init(unchecked: mode, group: group)
    }

    private init(unchecked mode: mode_t, group: gid_t?) {
        self.mode = mode
        self.group = group
    }

    /// Whether users other than the server's may connect.
    package var includesOthers: Bool { mode & 0o022 != 0 }

    /// The folder is accessible to the users who may connect.
    var folderMode: mode_t { 0o700 | (mode & 0o020 != 0 ? 0o050 : 0) | (mode & 0o002 != 0 ? 0o005 : 0) }

    /// Whether the kernel distinguishes all users who could connect. In a user namespace with only some users, all
    /// others have the same user ID.
    package static let knowsEveryUser: Bool = {
        let file = unsafe Glibc.open("/proc/self/uid_map", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 80)
        let count = unsafe read(file, &bytes, bytes.count)
        let numbers = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split { $0 == " " || $0 == "\n" }
        return numbers == ["0", "0", "4294967295"]
    }()

    /// The user ID of all users who are not mapped in the server's namespace.
    static let unmappedUser: UInt32 = 65_534

    /// Whether a user who could connect to the socket is served.
    func admits(_ uid: UInt32) -> Bool {
        guard includesOthers else { return uid == geteuid() }
        return uid != Self.unmappedUser || Self.knowsEveryUser
    }
}

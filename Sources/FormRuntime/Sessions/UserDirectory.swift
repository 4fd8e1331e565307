import Glibc

/// The users of the machine.
package enum UserDirectory {
    /// Whether there is a user with this number.
    package static func contains(_ uid: UInt32) async -> Bool {
        // The lookup may wait for a server, and the C library blocks meanwhile. A detached task runs it on another
        // thread than the loop's.
        await Task.detached { isKnown(uid) }.value
    }

    private static func isKnown(_ uid: UInt32) -> Bool {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 1 << 12)
        while true {
            let code = unsafe getpwuid_r(uid, &entry, &buffer, buffer.count, &found)
            guard code == ERANGE, buffer.count < 1 << 20 else { return unsafe found != nil }
            buffer = [CChar](repeating: 0, count: buffer.count * 2)
        }
    }
}

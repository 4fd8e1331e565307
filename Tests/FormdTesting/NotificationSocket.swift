import Foundation
import Synchronization

/// The service manager's end of `$NOTIFY_SOCKET`.
final class NotificationSocket: Sendable {
    struct Failure: Error {
        let code: Int32
    }

    private let descriptor: Int32
    private let lines = Mutex<[String]>([])

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // That of an earlier service.
        unlink(path)
        let bytes = Array(path.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes.prefix($0.count - 1)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let code = errno
            close(descriptor)
            throw Failure(code: code)
        }
    }

    deinit {
        close(descriptor)
    }

    /// Every assignment that came until now, in order.
    var received: [String] {
        lines.withLock { lines in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                if count <= 0 { return lines }
                lines += String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
            }
        }
    }

    func contains(_ assignment: String) -> Bool { received.contains(assignment) }
}

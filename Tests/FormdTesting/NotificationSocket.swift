import CLinux
import EventLoop
import Foundation
import Synchronization

/// The service manager's end of `$NOTIFY_SOCKET`.
final class NotificationSocket: Sendable {
    struct Failure: Error {
        let code: Int32
    }

    private let descriptor: Int32
    private let lines = Mutex<[String]>([])
    private let keepsDescriptors: Bool
    private let kept = Mutex<[(name: String, descriptor: Descriptor)]>([])

    /// - Parameter keepsDescriptors: whether this manager keeps descriptors that it is given. A socket that it keeps
    ///   listens on when the service has ended.
    init(path: String, keepsDescriptors: Bool) throws {
        self.keepsDescriptors = keepsDescriptors
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
                var descriptors = [Int32](repeating: -1, count: 4)
                var number = descriptors.count
                let count = linux_receive(descriptor, &buffer, buffer.count, &descriptors, &number)
                if count <= 0 { return lines }
                let told = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
                lines += told
                store(told, descriptors.prefix(number).map(Descriptor.init(owning:)))
            }
        }
    }

    /// The descriptors that the service manager was given to keep.
    var stored: [(name: String, descriptor: Descriptor)] {
        _ = received
        return kept.withLock { $0 }
    }

    private func store(_ told: [String], _ descriptors: [Descriptor]) {
        guard keepsDescriptors else { return }
        let name = told.first { $0.hasPrefix("FDNAME=") }.map { String($0.dropFirst(7)) } ?? ""
        kept.withLock { kept in
            if told.contains("FDSTORE=1") { kept += descriptors.map { (name, $0) } }
            if told.contains("FDSTOREREMOVE=1") { kept.removeAll { $0.name == name } }
        }
    }

    func contains(_ assignment: String) -> Bool { received.contains(assignment) }
}

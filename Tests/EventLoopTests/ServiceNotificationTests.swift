import EventLoop
import Glibc
import Testing

@Suite("Notifications to the service manager")
struct ServiceNotificationTests {
    @Test("a notification arrives at the socket, with the status on one line")
    func notifying() async {
        // In a process of its own, because it changes the environment.
        await #expect(processExitsWith: .success) {
            var template = Array("/tmp/formd-notify-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { exit(1) }
            let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let path = folder + "/socket"
            let manager = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let bound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(manager, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            if bound != 0 { exit(2) }
            setenv("NOTIFY_SOCKET", path, 1)

            ServiceNotification.ready()
            ServiceNotification.status("two\nlines")
            ServiceNotification.stopping()
            unlink(path)
            rmdir(folder)
            for expected in ["READY=1", "STATUS=two lines", "STOPPING=1"] {
                var bytes = [UInt8](repeating: 0, count: 100)
                let count = recv(manager, &bytes, bytes.count, Int32(MSG_DONTWAIT))
                if String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) != expected { exit(3) }
            }
            exit(0)
        }
    }

    @Test("without a service manager nothing is sent")
    func alone() {
        ServiceNotification.status("nobody listens")
    }
}

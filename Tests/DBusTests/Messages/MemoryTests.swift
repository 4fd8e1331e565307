@testable import DBus
import EventLoop
import Glibc
import Testing

/// Each of these has a process of its own, which gets no more than a few megabytes. A process that Swift ends, because
/// an allocation failed, does not exit with 0.
@Suite("Out of memory")
struct MemoryTests {
    @Test("writing a message fails, and later messages do not")
    func writing() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let text = String(repeating: "x", count: 1 << 20)
            let height = EntryKey("Height", .uint32)
            limitMemory(toMore: 16 << 20)
            expectOutOfMemory {
                _ = try Message.signal(path: "/a", interface: "a.b", member: "C") { writer in
                    for _ in 0..<31 { try writer.append(text) }
                }
            }
            expectOutOfMemory {
                _ = try Message.propertiesChanged(of: "a.b", at: "/a") { writer in
                    for number in 0..<(1 << 20) as Range<UInt32> {
                        writer.begin(height)
                        writer.write(number)
                    }
                }
            }
            _ = try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: [.string("small")])
            exit(0)
        }
    }

    @Test("reading an argument fails, and later arguments do not")
    func reading() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let text = String(repeating: "x", count: 8 << 20)
            let texts = try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: [.string(text)])
            let numbers = try Message.signal(
                path: "/a",
                interface: "a.b",
                member: "C",
                arguments: [.bytes(repeatElement(0, count: 1 << 19))]
            )
            limitMemory(toMore: 4 << 20)
            expectOutOfMemory { _ = try texts.arguments() }
            expectOutOfMemory { _ = try numbers.arguments() }
            exit(0)
        }
    }

    @Test("the stream ends when there is no memory for an incomplete message")
    func receiving() async {
        await #expect(processExitsWith: .exitCode(0)) {
            var ends: [Int32] = [-1, -1]
            guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { exit(1) }
            let header = MessageHeader(kind: .signal, path: "/a", interface: "a.b", member: "C")
            var bytes = try header.message([.string("x")]).serialized()
            withUnsafeBytes(of: UInt32(100 << 20).littleEndian) { bytes.replaceSubrange(4..<8, with: $0) }
            let more = [UInt8](repeating: 120, count: 64 << 10)
            limitMemory(toMore: 8 << 20)
            var inbox = Inbox()
            write(ends[0], bytes, bytes.count)
            for _ in 0..<1600 {
                write(ends[0], more, more.count)
                if case .end = inbox.read(from: ends[1]) { exit(0) }
                if inbox.capacity > 8 << 20 { exit(2) }
            }
            exit(3)
        }
    }

    @Test("a message is not sent, and later messages are")
    func sending() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let text = String(repeating: "x", count: 8 << 20)
            let large = try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: [.string(text)])
            let small = try Message.signal(path: "/a", interface: "a.b", member: "C")
            limitMemory(toMore: 4 << 20)
            var outbox = Outbox()
            let serials = [small, large, small].map { outbox.append($0, serial: nil, sender: nil) }
            exit(serials == [1, nil, 2] ? 0 : 1)
        }
    }
}

/// Lets the process have so many more bytes in large blocks.
private func limitMemory(toMore bytes: Int) {
    guard let file = fopen("/proc/self/statm", "r") else { exit(11) }
    var pages = 0
    withUnsafeMutablePointer(to: &pages) { pointer in
        _ = withVaList([pointer]) { vfscanf(file, "%ld", $0) }
    }
    fclose(file)
    let size = rlim_t(pages * Int(getpagesize()) + bytes)
    let addressSpace = __rlimit_resource_t(9)
    var limit = rlimit(rlim_cur: size, rlim_max: size)
    if pages == 0 || setrlimit(addressSpace, &limit) != 0 { exit(12) }
    // glibc has free memory in reserve, in which large blocks find a place, too. All of it is taken, and so much is
    // freed.
    var blocks: [UnsafeMutableRawPointer] = []
    blocks.reserveCapacity(100_000)
    while let block = malloc(1 << 20) { blocks.append(block) }
    for block in blocks.prefix(bytes >> 20) { free(block) }
}

private func expectOutOfMemory(_ body: () throws -> Void) {
    do {
        try body()
        exit(13)
    } catch MessageError.outOfMemory {
        return
    } catch {
        exit(14)
    }
}

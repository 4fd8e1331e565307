import EventLoop
import enum EventLoop.ExitStatus
import FormdTesting
import Glibc
import Testing

@Suite("Event sources", .loop)
struct SourceTests {
    @Test("timers fire once when they are due")
    @LoopActor func timers() async throws {
        let log = Log()
        let timers = try [9, 1, 5].map { delay in
            try EventLoop.shared.addTimer(after: .milliseconds(delay)) { log.entries.append(delay) }
        }
        #expect(try await eventually { log.entries.count == 3 })
        #expect(Set(log.entries) == [1, 5, 9])
        #expect(timers.allSatisfy { !$0.isEnabled })
    }

    @Test("a timer never fires early")
    @LoopActor func accuracy() async throws {
        let start = EventLoop.now
        try await EventLoop.shared.sleep(for: .milliseconds(3))
        #expect(EventLoop.now - start >= .milliseconds(3))
    }

    @Test("a timer that is scheduled again fires again, even if its own handler schedules it")
    @LoopActor func rearming() async throws {
        let log = Log()
        var timer: EventSource?
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do {
                timer = try EventLoop.shared.addTimer(after: nil) {
                    log.increment()
                    if log.entries.count == 3 { return continuation.resume() }
                    timer?.schedule(after: .zero)
                }
                #expect(timer?.isEnabled == false)
                timer?.schedule(after: .milliseconds(1))
            } catch {
                continuation.resume(throwing: error)
            }
        }
        #expect(log.entries == [1, 2, 3])
    }

    @Test("a released or cancelled source does not fire", arguments: [true, false])
    @LoopActor func cancelling(byLettingGo: Bool) async throws {
        let log = Log()
        var timer: EventSource? = try EventLoop.shared.addTimer(after: .milliseconds(1)) { log.increment() }
        if byLettingGo { timer = nil } else { timer?.cancel() }
        timer?.schedule(after: .zero)
        try await EventLoop.shared.sleep(for: .milliseconds(4))
        #expect(log.entries.isEmpty)
    }

    @Test("a handler can release its own source")
    @LoopActor func selfRelease() async throws {
        let log = Log()
        var timer: EventSource?
        timer = try EventLoop.shared.addTimer(after: .zero) {
            timer = nil
            log.increment()
        }
        #expect(try await eventually { log.entries == [1] })
        #expect(timer == nil)
    }

    @Test("the events of a descriptor include that the other end was closed")
    @LoopActor func io() async throws {
        let (here, there) = try socketPair()
        defer { close(here) }
        var seen: [IOEvents] = []
        let source = try EventLoop.shared.addIO(descriptor: here, events: []) { events in
            seen.append(events)
            var byte: UInt8 = 0
            read(here, &byte, 1)
        }
        defer { source.cancel() }
        write(there, "x", 1)
        try await EventLoop.shared.sleep(for: .milliseconds(2))
        #expect(seen.isEmpty)
        source.setEvents(.readable)
        #expect(try await eventually { seen == [.readable] })

        source.isEnabled = false
        write(there, "x", 1)
        try await EventLoop.shared.sleep(for: .milliseconds(2))
        #expect(seen.count == 1)
        source.isEnabled = true
        #expect(try await eventually { seen == [.readable, .readable] })

        close(there)
        #expect(try await eventually { seen.last?.contains(.hangup) == true })
    }

    @Test("a descriptor that cannot be polled is an error")
    @LoopActor func file() {
        #expect(throws: SystemError.self) {
            _ = try EventLoop.shared.addIO(descriptor: -1, events: .readable) { _ in }
        }
    }

    @Test("a descriptor that is always ready does not delay timers or jobs")
    @LoopActor func flood() async throws {
        let (here, there) = try socketPair()
        var (served, servedBeforeTimer, servedBeforeJob) = (0, 0, 0)
        let source = try EventLoop.shared.addIO(descriptor: here, events: .writable) { _ in served += 1 }
        defer { source.cancel() }
        #expect(try await eventually { served > 0 })
        let timer = try EventLoop.shared.addTimer(after: .milliseconds(1)) { servedBeforeTimer = served }
        #expect(try await eventually { servedBeforeTimer > 0 })
        await Task { @LoopActor in servedBeforeJob = served }.value
        #expect(servedBeforeJob >= servedBeforeTimer)
        // The descriptor was ready all the time.
        #expect(try await eventually { served > servedBeforeJob })
        timer.cancel()
        source.cancel()
        close(here)
        close(there)
    }

    @Test("timers that are always due do not delay a descriptor or a deferred source")
    @LoopActor func busyTimers() async throws {
        let timers = try (0..<20).map { _ in try BusyTimer() }
        let log = Log()
        let (here, there) = try socketPair()
        let source = try EventLoop.shared.addIO(descriptor: here, events: .writable) { _ in log.entries.append(1) }
        let deferred = try EventLoop.shared.addDeferred { log.entries.append(2) }
        deferred.isEnabled = true
        #expect(try await eventually { Set(log.entries) == [1, 2] })
        for timer in timers { timer.source?.cancel() }
        source.cancel()
        close(here)
        close(there)
    }

    @Test("signals are delivered one by one")
    @LoopActor func signals() async throws {
        let log = Log()
        let source = try EventLoop.shared.addSignal(SIGUSR2) { log.increment() }
        for count in 1...2 {
            // To this thread, which is the one that has it blocked.
            raise(SIGUSR2)
            #expect(try await eventually { log.entries.count == count })
        }
        source.cancel()
    }

    @Test(
        "the end of a child process is reported once, with its status",
        arguments: [
            ("exit 0", ExitStatus.exited(code: 0)), ("exit 41", .exited(code: 41)), ("kill -9 $$", .killed(signal: 9)),
        ]
    )
    @LoopActor func children(script: String, expected: ExitStatus) async throws {
        let pid = try spawnShell(script)
        var source: EventSource?
        let status = try await withCheckedThrowingContinuation { continuation in
            do {
                source = try EventLoop.shared.addChild(pid) { continuation.resume(returning: $0) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
        #expect(status == expected)
        #expect(source?.isCancelled == true)
        #expect(waitpid(pid, nil, WNOHANG) == -1)
    }

    @Test("a deferred source fires once for each time that it is enabled")
    @LoopActor func deferring() async throws {
        let log = Log()
        let source = try EventLoop.shared.addDeferred { log.increment() }
        try await EventLoop.shared.sleep(for: .milliseconds(1))
        #expect(log.entries.isEmpty)
        source.isEnabled = true
        source.isEnabled = true
        #expect(try await eventually { !log.entries.isEmpty })
        try await EventLoop.shared.sleep(for: .milliseconds(2))
        #expect(log.entries == [1])
        #expect(!source.isEnabled)
    }

    @Test("sources with the lower priority number are served first")
    @LoopActor func priorities() async throws {
        let log = Log()
        let late = try EventLoop.shared.addDeferred(priority: .idle) { log.entries.append(3) }
        let middle = try EventLoop.shared.addDeferred { log.entries.append(2) }
        let early = try EventLoop.shared.addDeferred(priority: .urgent) { log.entries.append(1) }
        for source in [late, middle, early] { source.isEnabled = true }
        #expect(try await eventually { log.entries.count == 3 })
        #expect(log.entries == [1, 2, 3])
    }

    private func socketPair() throws -> (Int32, Int32) {
        var descriptors: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        if socketpair(AF_UNIX, type, 0, &descriptors) != 0 { throw SystemError("make a pair of sockets", code: errno) }
        return (descriptors[0], descriptors[1])
    }

    private func spawnShell(_ script: String) throws -> Int32 {
        var pid: pid_t = 0
        let arguments: [UnsafeMutablePointer<CChar>?] = ["sh", "-c", script].map { (word: String) in strdup(word) }
        defer { for argument in arguments { free(argument) } }
        let result = posix_spawn(&pid, "/bin/sh", nil, nil, arguments + [nil], nil)
        if result != 0 { throw SystemError("start a shell", code: result) }
        return pid
    }
}

/// A timer that is due again as soon as it has fired.
@LoopActor
private final class BusyTimer {
    private(set) var source: EventSource?

    init() throws {
        source = try EventLoop.shared.addTimer(after: .zero) { [weak self] in self?.source?.schedule(after: .zero) }
    }
}

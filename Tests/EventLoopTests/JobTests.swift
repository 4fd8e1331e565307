import EventLoop
import FormdTesting
import Synchronization
import Testing

@Suite("Jobs on the loop", .loop)
struct JobTests {
    @Test("run in the order in which one thread enqueues them")
    func order() async {
        let log = Log()
        let tasks = (0..<500).map { number in
            Task { @LoopActor in log.entries.append(number) }
        }
        for task in tasks { await task.value }
        #expect(await log.entries == Array(0..<500))
    }

    @Test("from many tasks at once all run, none at the same time as another")
    func threads() async {
        let log = Log()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    for _ in 0..<40 { await log.increment() }
                }
            }
        }
        #expect(await log.entries == Array(1...2000))
    }

    @Test("see themselves on the loop's thread")
    @LoopActor func isolation() async {
        LoopActor.assertIsolated()
        #expect(LoopActor.assumeIsolated { 7 } == 7)
        await Task.detached { await Task.yield() }.value
        LoopActor.assertIsolated()
    }

    @Test("that enqueue jobs for ever do not keep timers from firing")
    @LoopActor func busyJobs() async throws {
        let spinner = Task { @LoopActor in
            while !Task.isCancelled { await Task.yield() }
        }
        try await EventLoop.shared.sleep(for: .milliseconds(5))
        spinner.cancel()
        await spinner.value
    }

    @Test("posted work runs once, after the jobs that waited, in order")
    @LoopActor func posting() async {
        let log = Log()
        await withCheckedContinuation { continuation in
            EventLoop.shared.post { log.entries.append(2) }
            EventLoop.shared.post {
                log.entries.append(3)
                EventLoop.shared.post {
                    log.entries.append(4)
                    continuation.resume()
                }
            }
            Task { @LoopActor in log.entries.append(1) }
        }
        #expect(log.entries == [1, 2, 3, 4])
    }

    @Test("a sleeping task that is cancelled wakes at once")
    @LoopActor func cancelledSleep() async {
        let sleeper = Task { @LoopActor in try await EventLoop.shared.sleep(for: .seconds(3600)) }
        await Task.yield()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
}

/// What happened, in its order.
@LoopActor
final class Log {
    var entries: [Int] = []

    func increment() {
        entries.append(entries.count + 1)
    }
}

import EventLoop
import FormdTesting
import Glibc
import Synchronization
import Testing

@Suite("Jobs on the loop", .loop)
struct JobTests {
    @Test("jobs of one thread run in the order in which they were enqueued")
    func order() async {
        let log = Log()
        let tasks = (0..<500).map { number in
            Task { @LoopActor in log.entries.append(number) }
        }
        for task in tasks { await task.value }
        #expect(await log.entries == Array(0..<500))
    }

    @Test("all jobs of many tasks run, and never two at the same time")
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

    @Test("jobs run on the loop's thread")
    @LoopActor func isolation() async {
        LoopActor.assertIsolated()
        #expect(LoopActor.assumeIsolated { 7 } == 7)
        await Task.detached { await Task.yield() }.value
        LoopActor.assertIsolated()
    }

    @Test("tasks of the loop stay on its thread, even outside of the actor")
    func preference() async throws {
        let task = LoopActor.task {
            let loop = pthread_self()
            try await EventLoop.shared.sleep(for: .microseconds(10))
            return await currentThread() == loop
        }
        #expect(try await task.value)
    }

    @Test("tasks of the loop continue in the order in which they were resumed")
    @LoopActor func resumption() async throws {
        let log = Log()
        var waiting: [CheckedContinuation<Void, Never>] = []
        let tasks = (0..<100).map { number in
            LoopActor.task {
                await withCheckedContinuation { waiting.append($0) }
                log.entries.append(number)
            }
        }
        #expect(try await eventually { waiting.count == 100 })
        for continuation in waiting { continuation.resume() }
        for task in tasks { try await task.value }
        #expect(log.entries == Array(0..<100))
    }

    @Test("jobs that enqueue further jobs endlessly do not prevent timers from firing")
    @LoopActor func busyJobs() async throws {
        let log = Log()
        let timer = try EventLoop.shared.addTimer(after: .milliseconds(5)) { log.increment() }
        // Every round enqueues the next one, and only the timer ends that.
        var rounds = 0
        while log.entries.isEmpty, rounds < 100_000_000 {
            rounds += 1
            await Task.yield()
        }
        #expect(log.entries == [1])
        #expect(rounds > 1)
        #expect(!timer.isEnabled)
    }

    @Test("posted work runs once and in order, followed by the work that it posts")
    @LoopActor func posting() async {
        let log = Log()
        await withCheckedContinuation { continuation in
            EventLoop.shared.post {
                log.entries.append(1)
                EventLoop.shared.post {
                    log.entries.append(3)
                    continuation.resume()
                }
            }
            EventLoop.shared.post { log.entries.append(2) }
            #expect(log.entries.isEmpty)
        }
        #expect(log.entries == [1, 2, 3])
    }

    @Test("a sleeping task that is cancelled continues at once")
    @LoopActor func cancelledSleep() async {
        let sleeper = Task { @LoopActor in try await EventLoop.shared.sleep(for: .seconds(3600)) }
        await Task.yield()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
}

/// The thread that code of no actor runs on.
@concurrent
private func currentThread() async -> pthread_t {
    pthread_self()
}

/// What happened, in its order.
@LoopActor
final class Log {
    var entries: [Int] = []

    func increment() {
        entries.append(entries.count + 1)
    }
}

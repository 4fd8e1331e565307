import EventLoop
import FormdTesting
import Glibc
import Synchronization
import Testing

@Suite("Work that may block the loop", .loop, .serialized)
struct BlockingTests {
    /// Something that work waits for, as for a disk.
    private final class Gate: Sendable {
        private let isOpen = Atomic(false)

        func open() { isOpen.store(true, ordering: .sequentiallyConsistent) }

        @discardableResult
        func pass(taking time: UInt32 = 0) -> UInt {
            usleep(time)
            while !isOpen.load(ordering: .sequentiallyConsistent) { usleep(500) }
            return UInt(pthread_self())
        }
    }

    @LoopActor
    private final class Log {
        var entries: [String] = []
        var threads: Set<UInt> = []
    }

    @Test("quick work is done on the loop's thread, in order, before posted work of the same iteration")
    @LoopActor
    func quick() async throws {
        let (log, blocking) = (Log(), EventLoop.shared.blocking)
        let thread = UInt(pthread_self())
        EventLoop.shared.post { log.entries.append("posted") }
        for number in 1...3 {
            blocking.add {
                UInt(pthread_self())
            } completion: { result in
                log.entries.append("\(number)")
                if let thread = try? result.get() { log.threads.insert(thread) }
                guard number == 2 else { return }
                blocking.add {
                } completion: { _ in
                    log.entries.append("added by 2")
                }
            }
            blocking.then { log.entries.append("after \(number)") }
        }
        blocking.add { () throws(SystemError) in
            throw SystemError("write", code: ENOSPC)
        } completion: { result in
            if case .failure(let error) = result { log.entries.append("\(error.code)") }
        }
        #expect(log.entries.isEmpty && !blocking.isEmpty)
        #expect(try await eventually { log.entries.last == "posted" })
        #expect(
            log.entries == ["1", "after 1", "2", "after 2", "3", "after 3", "\(ENOSPC)", "added by 2", "posted"]
        )
        #expect(log.threads == [thread])
    }

    @Test("while work blocks, the loop continues on another thread, and returns to its own")
    @LoopActor
    func blocked() async throws {
        let (log, gate, blocking) = (Log(), Gate(), EventLoop.shared.blocking)
        let own = UInt(pthread_self())
        blocking.add {
            gate.pass()
        } late: {
            log.entries.append("late")
        } completion: { result in
            log.entries.append("done")
            if let thread = try? result.get() { log.threads.insert(thread) }
        }
        blocking.then { log.entries.append("after") }
        // Timers, jobs and posted work go on although the work never ends by itself.
        for _ in 0..<20 { try await EventLoop.shared.sleep(for: .milliseconds(2)) }
        #expect(try await eventually { log.entries == ["late", "after"] })
        #expect(UInt(pthread_self()) != own)
        // Later work is done by the blocked thread, in order.
        for number in 1...3 {
            blocking.add {
                UInt(pthread_self())
            } late: {
                log.entries.append("late \(number)")
            } completion: { result in
                log.entries.append("done \(number)")
                if let thread = try? result.get() { log.threads.insert(thread) }
            }
        }
        #expect(try await eventually { log.entries.suffix(3) == ["late 1", "late 2", "late 3"] })
        gate.open()
        #expect(try await eventually { log.entries.suffix(4) == ["done", "done 1", "done 2", "done 3"] })
        #expect(log.threads == [own])
        #expect(try await eventually { UInt(pthread_self()) == own })
    }

    @Test("after work that was slow the loop stays on the other thread until work is quick")
    @LoopActor
    func slow() async throws {
        let (log, blocking) = (Log(), EventLoop.shared.blocking)
        let own = UInt(pthread_self())
        for number in 1...3 {
            let late = log.entries.count
            blocking.add {
                // Far longer than the loop waits.
                usleep(200_000)
            } late: {
                log.entries.append("late \(number)")
            } completion: { _ in
                log.entries.append("done \(number)")
            }
            #expect(try await eventually { log.entries.count == late + 2 })
            #expect(log.entries.suffix(2) == ["late \(number)", "done \(number)"])
            #expect(UInt(pthread_self()) != own)
        }
        blocking.add {
        } completion: { _ in
            log.entries.append("quick")
        }
        #expect(try await eventually { UInt(pthread_self()) == own })
        #expect(log.entries.last == "quick")
    }

    @Test("work that sometimes blocks and sometimes does not is all done, once and in order")
    @LoopActor
    func storm() async throws {
        let (log, blocking) = (Log(), EventLoop.shared.blocking)
        for number in 0..<2_000 {
            blocking.add {
                if number % 250 == 100 { usleep(25_000) }
            } completion: { _ in
                log.entries.append("\(number)")
            }
            if number % 3 == 0 { try await EventLoop.shared.sleep(for: .microseconds(number % 7 * 10)) }
        }
        #expect(try await eventually { log.entries.count == 2_000 })
        #expect(log.entries == (0..<2_000).map { "\($0)" })
    }
}

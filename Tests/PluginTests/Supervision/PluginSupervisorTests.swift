import EventLoop
@testable import PluginHost
import Testing

@Suite("Supervision of a plug-in")
struct PluginSupervisorTests {
    private typealias Action = PluginSupervisor.Action

    private var clock = MockClock()
    private var supervisor = PluginSupervisor(limits: PluginLimits())

    @Test("the first question starts the process, and is sent after the hello")
    mutating func lazyStart() {
        #expect(supervisor.nextDeadline == nil)
        #expect(supervisor.ask([1, 2], now: clock.now) == [.start])
        #expect(supervisor.ask([3], now: clock.now) == [])
        clock.advance(.milliseconds(3))
        #expect(supervisor.receivedHello(now: clock.now) == [.send([1, 2, 3])])
        #expect(supervisor.answered(1, now: clock.now) == [.deliver(1)])
        #expect(supervisor.ask([4], now: clock.now) == [.send([4])])
        #expect(supervisor.starts == 1)
    }

    @Test("a process that must forget is ended, which is no failure, and the next one is asked what it was asked")
    mutating func forgetting() {
        #expect(supervisor.forget(now: clock.now) == [])
        start()
        #expect(supervisor.forget(now: clock.now) == [.kill])
        #expect(supervisor.ask([1, 2], now: clock.now) == [.start])
        #expect(supervisor.receivedHello(now: clock.now) == [.send([1, 2])])
        #expect(supervisor.answered(1, now: clock.now) == [.deliver(1)])
        #expect(supervisor.forget(now: clock.now) == [.kill, .start])
        #expect(supervisor.receivedHello(now: clock.now) == [.send([2])])
        #expect(supervisor.failureCount == 0)
        #expect(supervisor.failed("it ended", now: clock.now).contains(.kill))
        // A question that may have killed a process stays one.
        clock.advance(.seconds(60))
        _ = supervisor.tick(now: clock.now)
        #expect(supervisor.receivedHello(now: clock.now) == [.send([2])])
        #expect(supervisor.forget(now: clock.now) == [.kill, .start])
        #expect(supervisor.receivedHello(now: clock.now) == [.send([2])])
    }

    @Test("a process can be started before the first question")
    mutating func prepared() {
        #expect(supervisor.prepare(now: clock.now) == [.start])
        #expect(supervisor.prepare(now: clock.now) == [])
        #expect(supervisor.receivedHello(now: clock.now) == [])
        #expect(supervisor.ask([1], now: clock.now) == [.send([1])])
    }

    @Test("after 20 ms the transaction continues; the answer is still delivered")
    mutating func late() {
        start()
        _ = supervisor.ask([1], now: clock.now)
        clock.advance(.milliseconds(5))
        _ = supervisor.ask([2], now: clock.now)
        #expect(supervisor.nextDeadline == clock.now + .milliseconds(15))
        #expect(supervisor.tick(now: clock.now + .milliseconds(14)) == [])
        clock.advance(.milliseconds(15))
        #expect(supervisor.tick(now: clock.now) == [.late(1)])
        clock.advance(.milliseconds(5))
        #expect(supervisor.tick(now: clock.now) == [.late(2)])
        #expect(supervisor.tick(now: clock.now) == [])
        #expect(supervisor.answered(1, now: clock.now) == [.deliver(1)])
    }

    @Test(
        "a caller that waits for an answer gets no notice that it is late; others get one at once if the deadline has passed"
    )
    mutating func deadlines() {
        start()
        #expect(supervisor.isIdle)
        #expect(supervisor.ask([1], lateAt: nil, now: clock.now) == [.send([1])])
        #expect(!supervisor.isIdle)
        #expect(supervisor.nextDeadline == clock.now + .milliseconds(250))
        clock.advance(.milliseconds(100))
        #expect(supervisor.tick(now: clock.now) == [])
        #expect(supervisor.ask([2], lateAt: clock.now, now: clock.now) == [.send([2])])
        #expect(supervisor.nextDeadline == clock.now)
        #expect(supervisor.tick(now: clock.now) == [.late(2)])
    }

    @Test("the time of a start counts as lateness")
    mutating func lateStart() {
        _ = supervisor.ask([1], now: clock.now)
        clock.advance(.milliseconds(20))
        #expect(supervisor.tick(now: clock.now) == [.late(1)])
        #expect(supervisor.receivedHello(now: clock.now) == [.send([1])])
    }

    @Test("a process that sends no answer for 250 ms is killed, and one that answers slowly is not")
    mutating func dead() {
        start()
        _ = supervisor.ask([1, 2], now: clock.now)
        clock.advance(.milliseconds(249))
        #expect(supervisor.tick(now: clock.now) == [.late(1), .late(2)])
        #expect(supervisor.answered(1, now: clock.now) == [.deliver(1)])
        clock.advance(.milliseconds(249))
        #expect(supervisor.tick(now: clock.now) == [])
        clock.advance(.milliseconds(1))
        #expect(
            supervisor.tick(now: clock.now) == [
                .kill, .report(reason: "it gave no answer within 0.25 seconds", restartsIn: .milliseconds(100)),
            ]
        )
    }

    @Test("a process that sends no hello is killed")
    mutating func silent() {
        _ = supervisor.prepare(now: clock.now)
        clock.advance(.seconds(2))
        let actions = supervisor.tick(now: clock.now)
        #expect(actions.first == .kill)
        #expect(supervisor.phase == .backingOff(until: clock.now + .milliseconds(100)))
    }

    @Test("after a crash the unanswered questions are sent once more, one at a time, before all others")
    mutating func replay() {
        start()
        _ = supervisor.ask([1, 2, 3], now: clock.now)
        _ = supervisor.failed("crash", now: clock.now)
        #expect(supervisor.ask([4], now: clock.now) == [])
        #expect(supervisor.pendingCount == 4)

        clock.advance(.milliseconds(100))
        #expect(supervisor.tick(now: clock.now) == [.late(1), .late(2), .late(3), .late(4), .start])
        #expect(supervisor.receivedHello(now: clock.now) == [.send([1])])
        #expect(supervisor.ask([5], now: clock.now) == [])
        #expect(supervisor.answered(1, now: clock.now) == [.deliver(1), .send([2])])
        #expect(supervisor.answered(2, now: clock.now) == [.deliver(2), .send([3])])
        #expect(supervisor.answered(3, now: clock.now) == [.deliver(3), .send([4, 5])])
    }

    @Test("a question that crashes the process twice is not sent again, and all others are answered")
    mutating func culprit() {
        start()
        _ = supervisor.ask([1, 2, 3], now: clock.now)
        _ = supervisor.failed("crash", now: clock.now)
        restart()
        #expect(supervisor.answered(1, now: clock.now) == [.deliver(1), .send([2])])
        #expect(
            supervisor.failed("crash", now: clock.now) == [
                .kill, .giveUp(2, reason: "asked twice: crash", isCulprit: true),
                .report(reason: "crash", restartsIn: .milliseconds(200)),
            ]
        )
        #expect(restart() == [.send([3])])
    }

    @Test("after three failures in five minutes the process is not started until plug-ins are reloaded")
    mutating func quarantine() {
        start()
        _ = supervisor.ask([1], now: clock.now)
        for _ in 0..<2 {
            _ = supervisor.failed("crash", now: clock.now)
            restart()
            _ = supervisor.ask([2], now: clock.now)
        }
        let actions = supervisor.failed("crash", now: clock.now)
        #expect(actions.last == .report(reason: "crash", restartsIn: nil))
        #expect(supervisor.phase == .quarantined(reason: "crash"))
        #expect(supervisor.pendingCount == 0)
        #expect(supervisor.nextDeadline == nil)
        #expect(supervisor.ask([9], now: clock.now) == [.giveUp(9, reason: "crash", isCulprit: false)])
        #expect(supervisor.prepare(now: clock.now) == [])
    }

    @Test("failures that are more than five minutes apart are not added up")
    mutating func rareFailures() {
        start()
        for _ in 0..<10 {
            #expect(
                supervisor.failed("crash", now: clock.now).last
                    == .report(reason: "crash", restartsIn: .milliseconds(100))
            )
            clock.advance(.seconds(300))
            #expect(supervisor.tick(now: clock.now) == [])
            #expect(supervisor.phase == .idle)
            start()
        }
    }

    @Test("the delay doubles up to ten seconds")
    mutating func backOff() {
        var limits = PluginLimits()
        limits.failures = 100
        supervisor = PluginSupervisor(limits: limits)
        var delays: [Duration] = []
        for _ in 0..<9 {
            start()
            _ = supervisor.failed("crash", now: clock.now)
            guard case .backingOff(let until) = supervisor.phase else { break }
            delays.append(until - clock.now)
            clock.advance(until - clock.now)
            _ = supervisor.tick(now: clock.now)
        }
        #expect(delays == [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000].map { .milliseconds($0) })
    }

    @Test("a process without questions is stopped after a minute, and started again by a question")
    mutating func idle() {
        start()
        _ = supervisor.ask([1], now: clock.now)
        clock.advance(.milliseconds(1))
        _ = supervisor.answered(1, now: clock.now)
        clock.advance(.milliseconds(59_999))
        #expect(supervisor.tick(now: clock.now) == [.measure])
        #expect(supervisor.measured(.zero, now: clock.now) == [])
        #expect(supervisor.nextDeadline == clock.now + .milliseconds(1))
        clock.advance(.milliseconds(1))
        #expect(supervisor.tick(now: clock.now) == [.stop])
        #expect(supervisor.nextDeadline == nil)
        #expect(supervisor.ask([2], now: clock.now) == [.start])
    }

    @Test(
        "a process that uses the processor without a question has failed; one that is idle or works on a question has not"
    )
    mutating func spinning() {
        start()
        clock.advance(.seconds(1))
        #expect(supervisor.tick(now: clock.now) == [.measure])
        #expect(supervisor.measured(.milliseconds(900), now: clock.now) == [], "a start may take some")
        clock.advance(.seconds(10))
        #expect(supervisor.tick(now: clock.now) == [.measure])
        #expect(supervisor.measured(.milliseconds(950), now: clock.now) == [])

        // What was measured before a question says nothing of the time after it.
        _ = supervisor.ask([1], now: clock.now)
        #expect(supervisor.measured(.seconds(9), now: clock.now) == [])
        _ = supervisor.answered(1, now: clock.now)
        clock.advance(.seconds(1))
        #expect(supervisor.tick(now: clock.now) == [.measure])
        #expect(supervisor.measured(.seconds(9), now: clock.now) == [])
        clock.advance(.seconds(10))
        #expect(supervisor.tick(now: clock.now) == [.measure])
        let reason = "it used 6.0 seconds of processor time without a question"
        #expect(
            supervisor.measured(.seconds(15), now: clock.now) == [
                .kill, .report(reason: reason, restartsIn: .milliseconds(100)),
            ]
        )
    }

    @Test("an answer out of order, or without a question, is a failure", arguments: [UInt32(2), 7])
    mutating func outOfTurn(_ id: UInt32) {
        start()
        _ = supervisor.ask([1, 2], now: clock.now)
        #expect(supervisor.answered(id, now: clock.now).first == .kill)
    }

    @Test("a plug-in with an invalid hello is quarantined at once")
    mutating func refused() {
        _ = supervisor.ask([1], now: clock.now)
        #expect(
            supervisor.refused("it lies") == [
                .kill, .giveUp(1, reason: "it lies", isCulprit: false), .report(reason: "it lies", restartsIn: nil),
            ]
        )
    }

    @Test("the numbers of sent and of waiting questions are limited")
    mutating func bounds() {
        start()
        let ids = Array(UInt32(1)...1025)
        let actions = supervisor.ask(ids, now: clock.now)
        #expect(
            actions == [
                .giveUp(1025, reason: "it already owes 1024 answers", isCulprit: false), .send(Array(1...64)),
            ]
        )
        for id in UInt32(1)...31 {
            #expect(supervisor.answered(id, now: clock.now) == [.deliver(id)])
        }
        #expect(supervisor.answered(32, now: clock.now) == [.deliver(32), .send(Array(65...96))])
    }

    @Test("every question ends once, and nothing is sent without a process, whatever happens")
    func anything() {
        for seed in 0..<300 {
            var model = SupervisorModel(seed: UInt64(seed))
            for _ in 0..<400 { model.step() }
            model.settle()
        }
    }

    // MARK: Steps

    private mutating func start() {
        _ = supervisor.prepare(now: clock.now)
        _ = supervisor.receivedHello(now: clock.now)
    }

    /// Waits for the end of the back-off, and says hello.
    @discardableResult
    private mutating func restart() -> [Action] {
        if case .backingOff(let until) = supervisor.phase {
            clock.advance(until - clock.now)
        }
        _ = supervisor.tick(now: clock.now)
        _ = supervisor.prepare(now: clock.now)
        return supervisor.receivedHello(now: clock.now)
    }
}

extension PluginSupervisor {
    /// Takes questions whose asker waits as long as a transaction does.
    mutating func ask(_ ids: [QuestionID], now: Instant) -> [Action] {
        ask(ids, lateAt: now + PluginLimits().late, now: now)
    }
}

/// Time that passes when told.
struct MockClock {
    private(set) var now = EventLoop.now

    mutating func advance(_ duration: Duration) {
        now = now + duration
    }
}

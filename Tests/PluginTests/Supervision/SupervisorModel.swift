import EventLoop
@testable import PluginHost
import RandomTesting
import Testing

/// Does random things to a supervisor, obeys its actions as the runner would, and checks what must always hold.
struct SupervisorModel {
    private var random: SeededGenerator
    private var clock = MockClock()
    private var supervisor: PluginSupervisor
    private var hasProcess = false
    private var hasGreeted = false
    private var owed: [UInt32] = []
    private var open: Set<UInt32> = []
    private var toldLate: Set<UInt32> = []
    private var timesSent: [UInt32: Int] = [:]
    private var nextID: UInt32 = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        var limits = PluginLimits()
        limits.failures = 50
        limits.pendingQuestions = 20
        limits.questionsInFlight = 4
        supervisor = PluginSupervisor(limits: limits)
    }

    mutating func step() {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<30: ask()
        case 30..<60: answer()
        case 60..<70 where hasProcess && !hasGreeted:
            hasGreeted = true
            perform(supervisor.receivedHello(now: clock.now))
        case 70..<72 where hasProcess:
            hasProcess = false
            perform(supervisor.failed("crash", now: clock.now))
        case 72..<75:
            clock.advance(.milliseconds(Int.random(in: 0..<20_000, using: &random)))
            perform(supervisor.tick(now: clock.now))
        default:
            clock.advance(.milliseconds(Int.random(in: 0..<30, using: &random)))
            perform(supervisor.tick(now: clock.now))
        }
        #expect(supervisor.pendingCount == open.count)
        #expect(open.isEmpty || supervisor.nextDeadline != nil)
    }

    /// Plays a plug-in that works from now on: everything ends.
    mutating func settle() {
        for _ in 0..<1000 where !open.isEmpty {
            if hasProcess, !hasGreeted {
                hasGreeted = true
                perform(supervisor.receivedHello(now: clock.now))
            }
            while !owed.isEmpty { answer() }
            if let deadline = supervisor.nextDeadline, deadline > clock.now {
                clock.advance(deadline - clock.now)
            }
            perform(supervisor.tick(now: clock.now))
        }
        #expect(open.isEmpty)
    }

    private mutating func ask() {
        var ids: [UInt32] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            nextID += 1
            ids.append(nextID)
            open.insert(nextID)
        }
        perform(supervisor.ask(ids, now: clock.now))
    }

    private mutating func answer() {
        guard hasGreeted, let id = owed.first else { return }
        owed.removeFirst()
        perform(supervisor.answered(id, now: clock.now), arrived: id)
    }

    private mutating func perform(_ actions: [PluginSupervisor.Action], arrived: UInt32? = nil) {
        for action in actions {
            switch action {
            case .start:
                #expect(!hasProcess)
                hasProcess = true
                hasGreeted = false
                owed = []
            case .send(let ids):
                #expect(hasProcess && hasGreeted)
                owed += ids
                #expect(owed.count <= 4)
                for id in ids {
                    timesSent[id, default: 0] += 1
                    #expect(timesSent[id, default: 0] <= 2 && open.contains(id))
                    #expect(timesSent[id] == 1 || owed == [id], "a suspect is asked alone")
                }
            case .late(let id):
                #expect(open.contains(id))
                #expect(toldLate.insert(id).inserted)
            case .deliver(let id):
                #expect(id == arrived)
                #expect(open.remove(id) != nil)
            case .giveUp(let id, _, let isCulprit):
                #expect(open.remove(id) != nil)
                #expect(!isCulprit || timesSent[id] == 2)
            case .stop, .kill:
                hasProcess = false
                hasGreeted = false
                owed = []
            case .measure:
                #expect(hasProcess && hasGreeted && open.isEmpty)
                // Now and then it is caught computing.
                let used = clock.now - EventLoop.now + (Bool.random(using: &random) ? .seconds(3_600) : .zero)
                perform(supervisor.measured(max(.zero, used), now: clock.now))
            case .report: break
            }
        }
    }
}

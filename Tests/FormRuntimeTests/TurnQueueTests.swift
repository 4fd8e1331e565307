import EventLoop
import FormRuntime
import FormdTesting
import Testing

@Suite("Turns of the loop", .loop, .timeLimit(.minutes(1)))
struct TurnsTests {
    @Test("another user's call is served between the long calls of one user, which are all served in order")
    @LoopActor
    func pass() async throws {
        var limits = Limits()
        limits.waitingCalls = 8
        let accounts = UserAccounts(limits: limits)
        let turns = Turns(accounts: accounts, limits: limits)
        var served: [String] = []
        func call(_ name: String, _ user: UInt32) throws {
            try turns.serve(user, bytes: 100) {
                let end = EventLoop.now + limits.share
                while EventLoop.now < end {}
                served.append(name)
            }
        }
        for number in 0...8 { try call("long \(number)", 1) }
        #expect(accounts[1][.calls] == 800)
        let error = #expect(throws: RuntimeError.self) { try call("too many", 1) }
        #expect(error?.message == "8 calls of user 1 wait to be served")
        try call("other", 2)
        #expect(served == ["long 0", "other"])
        #expect(try await eventually { served.count == 10 })
        #expect(Array(served.dropFirst(2)) == (1...8).map { "long \($0)" })
        #expect(accounts[1][.calls] == 0)
        #expect(accounts[1].time >= limits.share * 9)
    }

    @Test("the rest of a call that has waited is served before the user's calls that have not begun")
    @LoopActor
    func rests() async throws {
        let limits = Limits()
        let turns = Turns(accounts: UserAccounts(limits: limits), limits: limits)
        var served: [String] = []
        try turns.serve(1, bytes: 0) {
            let end = EventLoop.now + limits.share
            while EventLoop.now < end {}
        }
        for name in ["later", "last"] { try turns.serve(1, bytes: 0) { served.append(name) } }
        for name in ["rest", "next rest"] { turns.continue(1) { served.append(name) } }
        #expect(try await eventually { served.count == 4 })
        #expect(served == ["rest", "next rest", "later", "last"])
    }

    @Test("who has used more of the loop's time lately comes later, and nothing is received of who has to wait")
    @LoopActor
    func precedence() async throws {
        var limits = Limits()
        limits.burstInCompany = 0.01
        let turns = Turns(accounts: UserAccounts(limits: limits), limits: limits)
        func busy(_ user: UInt32, for time: Duration) -> Duration {
            turns.charge(user) {
                let end = EventLoop.now + time
                while EventLoop.now < end {}
            }
        }
        #expect(busy(1, for: .milliseconds(20)) == .zero)
        #expect(busy(2, for: .zero) == .zero)
        #expect(turns.priority(of: 1) > turns.priority(of: 2) && turns.priority(of: 2) == .normal)
        // Now the users are in company.
        for user in [2, 2, 1, 1] as [UInt32] { try turns.serve(user, bytes: 0) {} }
        try turns.serve(2, bytes: 0) {}
        #expect(busy(1, for: .milliseconds(20)) > .zero)
        var isReceived = false
        #expect(turns.charge(1) { isReceived = true } > .zero && !isReceived)
        #expect(turns.charge(2) { isReceived = true } == .zero && isReceived)
        #expect(try await eventually { turns.priority(of: 1) == .normal })
    }

    @Test("while other users call, the calls of a user without allowance wait even if the loop is idle")
    @LoopActor
    func company() async throws {
        var limits = Limits()
        limits.burstInCompany = 0.005
        limits.shareInCompany = 0.1
        let turns = Turns(accounts: UserAccounts(limits: limits), limits: limits)
        var served: [String] = []
        func call(_ name: String, _ user: UInt32, takes time: Duration = .zero) throws {
            try turns.serve(user, bytes: 100) {
                let end = EventLoop.now + time
                while EventLoop.now < end {}
                served.append(name)
            }
        }
        let start = EventLoop.now
        for _ in 0..<2 { try call("quiet", 2) }
        try call("first", 1, takes: .milliseconds(10))
        for name in ["second", "third"] { try call(name, 1) }
        try call("quiet", 2)
        #expect(served == ["quiet", "quiet", "first", "quiet"])
        #expect(try await eventually { served.count == 6 })
        #expect(served.suffix(2) == ["second", "third"])
        #expect(EventLoop.now - start >= .milliseconds(50))
    }
}

@Suite("Turns")
struct TurnQueueTests {
    /// More than any of these calls takes together.
    private static let plenty = Allowance(burst: 1_000, perSecond: 1)
    private var queue = TurnQueue<String>(share: .milliseconds(5), allowance: plenty, capacity: 4)
    private var now = EventLoop.now

    /// What happens to a call that takes so long.
    private mutating func call(_ job: String, _ user: UInt32, takes time: Duration) -> TurnQueue<String>.Admission {
        let admission = queue.admission(of: user, at: now)
        switch admission {
        case .serve: queue.spend(time, of: user, at: now)
        case .wait: queue.append(job, of: user)
        case .refuse: break
        }
        return admission
    }

    /// What is served in a turn in which every call takes so long.
    private mutating func turn(_ time: Duration) -> [String] {
        queue.beginTurn()
        var served: [String] = []
        while let (user, job) = queue.next(at: now) {
            served.append(job)
            queue.spend(time, of: user, at: now)
        }
        return served
    }

    @Test("a call is served at once if its user has allowance left and no waiting calls")
    mutating func share() {
        #expect(call("a", 1, takes: .milliseconds(4)) == .serve)
        #expect(call("b", 1, takes: .milliseconds(4)) == .serve)
        #expect(call("c", 1, takes: .milliseconds(1)) == .wait)
        #expect(call("d", 1, takes: .milliseconds(1)) == .wait, "the calls of one user stay in order")
        #expect(call("x", 2, takes: .milliseconds(1)) == .serve)
        #expect(turn(.milliseconds(1)) == ["c", "d"])
        #expect(queue.isEmpty)
        #expect(call("e", 1, takes: .milliseconds(1)) == .serve, "what is left of the share")
    }

    @Test("waiting users are served in turn, one call after another until the allowance is used up")
    mutating func turns() {
        for user in [1, 2, 3] as [UInt32] { _ = call("", user, takes: .milliseconds(5)) }
        for job in ["a", "b", "c", "d"] { #expect(call(job, 1, takes: .zero) == .wait) }
        for job in ["p", "q"] { #expect(call(job, 2, takes: .zero) == .wait) }
        #expect(call("x", 3, takes: .zero) == .wait)
        #expect(turn(.milliseconds(3)) == ["a", "p", "x", "b", "q"])
        #expect(turn(.milliseconds(100)) == ["c"], "one call at least, however long it takes")
        #expect(turn(.milliseconds(100)) == ["d"])
        #expect(turn(.milliseconds(100)) == [])
    }

    @Test("the number of waiting calls of each user is limited")
    mutating func capacity() {
        for user in [1, 2] as [UInt32] { _ = call("", user, takes: .seconds(1)) }
        for _ in 0..<4 { #expect(call("a", 1, takes: .zero) == .wait) }
        #expect(call("a", 1, takes: .zero) == .refuse)
        #expect(call("a", 2, takes: .zero) == .wait)
    }

    @Test(
        "while other users call, a user without allowance waits until some has been restored, and a single user never waits"
    )
    mutating func company() {
        queue = TurnQueue(share: .seconds(1), allowance: Allowance(burst: 0.1, perSecond: 0.1), capacity: 4)
        for _ in 0..<9 { #expect(call("alone", 1, takes: .milliseconds(50)) == .serve) }
        for _ in 0..<2 { #expect(call("quiet", 2, takes: .milliseconds(1)) == .serve) }
        for _ in 0..<3 { #expect(call("a", 1, takes: .milliseconds(45)) == .serve) }
        #expect(call("b", 1, takes: .zero) == .wait)
        #expect(call("quiet", 2, takes: .milliseconds(1)) == .serve)
        #expect(turn(.zero).isEmpty)
        let rest = queue.timeToWait(at: now)
        #expect(rest > .milliseconds(349) && rest < .milliseconds(351))
        now = now + .milliseconds(351)
        #expect(turn(.milliseconds(20)) == ["b"])
        #expect(call("c", 1, takes: .zero) == .wait)
        #expect(queue.timeToWait(at: now) < .milliseconds(200))
        now = now + .milliseconds(149)
        #expect(queue.timeToWait(at: now) == .zero)
        #expect(turn(.milliseconds(20)) == ["c"])
        #expect(call("d", 1, takes: .zero) == .serve, "the other one has gone")
    }

    @Test("beside a user who calls rarely nobody waits")
    mutating func rareCompany() {
        queue = TurnQueue(share: .seconds(1), allowance: Allowance(burst: 0.1, perSecond: 0.05), capacity: 4)
        for place in 0..<40 {
            if place % 9 == 0 { #expect(call("ping", 2, takes: .zero) == .serve) }
            #expect(call("long", 1, takes: .milliseconds(100)) == .serve)
            now = now + .milliseconds(100)
            queue.beginTurn()
        }
    }

    @Test("the restored allowance never exceeds the maximum")
    mutating func longPause() {
        queue = TurnQueue(share: .seconds(1), allowance: Allowance(burst: 0.1, perSecond: 0.1), capacity: 4)
        for pause in [Duration.zero, .seconds(3_600)] {
            now = now + pause
            for _ in 0..<2 { #expect(call("quiet", 2, takes: .milliseconds(1)) == .serve) }
            for _ in 0..<3 { #expect(call("a", 1, takes: .milliseconds(45)) == .serve) }
            #expect(call("b", 1, takes: .zero) == .wait)
            now = now + .milliseconds(400)
            #expect(turn(.zero) == ["b"])
        }
    }

    @Test("the used allowance is remembered among many other users until it is restored")
    mutating func manyUsers() {
        queue = TurnQueue(share: .seconds(1), allowance: Allowance(burst: 0.1, perSecond: 0.1), capacity: 4)
        for _ in 0..<2 { #expect(call("quiet", 2, takes: .milliseconds(1)) == .serve) }
        #expect(call("a", 1, takes: .milliseconds(90)) == .serve)
        for user in 3..<200 as Range<UInt32> { #expect(call("c", user, takes: .milliseconds(1)) == .serve) }
        #expect(call("a", 1, takes: .milliseconds(20)) == .serve)
        #expect(call("b", 1, takes: .zero) == .wait, "there was a whole allowance again")
    }

    @Test("each call is served once and in its user's order, and users alternate, whatever they do")
    func anything() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var queue = TurnQueue<Int>(share: .milliseconds(5), allowance: Self.plenty, capacity: 1_000)
            var expected: [UInt32: [Int]] = [:]
            var served: [UInt32: [Int]] = [:]
            func note(_ user: UInt32, _ job: Int) { served[user, default: []].append(job) }
            for job in 0..<100 {
                let user = UInt32.random(in: 1...3, using: &random)
                expected[user, default: []].append(job)
                switch queue.admission(of: user, at: now) {
                case .serve:
                    note(user, job)
                    queue.spend(.milliseconds(Int.random(in: 0...9, using: &random)), of: user, at: now)
                case .wait: queue.append(job, of: user)
                case .refuse: Issue.record("there is room")
                }
                guard Int.random(in: 0..<5, using: &random) == 0 else { continue }
                queue.beginTurn()
                var last: UInt32?
                var users: Set<UInt32> = []
                while let (user, job) = queue.next(at: now) {
                    #expect(user != last || users.count == 1)
                    last = user
                    users.insert(user)
                    note(user, job)
                    queue.spend(.milliseconds(100), of: user, at: now)
                }
            }
            while !queue.isEmpty {
                queue.beginTurn()
                while let (user, job) = queue.next(at: now) { note(user, job) }
            }
            #expect(served == expected)
        }
    }
}

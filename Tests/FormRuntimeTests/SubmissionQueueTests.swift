import EventLoop
import FormRuntime
import FormStore
import Testing

@Suite("The queue of submissions")
struct SubmissionQueueTests {
    private static let start = EventLoop.now

    private static func submission(_ key: String, form: String = "f") -> Submission {
        Submission(key: key, user: 1, form: form, submitted: 1)
    }

    private static func queue(_ keys: String...) -> SubmissionQueue {
        var queue = SubmissionQueue()
        for key in keys { queue.add(submission(key)) }
        return queue
    }

    private static func keys(_ taken: [(form: String, submissions: [Submission])]) -> [[String]] {
        taken.map { $0.submissions.map(\.key) }
    }

    @Test("submissions of a form are delivered in their order, as many at a time as its target takes")
    func order() {
        var queue = Self.queue("a", "b", "c")
        queue.add(Self.submission("other", form: "g"))
        #expect(Self.keys(queue.take { _ in .init(batches: 2) }) == [["a"], ["b"], ["other"]])
        #expect(Self.keys(queue.take { _ in .init(batches: 2) }).isEmpty)
        queue.end("a")
        #expect(Self.keys(queue.take { _ in .init(batches: 2) }) == [["c"]])
        #expect(queue.entries["a"] == nil && queue.entries["b"]?.state == .underway)
    }

    @Test("those that arrive while a batch is under way go together with the next one")
    func batches() {
        var queue = Self.queue("a")
        let pace = SubmissionQueue.Pace(batch: 3)
        #expect(Self.keys(queue.take { _ in pace }) == [["a"]])
        for key in ["b", "c", "d", "e"] { queue.add(Self.submission(key)) }
        #expect(Self.keys(queue.take { _ in pace }).isEmpty)
        queue.end("a")
        #expect(Self.keys(queue.take { _ in pace }) == [["b", "c", "d"]])
        queue.end("b")
        _ = queue.fail("c", "down", at: Self.start)
        #expect(Self.keys(queue.take { _ in pace }).isEmpty)
        queue.end("d")
        #expect(Self.keys(queue.take { _ in pace }) == [["e"]])
    }

    @Test("one that fails is tried again after 1, 2, 4 … at most 300 seconds, and does not hold up the others")
    func backOff() {
        var queue = Self.queue("a")
        var (now, delays) = (Self.start, [Duration]())
        for _ in 0..<11 {
            #expect(Self.keys(queue.take { _ in .init() }) == [["a"]])
            let next = queue.fail("a", "down", at: now)
            delays.append((next ?? now) - now)
            #expect(queue.wake(at: now) == next && Self.keys(queue.take { _ in .init() }).isEmpty)
            queue.add(Self.submission("b"))
            #expect(Self.keys(queue.take { _ in .init() }) == [["b"]])
            queue.end("b")
            now = next ?? now
            #expect(queue.wake(at: now) == nil)
        }
        #expect(delays == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map { .seconds($0) })
        #expect(queue.entries["a"]?.attempts == 11 && queue.entries["a"]?.lastFailure == "down")
    }

    @Test("a refused one waits for an administrator, also after a restart; one under way cannot be discarded")
    func refused() {
        var queue = Self.queue("a")
        _ = queue.take { _ in .init() }
        #expect(queue.discard("a") == false)
        var refused = Self.submission("a")
        refused.refusal = "no"
        queue.refuse(refused)
        #expect(queue.entries["a"]?.state == .refused && Self.keys(queue.take { _ in .init() }).isEmpty)
        var again = SubmissionQueue()
        again.add(refused)
        #expect(Self.keys(again.take { _ in .init() }).isEmpty)
        #expect(again.retry("a") && !again.retry("b"))
        #expect(Self.keys(again.take { _ in .init() }) == [["a"]])
        #expect(queue.discard("a") && queue.entries.isEmpty && !queue.discard("a"))
    }

    @Test("each user's submissions are counted, and only those that are under way end")
    func use() {
        var queue = Self.queue("a", "b")
        queue.add(Submission(key: "c", user: 2, form: "f", submitted: 1))
        #expect(queue.use.mapValues(\.count) == [1: 2, 2: 1])
        queue.end("a")
        #expect(queue.use[1]?.count == 2)
        _ = queue.take { _ in .init(batches: 2) }
        for _ in 1...2 { queue.end("a") }
        queue.refuse(Self.submission("b"))
        #expect(queue.use.mapValues(\.count) == [1: 1, 2: 1])
        #expect(queue.discard("b") && queue.discard("c") && queue.use.isEmpty)
    }
}

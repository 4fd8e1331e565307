import DBus
import Testing

@testable import FormClient

@Suite("Operations that wait to be sent")
struct OperationQueueTests {
    private func queue() -> OperationQueue<Int> {
        var queue = OperationQueue<Int>()
        queue.isSuspended = false
        return queue
    }

    private let key = Operation(.focusedField, "InsertText", [.string("a")])
    private let move = Operation(.session, "FocusNext")

    /// The numbers of the operations that are sent now.
    private func sent(_ queue: inout OperationQueue<Int>) -> [Int] {
        var numbers: [Int] = []
        while let entry = queue.next() { numbers.append(entry.item) }
        return numbers
    }

    @Test("keys are sent without waiting for replies")
    func pipelined() throws {
        var queue = queue()
        for number in 1...3 { try queue.add(key, number) }
        #expect(sent(&queue) == [1, 2, 3])
    }

    @Test("a key waits for operations that may move the focus, and later operations wait for it")
    func held() throws {
        var queue = queue()
        try queue.add(key, 1)
        try queue.add(move, 2)
        try queue.add(key, 3)
        try queue.add(Operation(.field("b"), "Focus"), 4)
        try queue.add(key, 5)
        #expect(sent(&queue) == [1, 2])
        queue.answered(key)
        #expect(sent(&queue) == [])
        queue.answered(move)
        #expect(sent(&queue) == [3, 4])
        queue.answered(key)
        queue.answered(Operation(.field("b"), "Focus"))
        #expect(sent(&queue) == [5])
    }

    @Test("operations on a field that is named do not wait")
    func named() throws {
        var queue = queue()
        try queue.add(Operation(.field("b"), "Focus"), 1)
        try queue.add(Operation(.field("b"), "InsertText", [.string("x")]), 2)
        #expect(sent(&queue) == [1, 2])
    }

    @Test("at most as many are unanswered as the daemon queues")
    func window() throws {
        var queue = queue()
        for number in 0..<3_000 { try queue.add(key, number) }
        #expect(sent(&queue).count == OperationQueue<Int>.window)
        var next = OperationQueue<Int>.window
        while queue.waitingCount > 0 {
            queue.answered(key)
            #expect(sent(&queue) == [next])
            next += 1
        }
        #expect(next == 3_000)
    }

    @Test("nothing is sent while the daemon is unreachable, and an excess is refused with the limit")
    func suspended() throws {
        var queue = OperationQueue<Int>()
        for number in 0..<OperationQueue<Int>.limit { try queue.add(key, number) }
        #expect(sent(&queue) == [])
        let error = #expect(throws: BusError.self) { try queue.add(key, 0) }
        #expect(error?.message.contains("10000") == true)
        #expect(queue.removeAll().count == OperationQueue<Int>.limit)
        #expect(queue.waitingCount == 0)
    }
}

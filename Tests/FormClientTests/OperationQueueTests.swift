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

    @Test("keys are sent behind an operation that moves the focus, without waiting for its reply")
    func moves() throws {
        var queue = queue()
        for (number, operation) in [key, move, key, Operation(.field("b"), "Focus"), key].enumerated() {
            try queue.add(operation, number)
        }
        #expect(sent(&queue) == [0, 1, 2, 3, 4] && queue.unanswered == 5)
    }

    @Test("at most as many are unanswered as the daemon queues")
    func window() throws {
        var queue = queue()
        for number in 0..<3_000 { try queue.add(key, number) }
        #expect(sent(&queue).count == OperationQueue<Int>.window)
        var next = OperationQueue<Int>.window
        while next < 3_000 {
            queue.answered()
            #expect(sent(&queue) == [next])
            next += 1
        }
        #expect(sent(&queue) == [])
        for _ in 0..<OperationQueue<Int>.window { queue.answered() }
        #expect(queue.isEmpty)
    }

    @Test("nothing is sent while the daemon is unreachable, and an excess is refused with the limit")
    func suspended() throws {
        var queue = OperationQueue<Int>()
        for number in 0..<OperationQueue<Int>.limit { try queue.add(key, number) }
        #expect(sent(&queue) == [])
        let error = #expect(throws: BusError.self) { try queue.add(key, 0) }
        #expect(error?.message.contains("10000") == true)
        #expect(queue.removeAll().count == OperationQueue<Int>.limit)
        #expect(queue.isEmpty)
    }
}

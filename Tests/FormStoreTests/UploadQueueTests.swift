import FormdTesting
import RandomTesting
import Testing

@testable import FormStore

@Suite("What is brought to the shared store")
struct UploadQueueTests {
    private static let one = SharedIdentity(id: "one")

    private func steps(_ queue: inout UploadQueue) -> [UploadQueue.Step] { queue.next().map(\.step) }

    @Test("a file is shared as a whole, and then what is appended")
    func appended() {
        var queue = UploadQueue()
        queue.written("f", Self.one, isWhole: true)
        let whole = queue.next()
        #expect(whole == [UploadQueue.Work(file: "f", identity: Self.one, step: .replace)])
        queue.written("f", Self.one, isWhole: false)
        #expect(steps(&queue) == [], "one step of a session at a time")
        queue.ended(whole[0], bytes: 100)
        let more = queue.next()
        #expect(more.map(\.step) == [.append(after: 100, piece: 1)])
        queue.ended(more[0], bytes: 120)
        #expect(queue.behind == 0)
        queue.written("f", Self.one, isWhole: true)
        #expect(steps(&queue) == [.replace])
    }

    @Test("a file that is written as a whole while a part of it is shared is shared anew")
    func replaced() {
        var queue = UploadQueue()
        queue.written("f", Self.one, isWhole: true)
        queue.ended(queue.next()[0], bytes: 10)
        queue.written("f", Self.one, isWhole: false)
        let part = queue.next()
        queue.written("f", Self.one, isWhole: true)
        queue.ended(part[0], bytes: 20)
        #expect(steps(&queue) == [.replace])
    }

    @Test("a session is released when everything before is shared, and stays if that fails")
    func released() {
        var queue = UploadQueue()
        queue.written("f", Self.one, isWhole: true)
        queue.release(Self.one)
        let whole = queue.next()
        #expect(whole.map(\.step) == [.replace])
        queue.ended(whole[0], bytes: 10)
        let last = queue.next()
        #expect(last.map(\.step) == [.release])
        queue.failed(last[0])
        #expect(steps(&queue) == [])
        queue.wakeAll()
        #expect(steps(&queue) == [.replace], "it is not known what is shared")
    }

    @Test("a session whose release is given up goes on when the database is back")
    func releaseGivenUp() {
        var queue = UploadQueue()
        queue.written("f", Self.one, isWhole: true)
        queue.ended(queue.next()[0], bytes: 10)
        queue.release(Self.one)
        queue.keep(Self.one)
        queue.wakeAll()
        #expect(steps(&queue) == [] && queue.contains(Self.one))
    }

    @Test("sessions that are written with a later epoch, or end, while a step is under way do not stop the others")
    func laterEpoch() {
        var queue = UploadQueue()
        for number in 0..<32 { queue.written("f", SharedIdentity(id: "s\(number)"), isWhole: true) }
        for number in 0..<2 {
            for work in queue.next() {
                let later = SharedIdentity(id: work.identity.id, epoch: 2)
                if number == 0 { queue.written("f", later, isWhole: true) } else { queue.end(later) }
                queue.ended(work, bytes: 10)
            }
        }
        #expect(queue.next().count == 16)
    }

    @Test("a session that has ended needs nothing else")
    func ended() {
        var queue = UploadQueue()
        queue.written("f", Self.one, isWhole: true)
        queue.end(Self.one)
        let end = queue.next()
        #expect(end.map(\.step) == [.end])
        // Another session has got the file's name meanwhile.
        queue.written("f", SharedIdentity(id: "two"), isWhole: true)
        queue.ended(end[0], bytes: 0)
        #expect(queue.file(of: "one") == nil)
        #expect(steps(&queue) == [.replace])
    }

    @Test("at most 16 sessions are under way, in their order")
    func bounded() {
        var queue = UploadQueue()
        for number in 0..<40 { queue.written("\(number)", SharedIdentity(id: "\(number)"), isWhole: true) }
        let first = queue.next()
        #expect(first.map(\.file) == (0..<16).map(String.init))
        #expect(queue.next().isEmpty)
        queue.ended(first[3], bytes: 1)
        #expect(queue.next().map(\.file) == ["16"])
    }

    @Test("whatever happens, what is shared in the end is what is on disk", arguments: 0..<20)
    func random(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var queue = UploadQueue()
        var files: [String: [Int]] = [:]
        var shared: [String: [Int]] = [:]
        var underWay: [UploadQueue.Work] = []
        var stamp = 0
        var ended: [String: Int] = [:]

        func perform(_ work: UploadQueue.Work) {
            let id = work.identity.id
            switch work.step {
            case .end, .release: shared[id] = nil
            case .replace: shared[id] = files[id]
            case .append(let after, _):
                #expect(shared[id]?.count == after)
                shared[id]? += files[id]?.dropFirst(after) ?? []
            }
            queue.ended(work, bytes: shared[id]?.count ?? 0)
        }
        for _ in 0..<400 {
            var id = "s\(Int.random(in: 0..<5, using: &generator))g"
            stamp += 1
            // One that has ended is not begun again: another of the same name has another identity.
            id += String(ended[id, default: 0])
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<3:
                guard files[id] != nil else { continue }
                files[id]?.append(stamp)
                queue.written(id, SharedIdentity(id: id), isWhole: false)
            case 3..<5:
                files[id] = [stamp]
                queue.written(id, SharedIdentity(id: id), isWhole: true)
            case 5 where files.removeValue(forKey: id) != nil:
                queue.end(SharedIdentity(id: id))
                ended[String(id.prefix(3)), default: 0] += 1
            case 6:
                // The database is away, and nobody knows whether what was under way was done.
                for work in underWay {
                    if Bool.random(using: &generator), files[work.identity.id] != nil, case .replace = work.step {
                        shared[work.identity.id] = files[work.identity.id]
                    }
                    queue.failed(work)
                }
                underWay = []
                queue.wakeAll()
            default:
                underWay += queue.next()
                if !underWay.isEmpty {
                    perform(underWay.remove(at: Int.random(in: underWay.indices, using: &generator)))
                }
            }
        }
        for work in underWay { perform(work) }
        queue.wakeAll()
        while queue.behind > 0 {
            let work = queue.next()
            if work.isEmpty { break }
            for work in work { perform(work) }
        }
        #expect(shared == files)
        #expect(queue.behind == 0)
    }
}

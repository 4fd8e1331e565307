@testable import PluginHost
import PluginWire
import Testing

@Suite("Data about a plug-in")
struct BookkeepingTests {
    @Test("instances are numbered once, and the oldest one is replaced")
    func instances() {
        var instances = PluginInstances()
        let type = TypeIdentity(.placeholder, "a")
        for number in UInt16(0)..<256 {
            #expect(instances.number(of: type, "\(number)") == (number, true))
        }
        #expect(instances.number(of: type, "0") == (0, false))
        #expect(instances.number(of: type, "256") == (0, true))
        #expect(instances.number(of: type, "0") == (1, true))
        #expect(instances.number(of: type, "2") == (2, false))
    }

    @Test("the answers used last are cached, up to the limit", arguments: [1, 8, 1000])
    func memory(capacity: Int) {
        var cache = AnswerCache<Int, String>(capacity: capacity)
        #expect(cache.answer(to: 0) == nil)
        for number in 0..<10_000 {
            cache.insert("\(number)", to: number)
            if capacity > 2 {
                cache.insert("zero", to: 0)
                #expect(cache.answer(to: 0) == "zero", "what is used stays")
            }
        }
        #expect(cache.answer(to: 9_999) == "9999")
        #expect(cache.count <= max(2, capacity))
        cache.insert("new", to: 9_999)
        #expect(cache.answer(to: 9_999) == "new")
    }

    @Test("the bytes of cached answers are limited, and a single answer may not use most of them")
    func memoryBytes() {
        var cache = AnswerCache<Int, Int>(capacity: 1_000_000, byteCapacity: 8_000)
        for number in 0..<1_000 {
            cache.insert(number, to: number, size: number % 900 + 1)
            if number % 3 == 0 { _ = cache.answer(to: number - 1) }
            #expect(cache.byteCount <= 8_000)
        }
        cache.insert(-1, to: -1, size: 1_001)
        #expect(cache.answer(to: -1) == nil)
        cache.insert(-2, to: -2, size: 1_000)
        #expect(cache.answer(to: -2) == -2)
    }

    @Test("after a slow answer a plug-in is not waited for during a pause that doubles, until it answers quickly")
    func promptness() {
        var promptness = Promptness()
        /// Questions that are not waited for until one is.
        func pause() -> Int {
            var count = 0
            while !promptness.isExpected() { count += 1 }
            return count
        }
        #expect(pause() == 0)
        let pauses = (0..<9).map { _ in
            promptness.note(isPrompt: false)
            return pause()
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 64, 64])
        promptness.note(isPrompt: true)
        #expect((0..<3).map { _ in pause() } == [0, 0, 0])
        promptness.note(isPrompt: false)
        #expect(pause() == 1)
    }

    @Test("pending questions are found by number and stay in order")
    func pending() {
        var pending = PendingQuestions<String>()
        for id in [3, 1, 2] as [UInt32] { pending[id] = "\(id)" }
        pending[1] = "one"
        #expect(pending[1] == "one" && pending[3] == "3" && pending[4] == nil)
        pending[3] = nil
        pending[4] = nil
        #expect(pending.all == ["one", "2"])
    }

    @Test("logged lines are complete, short and printable")
    func lines() {
        var log = PluginLog()
        let now = MockClock().now
        #expect(log.receive(Array("one\ntw".utf8), now: now) == ["one"])
        #expect(log.receive(Array("o\u{1B}[2J\n".utf8), now: now) == ["two?[2J"])
        let long = [UInt8](repeating: 0x78, count: 5000)
        #expect(log.receive(long + [0x0A], now: now) == [String(repeating: "x", count: 1024) + "…"])
        #expect(log.receive([0xFF, 0xFE], now: now) == [])
        #expect(log.finish(now: now) == ["\u{FFFD}\u{FFFD}"])
    }

    @Test("the number of logged lines is limited")
    func flood() {
        var log = PluginLog()
        var clock = MockClock()
        let flood = Array(String(repeating: "x\n", count: 10_000).utf8)
        #expect(log.receive(flood, now: clock.now).count == 20)
        #expect(log.receive(flood, now: clock.now).isEmpty)
        clock.advance(.seconds(1))
        let lines = log.receive(flood, now: clock.now)
        #expect(lines == ["(19980 lines left out)", "x", "x", "x", "x", "x"])
    }
}

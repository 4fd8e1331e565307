import Testing

@testable import DBus

@Suite("Senders on a bus")
struct CallerDirectoryTests {
    typealias Directory = CallerDirectory<Int>

    static func limited(known: Int = 2, lookUps: Int = 2, waiting: Int = 2) -> Directory {
        Directory(limits: .init(known: known, lookUps: lookUps, waiting: waiting))
    }

    @Test("a new sender is looked up once; its messages wait in order, and later ones are served at once")
    func order() {
        var directory = Directory()
        #expect(directory.arrived(1, of: 1, from: ":1.1") == .wait(lookUp: true))
        #expect(directory.arrived(2, of: 1, from: ":1.1") == .wait(lookUp: false))
        #expect(directory.arrived(9, of: 1, from: ":1.2") == .wait(lookUp: true))
        #expect(directory.resolved(":1.1", uid: 7) == [1, 2])
        #expect(directory.arrived(3, of: 1, from: ":1.1") == .serve(uid: 7))
        #expect(directory.resolved(":1.2", uid: 8) == [9])
    }

    @Test("after a failed look-up the messages are returned, and the next message starts another")
    func failure() {
        var directory = Directory()
        _ = directory.arrived(1, of: 1, from: ":1.1")
        #expect(directory.resolved(":1.1", uid: nil) == [1])
        #expect(directory.arrived(2, of: 1, from: ":1.1") == .wait(lookUp: true))
    }

    @Test("a sender that leaves the bus is removed with its waiting messages")
    func vanished() {
        var directory = Directory()
        _ = directory.arrived(1, of: 1, from: ":1.1")
        directory.vanished(":1.1")
        #expect(directory.resolved(":1.1", uid: 7) == [])
        #expect(directory.arrived(2, of: 1, from: ":1.1") == .wait(lookUp: true))
        _ = directory.resolved(":1.1", uid: 7)
        directory.vanished(":1.1")
        #expect(directory.arrived(3, of: 1, from: ":1.1") == .wait(lookUp: true))
    }

    @Test("the memory that unknown senders can use is limited")
    func bounds() {
        var directory = Self.limited()
        _ = directory.arrived(1, of: 1, from: ":1.1")
        _ = directory.arrived(2, of: 1, from: ":1.1")
        #expect(directory.arrived(3, of: 1, from: ":1.1") == .refuse)
        _ = directory.arrived(4, of: 1, from: ":1.2")
        #expect(directory.arrived(5, of: 1, from: ":1.3") == .refuse)
        #expect(directory.resolved(":1.1", uid: 1) == [1, 2])
        #expect(directory.arrived(6, of: 1, from: ":1.3") == .wait(lookUp: true))
        #expect(directory.resolved(":1.2", uid: 2) == [4])
        #expect(directory.resolved(":1.3", uid: 3) == [6])
        #expect(directory.arrived(7, of: 1, from: ":1.3") == .serve(uid: 3))
        #expect(directory.arrived(8, of: 1, from: ":1.1") == .wait(lookUp: true))
    }

    @Test("the bytes of all waiting messages are limited until the look-up ends or the sender leaves")
    func bytes() {
        var directory = Directory(limits: .init(waitingBytes: 100))
        #expect(directory.arrived(1, of: 60, from: ":1.1") == .wait(lookUp: true))
        #expect(directory.arrived(2, of: 41, from: ":1.2") == .refuse)
        #expect(directory.arrived(3, of: 40, from: ":1.2") == .wait(lookUp: true))
        #expect(directory.arrived(4, of: 1, from: ":1.1") == .refuse)
        #expect(directory.resolved(":1.1", uid: nil) == [1])
        directory.vanished(":1.2")
        #expect(directory.arrived(5, of: 100, from: ":1.3") == .wait(lookUp: true))
    }
}

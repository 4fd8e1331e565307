import DBus
import EventLoop
import Testing

@Suite("Which connection is closed for a new one")
struct ConnectionLimitsTests {
    private let limits: ConnectionLimits
    private let now = EventLoop.Instant.now

    init() {
        var limits = ConnectionLimits()
        (limits.all, limits.ofUser, limits.certain) = (12, 6, 2)
        self.limits = limits
    }

    /// - Parameter silent: for how many seconds each connection has been silent; the last one counts for the rest.
    private func choice(for user: UInt32, among open: [UInt32], silent: [Int]) -> ConnectionLimits.Choice {
        limits.makeRoom(for: user, among: open, at: now) { index in
            .used(last: now + .seconds(-silent[min(index, silent.count - 1)]))
        }
    }

    private static func users(_ counts: [Int]) -> [UInt32] {
        counts.enumerated().flatMap { Array(repeating: UInt32($0.offset), count: $0.element) }
    }

    @Test("below the limits none is closed")
    func enough() {
        #expect(choice(for: 9, among: Self.users([5, 5, 1]), silent: [99]) == .enough)
        #expect(choice(for: 0, among: Self.users([5]), silent: [99]) == .enough)
    }

    @Test("who has as many as allowed gives up an own one")
    func ownLimit() {
        #expect(choice(for: 1, among: Self.users([2, 6]), silent: [90, 90, 10, 70, 60, 50]) == .close(3))
        #expect(choice(for: 1, among: Self.users([2, 6]), silent: [90, 90, 10]) == .refuse)
    }

    @Test("each user gets some, even if users with more lose connections that they use")
    func certain() {
        let full = Self.users([6, 6])
        #expect(choice(for: 2, among: full, silent: [1, 5, 3]) == .close(1))
        // With two of them, the user has to wait until one of the others is silent.
        let next = Self.users([5, 5, 2])
        #expect(choice(for: 2, among: next, silent: [1, 5, 3]) == .refuse)
        #expect(choice(for: 2, among: next, silent: [1, 61, 3]) == .close(1))
    }

    @Test("no user loses a connection to one who would have as many, however silent it was")
    func silentVictim() {
        // User 2 has been silent for an hour, and the others open as many as they can.
        let open = Self.users([5, 5, 2])
        let silent = Array(repeating: 1, count: 10) + [3_600]
        #expect(choice(for: 0, among: open, silent: silent) == .refuse)
        #expect(choice(for: 3, among: open, silent: silent) == .close(0))
        let strangers: [UInt32] = (0..<12).map { UInt32($0) }
        #expect(choice(for: 99, among: strangers, silent: [3_600]) == .refuse)
    }

    @Test("connections that are not authenticated or not used go first")
    func order() {
        let open = Self.users([6, 6])
        func choice(_ uses: [Int: ConnectionLimits.Use]) -> ConnectionLimits.Choice {
            limits.makeRoom(for: 2, among: open, at: now) { uses[$0] ?? .used(last: now + .seconds(-100)) }
        }
        #expect(choice([3: .unused, 5: .unauthenticated]) == .close(5))
        #expect(choice([3: .unused, 4: .unused]) == .close(3))
        #expect(choice([:]) == .close(0))
        #expect(limits.makeRoom(for: 2, among: open, at: now) { _ in .used(last: nil) } == .refuse)
    }
}

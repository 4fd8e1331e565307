package import EventLoop

/// How many connections a server has, and which one it closes for a new one.
///
/// Users with many connections leave room for those with few: a connection is only closed for that of another user if its
/// own user has more of them than the other one would have then. So nobody loses a connection because somebody else opens
/// many, and each user can have and keep `certain` connections although others use all of theirs.
package struct ConnectionLimits: Sendable {
    /// The maximum number of connections, including those that are not authenticated yet.
    package var all = 256
    package var ofUser = 64
    /// The number of connections that a user gets even if connections in use are closed for them.
    package var certain = 4
    /// How long a connection in use must have been silent before it may be closed for another one.
    package var silence: Duration = .seconds(60)

    package init() {}

    /// What a connection is used for.
    package enum Use: Sendable {
        case unauthenticated
        /// Closing it would not affect its owner.
        case unused
        /// - Parameter last: when its peer last sent something; `nil` if that is unknown.
        case used(last: EventLoop.Instant?)
    }

    package enum Choice: Sendable, Equatable {
        case enough
        /// Close the connection with this index.
        case close(Int)
        case refuse
    }

    /// Determines how a user gets one more connection: the oldest connection that is not authenticated is closed; otherwise
    /// the oldest one that is not in use; otherwise the one that has been silent for the longest time, if that is long
    /// enough or the user has few connections.
    ///
    /// - Parameters:
    ///   - open: the user of each connection, in the order of their arrival.
    ///   - use: returns the use of the connection with this index.
    package func makeRoom(
        for user: UInt32,
        among open: [UInt32],
        at now: EventLoop.Instant,
        use: (Int) -> Use
    ) -> Choice {
        let counts = Dictionary(open.lazy.map { ($0, 1) }, uniquingKeysWith: +)
        let own = counts[user, default: 0]
        guard own >= ofUser || open.count >= all else { return .enough }
        let isRich: (UInt32) -> Bool = { counts[$0, default: 0] > max(own + 1, certain) }
        // Who has most, or no less than the others, gives up an own connection.
        let takesOwn = own >= ofUser || !open.contains(where: isRich)
        var (unused, oldest): (Int?, (index: Int, last: EventLoop.Instant)?)
        for index in open.indices where takesOwn ? open[index] == user : isRich(open[index]) {
            switch use(index) {
            case .unauthenticated: return .close(index)
            case .unused: unused = unused ?? index
            case .used(let last?) where oldest.map { last < $0.last } ?? true: oldest = (index, last)
            case .used: break
            }
        }
        if let unused { return .close(unused) }
        let isCertain = !takesOwn && own < certain
        guard let oldest, isCertain || now - oldest.last >= silence else { return .refuse }
        return .close(oldest.index)
    }
}

/// Which sessions the shared store does not have as they are on disk. A value, which decides what to do next; `SharedStore`
/// does it.
///
/// A session is shared as the pieces of its file in their order: the file as it was when it was last written as a whole,
/// and what was appended since. While the database is away nothing is kept in memory but the names: the files are the tail.
struct UploadQueue {
    enum Step: Hashable {
        /// Shares the whole file instead of all pieces.
        case replace
        /// Shares what follows some bytes of the file, as the piece of this number.
        case append(after: Int, piece: Int)
        /// The session has ended: no piece of it stays.
        case end
        /// Another daemon may go on with the session.
        case release
    }

    /// A step that is under way, and has to be ended.
    struct Work: Hashable {
        /// The session's file.
        let file: String
        let identity: SharedIdentity
        let step: Step
    }

    private struct Session {
        let file: String
        let identity: SharedIdentity
        /// What is shared; `nil` if that is not known, or the file was written as a whole since.
        var shared: (bytes: Int, pieces: Int)?
        /// Whether there is more on disk than is shared.
        var isBehind: Bool
        /// What happens to it when everything before is shared.
        var last: Step?
        var isUnderWay = false
        /// Whether it is in `due`.
        var isDue = false
        /// Whether the file was written as a whole while a step was under way.
        var wasReplaced = false
    }

    /// The sessions of this daemon.
    private var sessions: [String: Session] = [:]
    /// Those with something to do, in the order in which that came up.
    private var due: [String] = []
    private var underWay = 0

    /// The number of sessions that are being brought to the database at a time.
    static let atOnce = 16
    /// The pieces of a session above which it is shared as a whole again.
    static let maximumPieces = 256

    /// The number of sessions that are not shared as they are.
    var behind: Int { sessions.values.count { $0.isBehind || $0.isUnderWay || $0.last != nil } }

    /// The file of a session; `nil` if it is not this daemon's.
    func file(of id: String) -> String? { sessions[id]?.file }

    func contains(_ identity: SharedIdentity) -> Bool { sessions[identity.id]?.identity == identity }

    /// Notes that a session's file was written.
    ///
    /// - Parameter isWhole: whether it was written as a whole, not only longer.
    mutating func written(_ file: String, _ identity: SharedIdentity, isWhole: Bool) {
        forgetOther(than: identity)
        var session = sessions[identity.id] ?? Session(file: file, identity: identity, isBehind: true)
        session.isBehind = true
        if isWhole { (session.shared, session.wasReplaced) = (nil, true) }
        sessions[identity.id] = session
        wake(identity.id)
    }

    /// Notes that a session has ended.
    mutating func end(_ identity: SharedIdentity) {
        forgetOther(than: identity)
        if !contains(identity) { sessions[identity.id] = Session(file: "", identity: identity, isBehind: false) }
        sessions[identity.id]?.last = .end
        wake(identity.id)
    }

    /// Notes that a session is to be released when everything of it is shared.
    mutating func release(_ identity: SharedIdentity) {
        guard contains(identity), sessions[identity.id]?.last == nil else { return }
        sessions[identity.id]?.last = .release
        wake(identity.id)
    }

    /// Notes that a session is not to be released any more.
    mutating func keep(_ identity: SharedIdentity) {
        if contains(identity), sessions[identity.id]?.last == .release { sessions[identity.id]?.last = nil }
    }

    /// Forgets the session of another epoch.
    private mutating func forgetOther(than identity: SharedIdentity) {
        if let other = sessions[identity.id]?.identity, other != identity { forget(other) }
    }

    /// Forgets a session that belongs to another daemon now.
    mutating func forget(_ identity: SharedIdentity) {
        guard contains(identity) else { return }
        if sessions[identity.id]?.isUnderWay == true { underWay -= 1 }
        sessions[identity.id] = nil
    }

    private mutating func wake(_ id: String) {
        guard sessions[id]?.isUnderWay == false, sessions[id]?.isDue == false else { return }
        sessions[id]?.isDue = true
        due.append(id)
    }

    /// What to do now. Each has to be ended.
    mutating func next() -> [Work] {
        var work: [Work] = []
        var taken = 0
        while underWay < Self.atOnce, taken < due.count {
            let id = due[taken]
            taken += 1
            // One of the same name may have been forgotten meanwhile.
            guard var session = sessions[id], session.isDue else { continue }
            session.isDue = false
            let step = Self.step(for: session)
            if step != nil { (session.isUnderWay, session.wasReplaced, session.isBehind) = (true, false, false) }
            sessions[id] = session
            guard let step else { continue }
            underWay += 1
            work.append(Work(file: session.file, identity: session.identity, step: step))
        }
        due.removeFirst(taken)
        return work
    }

    private static func step(for session: Session) -> Step? {
        if session.last == .end { return .end }
        guard session.isBehind else { return session.last }
        guard let shared = session.shared, shared.pieces < maximumPieces else { return .replace }
        return .append(after: shared.bytes, piece: shared.pieces)
    }

    /// Notes that a step has succeeded.
    ///
    /// - Parameter bytes: the length of what is shared of the file now.
    mutating func ended(_ work: Work, bytes: Int) {
        guard contains(work.identity), var session = sessions[work.identity.id], session.isUnderWay else { return }
        underWay -= 1
        session.isUnderWay = false
        switch work.step {
        case .end, .release:
            sessions[work.identity.id] = nil
            return
        case .replace where !session.wasReplaced: session.shared = (bytes, 1)
        case .append(let before, let piece) where !session.wasReplaced:
            session.shared = (bytes, bytes > before ? piece + 1 : piece)
        case .replace, .append: session.shared = nil
        }
        sessions[work.identity.id] = session
        if session.isBehind || session.last != nil { wake(work.identity.id) }
    }

    /// Notes that a step has failed, so that it is not known what is shared. It is done again with the next step of the
    /// session, or when the database is back. A session that was to be released stays.
    mutating func failed(_ work: Work) {
        guard contains(work.identity), sessions[work.identity.id]?.isUnderWay == true else { return }
        underWay -= 1
        sessions[work.identity.id]?.isUnderWay = false
        sessions[work.identity.id]?.isBehind = true
        sessions[work.identity.id]?.shared = nil
        if sessions[work.identity.id]?.last == .release { sessions[work.identity.id]?.last = nil }
    }

    /// Does everything that is left, after the database was away.
    mutating func wakeAll() {
        for (id, session) in sessions where session.isBehind || session.last != nil { wake(id) }
    }
}

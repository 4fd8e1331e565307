/// How a peer that connects to us proves who it is, in the words of the D-Bus specification: the kernel has said who it is
/// (`EXTERNAL`), and all that the peer can do is to agree. Cookies in a home directory and anonymity are no substitute.
struct Authentication {
    /// Who the peer is.
    let uid: UInt32
    /// The server's.
    let guid: String

    /// What follows from a line of the peer's.
    enum Step: Hashable {
        case answer(String)
        /// Messages follow.
        case begin
        /// The peer does not know the protocol, or guesses too often.
        case refuse
    }

    /// The longest line, and what all of it together may come to.
    static let maximumBytes = 16 << 10
    private static let maximumFailures = 6
    private static let rejection = "REJECTED EXTERNAL"

    private enum State {
        case waitingForMechanism, waitingForIdentity, waitingForBegin
    }

    /// Whether the byte has come with which every peer begins: it once carried credentials.
    var hasBegun = false
    private var state = State.waitingForMechanism
    private var failures = 0
    /// Whether the peer takes descriptors.
    private(set) var carriesDescriptors = false

    init(uid: UInt32, guid: String) {
        self.uid = uid
        self.guid = guid
    }

    /// - Parameter line: without its end.
    mutating func receive(_ line: [UInt8]) -> Step {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        switch (state, words.first) {
        case (.waitingForMechanism, "AUTH"):
            guard words.count >= 2, words[1] == "EXTERNAL" else { return reject() }
            if words.count > 2 { return identify(words[2...]) }
            state = .waitingForIdentity
            return .answer("DATA")
        case (.waitingForIdentity, "DATA"): return identify(words[1...])
        case (.waitingForBegin, "BEGIN"): return .begin
        case (_, "BEGIN"): return .refuse
        case (.waitingForBegin, "NEGOTIATE_UNIX_FD"):
            carriesDescriptors = true
            return .answer("AGREE_UNIX_FD")
        case (.waitingForIdentity, "CANCEL"), (.waitingForBegin, "CANCEL"), (_, "ERROR"): return reject()
        default: return fail(.answer("ERROR \"this is not understood here\""))
        }
    }

    /// The identity is the uid in decimal, its characters in hexadecimal; none means what the kernel says.
    private mutating func identify(_ words: ArraySlice<String>) -> Step {
        let claim = words.joined(separator: " ")
        let own = String(uid).utf8.map { "3" + String($0 & 0xf) }.joined()
        guard claim.isEmpty || claim == own else { return reject() }
        state = .waitingForBegin
        return .answer("OK \(guid)")
    }

    private mutating func reject() -> Step {
        state = .waitingForMechanism
        carriesDescriptors = false
        return fail(.answer(Self.rejection))
    }

    private mutating func fail(_ step: Step) -> Step {
        failures += 1
        return failures < Self.maximumFailures ? step : .refuse
    }
}

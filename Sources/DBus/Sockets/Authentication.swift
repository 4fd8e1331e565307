import CLinux

/// The process at the other end of a socket, as the kernel saw it when the connection was made.
package struct PeerCredentials: Hashable, Sendable {
    package var uid: UInt32
    package var gid: UInt32
    package var pid: Int32

    /// `nil` if the socket is not a Unix socket.
    init?(of socket: Int32) {
        (uid, gid, pid) = (0, 0, 0)
        guard unsafe linux_peer_credentials(socket, &uid, &gid, &pid) >= 0 else { return nil }
    }
}

/// The server's side of the D-Bus authentication protocol, with the mechanism `EXTERNAL` only: the kernel has reported
/// the peer's user, and the peer confirms it. Other mechanisms (cookies in a home directory, anonymous access) are
/// rejected.
///
/// A pure state machine: `receive` processes one line of the peer and returns the next step.
struct Authentication {
    /// The peer's user, which the kernel has reported.
    let uid: UInt32
    /// The server's identifier, which is sent to the peer.
    let guid: String

    /// The next step after a line.
    enum Step: Hashable {
        case answer(String)
        /// The peer is authenticated, and messages follow.
        case begin
        /// The connection is to be closed: the peer does not know the protocol, or has failed too often.
        case refuse
    }

    /// The number of bytes that may arrive without the end of a line.
    static let maximumBytes = 16 << 10
    private static let maximumFailures = 6
    private static let rejection = "REJECTED EXTERNAL"

    private enum State {
        case waitingForMechanism, waitingForIdentity, waitingForBegin
    }

    /// Whether the zero byte with which every peer begins has been received. (Some systems send credentials with it.)
    var hasBegun = false
    private var state = State.waitingForMechanism
    private var failures = 0
    /// Whether descriptors may be sent, because the peer has asked for it.
    private(set) var carriesDescriptors = false

    init(uid: UInt32, guid: String) {
        self.uid = uid
        self.guid = guid
    }

    /// - Parameter line: a line without its end.
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

    /// Compares the identity that the peer claims with the user ID that the kernel reports. A claim is the user ID in
    /// decimal digits, encoded in hexadecimal; an empty claim stands for the user ID that the kernel reports.
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

/// Why a session ended; the words are the bus interface's.
package enum CloseReason: String, Sendable {
    case closed
    case submitted
    case ownerVanished = "owner-vanished"
    case idle
    case shutdown
}

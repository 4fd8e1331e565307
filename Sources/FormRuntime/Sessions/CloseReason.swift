/// Why a session ended, in the words of the D-Bus interface.
package enum CloseReason: String, Sendable {
    case closed
    case submitted
    case ownerVanished = "owner-vanished"
    case idle
    case shutdown
}

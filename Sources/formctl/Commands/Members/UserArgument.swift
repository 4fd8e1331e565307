import ArgumentParser
import EventLoop
import Glibc

/// USER on the command line: a user's name or number.
struct UserArgument: ExpressibleByArgument, Sendable {
    static let help: ArgumentHelp = "A user's name or number."

    static var defaultCompletionKind: CompletionKind { .shellCommand("getent passwd | cut -d: -f1") }

    private let text: String

    init?(argument: String) {
        text = argument
    }

    /// The user's number. Throws if the machine does not know the user.
    func number() throws(CommandFailure) -> UInt32 {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 1 << 16)
        if getpwnam_r(text, &entry, &buffer, buffer.count, &found) == 0, found != nil { return entry.pw_uid }
        guard let number = UInt32(text) else {
            throw CommandFailure(.refused, "there is no user \(text.escapingControls)")
        }
        return number
    }
}

import EventLoop
import FormModel
import Glibc

/// The reader has closed standard output. This ends the tool, but is not an error.
struct ClosedPipe: Error {}

/// Standard output without a buffer: the reader gets each line at once.
enum StandardOutput {
    static let descriptor = STDOUT_FILENO

    static var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes each line with a line break. Throws `ClosedPipe` if there is no reader any more, and `CommandFailure`.
    static func write(_ lines: [String]) throws {
        var text = ""
        for line in lines {
            text += line
            text += "\n"
        }
        try write(text: text)
    }

    /// Writes JSON on a line of its own.
    static func write(_ json: JSONText) throws { try write([json.canonical.shownSafely]) }

    /// Writes a text unchanged, to standard output or to another inherited descriptor. Throws the same errors as
    /// `write`.
    static func write(text: String, to descriptor: Int32 = descriptor) throws {
        let code = FileOutput.write(text, to: descriptor)
        if code == EPIPE { throw ClosedPipe() }
        guard code != 0 else { return }
        let place = descriptor == Self.descriptor ? "standard output" : "descriptor \(descriptor)"
        throw CommandFailure(.refused, "cannot write to \(place): \(FileOutput.message(code))")
    }
}

extension StandardError {
    /// Writes a message for the user while the command continues.
    static func remark(_ message: String) { write("formctl: \(message)") }
}

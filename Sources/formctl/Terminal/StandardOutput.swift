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

enum StandardError {
    /// Writes a line, without characters that control a terminal. An error is ignored, because there is nowhere to
    /// report it.
    static func write(_ line: String) {
        _ = FileOutput.write(line.shownSafely + "\n", to: STDERR_FILENO)
    }

    /// Writes a message for the user while the command continues.
    static func remark(_ message: String) { write("formctl: \(message)") }
}

enum FileOutput {
    /// Writes the whole text. Returns 0, or the `errno` of the failure.
    static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                Glibc.poll(&poll, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    static func message(_ code: Int32) -> String { String(cString: strerror(code)) }
}

import Glibc

/// Messages for the user of a program.
package enum StandardError {
    /// Writes a line, without characters that control a terminal. An error is ignored, because there is nowhere to
    /// report it.
    package static func write(_ line: String) {
        _ = FileOutput.write(line.shownSafely + "\n", to: STDERR_FILENO)
    }
}

/// Writes to inherited descriptors, whoever reads them.
package enum FileOutput {
    /// Writes the whole text. Returns 0, or the `errno` of the failure.
    package static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                unsafe Glibc.poll(&poll, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    package static func message(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}

import ArgumentParser
import EventLoop
import Glibc

/// A file named on the command line; `-` is standard input.
enum TextFile {
    /// The maximum size in bytes. The daemon accepts less, and reports its own limit.
    private static let limit = 16 << 20

    static func read(_ path: String) throws(CommandFailure) -> String {
        guard let text = String(validating: try bytes(of: path), as: UTF8.self) else {
            throw unreadable(path, "it is not UTF-8")
        }
        return text
    }

    static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw unreadable(path, String(cString: strerror(errno)))
            }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw unreadable(path, "it is larger than \(limit) bytes") }
        }
        return bytes
    }

    /// Writes a file, or replaces what is in it.
    static func write(_ text: String, to path: String) throws(CommandFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw unwritable(path) }
        defer { close(descriptor) }
        var bytes = Array(text.utf8)
        while !bytes.isEmpty {
            let count = Glibc.write(descriptor, bytes, bytes.count)
            if count < 0, errno != EINTR { throw unwritable(path) }
            bytes.removeFirst(max(0, count))
        }
    }

    private static func unwritable(_ path: String) -> CommandFailure {
        CommandFailure(.refused, "cannot write \(path.escapingControls): \(String(cString: strerror(errno)))")
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func unreadable(_ path: String, _ reason: String) -> CommandFailure {
        CommandFailure(.refused, "cannot read \(path.escapingControls): \(reason)")
    }
}

/// TEXT on the command line. `-` is standard input, so that secrets and long texts need not be arguments.
struct TextArgument: ExpressibleByArgument, Sendable {
    let argument: String

    init(argument: String) {
        self.argument = argument
    }

    var isStandardInput: Bool { argument == "-" }

    /// Reads the text. A line break at the end of a file is removed: `echo` writes one.
    func read() throws(CommandFailure) -> String {
        isStandardInput ? try Self.read(file: argument) : argument
    }

    static func read(file path: String) throws(CommandFailure) -> String {
        var text = try TextFile.read(path)
        if text.last == "\n" || text.last == "\r\n" { text.removeLast() }
        return text
    }
}

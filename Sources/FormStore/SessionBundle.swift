import CLinux
package import EventLoop

/// The sessions that are not stored on disk, for passing them to the next program of the daemon: a file in memory,
/// which the next program reads once. It contains the sessions one after the other, each in the format of a session's
/// file.
package enum SessionBundle {
    /// The session's data besides its form, and its form.
    package typealias Session = (entries: [String: String], whole: SessionRecord)

    package static func make(of sessions: [Session]) throws(SystemError) -> Descriptor {
        let file = Descriptor(
            owning: try SystemError.check(unsafe linux_memory_file("formd-sessions"), "make a file in memory")
        )
        var bytes = SessionFileContents.preamble
        for session in sessions { bytes += SessionFileContents.records(session.entries, [session.whole]) }
        try FileCalls.writeAll(file, bytes, at: 0)
        return file
    }

    /// Reads the sessions, and overwrites the file because it is no longer needed.
    package static func take(from file: Descriptor) throws -> [Session] {
        let bytes = try FileCalls.readAll(file, limit: .max)
        try FileCalls.writeAll(file, [UInt8](repeating: 0, count: bytes.count), at: 0)
        try SessionFileContents.checkPreamble(bytes)
        var sessions: [Session] = []
        var rest = bytes[SessionFileContents.preambleLength...]
        while let entries = SessionRecord(at: rest), entries.kind == .entries {
            rest = rest.dropFirst(entries.length)
            guard let whole = SessionRecord(at: rest), whole.kind == .whole else { break }
            rest = rest.dropFirst(whole.length)
            sessions.append((try SessionFileContents.pairs(entries.bytes), whole))
        }
        guard rest.isEmpty else { throw StoreFormatError("\(rest.count) bytes of sessions in memory mean nothing") }
        return sessions
    }
}

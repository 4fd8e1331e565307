package import EventLoop
import Glibc
import Synchronization

/// The folder with a daemon's state: `sessions`, `drafts`, `submissions` that have not arrived yet, the `spool` of those that
/// have arrived here, `aside` for files that cannot be read, `ended` for what a shared store does not know yet to be
/// removed, and `definitions`, which only earlier versions have used.
/// Only its owner can access it, and only one daemon at a time uses it.
package final class StateFolder: Sendable {
    package enum Part: String, Sendable, CaseIterable {
        case sessions, definitions, drafts, submissions, spool, aside, ended
    }

    package let path: String
    /// The user that the daemon runs as.
    package let owner: UInt32 = geteuid()
    /// Prevents other daemons from using the folder while it is open, also in the next program of this process.
    package let lock: Descriptor
    /// The open folders of the parts.
    private let parts: [Part: Descriptor]
    /// How many files have got a name for their removal.
    private let removals = Atomic(0)

    /// Creates the folder if it is missing. Throws an error that describes what is wrong with it, or which process uses
    /// it.
    ///
    /// - Parameter lock: the lock of the previous program of this process.
    package init(at path: String, inheriting lock: Descriptor? = nil) throws(StateFolderError) {
        self.path = path
        _ = try Self.make(path)
        var parts: [Part: Descriptor] = [:]
        for part in Part.allCases { parts[part] = try Self.make("\(path)/\(part.rawValue)") }
        self.parts = parts
        self.lock = try Self.lock(path, lock)
        removeUnfinished()
    }

    /// Unlocks the folder at once: a process that was forked a moment ago still has the lock until it runs its program.
    deinit {
        flock(lock.number, LOCK_UN)
    }

    /// The path of a file, or of a part of the folder.
    package func path(_ part: Part, _ name: String = "") -> String {
        name.isEmpty ? "\(path)/\(part.rawValue)" : "\(path)/\(part.rawValue)/\(name)"
    }

    /// What the daemon of this folder is called among others that share its sessions: the host's name and something random,
    /// which stays with the folder.
    ///
    /// - Parameter host: is used when the folder has no name yet.
    package func kiosk(on host: String, _ calls: FileCalls = FileCalls()) throws -> String {
        let file = "\(path)/kiosk"
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let number = unsafe Glibc.open(file, flags, 0o600)
        guard number >= 0 else { throw SystemError("open \(file)", code: errno) }
        let descriptor = Descriptor(owning: number)
        if let known = String(validating: try calls.read(descriptor, 0, 64), as: UTF8.self), Self.isKiosk(known) {
            return known
        }
        let legal = host.lowercased().utf8.prefix(32).map { byte in
            let isLegal = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            return isLegal ? byte : UInt8(ascii: "-")
        }
        let name =
            String(decoding: legal, as: UTF8.self) + "-" + String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
        try calls.cut(descriptor, 0)
        try calls.write(descriptor, Array(name.utf8), 0)
        try calls.sync(descriptor)
        return name
    }

    private static func isKiosk(_ name: String) -> Bool {
        9...48 ~= name.utf8.count
            && name.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || byte == UInt8(ascii: "-")
            }
    }

    /// Opens a folder, which is made if it is missing.
    private static func make(_ path: String) throws(StateFolderError) -> Descriptor {
        // Parent folders may be missing, too.
        var place = path.startIndex
        while let slash = path[place...].dropFirst().firstIndex(of: "/") {
            _ = unsafe mkdir(String(path[..<slash]), 0o700)
            place = slash
        }
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
            throw StateFolderError("cannot make the state folder \(path): \(reason())")
        }
        let number = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else {
            if errno == ENOTDIR || errno == ELOOP {
                throw StateFolderError("the state folder \(path) is not a folder")
            }
            throw StateFolderError("cannot examine the state folder \(path): \(reason())")
        }
        let folder = Descriptor(owning: number)
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else {
            throw StateFolderError("cannot examine the state folder \(path): \(reason())")
        }
        guard status.st_uid == geteuid() else {
            throw StateFolderError(
                "the state folder \(path) must belong to user \(geteuid()), and belongs to user \(status.st_uid)"
            )
        }
        // A folder that systemd created may be accessible to others.
        if status.st_mode & 0o077 != 0, fchmod(number, 0o700) != 0 {
            throw StateFolderError("cannot close \(path) to others: \(reason())")
        }
        return folder
    }

    private static func lock(_ path: String, _ inherited: Descriptor?) throws(StateFolderError) -> Descriptor {
        let file = "\(path)/lock"
        if let inherited, isFile(inherited, at: file), flock(inherited.number, LOCK_EX | LOCK_NB) == 0 {
            return inherited
        }
        // Opened for reading only, because a file system with a file that is open for writing cannot be remounted
        // read-only.
        var number = unsafe Glibc.open(file, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        // A read-only disk can still be read.
        if number < 0, errno == EROFS { number = unsafe Glibc.open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
        guard number >= 0 else { throw StateFolderError("cannot open \(file): \(reason())") }
        let lock = Descriptor(owning: number)
        guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
            var buffer = [UInt8](repeating: 0, count: 32)
            let count = unsafe pread(number, &buffer, buffer.count, 0)
            let owner = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
            throw StateFolderError("process \(owner) has the state folder \(path); give this one another --state")
        }
        let owner = Array(String(getpid()).utf8)
        // On a full or read-only disk the process ID cannot be stored, so that other daemons cannot report it.
        let writing = unsafe Glibc.open(file, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW)
        if writing >= 0 { _ = unsafe write(writing, owner, owner.count) }
        close(writing)
        return lock
    }

    private static func isFile(_ descriptor: Descriptor, at path: String) -> Bool {
        var (one, other) = (stat(), stat())
        return unsafe fstat(descriptor.number, &one) == 0 && lstat(path, &other) == 0 && one.st_dev == other.st_dev
            && one.st_ino == other.st_ino
    }

    private static func reason() -> String { unsafe String(cString: strerror(errno)) }
}

/// Why a folder cannot be a daemon's state folder.
package struct StateFolderError: Error, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

// MARK: - Files

extension StateFolder {
    /// The names of the files in a part, except for those that begin with a dot or are being written or removed.
    package func names(_ part: Part) throws(SystemError) -> [String] {
        try entries(of: part).filter { !$0.hasPrefix(".") && !$0.hasSuffix(Self.unfinished) }.sorted()
    }

    private func entries(of part: Part) throws(SystemError) -> [String] {
        guard let stream = unsafe opendir(path(part)) else { throw SystemError("list \(path(part))", code: errno) }
        defer { unsafe closedir(stream) }
        return unsafe Self.names(in: stream)
    }

    /// All names in an open folder.
    static func names(in stream: OpaquePointer) -> [String] {
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            names.append(
                unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
            )
        }
        return names
    }

    /// The suffix of the name of a file that is being written or removed.
    static let unfinished = "~"

    /// Removes files that were being written or removed when a daemon ended. Clients have not been told that these were
    /// stored.
    private func removeUnfinished() {
        for part in Part.allCases {
            for name in (try? entries(of: part)) ?? [] where name.hasSuffix(Self.unfinished) {
                try? destroy(part, name, FileCalls())
            }
        }
    }

    /// Reads a file from an offset on. Throws if it is not a regular file of this user, or is longer than a number of bytes.
    func contents(
        _ part: Part,
        _ name: String,
        from offset: Int = 0,
        limit: Int,
        _ calls: FileCalls
    ) throws -> [UInt8] {
        let (file, length) = try openForReading(part, name)
        guard length <= limit else { throw StoreFormatError("it has \(length) bytes, more than \(limit)") }
        return try calls.read(file, offset, limit)
    }

    /// Reads at most a number of bytes at the beginning of a file. Throws if it is not a regular file of this user.
    func beginning(_ part: Part, _ name: String, limit: Int, _ calls: FileCalls) throws -> [UInt8] {
        try calls.read(try openForReading(part, name).file, 0, limit)
    }

    private func openForReading(_ part: Part, _ name: String) throws -> (file: Descriptor, length: Int) {
        let path = path(part, name)
        let number = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard number >= 0 else {
            if errno == ELOOP { throw StoreFormatError("it is a link") }
            throw SystemError("open \(path)", code: errno)
        }
        let file = Descriptor(owning: number)
        var status = stat()
        guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw StoreFormatError("it is no file")
        }
        guard status.st_uid == geteuid() else { throw StoreFormatError("it belongs to user \(status.st_uid)") }
        return (file, Int(status.st_size))
    }

    /// Opens an existing file for writing.
    func open(_ part: Part, _ name: String) throws(SystemError) -> Descriptor {
        let number = unsafe Glibc.open(path(part, name), O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard number >= 0 else { throw SystemError("open \(path(part, name))", code: errno) }
        return Descriptor(owning: number)
    }

    /// The length of a file in bytes; 0 if it is unknown.
    func length(of part: Part, _ name: String) -> Int {
        var status = stat()
        return unsafe lstat(path(part, name), &status) == 0 ? Int(status.st_size) : 0
    }

    /// Returns when the names of a part's files are on the disk.
    func sync(_ part: Part, _ calls: FileCalls) throws(SystemError) {
        if let folder = parts[part] { try calls.sync(folder) }
    }

    /// Returns when a file's data is on the disk. Does nothing if the file does not exist.
    func sync(_ part: Part, _ name: String, _ calls: FileCalls) throws(SystemError) {
        // Any descriptor of a file serves for what was written with another.
        let number = unsafe Glibc.open(path(part, name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard number >= 0 else {
            guard errno == ENOENT else { throw SystemError("open \(path(part, name))", code: errno) }
            return
        }
        try calls.sync(Descriptor(owning: number))
    }

    /// Writes a file atomically.
    ///
    /// - Parameters:
    ///   - isSynced: whether the data must be on the disk before it replaces an older file.
    /// - Returns: the new file.
    func replace(
        _ part: Part,
        _ name: String,
        with bytes: [UInt8],
        isSynced: Bool,
        _ calls: FileCalls
    ) throws(SystemError) -> Descriptor {
        let (path, new) = (path(part, name), path(part, name + Self.unfinished))
        let number = unsafe Glibc.open(new, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else { throw SystemError("make \(new)", code: errno) }
        let file = Descriptor(owning: number)
        do throws(SystemError) {
            try calls.write(file, bytes, 0)
            if isSynced { try calls.sync(file) }
            guard unsafe rename(new, path) == 0 else { throw SystemError("rename \(new)", code: errno) }
        } catch {
            unsafe unlink(new)
            throw error
        }
        return file
    }

    /// What `lseek` looks for: data, or a hole.
    private static let (seekData, seekHole): (Int32, Int32) = (3, 4)

    /// Overwrites a file's data with zeros, which erases it on a disk that writes in place. What a sparse file lacks is
    /// not written.
    static func wipe(_ file: Descriptor, _ calls: FileCalls) throws(SystemError) {
        let zeros = [UInt8](repeating: 0, count: 64 << 10)
        var place = lseek(file.number, 0, Self.seekData)
        while place >= 0 {
            let end = lseek(file.number, place, Self.seekHole)
            guard end > place else { throw SystemError("examine a file", code: errno) }
            while place < end {
                let part = zeros.prefix(Int(end - place))
                try calls.write(file, part.count == zeros.count ? zeros : Array(part), Int(place))
                place += off_t(part.count)
            }
            place = lseek(file.number, place, Self.seekData)
        }
        guard errno == ENXIO else { throw SystemError("examine a file", code: errno) }
    }

    /// Renames a file that is to be removed, so that nobody reads it while it is overwritten. If the daemon ends before
    /// it is removed, the next start removes it.
    ///
    /// - Returns: its new name; `nil` if the file does not exist.
    func beginRemoval(_ part: Part, _ name: String) throws(SystemError) -> String? {
        let number = removals.wrappingAdd(1, ordering: .relaxed).newValue
        let leaving = "\(name).\(number)\(Self.unfinished)"
        guard unsafe rename(path(part, name), path(part, leaving)) == 0 else {
            guard errno == ENOENT else { throw SystemError("remove \(path(part, name))", code: errno) }
            return nil
        }
        return leaving
    }

    /// Erases and removes files whose new names are on the disk then: a machine that loses power must not bring back
    /// an overwritten file under its old name.
    ///
    /// - Returns: the names of those that could not be removed.
    func endRemoval(_ part: Part, _ names: [String], _ calls: FileCalls) throws(SystemError) -> [String] {
        try sync(part, calls)
        return names.filter { (try? destroy(part, $0, calls)) == nil }
    }

    /// Erases and removes a file. Does nothing if the file does not exist.
    func remove(_ part: Part, _ name: String, _ calls: FileCalls) throws(SystemError) {
        guard let leaving = try beginRemoval(part, name) else { return }
        if try !endRemoval(part, [leaving], calls).isEmpty {
            throw SystemError("remove \(path(part, name))", code: EIO)
        }
    }

    private func destroy(_ part: Part, _ name: String, _ calls: FileCalls) throws(SystemError) {
        if let file = try? open(part, name) {
            // On a full disk overwriting needs no additional space. If it fails elsewhere, removing the file is better
            // than nothing.
            try? Self.wipe(file, calls)
        }
        guard unsafe unlink(path(part, name)) == 0 || errno == ENOENT else {
            throw SystemError("remove \(path(part, name))", code: errno)
        }
    }

    /// Moves an unreadable file aside.
    ///
    /// - Returns: its new path.
    package func setAside(_ part: Part, _ name: String) throws(SystemError) -> String {
        let new = path(.aside, try nameAside(for: part, name))
        guard unsafe rename(path(part, name), new) == 0 else {
            throw SystemError("set \(path(part, name)) aside", code: errno)
        }
        return new
    }

    /// Keeps the bytes of a damaged file aside, where they are on the disk when this returns.
    ///
    /// - Returns: the path of the copy.
    func keepAside(_ part: Part, _ name: String, _ bytes: [UInt8], _ calls: FileCalls) throws(SystemError) -> String {
        let new = try nameAside(for: part, name)
        _ = try replace(.aside, new, with: bytes, isSynced: true, calls)
        try sync(.aside, calls)
        return path(.aside, new)
    }

    private func nameAside(for part: Part, _ name: String) throws(SystemError) -> String {
        for number in 1...10_000 {
            let new = "\(name).\(number)"
            if unsafe access(path(.aside, new), F_OK) != 0 { return new }
        }
        throw SystemError("set \(path(part, name)) aside", code: EEXIST)
    }
}

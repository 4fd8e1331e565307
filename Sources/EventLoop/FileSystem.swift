import Glibc

/// What formd asks of the file system. Foundation would be a quarter of the program.
package enum FileSystem {
    /// Whether there is anything at a path.
    package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Whether this process may execute a file.
    package static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

    /// Where a symbolic link leads; `nil` if there is none.
    package static func destination(ofLink path: String) -> String? {
        unsafe withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer in
            guard let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
            let count = unsafe readlink(path, start, buffer.count)
            guard (1..<buffer.count).contains(count) else { return nil }
            return unsafe String(validating: buffer.prefix(count), as: UTF8.self)
        }
    }

    /// What the machine is called.
    package static var hostName: String {
        unsafe withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
            guard let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                unsafe gethostname(start, buffer.count - 1) == 0
            else { return "localhost" }
            return unsafe String(validating: buffer.prefix { $0 != 0 }, as: UTF8.self) ?? "localhost"
        }
    }

    /// The names in a folder, without itself and its parent, in no order.
    package static func names(in folder: String) throws(SystemError) -> [String] {
        guard let stream = unsafe opendir(folder) else { throw SystemError("list \(folder)", code: errno) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            // A name that is no UTF-8 is that of nothing of formd's.
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Reads a file up to a maximum number of bytes.
    ///
    /// - Parameter flags: flags in addition to those for reading.
    package static func contents(of path: String, limit: Int, flags: Int32 = 0) throws(SystemError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags)
        guard descriptor >= 0 else { throw SystemError("open \(path)", code: errno) }
        defer { close(descriptor) }
        var contents = [UInt8](repeating: 0, count: limit)
        var length = 0
        while length < contents.count {
            let count = unsafe contents.withUnsafeMutableBytes { bytes in
                unsafe read(descriptor, bytes.baseAddress?.advanced(by: length), bytes.count - length)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("read \(path)", code: errno) }
            if count == 0 { break }
            length += count
        }
        return Array(contents.prefix(length))
    }
}

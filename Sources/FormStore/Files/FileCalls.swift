import CLinux
package import EventLoop
import Glibc

/// The system calls that read and write the disk. They may fail or block for any time. Tests replace them.
package struct FileCalls: Sendable {
    /// Writes all bytes at an offset of a file. If it throws, some bytes may have been written.
    package var write: @Sendable (Descriptor, [UInt8], Int) throws(SystemError) -> Void
    /// Cuts a file to a length.
    package var cut: @Sendable (Descriptor, Int) throws(SystemError) -> Void
    /// Returns when the file's data is on the disk.
    package var sync: @Sendable (Descriptor) throws(SystemError) -> Void
    /// Returns when everything that was written to the file system of a file is on the disk.
    package var syncAround: @Sendable (Descriptor) throws(SystemError) -> Void
    /// Reads a file from an offset on, up to a maximum number of bytes.
    package var read: @Sendable (Descriptor, _ offset: Int, _ limit: Int) throws(SystemError) -> [UInt8]

    package init(
        write: @escaping @Sendable (Descriptor, [UInt8], Int) throws(SystemError) -> Void = FileCalls.writeAll,
        cut: @escaping @Sendable (Descriptor, Int) throws(SystemError) -> Void = FileCalls.cut,
        sync: @escaping @Sendable (Descriptor) throws(SystemError) -> Void = FileCalls.syncAll,
        syncAround: @escaping @Sendable (Descriptor) throws(SystemError) -> Void = FileCalls.syncFileSystem,
        read: @escaping @Sendable (Descriptor, Int, Int) throws(SystemError) -> [UInt8] = FileCalls.readAll
    ) {
        self.write = write
        self.cut = cut
        self.sync = sync
        self.syncAround = syncAround
        self.read = read
    }

    @Sendable
    package static func writeAll(_ file: Descriptor, _ bytes: [UInt8], at offset: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(
                    file.number,
                    buffer.baseAddress?.advanced(by: done),
                    buffer.count - done,
                    off_t(offset + done)
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError("write to the state folder", code: count < 0 ? errno : ENOSPC) }
            done += count
        }
    }

    @Sendable
    package static func cut(_ file: Descriptor, to length: Int) throws(SystemError) {
        guard ftruncate(file.number, off_t(length)) == 0 else {
            throw SystemError("cut a file of the state folder", code: errno)
        }
    }

    @Sendable
    package static func readAll(_ file: Descriptor, from offset: Int = 0, limit: Int) throws(SystemError) -> [UInt8] {
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0 else { throw SystemError("examine a file", code: errno) }
        let size = min(max(Int(status.st_size) - offset, 0), limit)
        var bytes = [UInt8](repeating: 0, count: size)
        var done = 0
        while done < size {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(file.number, buffer.baseAddress?.advanced(by: done), size - done, off_t(offset + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("read a file of the state folder", code: errno) }
            if count == 0 { break }
            done += count
        }
        return Array(bytes.prefix(done))
    }

    @Sendable
    package static func syncAll(_ file: Descriptor) throws(SystemError) {
        guard fdatasync(file.number) == 0 else { throw SystemError("write the state folder to the disk", code: errno) }
    }

    /// Opens a folder; one inside of another must not be a link.
    static func folder(_ path: String, in outer: Descriptor? = nil) throws(SystemError) -> Descriptor {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (outer == nil ? 0 : O_NOFOLLOW)
        let number = unsafe openat(outer?.number ?? AT_FDCWD, path, flags)
        guard number >= 0 else { throw SystemError("open \(path)", code: errno) }
        return Descriptor(owning: number)
    }

    @Sendable
    package static func syncFileSystem(around file: Descriptor) throws(SystemError) {
        try SystemError.check(linux_sync_file_system(file.number), "write the file system to the disk")
    }
}

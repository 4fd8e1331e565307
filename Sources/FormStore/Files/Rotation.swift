import EventLoop
import Glibc

/// How the folder of a spool is divided: into a folder for each day or month, in UTC. What arrives now goes into the last one,
/// so that somebody who has taken up an earlier folder never has to look at it again.
package struct Rotation: Sendable, Hashable {
    /// The names of the folders as `strftime` makes them. Later ones are greater.
    package let format: String
    /// How many folders are kept: older ones are removed with their files when a new one is made. `nil` keeps all.
    package let keep: Int?

    package init(format: String, keep: Int?) {
        self.format = format
        self.keep = keep
    }

    /// The path of the folder for what arrives now. It is made if it is missing, and on the disk then.
    func folder(
        in spool: String,
        at moment: time_t = time(nil),
        _ calls: FileCalls
    ) throws(SystemError) -> String {
        let name = name(at: moment)
        let path = "\(spool)/\(name)"
        guard unsafe mkdir(path, 0o750) == 0 else {
            guard errno == EEXIST else { throw SystemError("make \(path)", code: errno) }
            return path
        }
        let folder = try FileCalls.folder(spool)
        try calls.sync(folder)
        if let keep { removeOld(in: folder, keep, besides: name, calls) }
        return path
    }

    private func name(at moment: time_t) -> String {
        var moment = moment
        var parts = unsafe tm()
        unsafe gmtime_r(&moment, &parts)
        var buffer = [CChar](repeating: 0, count: 64)
        let length = unsafe strftime(&buffer, buffer.count, format, &parts)
        return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the oldest folders. What cannot be removed stays, and is tried again when the next folder is made.
    ///
    /// - Parameter made: the folder for what arrives now, which is the oldest one if the clock went back.
    private func removeOld(in spool: Descriptor, _ keep: Int, besides made: String, _ calls: FileCalls) {
        let pattern = shape(of: name(at: 0))
        let names = Self.names(in: spool).filter { shape(of: $0) == pattern }
        for name in names.sorted().dropLast(keep) where name != made {
            guard let folder = try? FileCalls.folder(name, in: spool) else { continue }
            for file in Self.names(in: folder) where file.hasSuffix(".json") {
                let number = unsafe openat(folder.number, file, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
                if number >= 0 { try? StateFolder.wipe(Descriptor(owning: number), calls) }
                unsafe unlinkat(folder.number, file, 0)
            }
            // A folder with other files stays.
            unsafe unlinkat(spool.number, name, AT_REMOVEDIR)
        }
    }

    /// A name with a 0 for each digit.
    private func shape(of name: String) -> String { String(name.map { $0.isASCII && $0.isNumber ? "0" : $0 }) }

    private static func names(in folder: Descriptor) -> [String] {
        let copy = unsafe openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let stream = unsafe fdopendir(copy) else { return [] }
        defer { unsafe closedir(stream) }
        return unsafe StateFolder.names(in: stream)
    }
}

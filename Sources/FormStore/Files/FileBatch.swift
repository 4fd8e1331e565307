package import EventLoop
package import Glibc

/// Files that are written together, so that they share the waits for the disk. Each replaces an older one atomically.
package struct FileBatch: Sendable {
    package struct File: Sendable {
        /// The folder's path.
        let folder: String
        let name: String
        let bytes: [UInt8]
        /// Who may read the file, as far as the process's umask permits.
        let mode: mode_t
        /// How the folder is divided; `nil` if it is not.
        let rotation: Rotation?

        package init(folder: String, name: String, bytes: [UInt8], mode: mode_t = 0o600, rotation: Rotation? = nil) {
            (self.folder, self.name, self.bytes, self.mode, self.rotation) = (folder, name, bytes, mode, rotation)
        }
    }

    /// The number of files of one batch. All of them are open at once.
    static let most = 128
    /// The number of files from which on one wait for the whole file system takes less time than one for each file.
    private static let fewest = 4

    private let calls: FileCalls
    private var open: [(index: Int, file: Descriptor, path: String)] = []
    private var results: [Result<Void, SystemError>] = []

    /// Writes files. Returns when each is on the disk under its name, or cannot be written.
    package static func write(_ files: [File], _ calls: FileCalls) -> [Result<Void, SystemError>] {
        var batch = FileBatch(calls: calls)
        for file in files { batch.write(file) }
        batch.syncFiles(files)
        batch.rename(files)
        return batch.results
    }

    private init(calls: FileCalls) { self.calls = calls }

    private mutating func write(_ file: File) {
        // The path until the file is on the disk. It is the same when the file is written again after a crash.
        var path = "\(file.folder)/.\(file.name)\(StateFolder.unfinished)"
        // Of several files with one name, the last one wins.
        if open.contains(where: { $0.path == path }) { path += "\(results.count)\(StateFolder.unfinished)" }
        let number = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, file.mode)
        guard number >= 0 else { return results.append(.failure(SystemError("make \(path)", code: errno))) }
        let descriptor = Descriptor(owning: number)
        do throws(SystemError) {
            try calls.write(descriptor, file.bytes, 0)
            open.append((results.count, descriptor, path))
            results.append(.success(()))
        } catch {
            unsafe unlink(path)
            results.append(.failure(error))
        }
    }

    private mutating func syncFiles(_ files: [File]) {
        // The files of one batch may be on several file systems.
        let together = Dictionary(grouping: open) { files[$0.index].folder }
        for group in together.values {
            let around =
                group.count > Self.fewest
                ? Result { () throws(SystemError) in try calls.syncAround(group[0].file) } : nil
            for (index, file, path) in group {
                let result = around ?? Result { () throws(SystemError) in try calls.sync(file) }
                guard case .failure = result else { continue }
                results[index] = result
                unsafe unlink(path)
            }
        }
    }

    private mutating func rename(_ files: [File]) {
        var changed: [String: [Int]] = [:]
        for (index, _, path) in open {
            guard case .success = results[index] else { continue }
            let file = files[index]
            do throws(SystemError) {
                let folder = try file.rotation?.folder(in: file.folder, calls) ?? file.folder
                guard unsafe Glibc.rename(path, "\(folder)/\(file.name)") == 0 else {
                    throw SystemError("rename \(folder)/\(file.name)", code: errno)
                }
                changed[folder, default: []].append(index)
            } catch {
                results[index] = .failure(error)
                unsafe unlink(path)
            }
        }
        for (folder, indices) in changed {
            let result = Result { () throws(SystemError) in try calls.sync(try FileCalls.folder(folder)) }
            if case .failure = result { for index in indices { results[index] = result } }
        }
    }
}

import Glibc

/// The text of a file; nil when it cannot be read.
func readFile(_ path: String) -> String? {
    guard let file = unsafe fopen(path, "re") else { return nil }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16384)
    while true {
        let count = unsafe fread(&chunk, 1, chunk.count, file)
        guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
        bytes += chunk.prefix(count)
    }
}

/// A folder of this run's own, readable by nobody else; removed with the value.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/formd-bench.XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw BenchmarkFailure(description: "cannot make a folder in /tmp: \(errorText(errno))")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        remove(folder: path)
    }

    private func remove(folder: String) {
        guard let entries = unsafe opendir(folder) else { return }
        while let entry = unsafe readdir(entries) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            let path = folder + "/" + name
            // A link to a folder is a file here.
            if unsafe unlink(path) != 0 {
                remove(folder: path)
            }
        }
        unsafe closedir(entries)
        unsafe rmdir(folder)
    }

    /// Writes a file into the folder; returns its path.
    func write(_ text: String, to name: String) throws -> String {
        let path = path + "/" + name
        guard let file = unsafe fopen(path, "we") else {
            throw BenchmarkFailure(description: "cannot write \(path): \(errorText(errno))")
        }
        let isWritten = unsafe fputs(text, file) >= 0
        guard unsafe fclose(file) == 0, isWritten else {
            throw BenchmarkFailure(description: "cannot write \(path): \(errorText(errno))")
        }
        return path
    }
}

/// The folder of the running program.
func programFolder() throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(decoding: buffer.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let slash = path.lastIndex(of: "/") else {
        throw BenchmarkFailure(description: "cannot find the folder of this program: \(errorText(errno))")
    }
    return String(path[..<slash])
}

/// What the system calls error number `code`.
func errorText(_ code: Int32) -> String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
}

import Glibc

/// What a process has in memory, in megabytes (a million bytes).
struct ResidentMemory {
    /// Everything, pages shared with other processes included.
    let resident: Double
    /// Shared pages by share. The kernel may not tell: then 0.
    let proportional: Double

    init(of process: ChildProcess) throws {
        let folder = "/proc/\(process.identifier)/"
        guard let status = readFile(folder + "status"), let resident = Self.value(of: "VmRSS:", in: status) else {
            throw BenchmarkFailure(description: "cannot read the memory of \(process.name); \(process.lastWords)")
        }
        self.resident = resident
        proportional = readFile(folder + "smaps_rollup").flatMap { Self.value(of: "Pss:", in: $0) } ?? 0
    }

    /// The kernel counts in units of 1,024 bytes.
    private static func value(of key: String, in text: String) -> Double? {
        text.split(separator: "\n")
            .first { $0.hasPrefix(key) }
            .flatMap { $0.split(separator: " ").dropFirst().first }
            .flatMap { Double($0) }
            .map { $0 * 1024 / 1e6 }
    }
}

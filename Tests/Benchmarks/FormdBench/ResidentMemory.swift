import Glibc

/// What a process has in memory, in megabytes (a million bytes).
struct ResidentMemory {
    /// Everything, pages shared with other processes included.
    let resident: Double
    /// Shared pages by share. The kernel may not tell: then 0.
    let proportional: Double

    init(of process: ChildProcess) throws {
        let folder = "/proc/\(process.identifier)/"
        guard let status = readFile(folder + "status"), status.contains("VmRSS:") else {
            throw BenchmarkFailure(description: "cannot read the memory of \(process.name); \(process.lastWords)")
        }
        resident = Self.value(of: "VmRSS:", in: status)
        proportional = Self.value(of: "Pss:", in: readFile(folder + "smaps_rollup") ?? "")
    }

    /// A line of the kernel's, which counts in units of 1,024 bytes, in megabytes; 0 where there is none.
    static func value(of key: String, in text: String) -> Double {
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) } ?? ""
        let number = line.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        return number * 1024 / 1e6
    }
}

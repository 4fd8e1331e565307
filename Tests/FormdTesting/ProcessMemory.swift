import Foundation

/// The memory of a process as the kernel shows it, which is what a core would hold. Only root may read that of a
/// process that conceals it.
package struct ProcessMemory {
    private let process: Int32

    package init(of process: Int32) {
        self.process = process
    }

    /// How often a text stands in what the process can write to.
    package func count(of text: String) throws -> Int {
        let memory = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(process)/mem"))
        let maps = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
        let pattern = Data(text.utf8)
        return try maps.split(separator: "\n").reduce(0) { sum, line in
            let columns = line.split(separator: " ")
            guard columns.count > 1, columns[1].hasPrefix("rw") else { return sum }
            let bounds = columns[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            guard bounds.count == 2, bounds[0] < bounds[1] else { return sum }
            try memory.seek(toOffset: bounds[0])
            let contents = try memory.read(upToCount: Int(bounds[1] - bounds[0])) ?? Data()
            return sum + Self.count(of: pattern, in: contents)
        }
    }

    private static func count(of pattern: Data, in contents: Data) -> Int {
        var count = 0
        var rest = contents[...]
        while let found = rest.range(of: pattern) {
            count += 1
            rest = rest[found.upperBound...]
        }
        return count
    }
}

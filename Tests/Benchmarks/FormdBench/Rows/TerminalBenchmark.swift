import CBusBench
import Glibc

/// A form in a terminal: from the start of `formctl run` until its first screen is there, and from a key until it is on
/// the screen; in a form of ten fields, and a key in one of a thousand, of which the screen shows as many.
struct TerminalBenchmark: Benchmark {
    let name = "terminal"

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let small = try times(fields: 10, rounds: settings.starts, settings)
        let large = try times(fields: 1_000, rounds: min(settings.starts, 3), settings)
        return [
            Measurement("formctl run, first screen, 10 fields", small.starts.median, .milliseconds, limit: 60),
            Measurement("formctl run, a key on the screen, p50", small.keys.median, .milliseconds, limit: 2),
            Measurement("the same, 1,000 fields", large.keys.median, .milliseconds, limit: 2),
        ]
    }

    /// The milliseconds of each start, and of each key.
    private func times(
        fields count: Int,
        rounds: Int,
        _ settings: BenchmarkSettings
    ) throws -> (starts: [Double], keys: [Double]) {
        let folder = try TemporaryFolder()
        let fields = (0..<count).map { #"{"id": "f\#($0)", "label": "Field \#($0)", "hint": "Hint"}"# }
        let form = folder.path + "/form.json"
        try write(#"{"title": "Fields", "fields": [\#(fields.joined(separator: ","))]}"#, to: form)
        var starts: [Double] = []
        var keys: [Double] = []
        for round in 0...rounds {
            let terminal = try PseudoTerminal()
            let program = settings.buildFolder + "/formctl"
            let start = bench_now()
            let process = try terminal.start(program, ["run", form], folder: folder)
            defer { process.stop() }
            // What the last line ends with.
            try terminal.read(until: "Esc")
            let shown = Double(bench_now() - start) / 1e6
            // What the start still has to do, such as giving the first field the focus.
            try terminal.readRest()
            // The first round warms up.
            if round > 0 { starts.append(shown) }
            for key in "QJX" {
                let start = bench_now()
                try terminal.write(String(key))
                try terminal.read(until: String(key))
                if round > 0 { keys.append(Double(bench_now() - start) / 1e6) }
                try terminal.readRest()
            }
        }
        return (starts, keys)
    }
}

extension TerminalBenchmark {
    private func write(_ text: String, to path: String) throws {
        guard let file = unsafe fopen(path, "we"), unsafe fputs(text, file) >= 0, unsafe fclose(file) == 0 else {
            throw BenchmarkFailure(description: "\(path) cannot be written: \(errorText(errno))")
        }
    }
}

/// The end of a terminal that a terminal's window has.
final class PseudoTerminal {
    private let descriptor: Int32
    private let other: String
    private var output: [UInt8] = []

    init() throws {
        var name = [CChar](repeating: 0, count: 128)
        descriptor = unsafe bench_terminal_open(80, 30, &name, name.count)
        guard descriptor >= 0 else {
            throw BenchmarkSkipped(description: "no pseudo-terminal: \(errorText(-descriptor))")
        }
        other = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        close(descriptor)
    }

    /// Starts a program whose terminal this is.
    func start(_ executable: String, _ arguments: [String], folder: TemporaryFolder) throws -> ChildProcess {
        try ChildProcess(
            executable,
            arguments,
            environment: ["TERM": "xterm-256color", "PATH": "/usr/bin:/bin"],
            folder: folder,
            terminal: other
        )
    }

    func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw BenchmarkFailure(description: "the terminal takes no keys: \(errorText(errno))")
        }
    }

    /// Reads until a text has come.
    func read(until text: String) throws {
        let sought = Array(text.utf8)
        output = []
        while !output.contains(sought) {
            guard try readChunk(within: 10_000) else {
                throw BenchmarkFailure(description: "“\(text)” did not come to the terminal within 10 s")
            }
        }
    }

    /// Reads until nothing has come for a while.
    func readRest() throws {
        while try readChunk(within: 50) {}
    }

    private func readChunk(within milliseconds: Int32) throws -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe Glibc.poll(&poll, 1, milliseconds) > 0 else { return false }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
        guard count > 0 else { throw BenchmarkFailure(description: "the program has ended") }
        output += chunk[..<count]
        return true
    }
}

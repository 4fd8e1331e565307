import Glibc

/// Forms in a browser, through `formd-web`: beside a page that gets its keys back from a bare server on the same library,
/// and with many pages and many hostile connections.
struct WebBenchmark: Benchmark {
    let name = "web"
    private static let taskset = "/usr/bin/taskset"

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let project = settings.buildFolder + "/../.."
        let plugins = try PluginFolders(settings)
        let bus = try PrivateBus()
        let formd = try Service.formd(settings, plugins: plugins.folder.path, forms: project + "/Sources/Forms")
            .start(on: bus).process
        defer { formd.stop() }
        let pages = settings.sessions
        // All of them come from one address.
        let gateway = try serve(settings, bus, ["--pages-per-address", "\(pages + 100)"])
        defer { gateway.process.stop() }
        let program = settings.buildFolder + "/bench-web"
        let echo = try Server(program, ["echo"])
        defer { echo.process.stop() }
        var measurements: [Measurement] = []
        // A key and the first paint, as long as the machine is quiet.
        measurements += try browse(project, gateway, echo, settings)
        measurements += try type(pages, gateway, program)
        let attacked = try serve(settings, bus, [])
        defer { attacked.process.stop() }
        measurements += try attack(attacked, program, settings)
        measurements.append(try size(of: project + "/Sources/WebFiles/Page"))
        return measurements
    }

    /// A gateway on one core.
    private func serve(_ settings: BenchmarkSettings, _ bus: PrivateBus, _ options: [String]) throws -> Server {
        let address = "unix:path=" + Service.socketPath(beside: bus)
        let place = ["--form", "checkout", "--listen", "127.0.0.1:0", "--address", address]
        return try Server(Self.taskset, ["-c", "0", settings.buildFolder + "/formd-web"] + place + options)
    }

    // MARK: One page in a browser

    private func browse(
        _ project: String,
        _ gateway: Server,
        _ echo: Server,
        _ settings: BenchmarkSettings
    ) throws -> [Measurement] {
        let rounds = "\(settings.rounds)"
        let numbers = try Self.numbers(
            of: "/usr/bin/python3",
            [project + "/Tests/WebTests/Programs/measure.py", gateway.url, echo.url, rounds],
            count: 5
        )
        print(
            """
            A key in a browser until it is painted, p50: \(numbers[0].fixed(2)) ms in the bare server's page, \
            \(numbers[1].fixed(2)) ms in a masked field, \(numbers[2].fixed(2)) ms in a plain one

            """
        )
        return [
            Measurement("browser, a masked key until it is painted, p50", numbers[1] / numbers[0], .ratio, limit: 1.3),
            Measurement("browser, a plain key until it is painted, p50", numbers[2] / numbers[0], .ratio, limit: 1.3),
            Measurement("browser, first paint", numbers[3], .milliseconds, limit: 300),
            Measurement("browser, the form is painted", numbers[4], .milliseconds, limit: 300),
        ]
    }

    // MARK: Many pages

    private func type(
        _ pages: Int,
        _ gateway: Server,
        _ program: String
    ) throws -> [Measurement] {
        let times = try Self.numbers(of: program, ["type", "\(gateway.port)", "\(pages)", "5", "10"], count: 3)
        let memory = try ResidentMemory(of: gateway.process)
        let answered = times[2] / 10
        return [
            Measurement("\(pages) pages, 5 keys a second each, p50", times[0] / 1e6, .milliseconds),
            Measurement("\(pages) pages, 5 keys a second each, p99", times[1] / 1e6, .milliseconds, limit: 20),
            Measurement("\(pages) pages, keys answered in a second", answered, .perSecond),
            Measurement("\(pages) pages, memory of the gateway", memory.resident, .megabytes, limit: 150),
        ]
    }

    private func attack(
        _ gateway: Server,
        _ program: String,
        _ settings: BenchmarkSettings
    ) throws -> [Measurement] {
        var alone: [Double] = []
        var beside: [Double] = []
        let quiet = ["type", "\(gateway.port)", "20", "5", "10"]
        for _ in 0..<settings.rounds {
            alone.append(try Self.numbers(of: program, quiet, count: 3)[1])
            let attackFolder = try TemporaryFolder()
            let attacker = try ChildProcess(
                program,
                ["attack", "\(gateway.port)", "\(settings.sessions)"],
                folder: attackFolder
            )
            defer { attacker.stop() }
            for _ in 0..<20_000 where attacker.isRunning && !attacker.lastWords.contains("attacking") { usleep(1_000) }
            beside.append(try Self.numbers(of: program, quiet, count: 3)[1])
            guard attacker.isRunning else {
                throw BenchmarkFailure(description: "the attack has ended; \(attacker.lastWords)")
            }
        }
        print(
            "p99 of 20 pages: \((alone.median / 1e6).fixed(2)) ms alone, \((beside.median / 1e6).fixed(2)) ms beside"
                + " \(settings.sessions) hostile connections\n"
        )
        let factor = beside.median / alone.median
        return [Measurement("p99 of 20 pages beside hostile connections", factor, .factor, limit: 2)]
    }

    private func size(of files: String) throws -> Measurement {
        let script = "for file in \(files)/*; do gzip -9 <$file | wc -c; done | awk '{ sum += $1 } END { print sum }'"
        let bytes = try Self.numbers(of: "/bin/sh", ["-c", script], count: 1)[0]
        return Measurement("page and scripts, compressed", bytes / 1e3, .kilobytes, limit: 40)
    }

    /// The numbers that a program prints in its last line.
    private static func numbers(
        of program: String,
        _ arguments: [String],
        count: Int
    ) throws -> [Double] {
        let own = try TemporaryFolder()
        let environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": own.path, "LC_ALL": "C.UTF-8"]
        let process = try ChildProcess(program, arguments, environment: environment, folder: own)
        for _ in 0..<180_000 where process.isRunning { usleep(1_000) }
        let log = readFile("\(own.path)/\(process.name).log") ?? ""
        let numbers = (log.split(separator: "\n").last ?? "").split(separator: " ").compactMap { Double($0) }
        guard numbers.count == count else {
            throw BenchmarkSkipped(description: "\(process.name): \(process.lastWords)")
        }
        return numbers
    }
}

/// A server that says on its first line where it serves.
private struct Server {
    let process: ChildProcess
    let url: String
    /// With what the server prints.
    private let folder: TemporaryFolder

    var port: Int { Int(url.split(separator: ":").last?.prefix { $0.isNumber } ?? "") ?? 0 }

    init(_ program: String, _ arguments: [String]) throws {
        folder = try TemporaryFolder()
        process = try ChildProcess(program, arguments, folder: folder)
        for _ in 0..<10_000 where process.isRunning {
            let said = readFile("\(folder.path)/\(process.name).log") ?? ""
            if let line = said.split(separator: "\n").first(where: { $0.contains("serving at http") }) {
                url = String(line.split(separator: " ").last ?? "")
                return
            }
            usleep(1_000)
        }
        throw BenchmarkSkipped(description: process.lastWords)
    }
}

import Glibc

/// A form in a window of GTK, beside an empty window in the same program: until it is drawn, and until a key is in its
/// widget.
struct WindowBenchmark: Benchmark {
    let name = "window"
    private let fieldCounts = [10, 300]
    private let keyCount = 300

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let bus = try PrivateBus()
        let (daemon, _) = try Service.formd(settings).start(on: bus)
        defer { daemon.stop() }
        let (display, number) = try startDisplay(bus.folder)
        defer { display.stop() }
        let forms = try fieldCounts.map { try writeForm(of: $0, in: bus.folder) }
        var times: [[Double]] = fieldCounts.map { _ in [] }
        var keys: [Double] = []
        for _ in 0..<settings.rounds {
            let numbers = try measure(settings, bus, display: number, forms)
            for index in forms.indices { times[index].append(numbers[index]) }
            keys += numbers[forms.count...]
        }
        let shown = zip(fieldCounts, times).map { count, times in
            let limit: Double = count == 10 ? 150 : 300
            return Measurement("window, \(count) fields, after an empty one", times.median, .milliseconds, limit: limit)
        }
        keys.sort()
        return shown + [
            Measurement("window, a key in the widget, p50", keys.median, .milliseconds, limit: 2),
            Measurement("window, a key in the widget, p99", keys[keys.count * 99 / 100], .milliseconds, limit: 8),
        ]
    }

    /// Runs `bench-window` once. Returns its milliseconds, those of the forms first.
    private func measure(
        _ settings: BenchmarkSettings,
        _ bus: PrivateBus,
        display: String,
        _ forms: [String]
    ) throws -> [Double] {
        let process = try ChildProcess(
            settings.buildFolder + "/bench-window",
            ["unix:path=" + Service.socketPath(beside: bus), String(keyCount)] + forms,
            environment: [
                "DISPLAY": display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none",
                "GSETTINGS_BACKEND": "memory", "HOME": bus.folder.path, "XDG_RUNTIME_DIR": bus.folder.path,
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
                "LD_LIBRARY_PATH": settings.buildFolder + "/../libformd",
            ],
            folder: bus.folder
        )
        for _ in 0..<60_000 where process.isRunning { usleep(1_000) }
        let lines = (readFile(bus.folder.path + "/bench-window.log") ?? "").split(separator: "\n")
        let numbers = lines.compactMap { Double($0) }.map { $0 / 1e6 }
        guard numbers.count == forms.count + keyCount else {
            throw BenchmarkSkipped(description: "bench-window: \(process.lastWords)")
        }
        return numbers
    }

    private func startDisplay(_ folder: TemporaryFolder) throws -> (ChildProcess, String) {
        let arguments = ["-displayfd", "1", "-screen", "0", "1000x900x24", "-nolisten", "tcp"]
        let display = try ChildProcess("/usr/bin/Xvfb", arguments, folder: folder)
        for _ in 0..<5_000 where display.isRunning {
            let number = (readFile(folder.path + "/Xvfb.log") ?? "").prefix { $0.isNumber }
            if !number.isEmpty { return (display, ":\(number)") }
            usleep(1_000)
        }
        throw BenchmarkSkipped(description: "Xvfb: \(display.lastWords)")
    }

    private func writeForm(of count: Int, in folder: TemporaryFolder) throws -> String {
        let fields = (0..<count).map { #"{"id": "f\#($0)", "label": "Field \#($0)", "hint": "Hint"}"# }
        let path = "\(folder.path)/\(count).json"
        let text = #"{"title": "Fields", "fields": [\#(fields.joined(separator: ","))]}"#
        guard let file = unsafe fopen(path, "we"), unsafe fputs(text, file) >= 0, unsafe fclose(file) == 0 else {
            throw BenchmarkFailure(description: "\(path) cannot be written: \(errorText(errno))")
        }
        return path
    }
}

import Foundation

/// Feeds changed seeds to everything that reads what others have written: `formd-fuzz [--time SECONDS] [--count N]
/// [--seed NUMBER] [TARGET…]`. The last input of a target is in `.build/fuzz/TARGET.input`, so that it is there after a
/// crash; `--replay FILE TARGET` feeds one file again.
@main
struct Fuzz {
    private var seconds = 10.0
    private var count = Int.max
    private var seed = UInt64(Date().timeIntervalSince1970)
    private var replay: String?
    private var names: [String] = []

    /// An input that takes more time of the processor has failed. The daemon's own limit is 100 ms; a build with sanitizers
    /// takes longer.
    private static let slow = Duration.seconds(2)
    /// An input that takes longer is a hang: the process is ended by SIGALRM.
    private static let hang: UInt32 = 30

    static func main() throws {
        var fuzz = Fuzz()
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            switch argument {
            case "--time": fuzz.seconds = Double(arguments.popFirst() ?? "") ?? 10
            case "--count": fuzz.count = Int(arguments.popFirst() ?? "") ?? 1
            case "--seed": fuzz.seed = UInt64(arguments.popFirst() ?? "") ?? 1
            case "--replay": fuzz.replay = arguments.popFirst()
            default: fuzz.names.append(argument)
            }
        }
        let targets = fuzz.names.isEmpty ? FuzzTarget.all : FuzzTarget.all.filter { fuzz.names.contains($0.name) }
        guard !targets.isEmpty, fuzz.names.allSatisfy({ name in targets.contains { $0.name == name } }) else {
            print("there are the targets", FuzzTarget.all.map(\.name).joined(separator: ", "))
            exit(EX_USAGE)
        }
        var isFine = true
        for target in targets { isFine = try fuzz.run(target) && isFine }
        exit(isFine ? EXIT_SUCCESS : EXIT_FAILURE)
    }

    /// Runs one target until its time is up. Returns `false` if an input took too long.
    private func run(_ target: FuzzTarget) throws -> Bool {
        var mutator = Mutator(seed: seed, seeds: try seeds(of: target), words: [])
        if let replay {
            target.read(Array(try Data(contentsOf: URL(fileURLWithPath: replay))), &mutator)
            return true
        }
        try FileManager.default.createDirectory(atPath: ".build/fuzz", withIntermediateDirectories: true)
        let path = ".build/fuzz/\(target.name).input"
        let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o644)
        defer { close(descriptor) }
        print("\(target.name): seed \(seed)")
        fflush(nil)
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        var (inputs, slowest, isFine) = (0, Duration.zero, true)
        while inputs < count, inputs % 64 != 0 || clock.now < end {
            let input = mutator.next()
            ftruncate(descriptor, off_t(input.count))
            _ = input.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
            alarm(Self.hang)
            let before = Self.processorTime
            target.read(input, &mutator)
            let time = Self.processorTime - before
            inputs += 1
            slowest = max(slowest, time)
            if time > Self.slow {
                print("\(target.name): an input of \(input.count) bytes took \(time): \(path).slow")
                try Data(input).write(to: URL(fileURLWithPath: path + ".slow"))
                isFine = false
            }
        }
        alarm(0)
        let milliseconds = Int(slowest / .milliseconds(1))
        print("\(target.name): \(inputs) inputs, the slowest in \(milliseconds) ms")
        fflush(nil)
        return isFine
    }

    /// The time of processors that this process has used; that of a busy machine's other processes does not count.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private func seeds(of target: FuzzTarget) throws -> [[UInt8]] {
        var seeds = target.seeds()
        for folder in target.files {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            where name.hasSuffix(".json") {
                let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
                seeds.append(Array(target.unwraps ? try Self.unwrapped(data, name) : data))
            }
        }
        return seeds
    }

    /// The source in a file of the tests of importers, which is called like its notation: the lines of a text, or JSON.
    private static func unwrapped(_ file: Data, _ name: String) throws -> Data {
        let root = try JSONSerialization.jsonObject(with: file) as? [String: Any]
        let value = root?[String(name.dropLast(".json".count))] ?? [:]
        if let lines = value as? [String] { return Data(lines.joined(separator: "\n").utf8) }
        return try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
    }
}

import ArgumentParser
import DBus
import EventLoop
import FormClient

struct ReplayCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Do again what a recording has, and say where the result differs.",
        discussion: """
            A session of the recorded definition is opened, and closed at the end. A line for each difference has the \
            operation's place in the recording (0 is the beginning), the object, what it is about, and what was recorded \
            and is now; a property is told when it begins to differ. The exit status is 1 if anything differs. Secret fields, whose texts no recording has, are not \
            compared.
            """
    )

    @Argument(help: "What \"formctl record\" wrote; \"-\" is standard input.", completion: .file())
    var file: String
    @Option(help: ArgumentHelp("So many times as fast as it was; as fast as can be if not given.", valueName: "factor"))
    var speed: Double?
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard speed.map({ $0 > 0 && $0.isFinite }) ?? true else {
            throw ValidationError("The speed is a number above 0.")
        }
    }

    func run(_ forms: Forms) async throws {
        let recording = try Recording(try TextFile.read(file), name: file)
        let replay = Replay(of: recording, in: try await forms.open(recording.opening))
        try await replay.run(speed: speed)
        let differences = replay.differences
        let counts = "\(recording.steps.count) transactions, \(differences.count) differences"
        try report(
            json: .object([
                "transactions": .integer(Int64(recording.steps.count)),
                "differences": .array(differences.map(\.json)),
            ]),
            lines: differences.map(\.line) + [counts]
        )
        if !replay.maskedFields.isEmpty {
            let names = replay.maskedFields.sorted().joined(separator: ", ")
            StandardError.remark("the recording has bullets for \(names): what depends on these may differ")
        }
        if !differences.isEmpty { throw ExitCode(CommandFailure.Status.refused.rawValue) }
    }
}

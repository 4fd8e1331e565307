import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel

struct ReplayCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Repeat the operations of a recording, and print where the result differs.",
        discussion: """
            Opens a session with the recorded definition, and closes it at the end. Prints one line for each \
            difference: the operation's number in the recording (0 is the beginning), the object, the property or \
            result, the recorded value and the actual value. A property is printed when it begins to differ. Exit \
            status 1 if there is a difference. Secret fields are not compared, because a recording does not contain \
            their texts.
            """
    )

    @Argument(help: "The file of \"formctl record\"; \"-\" is standard input.", completion: .file())
    var file: String
    @Option(help: ArgumentHelp("A multiple of the recorded speed; the fastest if not given.", valueName: "factor"))
    var speed: Double?
    @OptionGroup var options: GlobalOptions

    private static let speeds = 0.001...1_000_000

    func validate() throws {
        guard speed.map(Self.speeds.contains) ?? true else {
            throw ValidationError("The speed is a number from 0.001 to 1000000.")
        }
    }

    func run(_ forms: Forms) async throws {
        let recording = try Recording(try TextFile.read(file), name: file)
        let replay = Replay(of: recording, in: try await forms.open(recording.opening))
        try await replay.run(speed: speed)
        let differences = replay.differences
        let counts = "\(recording.steps.count) transactions, \(differences.count) differences"
        try report(
            json: [
                "transactions": .number(recording.steps.count),
                "differences": .array(differences.map(\.json)),
            ],
            lines: differences.map(\.line) + [counts]
        )
        if !replay.maskedFields.isEmpty {
            let names = replay.maskedFields.sorted().joined(separator: ", ")
            StandardError.remark("the recording has bullets for \(names): what depends on these may differ")
        }
        if !differences.isEmpty { throw ExitCode(CommandFailure.Status.refused.rawValue) }
    }
}

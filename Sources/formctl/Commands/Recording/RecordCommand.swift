import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel
import Glibc

struct RecordCommand: EndlessCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record the operations on a session, until it is closed or the command is interrupted.",
        discussion: """
            The file contains the form's definition, the state of the session when recording begins, and each \
            operation with its time, its error and its changes, as one JSON object per line: everything that "formctl \
            replay" and a bug report need. Texts of secret fields are recorded as bullets. The file contains the texts \
            of other fields, and only you can read it. Requires the role owner.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: "The file to write; \"-\" is standard output.", completion: .file())
    var file: String
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms, until interrupts: Interrupts) async throws {
        let session = try await forms.attach(session.path)
        let definition: String = try await session.call("GetDefinition").answer()
        let output = try RecordingFile(creating: file)
        try await session.call("Record")
        // No signal can arrive between these two lines, so the recorded state and the changes match.
        let lines = Recording.beginning(of: session, definition)
        let changes = session.changes(until: interrupts)
        for line in lines { try output.write(line) }
        StandardError.write("recording \(session.path)")
        try await record(changes, of: session, to: output)
    }

    private func record(
        _ changes: AsyncThrowingStream<SessionChange, any Error>,
        of session: FormSession,
        to output: RecordingFile
    ) async throws {
        let start = EventLoop.now
        var step = Recording.Step()
        for try await change in changes {
            if case .resumed = change { try await resumeRecording(session) }
            step.time = Double((EventLoop.now - start) / .milliseconds(1)) / 1_000
            guard step.take(change) else { continue }
            try output.write(step.json)
            step = Recording.Step()
        }
        // Changes without an operation, such as a plug-in's late answer.
        if !step.changed.isEmpty { try output.write(step.json) }
    }

    /// Calls `Record` again, because formd has restarted.
    private func resumeRecording(_ session: FormSession) async throws {
        do throws(BusError) {
            try await session.call("Record")
        } catch {
            // The daemon is unreachable again. This function is called again when it is back.
            guard error.name == .disconnected else { throw error }
        }
    }
}

/// The file of a recording, which is written line by line.
private final class RecordingFile {
    private let descriptor: Int32
    private let name: String

    /// Creates the file, or empties an existing one, and makes it accessible only to its owner. Throws if it cannot.
    init(creating name: String) throws(CommandFailure) {
        self.name = name.escapingControls
        descriptor = name == "-" ? STDOUT_FILENO : open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        var status = stat()
        // A pipe or a device stays as it is.
        guard name != "-", fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        guard fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0 else { throw failure(errno) }
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    func write(_ json: JSONText) throws {
        let code = FileOutput.write(json.canonical.shownSafely + "\n", to: descriptor)
        if code == EPIPE { throw ClosedPipe() }
        if code != 0 { throw failure(code) }
    }

    private func failure(_ code: Int32) -> CommandFailure {
        CommandFailure(.refused, "cannot write \(name): \(FileOutput.message(code))")
    }
}

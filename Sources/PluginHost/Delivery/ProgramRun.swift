import EventLoop
import Glibc
import Sandbox

/// One run of a program that gets a document as its standard input, and answers on its standard output. The process is
/// confined as a plug-in's is, besides what its command lets it write and connect to.
///
/// The end is told once, in a later iteration of the loop. The object keeps itself alive until the process is reaped.
@LoopActor
final class ProgramRun {
    /// How a run has ended.
    struct Ending {
        /// The status with which the program itself has ended.
        let status: Result<Int32, Failure>
        let output: [UInt8]
        /// The first line of standard error.
        let complaint: String
    }

    /// Why there is no status.
    enum Failure: Error {
        /// Its answer was longer than it may be.
        case tooLong
        /// It was not started, or something else has ended it.
        case ended(String)
    }

    private var process: ConfinedProcess?
    private let output: Descriptor
    private let errors: Descriptor
    private var sources: [EventSource] = []
    private var completion: (@LoopActor (Ending) -> Void)?
    private let maximumLength: Int
    private var answer: [UInt8] = []
    private var complaint: [UInt8] = []
    /// Why the process was killed.
    private var cause: Failure?

    /// Starts the program. Throws `SystemError`.
    ///
    /// - Parameters:
    ///   - document: its position is at the beginning.
    ///   - maximumLength: the bytes of the longest answer.
    init(
        _ command: TargetCommand,
        launcher: String,
        document: Descriptor,
        maximumLength: Int,
        loop: EventLoop,
        completion: @escaping @LoopActor (Ending) -> Void
    ) throws {
        self.completion = completion
        self.maximumLength = maximumLength
        let limit = command.limit
        let theirOutput: Descriptor
        let theirErrors: Descriptor
        (output, theirOutput) = try ConfinedProcess.pipe()
        (errors, theirErrors) = try ConfinedProcess.pipe()
        process = try ConfinedProcess(
            command.program,
            launcher: launcher,
            input: document,
            output: theirOutput,
            errors: theirErrors,
            loop: loop
        ) { status in self.ended(status) }
        do {
            sources.append(
                try loop.addIO(descriptor: output.number, events: .readable) { [weak self] _ in self?.readAnswer() }
            )
            sources.append(
                try loop.addIO(descriptor: errors.number, events: .readable) { [weak self] _ in self?.readErrors() }
            )
            sources.append(
                try loop.addTimer(after: limit) { [weak self] in self?.kill(.ended("it did not end within \(limit)")) }
            )
        } catch {
            kill(.ended("\(error)"))
        }
    }

    /// Kills the process, and those that it may have started.
    func kill(_ reason: Failure) {
        guard completion != nil, cause == nil else { return }
        cause = reason
        process?.kill()
    }

    private func readAnswer() {
        guard read(output, into: &answer, source: 0) else { return }
        if answer.count > maximumLength { kill(.tooLong) }
    }

    private func readErrors() {
        guard read(errors, into: &complaint, source: 1) else { return }
        complaint.removeLast(max(0, complaint.count - PluginLog.longestLine))
    }

    /// - Returns: whether there may be more.
    @discardableResult
    private func read(_ pipe: Descriptor, into bytes: inout [UInt8], source: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = unsafe Glibc.read(pipe.number, &buffer, buffer.count)
        guard count > 0 else {
            if count == 0 || errno != EAGAIN && errno != EINTR, sources.indices.contains(source) {
                sources[source].cancel()
            }
            return false
        }
        bytes += buffer[..<count]
        return true
    }

    private func ended(_ status: ExitStatus) {
        while answer.count <= maximumLength, read(output, into: &answer, source: 0) {}
        readErrors()
        for source in sources { source.cancel() }
        sources = []
        guard let completion = completion.take() else { return }
        completion(Ending(status: result(status), output: answer, complaint: firstComplaint))
    }

    private func result(_ status: ExitStatus) -> Result<Int32, Failure> {
        if let cause { return .failure(cause) }
        if answer.count > maximumLength { return .failure(.tooLong) }
        return switch status {
        // The program may end with this status, too, and what it writes may contain a user's text.
        case .exited(ConfinedProcess.launcherFailed) where firstComplaint.hasPrefix("cannot "):
            .failure(.ended("formd-plugin-launcher: \(firstComplaint)"))
        case .exited(let code): .success(code)
        case .killed(let signal): .failure(.ended("it was ended by signal \(signal)"))
        case .unknown: .failure(.ended("it ended"))
        }
    }

    private var firstComplaint: String {
        let line = String(decoding: complaint, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
        return line.printable(limit: 200)
    }
}

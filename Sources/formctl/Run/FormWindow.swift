import DBus
import EventLoop
import FormClient
import FormPresentation
import FormTerminal
import Glibc

/// A run of a session in a window: formd-gtk shows the session, which this program has opened, and asks this program to
/// submit it.
@LoopActor
final class FormWindow {
    private let session: FormSession
    private let arguments: [String]
    private let submits: @LoopActor (FormSession) async -> Result<String, BusError>
    private var outcome: FormRunner.Outcome?
    private var ended: AsyncStream<FormRunner.Outcome>.Continuation?
    /// The result of the submission, while the user reads the form's last note.
    private var submitted: String?

    /// The exit status of formd-gtk after its first additional button was pressed; the next button's is one more.
    private static let firstButton: Int32 = 32
    /// How long formd-gtk may take to end.
    private static let endTime: Duration = .seconds(2)

    /// Whether a window can be shown.
    nonisolated static var isPossible: Bool {
        let variables: [String] = ["WAYLAND_DISPLAY", "DISPLAY"]
        let hasDisplay = variables.contains { name in getenv(name).map { $0.pointee != 0 } ?? false }
        return hasDisplay && InstalledProgram.path(of: "formd-gtk") != nil
    }

    /// - Parameters:
    ///   - address: the D-Bus address at which formd-gtk finds the session.
    ///   - message: a text that is shown first; empty for none.
    ///   - submits: submits the session, and returns the text of the outcome.
    init(
        _ session: FormSession,
        at address: String,
        _ settings: ScreenSettings,
        isFaithful: Bool,
        _ message: String,
        _ submits: @escaping @LoopActor (FormSession) async -> Result<String, BusError>
    ) {
        self.session = session
        self.submits = submits
        var arguments = ["--for-formctl", "--session", session.path.string, "--address", address]
        if isFaithful { arguments.append("--faithful") }
        if settings.isKiosk { arguments.append("--kiosk") }
        if settings.hiddenButtons.contains(.cancel) { arguments.append("--hide-cancel") }
        if settings.startsAtCancel { arguments.append("--start-at-cancel") }
        if settings.asksBeforeLeaving { arguments.append("--ask") }
        if !message.isEmpty { arguments += ["--message", message] }
        for label in settings.extraButtons { arguments += ["--extra-button", label] }
        self.arguments = arguments
    }

    /// Runs until the form is submitted or left.
    func run() async throws -> FormRunner.Outcome {
        guard let program = InstalledProgram.path(of: "formd-gtk") else {
            throw CommandFailure(.noDaemon, "formd-gtk, which shows windows, is neither beside formctl nor in PATH")
        }
        let (endings, ended) = AsyncStream<FormRunner.Outcome>.makeStream()
        self.ended = ended
        let observation = session.observe { [weak self] in self?.take($0) }
        defer { observation.cancel() }
        let process = EventLoop.startChild(
            program,
            [program] + arguments,
            output: Descriptor(owning: fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3))
        )
        guard process > 0 else {
            throw CommandFailure(.noDaemon, "\(program) cannot be started: \(String(cString: strerror(-process)))")
        }
        var isRunning = true
        let child = try EventLoop.shared.addChild(process) { [weak self] status in
            isRunning = false
            self?.exited(status)
        }
        defer { child.cancel() }
        var result = FormRunner.Outcome.left(.cancelled)
        for await outcome in endings {
            result = outcome
            break
        }
        if isRunning { kill(process, SIGTERM) }
        let end = EventLoop.now + Self.endTime
        while isRunning, EventLoop.now < end { try? await EventLoop.shared.sleep(for: .milliseconds(1)) }
        if isRunning { kill(process, SIGKILL) }
        return result
    }

    func end(_ outcome: FormRunner.Outcome) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        ended?.yield(outcome)
    }

    private func take(_ change: SessionChange) {
        switch change {
        case .changed(let update) where update.contains(event: "SubmitRequested"):
            LoopActor.task { await self.submit() }
        case .closed(let reason): end(submitted.map { .submitted($0) } ?? .closed(reason))
        default: break
        }
    }

    private func submit() async {
        switch await submits(session) {
        case .success(let text):
            submitted = text
            // Otherwise the user closes the window when the note has been read.
            if session.mirror.endNote == nil { end(.submitted(text)) }
        case .failure(let error):
            StandardError.remark(CommandFailure(refusing: error).message)
        }
    }

    private func exited(_ status: ExitStatus) {
        switch status {
        case _ where submitted != nil: end(.submitted(submitted ?? ""))
        case .exited(let code) where code >= Self.firstButton: end(.left(.extraButton(Int(code - Self.firstButton))))
        case .exited(1): end(.left(.cancelled))
        default: end(.lost("formd-gtk has ended"))
        }
    }
}

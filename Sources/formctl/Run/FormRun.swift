import DBus
import EventLoop
import FormClient
import FormContract
import FormModel
import FormTerminal
import Glibc

/// One run of a form: finds or starts the daemon, opens the session, shows the form in the terminal, prints the values.
@LoopActor
final class FormRun {
    private let command: RunCommand
    /// The definition that replaces the one of the command.
    private let definition: String?
    private let settings: ScreenSettings
    private let deliver: @Sendable (String) throws -> Void
    private let deliversUnfinished: Bool
    /// How the form was left without submitting it; `nil` if it was submitted.
    private(set) var departure: Departure?
    private var daemon: PrivateDaemon?
    private var terminal: Terminal?
    private var runner: FormRunner?
    private var signals: [EventSource] = []
    /// The signal that asked the program to end. It may arrive before there is a runner.
    private var interruption: Int32?

    /// - Parameters:
    ///   - definition: the form, if it is not the one of the command.
    ///   - settings: the settings of the screen.
    ///   - deliversUnfinished: whether the values so far are delivered after the timeout.
    ///   - deliver: receives the values in the command's format.
    init(
        _ command: RunCommand,
        definition: String? = nil,
        settings: ScreenSettings = .ofEnvironment,
        deliversUnfinished: Bool = false,
        deliver: @escaping @Sendable (String) throws -> Void = { try StandardOutput.write([$0]) }
    ) {
        self.deliversUnfinished = deliversUnfinished
        self.command = command
        self.definition = definition
        self.settings = settings
        self.deliver = deliver
    }

    /// Runs the form. Returns the exit status.
    func status() async -> Int32 {
        do {
            // Signals must be blocked before a thread is started.
            try watchSignals()
            let status = try await run()
            await end()
            return status
        } catch {
            await end()
            let failure: RunFailure =
                switch error {
                case let error as RunFailure: error
                case let error as CommandFailure: RunFailure(error)
                case let error as BusError: RunFailure(error)
                default: RunFailure(.usage, "\(error)")
                }
            StandardError.remark(failure.message)
            return failure.status.rawValue
        }
    }

    /// Cleans up. The terminal is restored first, so that the output can be read.
    private func end() async {
        terminal?.close()
        await daemon?.stop()
    }

    private func watchSignals() throws {
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            signals.append(
                try EventLoop.shared.addSignal(signal) { [weak self] in
                    self?.interruption = signal
                    self?.runner?.end(signal == SIGINT ? .left(.cancelled) : .interrupted(signal))
                }
            )
        }
        signals.append(try EventLoop.shared.addSignal(SIGWINCH) { [weak self] in self?.runner?.resize() })
        signals.append(try EventLoop.shared.addSignal(SIGTSTP) { [weak self] in self?.runner?.stop() })
    }

    private func run() async throws -> Int32 {
        let values = try command.values.map { try GivenValues(json: try TextFile.read($0)) } ?? GivenValues()
        let form = try definition.map { .definition($0) } ?? command.opening
        let forms = try await connect()
        let (session, refused) = try await values.open(form, on: forms)
        if let page = command.page { try await show(page: page, of: session) }
        let submission = Submission(format: command.format, withSecrets: command.withSecrets, secrets: command.secretFd)
        if command.noninteractive { return try await submit(session, submission, refused) }
        let outcome = try await runOnTerminal(session, submission, refused)
        switch outcome {
        case .submitted(let text):
            try? await session.close()
            await end()
            Self.printEndNote(session)
            try deliver(text)
            return RunStatus.submitted.rawValue
        case .lost(let reason): throw RunFailure(.noDaemon, reason)
        case .left(let departure):
            self.departure = departure
            try? await session.close()
            return RunStatus.cancelled.rawValue
        case .timedOut:
            try await deliverUnfinished(session)
            try? await session.close()
            return RunStatus.timedOut.rawValue
        case .interrupted(let signal):
            try? await session.close()
            return 128 + signal
        }
    }

    /// Shows a page. If a page on the way has errors, it is shown instead.
    private func show(page: UInt32, of session: FormSession) async throws {
        do throws(BusError) {
            _ = try await session.show(page: page - 1)
        } catch {
            guard error.failure == .notValid else { throw error }
        }
    }

    // MARK: The daemon

    /// The daemon that the command line names; without one, the default daemon or a private one.
    private func connect() async throws -> Forms {
        do throws(BusError) {
            let forms = try await Forms.connect(command.options.place)
            // A connection to a bus does not prove that there is a daemon. This call makes the bus start it if
            // possible.
            _ = try await forms.version()
            return forms
        } catch {
            guard command.options.isDefaultPlace else {
                throw RunFailure(CommandFailure(connecting: error, to: command.options.place))
            }
        }
        let daemon = try PrivateDaemon(formFolders: command.forms, keepsDrafts: command.draft != nil)
        self.daemon = daemon
        daemon.onEnd = { [weak self] in self?.runner?.end(.lost("formd has ended")) }
        return try await daemon.connect()
    }

    // MARK: The terminal

    private func runOnTerminal(
        _ session: FormSession,
        _ submission: Submission,
        _ refused: [FieldError]
    ) async throws -> FormRunner.Outcome {
        if let interruption { return interruption == SIGINT ? .left(.cancelled) : .interrupted(interruption) }
        let terminal: Terminal
        do {
            terminal = try Terminal(
                usesColors: getenv("NO_COLOR").map { $0.pointee == 0 } ?? true,
                ordersTexts: settings.ordersTexts
            )
        } catch {
            throw RunFailure(.usage, "\(error.description); --noninteractive needs none")
        }
        self.terminal = terminal
        let runner = FormRunner(session, on: terminal, settings: settings) { await submission.submit($0) }
        self.runner = runner
        if !refused.isEmpty { runner.showMessage(refused.map { "\($0.field): \($0.message)" }.joined(separator: "; ")) }
        return try await runner.run(timeout: command.timeout.map { .seconds($0) })
    }

    /// Prints the note that the form shows after the submission, if standard error is a terminal.
    private static func printEndNote(_ session: FormSession) {
        let end = session.field("form_end")
        guard end["Type"]?.string == "note", end.visible, !end.text.isEmpty, isatty(STDERR_FILENO) == 1 else { return }
        StandardError.write(end.text.escapingControls)
    }

    /// Delivers the values without the types of a document. Several options are in the field's own notation.
    private func deliverUnfinished(_ session: FormSession) async throws {
        guard deliversUnfinished else { return }
        let values = try await session.values().map { field, value in
            let several = value.hasPrefix("[") ? (try? JSONDocument(value))?.root : nil
            let text: JSONText = several?.elements == nil ? .string(value) : .literal(value)
            return JSONText.Member(field, text)
        }
        await end()
        try deliver(JSONText.object(values).line)
    }

    // MARK: Without a terminal

    private func submit(_ session: FormSession, _ submission: Submission, _ refused: [FieldError]) async throws -> Int32
    {
        let wrong = refused.isEmpty ? try await session.validate() : refused
        if wrong.isEmpty {
            let text = try await submission.submit(session).get()
            try? await session.close()
            try deliver(text)
            return RunStatus.submitted.rawValue
        }
        try? await session.close()
        let errors = wrong.map { JSON.object(["field": .string($0.field), "message": .string($0.message)]) }
        try StandardOutput.write([try JSON.object(["valid": .boolean(false), "errors": .array(errors)]).line])
        return RunStatus.incomplete.rawValue
    }
}

extension RunCommand {
    /// How to open the form that FORM names.
    var opening: Opening {
        get throws {
            // The session is of no use after this run.
            var options = [SessionOption.lifetime("connection")]
            if let locale { options.append(.locale(locale)) }
            if let draft { options.append(.draft(draft)) }
            guard form == "-" || form.contains("/") || form.hasSuffix(".json") else { return .form(form, options) }
            return .definition(try TextFile.read(form), options)
        }
    }
}

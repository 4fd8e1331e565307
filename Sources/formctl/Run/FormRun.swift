import DBus
import EventLoop
import FormClient
import FormContract
import FormModel
import FormPresentation
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
    /// The field that a feed changes while the form is shown, and the kind of the feed.
    private let fed: (field: String, kind: FormFeed.Kind)?
    private var feed: FormFeed?
    private let deliversUnfinished: Bool
    /// How the form was left without submitting it; `nil` if it was submitted.
    private(set) var departure: Departure?
    /// The field that had the focus last, and the index of its highlighted option.
    private(set) var position: (field: String, option: Int)?
    /// The values that were delivered last; `nil` for none.
    private(set) var delivered: String?
    private var daemon: PrivateDaemon?
    private var terminal: Terminal?
    private var runner: FormRunner?
    private var window: FormWindow?
    private var signals: [EventSource] = []
    private var ended: AsyncStream<Result<Int32, any Error>>.Continuation?
    /// The values after the timeout.
    private var unfinished: [(field: String, value: String)] = []
    private let languages = UserLanguages()

    /// - Parameters:
    ///   - definition: the form, if it is not the one of the command.
    ///   - settings: the settings of the screen.
    ///   - feed: a field, and the feed that changes it while the form is shown, and may end the run.
    ///   - deliversUnfinished: whether the values so far are delivered after the timeout.
    ///   - deliver: receives the values in the command's format, also when the form is left with a button of the
    ///     program; `nil` to print them.
    init(
        _ command: RunCommand,
        definition: String? = nil,
        settings: ScreenSettings = .ofEnvironment,
        feed: (field: String, kind: FormFeed.Kind)? = nil,
        deliversUnfinished: Bool = false,
        deliver: (@Sendable (String) throws -> Void)? = nil
    ) {
        self.deliversUnfinished = deliversUnfinished
        fed = feed
        self.command = command
        self.definition = definition
        self.settings = settings.with(kiosk: command.kiosk)
        // Escapes in JSON mean the same, but a shell would take them as they stand.
        let isEscaped = command.format == .json || StandardOutput.isTerminal
        self.deliver = deliver ?? { try StandardOutput.write([isEscaped ? $0.shownSafely : $0]) }
    }

    /// Runs the form. Returns the exit status.
    func status() async -> Int32 {
        do {
            // Signals must be blocked before a thread is started.
            try watchSignals()
            let (endings, ended) = AsyncStream<Result<Int32, any Error>>.makeStream()
            self.ended = ended
            LoopActor.task {
                do { ended.yield(.success(try await self.run())) } catch { ended.yield(.failure(error)) }
            }
            var status = CommandFailure.Status.refused.rawValue
            for await ending in endings {
                status = try ending.get()
                break
            }
            await end()
            return status
        } catch {
            await end()
            let failure = Self.failure(of: error)
            StandardError.remark(failure.message)
            return failure.status.rawValue
        }
    }

    /// The failure of a run: what the daemon refuses is a mistake in the definition or on the command line, because a
    /// form that the user cancels has the status 1.
    private static func failure(of error: any Error) -> CommandFailure {
        switch error {
        case let error as BusError:
            let failure = CommandFailure(refusing: error)
            let isGone = error.failure == nil || error.failure == .unknownSession
            return CommandFailure(isGone ? .noDaemon : .usage, failure.message)
        case let error as CommandFailure where error.status == .refused: return CommandFailure(.usage, error.message)
        case let error as CommandFailure: return error
        default: return CommandFailure(.usage, "\(error)")
        }
    }

    /// Ends the run, whatever it waits for.
    private func end(_ outcome: FormRunner.Outcome, _ status: Int32) {
        if let runner {
            runner.end(outcome)
        } else if let window {
            window.end(outcome)
        } else {
            ended?.yield(.success(status))
        }
    }

    /// Waits for a last call of the daemon, but not for one that does not answer.
    private func briefly(_ call: @escaping @LoopActor @Sendable () async -> Void) async {
        let (ends, ended) = AsyncStream<Void>.makeStream()
        LoopActor.task {
            await call()
            ended.finish()
        }
        let timer = try? EventLoop.shared.addTimer(after: .milliseconds(500)) { ended.finish() }
        for await _ in ends {}
        timer?.cancel()
    }

    private func take(_ values: String) throws {
        delivered = values
        try deliver(values)
    }

    /// Closes the session, unless others have opened it, and waits for the answers to the calls under way.
    private func close(_ session: FormSession) async {
        await briefly { [command] in
            if command.session == nil { try? await session.close() }
            session.end(reason: "left")
            // The daemon has answered all earlier calls when it answers this one.
            _ = try? await session.forms.version()
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
                    let isCancelled = signal == SIGINT
                    self?.end(
                        isCancelled ? .left(.cancelled) : .interrupted(signal),
                        isCancelled ? CommandFailure.Status.refused.rawValue : 128 + signal
                    )
                }
            )
        }
        if let timeout = command.timeout {
            signals.append(
                try EventLoop.shared.addTimer(after: .seconds(timeout)) { [weak self] in
                    self?.end(.timedOut, CommandFailure.Status.timedOut.rawValue)
                }
            )
        }
        signals.append(try EventLoop.shared.addSignal(SIGWINCH) { [weak self] in self?.runner?.resize() })
        signals.append(try EventLoop.shared.addSignal(SIGTSTP) { [weak self] in self?.runner?.stop() })
    }

    private func run() async throws -> Int32 {
        let values = try command.values.map { try GivenValues(json: try TextFile.read($0)) } ?? GivenValues()
        let form = try definition.map { .definition($0) } ?? (command.session == nil ? command.opening : .form(""))
        let forms = try await connect()
        let submission = Submission(
            format: command.format,
            prefix: command.prefix ?? (command.format == .shell ? "form_" : ""),
            withSecrets: command.withSecrets,
            secrets: command.secretFd
        )
        repeat {
            let (session, refused) = try await open(form, values, on: forms)
            if let page = command.page { try await show(page: page, of: session) }
            if command.noninteractive { return try await submit(session, submission, refused) }
            let outcome = try await show(session, submission, refused)
            if let status = try await status(of: outcome, session, submission) { return status }
        } while true
    }

    /// Ends a session, and returns the exit status; `nil` if the next visitor of a kiosk can begin.
    private func status(
        of outcome: FormRunner.Outcome,
        _ session: FormSession,
        _ submission: Submission
    ) async throws -> Int32? {
        switch outcome {
        case .submitted where command.kiosk:
            await close(session)
            return nil
        case .closed("idle") where command.kiosk: return nil
        case .submitted(let text):
            await close(session)
            await end()
            Self.printEndNote(session)
            try take(text)
            return CommandFailure.Status.success.rawValue
        case .closed(let reason): throw CommandFailure(.noDaemon, "the session was closed (\(reason))")
        case .lost(let reason): throw CommandFailure(.noDaemon, reason)
        case .left(let departure):
            self.departure = departure
            var values: String?
            if case .extraButton = departure { values = try? await submission.submit(session).get() }
            await close(session)
            if let values { try take(values) }
            return CommandFailure.Status.refused.rawValue
        case .timedOut:
            try await deliverUnfinished(session)
            await close(session)
            return CommandFailure.Status.timedOut.rawValue
        case .interrupted(let signal):
            await close(session)
            return 128 + signal
        }
    }

    /// Opens the form in the user's language, or the session that the command names.
    private func open(
        _ opening: Opening,
        _ values: GivenValues,
        on forms: Forms
    ) async throws -> (FormSession, refused: [FieldError]) {
        if let session = command.session { return (try await forms.attach(session.path), []) }
        let locale = command.sessionArguments.locale
        let preferred = locale ?? languages.tags.first
        var opening = locale == nil ? preferred.map { opening.adding(.locale($0)) } ?? opening : opening
        if command.kiosk, command.sessionArguments.idle == nil {
            // The form may have an idle policy of its own, which an option would replace.
            let trial = try await forms.open(opening)
            let definition = try await trial.call("GetDefinition").first?.string.flatMap { try? JSONDocument($0).root }
            if definition?.object?["idle"] == nil { opening = opening.adding(.idle(warn: 60)) }
            try await trial.close()
        }
        let (session, refused) = try await values.open(opening, on: forms)
        // The form may lack the user's first language, but have another one of the user's.
        if locale == nil, let best = languages.best(among: session.languages), best != preferred {
            session.set(\.locale, to: best)
        }
        return (session, refused)
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
                throw CommandFailure(connecting: error, to: command.options.place)
            }
        }
        let daemon = try PrivateDaemon(formFolders: command.forms, keepsDrafts: command.sessionArguments.draft != nil)
        self.daemon = daemon
        daemon.onEnd = { [weak self] in
            self?.end(.lost("formd has ended"), CommandFailure.Status.noDaemon.rawValue)
        }
        return try await daemon.connect()
    }

    // MARK: The terminal and the window

    private func show(
        _ session: FormSession,
        _ submission: Submission,
        _ refused: [FieldError]
    ) async throws -> FormRunner.Outcome {
        let deliver = deliver
        let delivers = command.kiosk
        let submits: @LoopActor (FormSession) async -> Result<String, BusError> = { session in
            let result = await submission.submit(session)
            guard delivers, case .success(let text) = result else { return result }
            do { try deliver(text) } catch { return .failure(BusError(.failed, "\(error)")) }
            return result
        }
        // Each says which field it is about.
        let message = refused.map(\.message).joined(separator: "; ")
        if let fed {
            feed = try FormFeed(fed.kind, session.field(fed.field)) { [weak self] in
                self?.end(.submitted("{}"), CommandFailure.Status.success.rawValue)
            }
        }
        if command.window {
            let place = try (daemon?.place ?? command.options.place).resolved()
            let window = FormWindow(session, at: place, settings, isFaithful: command.faithful, message, submits)
            self.window = window
            return try await window.run()
        }
        let runner = FormRunner(session, on: try openTerminal(), settings: settings, submits: submits)
        self.runner = runner
        if !message.isEmpty { runner.showMessage(message) }
        let outcome = try await runner.run()
        position = runner.position
        return outcome
    }

    private func openTerminal() throws -> Terminal {
        let terminal: Terminal
        do {
            terminal =
                try self.terminal
                ?? Terminal(
                    usesColors: getenv("NO_COLOR").map { $0.pointee == 0 } ?? true,
                    scheme: command.colorScheme,
                    ordersTexts: settings.ordersTexts
                )
        } catch {
            throw CommandFailure(.usage, "\(error); --noninteractive needs none")
        }
        self.terminal = terminal
        return terminal
    }

    /// Prints the note that the form shows after the submission, if standard error is a terminal.
    private static func printEndNote(_ session: FormSession) {
        guard let note = session.mirror.endNote, isatty(STDERR_FILENO) == 1 else { return }
        StandardError.write(note.escapingControls)
    }

    /// Delivers the values without the types of a document. Several options are in the field's own notation.
    private func deliverUnfinished(_ session: FormSession) async throws {
        guard deliversUnfinished else { return }
        await briefly { self.unfinished = (try? await session.values()) ?? [] }
        let values = unfinished.map { field, value in
            let several = value.hasPrefix("[") ? (try? JSONDocument(value))?.root : nil
            let text: JSONText = several?.elements == nil ? .string(value) : .literal(value)
            return JSONText.Member(field, text)
        }
        await end()
        try take(JSONText.object(values).line)
    }

    // MARK: Without a terminal

    private func submit(_ session: FormSession, _ submission: Submission, _ refused: [FieldError]) async throws -> Int32
    {
        let invalid = try await session.validate().filter { error in !refused.contains { $0.field == error.field } }
        let wrong = refused + invalid
        if wrong.isEmpty {
            let text = try await submission.submit(session).get()
            try? await session.close()
            try take(text)
            return CommandFailure.Status.success.rawValue
        }
        try? await session.close()
        try StandardOutput.write(wrong.json())
        return CommandFailure.Status.incomplete.rawValue
    }
}

extension RunCommand {
    /// How to open the form that FORM names.
    var opening: Opening {
        get throws {
            // The session is of no use after this run.
            var options = sessionArguments.options + [.lifetime("connection")]
            if window, !faithful { options.append(SessionOption("layout", .string("none"))) }
            let form = form ?? ""
            guard form == "-" || form.contains("/") || form.hasSuffix(".json") else { return .form(form, options) }
            return .definition(try TextFile.read(form), options)
        }
    }
}

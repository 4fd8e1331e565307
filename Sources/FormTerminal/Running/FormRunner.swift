package import DBus
package import EventLoop
package import FormClient
import FormContract
import FormModel
package import FormPresentation

/// Runs a session in the terminal: reads keys, performs their actions and draws the changes.
///
/// Keys are processed in order. A typed character is sent at once. Any other key waits for the replies to everything
/// before it, because its meaning depends on the focused field.
@LoopActor
package final class FormRunner {
    package enum Outcome: Sendable, Hashable {
        /// The result of the submission.
        case submitted(String)
        case left(Departure)
        case timedOut
        /// The session has ended for this reason.
        case closed(String)
        /// The daemon is gone. The reason is a message for the user.
        case lost(String)
        /// A signal asked the program to exit.
        case interrupted(Int32)
    }

    private let session: FormSession
    private let terminal: Terminal
    private let settings: ScreenSettings
    private let submits: @LoopActor (FormSession) async -> Result<String, BusError>
    private var state = ViewState()
    private var screen: Canvas?
    private var cache = LayoutCache()
    private var outcome: Outcome?
    private var lastField: String?
    private let keys: AsyncStream<Key>
    private let received: AsyncStream<Key>.Continuation
    private var drawing: EventSource?
    private var sources: [EventSource] = []
    /// Ends the run when the daemon has been unreachable for too long.
    private var unreachableTimer: EventSource?
    private var ended: AsyncStream<Outcome>.Continuation?
    /// Gives up on a sequence of which only the beginning has arrived.
    private var sequenceTimer: EventSource?
    /// When Ctrl+C was pressed last.
    private var lastInterrupt: EventLoop.Instant?
    /// Whether the daemon answers.
    private var answering = Answering.expected
    private var answeringTimer: EventSource?
    /// Counts the seconds of an idle warning, or ends what a kiosk says at last.
    private var idleTimer: EventSource?
    /// The result of the submission of a kiosk, while the visitor reads the form's last note.
    private var submitted: String?

    private enum Answering {
        /// No key was pressed since the last answer.
        case expected
        /// A key was pressed.
        case awaited
        /// After half of the time the daemon was asked for its version, in case that one operation takes long.
        case asked
        case late
    }

    /// How long the daemon may take to answer before the user is told.
    private static let answerTime: Duration = .milliseconds(500)

    /// How long the daemon may be unreachable.
    private static let reconnectTimeout: Duration = .seconds(10)

    /// How long a kiosk shows the form's last note.
    private static let noteTime: Duration = .seconds(30)

    /// - Parameter submits: submits the session, and returns the text of the outcome.
    package init(
        _ session: FormSession,
        on terminal: Terminal,
        settings: ScreenSettings,
        submits: @escaping @LoopActor (FormSession) async -> Result<String, BusError>
    ) {
        self.session = session
        self.terminal = terminal
        self.settings = settings
        self.submits = submits
        (keys, received) = AsyncStream<Key>.makeStream()
    }

    /// Runs until the form is submitted or left.
    package func run() async throws -> Outcome {
        drawing = try EventLoop.shared.addDeferred(priority: .idle) { [weak self] in self?.draw() }
        sources.append(try watchTerminal())
        unreachableTimer = try EventLoop.shared.addTimer(after: nil) { [weak self] in
            if let self, state.isLost { end(.lost("formd is gone")) }
        }
        sequenceTimer = try EventLoop.shared.addTimer(after: nil) { [weak self] in
            if let self { take(terminal.giveUp()) }
        }
        answeringTimer = try EventLoop.shared.addTimer(after: nil) { [weak self] in self?.checkAnswering() }
        idleTimer = try EventLoop.shared.addTimer(after: nil) { [weak self] in self?.countDown() }
        let observation = session.observe { [weak self] in self?.take($0) }
        let (endings, ended) = AsyncStream<Outcome>.makeStream()
        self.ended = ended
        defer {
            observation.cancel()
            for source in sources { source.cancel() }
            for timer in [unreachableTimer, sequenceTimer, answeringTimer, idleTimer] { timer?.cancel() }
            drawing?.cancel()
        }
        session.index()
        draw()
        if let outcome { return outcome }
        // Keys wait for the daemon's replies; the end of the run does not.
        LoopActor.task { await self.pressKeys() }
        for await outcome in endings { return outcome }
        return .left(.cancelled)
    }

    private func pressKeys() async {
        await loadInputs()
        do throws(BusError) { try await startPage() } catch { show(error) }
        await session.settled()
        await selectValue()
        for await key in keys where outcome == nil { await press(key) }
    }

    private func watchTerminal() throws -> EventSource {
        try EventLoop.shared.addIO(descriptor: terminal.descriptor, events: .readable) { [weak self] events in
            guard let self else { return }
            take(terminal.readKeys())
            if events.contains(.hangup) { end(.interrupted(1)) }
        }
    }

    private func take(_ keys: [Key]) {
        for key in keys {
            // Pressed twice, or while the daemon does not answer, Ctrl+C ends the run whatever is awaited.
            if key == .control("c"), !settings.isKiosk {
                let last = lastInterrupt
                lastInterrupt = EventLoop.now
                if answering == .late || last.map({ EventLoop.now - $0 < .seconds(1) }) ?? false {
                    return end(.left(.cancelled))
                }
            }
            received.yield(key)
        }
        if let patience = terminal.patience {
            sequenceTimer?.schedule(after: patience)
        } else {
            sequenceTimer?.isEnabled = false
        }
        guard answering == .expected, !keys.isEmpty else { return }
        answering = .awaited
        answeringTimer?.schedule(after: Self.answerTime / 2)
    }

    /// Tells the user if the daemon has not answered anything for a while.
    private func checkAnswering() {
        switch answering {
        case .awaited where !session.isSettled && !state.isLost:
            answering = .asked
            answeringTimer?.schedule(after: Self.answerTime / 2)
            LoopActor.task {
                _ = try? await self.session.forms.version()
                if self.answering == .late, !self.state.isLost { self.state.message = nil }
                self.answering = .expected
                self.answeringTimer?.isEnabled = false
                self.needsDrawing()
            }
        case .awaited: answering = .expected
        case .asked:
            answering = .late
            state.message = ViewState.Message("\(words[.unreachable]) (^C: \(session.labels["cancel"] ?? "cancel"))")
            needsDrawing()
        case .expected, .late: break
        }
    }

    /// Ends the run.
    package func end(_ outcome: Outcome) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        received.finish()
        ended?.yield(outcome)
    }

    /// The field that had the focus last, and the index of its highlighted option.
    package var position: (field: String, option: Int)? {
        lastField.map { ($0, ChoiceBlock.highlighted(MirroredField($0, in: session.mirror), state)) }
    }

    /// Shows a message until the next key.
    package func showMessage(_ text: String) {
        state.message = ViewState.Message(text)
    }

    /// Adapts to a new size of the terminal's window.
    package func resize() {
        terminal.resize()
        screen = nil
        cache.forget()
        needsDrawing()
    }

    /// Stops the process for the shell's job control.
    package func stop() {
        terminal.stop()
        resize()
    }

    // MARK: Drawing

    private func needsDrawing() { drawing?.isEnabled = true }

    private func draw() {
        guard outcome == nil else { return }
        let context = LayoutContext(session.mirror, state, terminal.size, settings, outline: cache.outline)
        if let button = state.button, !context.outline.ring.contains(button) {
            state.button = nil
            return draw()
        }
        let screen = Screen(context, &cache)
        state.top = screen.top
        state.lastTop = screen.lastTop
        self.screen = screen.canvas
        terminal.draw(screen.canvas)
    }

    // MARK: Keys

    private func press(_ key: Key) async {
        if !isTyping(key) { await session.settled() }
        let focus = session.focus?.name
        let size = terminal.size
        let actions = Keys.press(
            key,
            session.mirror,
            &state,
            size: size,
            screen: screen,
            settings: settings,
            outline: cache.outline
        )
        for action in actions {
            await perform(action)
            if outcome != nil { return }
        }
        if actions.contains(where: \.movesFocus) { await movedFocus(from: focus, by: key) }
        needsDrawing()
    }

    private func movedFocus(from field: String?, by key: Key) async {
        await session.settled()
        if case .click = key.code { return }
        if session.focus?.name != field { await selectValue() }
    }

    /// Selects the whole value of the focused field, so that typing replaces it.
    private func selectValue() async {
        guard settings.replacesValues, let focus = session.focus else { return }
        let field = MirroredField(focus.name, in: session.mirror)
        // The beginning of a mask is no value.
        guard [.text, .slider, .date].contains(field.face), field.takesEdits, field.secureEntry || !field.value.isEmpty
        else { return }
        focus.select(start: 0, length: UInt32(clamping: field.text.unicodeScalars.count))
    }

    /// Loads what only the form's definition contains.
    private func loadInputs() async {
        let faces = session.mirror.fieldNames.map { MirroredField($0, in: session.mirror).face }
        guard faces.contains(where: { [.slider, .date].contains($0) }),
            let text = try? await session.call("GetDefinition").first?.string,
            let definition = try? JSONDocument(text).root
        else { return }
        state.inputs = DefinedInputs(definition)
        cache.forget()
        needsDrawing()
    }

    /// Whether the key's meaning does not depend on the effects of the keys before it.
    private func isTyping(_ key: Key) -> Bool {
        guard state.overlay == nil, state.button == nil, let focus = session.focus,
            MirroredField(focus.name, in: session.mirror).isTyped
        else { return false }
        switch key.code {
        case .character(let character): return key.modifiers.isEmpty && character != " "
        case .backspace: return key.modifiers.isEmpty
        default: return false
        }
    }

    // MARK: Actions

    private func perform(_ action: Action) async {
        do throws(BusError) {
            switch action {
            case .insert(let text): insert(text)
            case .delete(let unit, let count): session.keyboard.delete(unit, by: count)
            case .move(let unit, let count, let extending):
                session.keyboard.move(unit, by: count, extending: extending)
            case .paste(let text): try await paste(text)
            case .cut, .copy:
                guard let focus = session.focus else { return }
                state.clipboard = try await focus.performEditAction(action == .cut ? "cut" : "copy")
                // The desktop's clipboard would keep it for the next visitor.
                if !settings.isKiosk { terminal.copy(state.clipboard) }
            case .step(let count): await step(by: count)
            case .select(let field, let start, let length):
                session.field(field).select(start: UInt32(clamping: start), length: UInt32(clamping: length))
            case .choose(let field, let option): session.field(field).selectOption(option)
            case .chooseDay(let field, let day): session.field(field).selectDate(day.text)
            case .toggle(let field): session.field(field).toggle()
            case .reveal(let field):
                session.field(field).pressActionButton()
                await session.settled()
                await reveal(field)
            case .list(let field, let filter, let offset): try await list(field, filter, offset)
            case .focus(let field): try await session.call("FocusField", .string(field))
            case .focusNext: try await session.call("FocusNext")
            case .focusPrevious: try await session.call("FocusPrevious")
            case .blur: try await session.call("Blur")
            case .pressReturn: if let focus = session.focus { try await focus.call("PressReturn") }
            case .undo: _ = try await session.undo()
            case .redo: _ = try await session.redo()
            case .nextPage, .previousPage:
                _ = try await action == .nextPage ? session.nextPage() : session.previousPage()
                try await startPage()
            case .returnToReview(let visit):
                let page = UInt32(clamping: visit.page)
                _ = try await session.show(page: page)
                try await startPage()
                guard session.page == page else { return }
                state.visit = nil
                state.button = .answer(visit.field)
                state.followsFocus = true
            case .speak(let language): session.set(\.locale, to: language)
            case .addRow(let group): try await addRow(to: group)
            case .removeRow(let group, let row):
                try await session.remove(row: row, of: group)
                try await session.call("FocusNext")
            case .submit:
                let text = try await submits(session).get()
                settings.isKiosk ? showEnd(text) : end(.submitted(text))
            case .stay: try await session.extend()
            case .startAgain: end(.submitted(submitted ?? ""))
            case .leave(let departure): end(.left(departure))
            case .redraw: terminal.forgetShown()
            }
        } catch {
            show(error)
        }
    }

    /// Types a text. Shows the reason if it is refused.
    private func insert(_ text: String) {
        // While the daemon is unreachable, the keyboard queues the text.
        guard !state.isLost else { return session.keyboard.insert(text) }
        session.send(Operation(.focusedField, "InsertText", [.string(text)])) { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .failure(let error): show(error)
            case .success(let reply):
                guard reply.count > 2, reply[2].bool == false, let field = session.focus else { return }
                LoopActor.task { await self.showRefusals(of: field) }
            }
        }
    }

    /// Pastes a text. Tells how many of its characters were left out, and why.
    private func paste(_ text: String) async throws(BusError) {
        guard let field = session.focus, !state.isLost else {
            return session.keyboard.perform("PerformEditAction", .string("paste"), .string(text))
        }
        _ = try await field.performEditAction("paste", text: text)
        await showRefusals(of: field, among: text.count)
    }

    /// - Parameter count: the number of characters that were entered.
    private func showRefusals(of field: SessionField, among count: Int = 1) async {
        let answer = try? await session.call(.get("Refusals", of: .field(field.name)))
        let refusals = (answer?.first?.variant?.elements ?? []).compactMap(\.members)
        guard let refusal = refusals.first, refusal.count == 2, let character = refusal[0].string else { return }
        let isFull = ["room", "length"].contains(refusal[1].string)
        let shown = count > 1 ? "−\(refusals.count) / \(count)" : "“\(field.secureEntry ? "•" : character)”"
        state.message = ViewState.Message("\(shown): \(isFull ? words[.noRoom] : words[.notTaken])")
        needsDrawing()
    }

    /// Steps the focused field. If it has nothing to step, the focus moves instead.
    private func step(by count: Int32) async {
        guard let focus = session.focus else { return }
        do throws(BusError) {
            _ = try await focus.step(by: count.magnitude, down: count < 0)
        } catch {
            guard error.failure == .actionDisabled else { return show(error) }
            await press(Key(.tab, count > 0 ? .shift : []))
        }
    }

    /// Shows a page from its top, and gives the focus to its first field if no field has it.
    private func startPage() async throws(BusError) {
        state.top = 0
        let outline = FormOutline(session.mirror)
        // A page is read from its top, even if its first field is below a long note, and so is a review.
        let isAtFirst = session.focus.map { .field($0.name) == outline.ring.first } ?? true
        state.followsFocus = !isAtFirst && !outline.isReview
        await pageShown()
        guard session.focus == nil else { return }
        switch outline.ring.first {
        case .field(let name)? where !settings.startsAtCancel: try await session.call("FocusField", .string(name))
        default: state.button = settings.startsAtCancel ? .cancel : outline.proceeding
        }
    }

    private func addRow(to group: String) async throws(BusError) {
        let row = try await session.addRow(to: group)
        let prefix = "\(group)_\(row)_"
        let first = FormOutline(session.mirror).ring.first { $0.field?.hasPrefix(prefix) ?? false }
        if let first = first?.field { try await session.call("FocusField", .string(first)) }
    }

    private func list(_ field: String, _ filter: String, _ offset: Int) async throws(BusError) {
        let (total, page) = try await session.field(field).options(
            containing: String(filter.prefix(100)),
            from: UInt32(clamping: offset),
            limit: UInt32(OptionList.pageLength)
        )
        guard case .options(var list)? = state.overlay, list.field == field, list.filter == filter else { return }
        list.total = Int(total)
        list.offset = offset
        list.page = page
        list.position = min(max(list.position, 0), max(Int(total) - 1, 0))
        state.overlay = .options(list)
    }

    private func show(_ error: BusError) {
        state.message = ViewState.Message(error.message.isEmpty ? error.name.string : error.message)
        needsDrawing()
    }

    // MARK: Changes

    private func take(_ change: SessionChange) {
        switch change {
        case .changed(let update):
            cache.take(update)
            // The focus moved to a field, so no button has it any more.
            if let name = update[\.focusedField], !name.isEmpty {
                state.button = nil
                lastField = name
            }
            // The answers of a review depend on the language.
            if update[\.page] != nil || update[\.locale] != nil {
                LoopActor.task { await self.pageShown() }
            }
            for case let (field?, _) in update.changes where state.revealed[field] != nil {
                LoopActor.task { await self.reveal(field) }
            }
            if !update.changes.isEmpty { endWarning() }
        case .refused(let refusal): show(refusal.error)
        case .lost: lost()
        case .resumed, .reopened: resumed(change)
        case .closed(let reason): end(.closed(reason))
        case .signal(let event): if let seconds = event.idleWarning { warn(seconds) }
        case .failed: break
        }
        needsDrawing()
    }

    /// Loads the answers of a review page, because they are not properties.
    private func pageShown() async {
        guard FormOutline(session.mirror).isReview else { return }
        state.review = (try? await session.review()) ?? []
        cache.forget()
        needsDrawing()
    }

    /// Loads the text of a revealed secret, because it is no property.
    private func reveal(_ name: String) async {
        let field = session.field(name)
        let text = field.secureEntry ? nil : try? await field.reveal()
        state.revealed[name] = text
        cache.forget()
        needsDrawing()
    }

    // MARK: Idle visitors

    private func warn(_ seconds: UInt32) {
        guard submitted == nil else { return }
        state.overlay = .idle(IdleCountdown(seconds: seconds, hasInput: session.mirror.hasInput))
        idleTimer?.schedule(after: .seconds(1))
    }

    /// Somebody uses the session with another front end.
    private func endWarning() {
        if case .idle(let countdown)? = state.overlay, countdown.seconds > 1 { state.overlay = nil }
    }

    private func countDown() {
        if let submitted { return end(.submitted(submitted)) }
        guard case .idle(var countdown)? = state.overlay else { return }
        if countdown.tick() {
            // The daemon has removed the visitor's input; nothing of it stays here either.
            let inputs = state.inputs
            state = ViewState()
            state.inputs = inputs
            cache.forget()
            if countdown.hasInput { state.message = ViewState.Message(words[.wiped], isError: false) }
            LoopActor.task { try? await self.startPage() }
        } else {
            state.overlay = .idle(countdown)
            idleTimer?.schedule(after: .seconds(1))
        }
        needsDrawing()
    }

    /// Shows the form's last note until the visitor has read it, or has gone.
    private func showEnd(_ text: String) {
        submitted = text
        state.overlay = .ended(session.mirror.endNote ?? "")
        idleTimer?.schedule(after: Self.noteTime)
        needsDrawing()
    }

    private func lost() {
        state.isLost = true
        state.message = ViewState.Message(words[.unreachable])
        unreachableTimer?.schedule(after: Self.reconnectTimeout)
    }

    private var words: InterfaceWords {
        InterfaceWords.nearest(to: session.locale)
    }

    private func resumed(_ change: SessionChange) {
        session.index()
        cache.forget()
        state.isLost = false
        state.message = nil
        if case .reopened(let missing) = change, !missing.isEmpty {
            let labels = missing.map { session.field($0).label }
            state.message = ViewState.Message("\(words[.restarted]): \(labels.joined(separator: ", "))")
        }
    }
}

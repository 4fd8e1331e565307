package import DBus
package import EventLoop
package import FormClient
import FormContract

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
        /// The session has ended, or the daemon is gone. The reason is a message for the user.
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
    private var outcome: Outcome?
    private let keys: AsyncStream<Key>
    private let received: AsyncStream<Key>.Continuation
    private var drawing: EventSource?
    private var sources: [EventSource] = []
    /// Ends the run when the daemon has been unreachable for too long.
    private var unreachableTimer: EventSource?

    /// How long the daemon may be unreachable.
    private static let reconnectTimeout: Duration = .seconds(10)

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
    package func run(timeout: Duration? = nil) async throws -> Outcome {
        drawing = try EventLoop.shared.addDeferred(priority: .idle) { [weak self] in self?.draw() }
        sources.append(try watchTerminal())
        if let timeout {
            sources.append(try EventLoop.shared.addTimer(after: timeout) { [weak self] in self?.end(.timedOut) })
        }
        unreachableTimer = try EventLoop.shared.addTimer(after: nil) { [weak self] in
            guard let self, state.isLost else { return }
            end(.lost("formd is gone"))
        }
        session.onChange = { [weak self] in self?.take($0) }
        defer {
            session.onChange = nil
            for source in sources { source.cancel() }
            unreachableTimer?.cancel()
            drawing?.cancel()
        }
        draw()
        if session.focus == nil { await perform(.focusNext) }
        await pageShown()
        for await key in keys where outcome == nil { await press(key) }
        return outcome ?? .left(.cancelled)
    }

    private func watchTerminal() throws -> EventSource {
        try EventLoop.shared.addIO(descriptor: terminal.descriptor, events: .readable) { [weak self] events in
            guard let self else { return }
            for key in terminal.readKeys() {
                // Ctrl+C works even while a reply is awaited.
                if key == .control("c"), outcome == nil { end(.left(.cancelled)) }
                received.yield(key)
            }
            if events.contains(.hangup) { end(.interrupted(1)) }
        }
    }

    /// Ends the run.
    package func end(_ outcome: Outcome) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        received.finish()
    }

    /// Shows a message until the next key.
    package func showMessage(_ text: String) {
        state.message = ViewState.Message(text)
    }

    /// Adapts to a new size of the terminal's window.
    package func resize() {
        terminal.resize()
        screen = nil
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
        session.index()
        let context = LayoutContext(session.mirror, state, terminal.size, settings)
        if let button = state.button, !context.outline.ring.contains(button) {
            state.button = nil
            return draw()
        }
        let screen = Screen(context)
        state.top = screen.top
        self.screen = screen.canvas
        terminal.draw(screen.canvas)
    }

    // MARK: Keys

    private func press(_ key: Key) async {
        if !isTyping(key) { await session.settled() }
        for action in Keys.press(key, session.mirror, &state, size: terminal.size, screen: screen, settings: settings) {
            await perform(action)
            if outcome != nil { return }
        }
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
            case .paste(let text): session.keyboard.perform("PerformEditAction", .string("paste"), .string(text))
            case .cut: if let focus = session.focus { state.clipboard = try await focus.performEditAction("cut") }
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
            case .nextPage: try await show { () async throws(BusError) in _ = try await self.session.nextPage() }
            case .previousPage:
                try await show { () async throws(BusError) in _ = try await self.session.previousPage() }
            case .addRow(let group): try await addRow(to: group)
            case .removeRow(let group, let row):
                try await session.remove(row: row, of: group)
                try await session.call("FocusNext")
            case .submit: end(.submitted(try await submits(session).get()))
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

    private func showRefusals(of field: SessionField) async {
        let answer = try? await session.call(.get("Refusals", of: .field(field.name)))
        guard let refusal = answer?.first?.variant?.elements?.first?.members, refusal.count == 2,
            let character = refusal[0].string
        else { return }
        let isFull = ["room", "length"].contains(refusal[1].string)
        let shown = field.secureEntry ? "•" : character
        state.message = ViewState.Message("“\(shown)”: \(isFull ? words.noRoom : words.notTaken)")
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

    private func show(_ turn: @LoopActor () async throws(BusError) -> Void) async throws(BusError) {
        try await turn()
        state.top = 0
        await pageShown()
        guard session.focus == nil else { return }
        let outline = FormOutline(session.mirror)
        switch outline.ring.first {
        case .field(let name)?: try await session.call("FocusField", .string(name))
        default: state.button = outline.proceeding
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
        case .properties(of: nil, let changes):
            // The focus moved to a field, so no button has it any more.
            if changes.contains(where: { $0.name == "FocusedField" && $0.value.string?.isEmpty == false }) {
                state.button = nil
            }
            if changes.contains(where: { $0.name == "Page" }) { LoopActor.task { await self.pageShown() } }
        case .properties(of: let field?, _):
            if state.revealed[field] != nil { LoopActor.task { await self.reveal(field) } }
        case .refused(let refusal): show(refusal.error)
        case .lost: lost()
        case .resumed, .reopened: resumed(change)
        case .closed(let reason): end(.lost("the session was closed (\(reason))"))
        case .fieldAdded, .fieldRemoved, .event: break
        }
        needsDrawing()
    }

    /// Loads the answers of a review page, because they are not properties.
    private func pageShown() async {
        guard FormOutline(session.mirror).isReview else { return }
        state.review = (try? await session.review()) ?? []
        needsDrawing()
    }

    /// Loads the text of a revealed secret, because it is no property.
    private func reveal(_ name: String) async {
        let field = session.field(name)
        let text = field.secureEntry ? nil : try? await field.reveal()
        state.revealed[name] = text
        needsDrawing()
    }

    private func lost() {
        state.isLost = true
        state.message = ViewState.Message(words.unreachable)
        unreachableTimer?.schedule(after: Self.reconnectTimeout)
    }

    private var words: InterfaceWords {
        InterfaceWords.nearest(to: session.mirror[SessionProperties.all.locale, of: nil])
    }

    private func resumed(_ change: SessionChange) {
        state.isLost = false
        state.message = nil
        if case .reopened(let missing) = change, !missing.isEmpty {
            let labels = missing.map { session.field($0).label }
            state.message = ViewState.Message("\(words.restarted): \(labels.joined(separator: ", "))")
        }
    }
}

package import FormClient
package import FormPresentation

/// Translates keys: each key requests actions of the session and changes the view.
///
/// This is a value without side effects. The mirror must contain the effects of the keys before, so that the focused
/// field is the one that the user sees.
package struct Keys: Sendable {
    let context: LayoutContext
    /// The canvas on the screen, for clicks.
    let screen: Canvas?
    package internal(set) var state: ViewState
    package internal(set) var actions: [Action] = []

    /// Returns the actions that a key requests, and updates the view's state.
    package static func press(
        _ key: Key,
        _ mirror: SessionMirror,
        _ state: inout ViewState,
        size: Size,
        screen: Canvas? = nil,
        settings: ScreenSettings = ScreenSettings(),
        outline: FormOutline? = nil
    ) -> [Action] {
        var keys = Keys(LayoutContext(mirror, state, size, settings, outline: outline), screen)
        keys.press(key)
        state = keys.state
        return keys.actions
    }

    /// 1 for the arrow key that moves forward, -1 for the one that moves backward.
    func step(of key: Key) -> Int { step(of: key, in: context.direction) }

    func step(of key: Key, in direction: TextDirection) -> Int {
        (key.code == .right) == (direction != .rightToLeft) ? 1 : -1
    }

    private init(_ context: LayoutContext, _ screen: Canvas?) {
        self.context = context
        self.screen = screen
        state = context.state
    }

    private mutating func press(_ key: Key) {
        state.message = nil
        if case .idle? = state.overlay { return answer(true) }
        if case .click(let point) = key.code { return click(point) }
        if state.overlay == nil, scroll(key) { return }
        state.followsFocus = true
        // These keys have the same meaning everywhere.
        switch key {
        case .control("c"): return copyOrLeave()
        case .control("l"): return actions.append(.redraw)
        default: break
        }
        if state.overlay != nil { return pressInOverlay(key) }
        switch (key.code, key.modifiers) {
        case (.tab, []): moveFocus(by: 1)
        case (.tab, .shift): moveFocus(by: -1)
        case (.escape, _): if context.canSubmit { leave(.escaped) }
        case (.function(1), _): state.overlay = .help(top: 0)
        case (.character("s"), .control): if context.canSubmit { actions.append(.submit) }
        case (.character("z"), .control): actions.append(.undo)
        case (.character("y"), .control): actions.append(.redo)
        case (.function(2), _): if let language = context.nextLanguage { actions.append(.speak(language)) }
        case (.pageDown, _): if context.outline.proceeding == .nextPage { press(.nextPage) }
        case (.pageUp, _): if context.outline.page > 0 { press(.previousPage) }
        default:
            switch context.focus {
            case .field(let name)?: pressInField(key, context.field(name))
            case let button?: pressOnButton(key, button)
            case nil: moveFocus(by: 1)
            }
        }
    }

    /// Scrolls the form with the wheel, and by screens with PgUp and PgDn. Returns false if the key does not scroll, or
    /// if PgUp or PgDn has nothing to scroll to.
    private mutating func scroll(_ key: Key) -> Bool {
        let lines: Int
        switch key.code {
        case .wheel(let count): lines = count * 3
        case .pageUp: lines = 3 - context.size.height
        case .pageDown: lines = context.size.height - 3
        default: return false
        }
        let top = min(max(state.top + lines, 0), state.lastTop)
        if case .wheel = key.code {} else if top == state.top { return false }
        state.top = top
        state.followsFocus = false
        return true
    }

    /// Performs Ctrl+C: copies the selection; without one, leaves as Esc does. In the question it confirms.
    private mutating func copyOrLeave() {
        if case .leaving? = state.overlay { return answer(true) }
        if state.overlay == nil, let name = context.focus?.field {
            let field = context.field(name)
            if field.selection.length > 0, !field.disabledEditActions.contains("copy") { return actions.append(.copy) }
        }
        leave(.cancelled)
    }

    /// Leaves the form. Asks first if the user's input would be lost.
    private mutating func leave(_ departure: Departure) {
        guard !context.isKiosk else { return }
        guard context.asksBeforeLeaving else { return actions.append(.leave(departure)) }
        if context.mirror.hasInput { state.overlay = .leaving(departure) } else { actions.append(.leave(departure)) }
    }

    // MARK: Focus

    /// Moves the focus to the next or previous field or button. Behind the last one follows the first.
    mutating func moveFocus(by step: Int) {
        let ring = context.outline.ring
        guard !ring.isEmpty else { return }
        guard let focus = context.focus, let place = ring.firstIndex(of: focus) else {
            return give(focusTo: step > 0 ? ring[0] : ring[ring.count - 1])
        }
        let next = ring[(place + step + ring.count) % ring.count]
        // Between fields the form's own order has precedence.
        if let field = focus.field, next.field != nil {
            let named = context.field(field)
            let leads = step > 0 ? named.nextField : named.previousField
            let isBeside = ring.indices.contains(place + step)
            if isBeside, leads != next.field, context.field(leads).takesFocus {
                return actions.append(step > 0 ? .focusNext : .focusPrevious)
            }
        }
        give(focusTo: next)
    }

    mutating func give(focusTo control: Control) {
        if let field = control.field {
            state.button = nil
            actions.append(.focus(field: field))
        } else {
            let hadField = context.focus?.field != nil
            state.button = control
            if hadField { actions.append(.blur) }
        }
    }

    /// Performs Enter in a field: moves to the next field; behind the last one, shows the next page or submits.
    mutating func moveOn(from field: MirroredField) {
        if let visit = state.visit, visit.page != context.outline.page { return actions.append(.returnToReview(visit)) }
        // The next field in the form's order may be hidden.
        if context.field(field.nextField).takesFocus { return actions.append(.pressReturn) }
        let ring = context.outline.ring
        let rest = ring.firstIndex(of: .field(field.name)).map { ring[($0 + 1)...] } ?? []
        if let next = rest.first(where: { $0.field != nil }) { return give(focusTo: next) }
        press(context.outline.proceeding)
    }

    // MARK: Buttons

    private mutating func pressOnButton(_ key: Key, _ button: Control) {
        switch key.code {
        case .enter, .character(" "): press(button)
        default: moveFocus(with: key)
        }
    }

    /// Moves the focus as an arrow says.
    mutating func moveFocus(with key: Key) {
        switch key.code {
        case .left, .right: moveFocus(by: step(of: key))
        case .up: moveFocus(by: -1)
        case .down: moveFocus(by: 1)
        default: break
        }
    }

    mutating func press(_ button: Control) {
        switch button {
        case .field: break
        case .answer(let field):
            state.button = nil
            state.visit = ReviewVisit(page: context.outline.page, field: field)
            actions.append(.focus(field: field))
        case .removeRow(let group, let row):
            state.button = nil
            actions.append(.removeRow(group: group, row: row))
        case .addRow(let group):
            state.button = nil
            actions.append(.addRow(group: group))
        case .previousPage: actions.append(.previousPage)
        case .nextPage: actions.append(.nextPage)
        case .submit: actions.append(.submit)
        case .cancel: leave(.cancelled)
        case .extra(let place): actions.append(.leave(.extraButton(place)))
        }
    }
}

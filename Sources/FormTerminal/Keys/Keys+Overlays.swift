import FormClient
import FormPresentation

/// The keys for an open overlay, and clicks.
extension Keys {
    mutating func pressInOverlay(_ key: Key) {
        switch state.overlay {
        case .help(let top): pressInHelp(key, top)
        case .leaving: pressInQuestion(key)
        case .ended: if [.enter, .escape, .character(" ")].contains(key.code) { answer(true) }
        case .options(let list): pressInList(key, list)
        case .calendar(let sheet): pressInCalendar(key, sheet)
        case .idle, nil: break
        }
    }

    /// Arrows and pages scroll; any other key closes the help.
    private mutating func pressInHelp(_ key: Key, _ top: Int) {
        let last = HelpBox.last(in: context)
        switch key.code {
        case .up, .wheel(..<0): state.overlay = .help(top: max(top - 1, 0))
        case .down, .wheel: state.overlay = .help(top: min(top + 1, last))
        case .pageUp: state.overlay = .help(top: 0)
        case .pageDown: state.overlay = .help(top: last)
        default: state.overlay = nil
        }
    }

    private mutating func pressInQuestion(_ key: Key) {
        switch key.code {
        case .enter, .character("y"): answer(true)
        case .escape, .character("n"), .tab: answer(false)
        default: break
        }
    }

    mutating func answer(_ leaves: Bool) {
        switch state.overlay {
        case .leaving(let departure)? where leaves: actions.append(.leave(departure))
        case .idle?: actions.append(.stay)
        case .ended?: return actions.append(.startAgain)
        default: break
        }
        state.overlay = nil
    }

    // MARK: Options

    private mutating func pressInList(_ key: Key, _ list: OptionList) {
        var list = list
        let last = max((list.total ?? 1) - 1, 0)
        switch key.code {
        case .escape: return state.overlay = nil
        // Where several options can be chosen, Enter closes the list; behind a filter it chooses what was searched.
        case .enter where list.filter.isEmpty && context.field(list.field).multiple: return state.overlay = nil
        case .enter: return choose(from: list)
        case .tab:
            choose(from: list)
            return moveFocus(by: key.modifiers.contains(.shift) ? -1 : 1)
        case .character(" ") where context.field(list.field).multiple && list.filter.isEmpty: return choose(from: list)
        case .up: list.position -= 1
        case .down: list.position += 1
        case .wheel(let lines): list.position += lines
        case .pageUp: list.position -= 10
        case .pageDown: list.position += 10
        case .home: list.position = 0
        case .end: list.position = last
        case .backspace:
            guard !list.filter.isEmpty else { return }
            list = OptionList(field: list.field, filter: String(list.filter.dropLast()))
        case .character("u") where key.modifiers == .control: list = OptionList(field: list.field)
        case .paste(let text): list = OptionList(field: list.field, filter: list.filter + text)
        default:
            guard let typed = key.typed else { return }
            list = OptionList(field: list.field, filter: list.filter + String(typed))
        }
        list.position = min(max(list.position, 0), last)
        state.overlay = .options(list)
        ask(for: list)
    }

    private mutating func choose(from list: OptionList) {
        guard let option = list.highlighted else {
            if list.total == 0 { state.overlay = nil }
            return
        }
        let field = context.field(list.field)
        if !field.multiple { state.overlay = nil }
        if field.multiple, !list.filter.isEmpty {
            let all = OptionList(field: list.field, position: Int(option.index))
            state.overlay = .options(all)
            ask(for: all)
        }
        if field.multiple || field.chosen != [option.index] {
            actions.append(.choose(field: list.field, option: option.index))
        }
    }

    // MARK: Calendars

    private mutating func pressInCalendar(_ key: Key, _ sheet: CalendarSheet) {
        var sheet = sheet
        switch key.code {
        case .escape: return state.overlay = nil
        case .enter, .character(" "): return choose(sheet.day, in: sheet)
        case .left, .right: sheet.show(sheet.day.adding(days: step(of: key)))
        case .up: sheet.show(sheet.day.adding(days: -7))
        case .down: sheet.show(sheet.day.adding(days: 7))
        case .pageUp: sheet.show(sheet.day.adding(months: key.modifiers.isEmpty ? -1 : -12))
        case .pageDown: sheet.show(sheet.day.adding(months: key.modifiers.isEmpty ? 1 : 12))
        case .wheel(let lines): sheet.show(sheet.day.adding(months: lines > 0 ? 1 : -1))
        case .home: sheet.show(Day(year: sheet.day.year, month: sheet.day.month, day: 1))
        case .end: sheet.show(Day(year: sheet.day.year, month: sheet.day.month, day: sheet.day.daysInMonth))
        default: return
        }
        state.overlay = .calendar(sheet)
    }

    private mutating func choose(_ day: Day, in sheet: CalendarSheet) {
        guard sheet.takes(day) else { return }
        state.overlay = nil
        actions.append(.chooseDay(field: sheet.field, day))
    }

    // MARK: Clicks

    mutating func click(_ point: Point) {
        guard let region = screen?.target(at: point) else {
            if case .help? = state.overlay { state.overlay = nil }
            return
        }
        switch region.target {
        case .overlay: break
        case .answer(let answer): self.answer(answer)
        case .listed(let position):
            guard case .options(var list)? = state.overlay else { return }
            list.position = position
            state.overlay = .options(list)
            choose(from: list)
        case .day(let day): if case .calendar(let sheet)? = state.overlay { choose(day, in: sheet) }
        case .months(let count):
            guard case .calendar(var sheet)? = state.overlay else { return }
            sheet.show(sheet.day.adding(months: count))
            state.overlay = .calendar(sheet)
        case .control(let control): click(control)
        case .text(let name, let offsets): click(textOf: name, offsets, column: point.x - region.x)
        case .option(let name, let index): click(option: index, of: context.field(name))
        case .picker(let name):
            guard focus(name) else { return }
            open(pickerOf: context.field(name))
        case .step(let name, let count): if focus(name) { actions.append(.step(count)) }
        case .scroll(let top):
            state.top = top
            state.followsFocus = false
        case .reveal(let name):
            guard focus(name) else { return }
            actions.append(.reveal(field: name))
        }
    }

    /// Focuses a field that was clicked. Returns false if the field does not accept the focus.
    private mutating func focus(_ name: String) -> Bool {
        guard context.field(name).takesFocus else { return false }
        if context.focus != .field(name) { give(focusTo: .field(name)) }
        return true
    }

    private mutating func click(_ control: Control) {
        if let name = control.field {
            _ = focus(name)
        } else {
            give(focusTo: control)
            press(control)
        }
    }

    private mutating func click(textOf name: String, _ offsets: [Int], column: Int) {
        guard focus(name), offsets.indices.contains(column) else { return }
        actions.append(.select(field: name, start: offsets[column], length: 0))
    }

    private mutating func click(option index: UInt32, of field: MirroredField) {
        guard focus(field.name) else { return }
        if field.face == .toggle { return actions.append(.toggle(field: field.name)) }
        choose(Int(index), in: field)
    }
}

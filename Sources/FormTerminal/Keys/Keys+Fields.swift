import FormClient
import FormPresentation

/// The keys for a focused field.
extension Keys {
    mutating func pressInField(_ key: Key, _ field: MirroredField) {
        if case .enter = key.code, field.face != .textView || key.modifiers.contains(.alt) {
            return moveOn(from: field)
        }
        switch field.face {
        case .note, .computed: if [.up, .down].contains(key.code) { moveFocus(with: key) }
        case .toggle:
            if key.code == .character(" ") { actions.append(.toggle(field: field.name)) } else { moveFocus(with: key) }
        case .menu: pressInMenu(key, field)
        case .list, .buttons, .rating, .grid: pressInChoice(key, field)
        case .text, .textView, .slider, .date: pressInText(key, field)
        }
    }

    // MARK: Options

    private mutating func pressInMenu(_ key: Key, _ field: MirroredField) {
        switch key.code {
        case .character(" "), .down, .up, .function(4): open(pickerOf: field)
        case .backspace, .delete: if !field.multiple { actions.append(.delete(.text, -1)) }
        case .left, .right: break
        default: if let typed = key.typed { open(pickerOf: field, filter: String(typed)) }
        }
    }

    private mutating func pressInChoice(_ key: Key, _ field: MirroredField) {
        let isBeside = [.buttons, .rating, .grid].contains(field.face)
        switch key.code {
        case .character(" "):
            choose(ChoiceBlock.highlighted(field, state), in: field)
        case .left, .right: if isBeside { highlight(step(of: key), in: field) } else { moveFocus(by: step(of: key)) }
        case .up: if isBeside { moveFocus(by: -1) } else { highlight(-1, in: field) }
        case .down: if isBeside { moveFocus(by: 1) } else { highlight(1, in: field) }
        case .home: highlight(-field.options.count, in: field)
        case .end: highlight(field.options.count, in: field)
        case .backspace, .delete:
            if !field.multiple, !field.chosen.isEmpty { actions.append(.delete(.text, -1)) }
        default: if field.face == .rating, let typed = key.typed { rate(typed, field) }
        }
    }

    /// Chooses the option with the typed digit as its label, otherwise the one at that place.
    private mutating func rate(_ typed: Character, _ field: MirroredField) {
        let named = field.options.firstIndex(of: String(typed))
        guard let place = named ?? typed.wholeNumberValue.map({ $0 - 1 }), field.options.indices.contains(place)
        else { return }
        choose(place, in: field)
    }

    /// Moves among the options. In a field with a single choice the reached option is chosen, as with radio buttons.
    private mutating func highlight(_ step: Int, in field: MirroredField) {
        let last = field.options.count - 1
        guard last >= 0 else { return }
        let place = ChoiceBlock.highlighted(field, state)
        let isFresh = !field.multiple && field.chosen.isEmpty && state.highlighted[field.name] == nil
        let next = min(max(isFresh && abs(step) == 1 ? (step > 0 ? 0 : last) : place + step, 0), last)
        state.highlighted[field.name] = next
        if !field.multiple { choose(next, in: field) }
    }

    mutating func choose(_ index: Int, in field: MirroredField) {
        state.highlighted[field.name] = index
        guard let option = UInt32(exactly: index), field.takesEdits else { return }
        if !field.multiple, field.chosen == [option] { return }
        actions.append(.choose(field: field.name, option: option))
    }

    // MARK: Pickers

    mutating func open(pickerOf field: MirroredField, filter: String = "") {
        guard field.takesEdits else { return }
        if field.face == .date {
            let range = field.dateRange
            guard let day = Day(field.date) ?? range.initial ?? range.first else { return }
            state.overlay = .calendar(CalendarSheet(field: field.name, day: day, first: range.first, last: range.last))
            return
        }
        let position = filter.isEmpty ? field.chosen.first.map(Int.init) ?? 0 : 0
        let list = OptionList(field: field.name, filter: filter, position: position)
        state.overlay = .options(list)
        ask(for: list)
    }

    mutating func ask(for list: OptionList) {
        guard let offset = list.missing else { return }
        let start = list.total == nil ? max(list.position - OptionList.pageLength / 2, 0) : offset
        actions.append(.list(field: list.field, filter: list.filter, offset: start))
    }

    // MARK: Texts

    private mutating func pressInText(_ key: Key, _ field: MirroredField) {
        let isExtending = key.modifiers.contains(.shift)
        let unit: TextUnit = key.modifiers.contains(.control) ? .word : .character
        switch key.code {
        case .enter: actions.append(.insert("\n"))
        case .paste(let text): actions.append(.paste(text))
        case .function(4): if field.face == .date { open(pickerOf: field) }
        case .backspace: actions.append(.delete(key.modifiers.isEmpty ? .character : .word, -1))
        case .delete: actions.append(.delete(unit, 1))
        case .left, .right: sideways(key, unit, isExtending, field)
        case .home: actions.append(.move(unit == .word ? .text : .line, -1, extending: isExtending))
        case .end: actions.append(.move(unit == .word ? .text : .line, 1, extending: isExtending))
        case .up, .down: vertically(key, field)
        case .character(" ") where opensWithSpace(field) && key.modifiers.isEmpty: open(pickerOf: field)
        case .character(let character): pressCharacter(character, key.modifiers, field)
        default: break
        }
    }

    /// Space opens the calendar, unless it may be part of a date that is being typed.
    private func opensWithSpace(_ field: MirroredField) -> Bool {
        field.face == .date && (field.text.isEmpty || !field.date.isEmpty)
    }

    /// In a right-to-left text the left arrow moves forward.
    private mutating func sideways(_ key: Key, _ unit: TextUnit, _ isExtending: Bool, _ field: MirroredField) {
        if field.face == .slider, !isExtending { return actions.append(.step(Int32(step(of: key)))) }
        let wrapped = WrappedText(field.text, width: Int.max / 4, context.direction(of: field))
        let line = wrapped.lines[wrapped.place(of: Int(field.caret)).y]
        actions.append(.move(unit, Int32(step(of: key, in: line.direction)), extending: isExtending))
    }

    private mutating func vertically(_ key: Key, _ field: MirroredField) {
        let step: Int32 = key.code == .up ? -1 : 1
        if field.face == .date, step > 0, key.modifiers.contains(.alt) { return open(pickerOf: field) }
        if field.face == .textView { return moveLine(Int(step), key.modifiers.contains(.shift), field) }
        // Up increases a number, and goes to a later day.
        if field.steps, field.takesEdits { return actions.append(.step(-step)) }
        moveFocus(by: Int(step))
    }

    /// Moves the caret of a text view to the line above or below. Behind the last line the focus moves on.
    private mutating func moveLine(_ step: Int, _ isExtending: Bool, _ field: MirroredField) {
        // The width is that of the text on the screen.
        let room = screen?.regions.compactMap { region -> Int? in
            if case .text(field.name, let offsets) = region.target { offsets.count - 1 } else { nil }
        }.first
        let wrapped = WrappedText(field.text, width: room ?? context.size.width, context.direction(of: field))
        let caret = wrapped.place(of: Int(field.caret))
        guard wrapped.lines.indices.contains(caret.y + step) else { return moveFocus(by: step) }
        let line = wrapped.lines[caret.y + step]
        var offset = line.offset(at: caret.x)
        // The end of a line that continues below is the start of the next line, so the caret stops before it.
        let isLast = caret.y + step == wrapped.lines.count - 1
        if !isLast, let next = wrapped.lines[caret.y + step + 1].clusters.first, offset >= next.offset {
            offset = line.clusters.last?.offset ?? offset
        }
        select(to: offset, isExtending, field)
    }

    /// The end of the selection that stays when the selection is extended.
    func anchor(of field: MirroredField) -> Int {
        let selection = field.selection
        let start = Int(selection.start)
        return start == Int(field.caret) ? start + Int(selection.length) : start
    }

    /// Moves the caret to a position, or extends the selection to it.
    private mutating func select(to offset: Int, _ isExtending: Bool, _ field: MirroredField) {
        let from = isExtending ? anchor(of: field) : offset
        actions.append(.select(field: field.name, start: min(from, offset), length: abs(offset - from)))
    }

    private mutating func pressCharacter(_ character: Character, _ modifiers: Key.Modifiers, _ field: MirroredField) {
        guard modifiers.contains(.control) else {
            if modifiers.contains(.alt) {
                switch character {
                case "b": actions.append(.move(.word, -1, extending: false))
                case "f": actions.append(.move(.word, 1, extending: false))
                case "d": actions.append(.delete(.word, 1))
                default: break
                }
            } else {
                actions.append(.insert(String(character)))
            }
            return
        }
        switch character {
        case "a": actions.append(.move(.line, -1, extending: false))
        case "e": actions.append(.move(.line, 1, extending: false))
        case "b": actions.append(.move(.character, -1, extending: false))
        case "f": actions.append(.move(.character, 1, extending: false))
        case "d": actions.append(.delete(.character, 1))
        case "w": actions.append(.delete(.word, -1))
        case "u": actions.append(.delete(.line, -1))
        case "k": actions.append(.delete(.line, 1))
        case "x": actions.append(.cut)
        case "v": if !state.clipboard.isEmpty { actions.append(.paste(state.clipboard)) }
        case "r": if field.hasReveal { actions.append(.reveal(field: field.name)) }
        default: break
        }
    }
}

import FormModel

/// What a field's value can be chosen from. Text and choice stay in step: a choice shows its text, and where text can be typed,
/// text that says the same is the choice. Indirect, so that to see that a field has none costs the look at a pointer.
indirect enum Picker: Sendable {
    case options(OptionList)
    case several(OptionSelection)
    case date(DatePicker)
    case toggle(Toggle)

    /// - Parameter messages: what the form says in place of the default messages.
    init?(_ input: InputKind, _ types: FormTypes, _ messages: FormMessages) {
        switch input {
        case .keyboard, .slider: return nil
        case .options(let input):
            self = input.allowsSeveral ? .several(OptionSelection(input, types.symbols)) : .options(OptionList(input))
        case .date(let input): self = .date(DatePicker(input, types.symbols))
        case .toggle: self = .toggle(Toggle(texts: types.messages, own: messages))
        }
    }

    /// Whether nobody types the text: it is that of the choice, and nothing else.
    var isChosenOnly: Bool {
        switch self {
        case .several, .toggle: true
        case .options, .date: false
        }
    }

    /// Whether the text may be a formatter's, as a day's may be.
    var takesFormatter: Bool {
        if case .date = self { true } else { false }
    }

    var isToggle: Bool {
        if case .toggle = self { true } else { false }
    }

    /// The options, whether one or several of them may be chosen; `nil` where there are none.
    var list: OptionList? {
        switch self {
        case .options(let list): list
        case .several(let selection): selection.list
        case .date, .toggle: nil
        }
    }

    /// The same picker with other labels of its options.
    func labelled(_ labels: [LocalizedText]) -> Picker {
        switch self {
        case .options(let list): .options(list.labelled(labels))
        case .several(let selection): .several(selection.labelled(labels))
        case .date, .toggle: self
        }
    }

    /// By what users may change the text.
    var edits: EditOrigins {
        switch self {
        case .options, .date: .all
        case .several: .picker
        // A space is typed to turn it.
        case .toggle: [.picker, .typing]
        }
    }

    /// What a text that stands in the field says.
    /// - Parameter current: kept where the text says it as well as anything else.
    func choice(forText text: String, current: Choice, locale: String) -> Choice {
        switch self {
        case .options(let list): list.choice(forLabel: text, current: current, locale: locale)
        case .date(let picker): picker.choice(forText: text, locale: locale)
        case .several, .toggle: text == self.text(of: current, locale: locale) ? current : .none
        }
    }

    /// What a program's text says: a value, or else what a user could have typed.
    func choice(forProgramText text: String, locale: String) -> Choice {
        switch self {
        case .options(let list):
            if let choice = list.choice(forValue: text) { return choice }
            let choice = list.choice(forLabel: text, current: .none, locale: locale)
            return choice == .none ? list.choice(forLabelInAnyLanguage: text) : choice
        case .date(let picker):
            return CalendarDay(iso: text).map { Choice($0.dayNumber) } ?? picker.choice(forText: text, locale: locale)
        case .several(let selection): return selection.choice(forValue: text) ?? .none
        case .toggle: return text == "true" ? .on : text == "false" || text.isEmpty ? .off : .none
        }
    }

    /// Whether a program may set a text: a list has only its options.
    func canHold(_ text: String, _ choice: Choice) -> Bool {
        switch self {
        case .options: choice != .none || text.isEmpty
        case .several(let selection): choice != .none || selection.choice(forValue: text) != nil
        case .toggle: choice != .none
        case .date: true
        }
    }

    /// Whether a user may come to a text by an insertion.
    func allowsTyping(_ text: String, locale: String) -> Bool {
        switch self {
        case .options(let list): list.allows(text, locale: locale)
        case .date(let picker): picker.allows(text, locale: locale)
        case .several, .toggle: false
        }
    }

    /// What the field shows; empty for no choice.
    func text(of choice: Choice, locale: String) -> String {
        switch self {
        case .options(let list): list.label(of: choice, locale: locale)
        case .date(let picker): picker.text(of: choice, locale: locale)
        case .several(let selection): selection.text(of: choice, locale: locale)
        case .toggle(let toggle): toggle.text(of: choice, locale: locale)
        }
    }

    /// The field's value; `nil` for no choice.
    func value(of choice: Choice) -> String? {
        switch self {
        case .options(let list): list.value(of: choice)
        case .date: CalendarDay(choice)?.iso
        case .several(let selection): selection.value(of: choice)
        case .toggle: choice == .on ? "true" : "false"
        }
    }

    /// What an empty field chooses when it takes the focus.
    func preselection(today: CalendarDay) -> Choice {
        switch self {
        case .options(let list): list.preselectsFirst ? Choice(0) : .none
        case .several(let selection): selection.list.preselectsFirst ? Choice(places: [0]) : .none
        case .date(let picker):
            picker.preselectsInitial ? Choice(picker.initial(today: today).dayNumber) : .none
        case .toggle: .none
        }
    }
}

extension CalendarDay {
    init?(_ choice: Choice) {
        guard let number = choice.number else { return nil }
        self.init(dayNumber: number)
    }
}

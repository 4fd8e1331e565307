import FormModel

/// What a field's value can be chosen from besides being typed. Text and choice stay in step: a choice shows its text,
/// and text that says the same is the choice. Indirect, so that to see that a field has none costs the look at a pointer.
indirect enum Picker: Sendable {
    case options(OptionList)
    case date(DatePicker)

    init?(_ input: InputKind, _ symbols: any LocaleSymbols) {
        switch input {
        case .keyboard: return nil
        case .options(let input): self = .options(OptionList(input))
        case .date(let input): self = .date(DatePicker(input, symbols))
        }
    }

    /// What a text that stands in the field says.
    /// - Parameter current: kept where the text says it as well as anything else.
    func choice(forText text: String, current: Choice, locale: String) -> Choice {
        switch self {
        case .options(let list): list.choice(forLabel: text, current: current, locale: locale)
        case .date(let picker): picker.choice(forText: text, locale: locale)
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
        }
    }

    /// Whether a program may set a text: a list has only its options.
    func canHold(_ text: String, _ choice: Choice) -> Bool {
        if case .options = self { choice != .none || text.isEmpty } else { true }
    }

    /// Whether a user may come to a text by an insertion.
    func allowsTyping(_ text: String, locale: String) -> Bool {
        if case .options(let list) = self { list.allows(text, locale: locale) } else { true }
    }

    /// What the field shows; empty for no choice.
    func text(of choice: Choice, locale: String) -> String {
        switch self {
        case .options(let list): list.label(of: choice, locale: locale)
        case .date(let picker): picker.text(of: choice, locale: locale)
        }
    }

    /// The field's value; `nil` for no choice.
    func value(of choice: Choice) -> String? {
        switch self {
        case .options(let list): list.value(of: choice)
        case .date: CalendarDay(choice)?.iso
        }
    }

    /// What an empty field chooses when it takes the focus.
    func preselection(today: CalendarDay) -> Choice {
        switch self {
        case .options(let list): list.preselectsFirst ? Choice(0) : .none
        case .date(let picker):
            picker.preselectsInitial ? Choice(picker.initial(today: today).dayNumber) : .none
        }
    }
}

extension CalendarDay {
    init?(_ choice: Choice) {
        guard choice != .none else { return nil }
        self.init(dayNumber: choice.number)
    }
}

import FormModel
import Languages

/// The choices of a field's value. Text and choice are kept in sync: a choice sets the text, and a typed text that
/// matches a choice makes it. The enumeration is indirect, so that an optional picker is as small as a pointer.
indirect enum Picker: Sendable {
    case options(OptionList)
    case several(OptionSelection)
    case date(DatePicker)
    case toggle(Toggle)

    /// - Parameter messages: the form's own texts of default messages.
    init?(_ input: InputKind, _ types: FormTypes, _ messages: FormMessages) {
        switch input {
        case .keyboard, .slider: return nil
        case .options(let input):
            self = input.allowsSeveral ? .several(OptionSelection(input, types.symbols)) : .options(OptionList(input))
        case .date(let input): self = .date(DatePicker(input, types.symbols))
        case .toggle: self = .toggle(Toggle(texts: types.messages, own: messages))
        }
    }

    /// Whether the text cannot be typed, so that it is always that of the choice.
    var isChosenOnly: Bool {
        switch self {
        case .several, .toggle: true
        case .options, .date: false
        }
    }

    /// Whether the text may be formatted, as that of a date can be.
    var takesFormatter: Bool {
        if case .date = self { true } else { false }
    }

    var isToggle: Bool {
        if case .toggle = self { true } else { false }
    }

    /// The options, of which one or several can be chosen; `nil` if there are none.
    var list: OptionList? {
        switch self {
        case .options(let list): list
        case .several(let selection): selection.list
        case .date, .toggle: nil
        }
    }

    /// The same picker with a changed list of options.
    func changing(_ change: (inout OptionList) -> Void) -> Picker {
        switch self {
        case .options(var list):
            change(&list)
            return .options(list)
        case .several(var selection):
            change(&selection.list)
            return .several(selection)
        case .date, .toggle: return self
        }
    }

    /// The ways in which users may change the text.
    var edits: EditOrigins {
        switch self {
        case .options, .date: .all
        case .several: .picker
        // Typing a space switches the toggle.
        case .toggle: [.picker, .typing]
        }
    }

    /// The choice that a text in the field means.
    ///
    /// - Parameter current: the present choice, which is preferred if several match.
    func choice(forText text: String, current: Choice, locale: String) -> Choice {
        switch self {
        case .options(let list): list.choice(forLabel: text, current: current, locale: locale)
        case .date(let picker): picker.choice(forText: text, locale: locale)
        case .several, .toggle: text == self.text(of: current, locale: locale) ? current : .none
        }
    }

    /// The choice that a program's text means: a value, otherwise a text that a user can type.
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

    /// Whether a program may set a text. A list accepts only its options.
    func canHold(_ text: String, _ choice: Choice) -> Bool {
        switch self {
        case .options: choice != .none || text.isEmpty
        case .several(let selection): choice != .none || selection.choice(forValue: text) != nil
        case .toggle: choice != .none
        case .date: true
        }
    }

    /// Whether users may type a text.
    func allowsTyping(_ text: String, locale: String) -> Bool {
        switch self {
        case .options(let list): list.allows(text, locale: locale)
        case .date(let picker): picker.allows(text, locale: locale)
        case .several, .toggle: false
        }
    }

    /// The text of a choice; empty for none.
    func text(of choice: Choice, locale: String) -> String {
        switch self {
        case .options(let list): list.label(of: choice, locale: locale)
        case .date(let picker): picker.text(of: choice, locale: locale)
        case .several(let selection): selection.text(of: choice, locale: locale)
        case .toggle(let toggle): toggle.text(of: choice, locale: locale)
        }
    }

    /// The value of a choice; `nil` for none.
    func value(of choice: Choice) -> String? {
        switch self {
        case .options(let list): list.value(of: choice)
        case .date: CalendarDay(choice)?.iso
        case .several(let selection): selection.value(of: choice)
        case .toggle: choice == .on ? "true" : "false"
        }
    }

    /// The choice that an empty field makes when it takes the focus.
    func preselection(today: CalendarDay) -> Choice {
        switch self {
        case .options(let list): list.preselectsFirst && list.count > 0 ? Choice(list.index(at: 0)) : .none
        case .several(let selection):
            selection.list.preselectsFirst && selection.list.count > 0
                ? Choice(indices: [selection.list.index(at: 0)]) : .none
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

/// A picker's choice: an option, a day or the state of a toggle. Fields without a picker have the choice `none`.
enum Choice: Sendable, Hashable {
    /// No choice, or a text that matches none.
    case none
    /// The index of an option, the number of a day, or 0 or 1 for a toggle.
    case one(Int32)
    /// The indices of several options in ascending order; at least one.
    case several([Int32])

    static let off = Choice(0)
    static let on = Choice(1)

    init(_ number: Int) {
        self = Int32(exactly: number).map(Choice.one) ?? .none
    }

    /// A choice of several options, in any order.
    init(indices: some Sequence<Int>) {
        let indices = Set(indices.compactMap(Int32.init(exactly:))).sorted()
        self = indices.isEmpty ? .none : .several(indices)
    }

    /// The index of the only option, or the number of the day; `nil` without a choice, and if several options can be
    /// chosen.
    var number: Int? {
        if case .one(let number) = self { Int(number) } else { nil }
    }

    /// The indices of the chosen options.
    var indices: [Int] {
        switch self {
        case .none: []
        case .one(let index): [Int(index)]
        case .several(let indices): indices.map(Int.init)
        }
    }

    /// The approximate number of bytes on the heap.
    var byteCount: Int {
        if case .several(let indices) = self { 32 + 4 * indices.count } else { 0 }
    }
}

/// A field that is on or off. Its text is in the session's language, its value is `true` or `false`.
struct Toggle: Sendable {
    let texts: MessageTexts
    /// The form's own texts of default messages.
    let own: FormMessages

    func text(of choice: Choice, locale: String) -> String {
        let message: DefaultMessage = choice == .on ? .yes : .no
        return texts.text(message, in: locale, own: own[message])
    }
}

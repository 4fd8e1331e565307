import FormEngine
import FormModel
import FormPlugin
import Masks
import Testing
import TextEditing

@Suite("Pickers")
struct PickerTests {
    static func text(_ texts: KeyValuePairs<String, String>) -> LocalizedText {
        LocalizedText(translations: texts.map { .init(locale: $0.key, text: $0.value) })
    }

    static let countries = [
        OptionsInput.Option(value: "de", label: text(["en": "Germany", "ru": "Германия"])),
        OptionsInput.Option(value: "ge", label: text(["en": "Georgia", "ru": "Грузия"])),
        OptionsInput.Option(value: "us_ga", label: text(["en": "Georgia", "ru": "Джорджия"])),
        OptionsInput.Option(value: "ru", label: text(["en": "Russia", "ru": "Россия"])),
    ]

    static func options(_ change: (inout FieldDefinition, inout OptionsInput) -> Void = { _, _ in }) throws
        -> FormDriver
    {
        try FormDriver { field in
            var input = OptionsInput(options: countries)
            change(&field, &input)
            field.input = .options(input)
        }
    }

    static func date(
        _ formats: KeyValuePairs<String, String> = ["": "dd.MM.yyyy"],
        today: String = "2026-03-05",
        _ change: (inout FieldDefinition, inout DateInput) -> Void = { _, _ in }
    ) throws -> FormDriver {
        let formats = try formats.map {
            DateInput.Format(locale: $0.key, pattern: try DatePattern($0.value, for: .picker))
        }
        var driver = try FormDriver { field in
            var input = DateInput(formats: formats)
            change(&field, &input)
            field.input = .date(input)
        }
        driver.form = try Form(
            driver.form.compiled,
            today: try #require(CalendarDay(iso: today))
        )
        return driver
    }

    // MARK: Options

    @Test("choosing an option shows its label, sets the value and validates at once; choosing it again changes nothing")
    func choose() throws {
        var form = try Self.options { field, _ in field.isRequired = true }
        try form.perform(.validate(force: true))
        try form.perform(.selectOption(0))
        #expect(try form.field.text == "Germany" && form.field.value == "de" && form.field.selectedOption == 0)
        #expect(try form.field.isValid && form.field.isTouched && form.field.isModified)
        #expect(form.events() == [.stateChanged(.normal, previous: .error), .textChanged(.picker)])
        let revision = form.form.revision
        try form.perform(.selectOption(0))
        #expect(form.form.revision == revision)
    }

    @Test(
        "a typed text chooses the option with exactly that label",
        arguments: [("Germany", "de", 0), ("Georgia", "ge", 1), ("German", "German", nil), ("Mars", "Ma", nil)]
            as [(String, String, Int?)]
    )
    func typed(_ text: String, _ value: String, _ option: Int?) throws {
        var form = try Self.options()
        try form.type(text)
        #expect(try form.field.value == value && form.field.selectedOption == option)
    }

    @Test("if two options have the same label, the chosen one stays chosen")
    func sameLabels() throws {
        var form = try Self.options()
        try form.perform(.selectOption(1))
        try form.perform(.selectOption(2))
        #expect(try form.field.text == "Georgia" && form.field.value == "us_ga")
        #expect(form.changes == [.fieldProperties(0, [.value, .selectedOption, .selectedOptions])])
        try form.perform(.deleteBackward)
        try form.type("a")
        #expect(try form.field.selectedOption == 1)
    }

    @Test("a program can set an option's value or its label in any language")
    func program() throws {
        for (text, shown, value) in [
            ("us_ga", "Georgia", "us_ga"), ("Russia", "Russia", "ru"), ("Германия", "Germany", "de"),
        ] {
            var form = try Self.options()
            try form.perform(.setText(text, formats: true, validates: nil))
            #expect(try form.field.text == shown && form.field.value == value)
            #expect(form.form.values(includingSecrets: true).map(\.value) == [value])
            form = try FormDriver(form.form.definition.fields, values: ["a": text])
            #expect(try form.field.text == shown && form.field.value == value && !form.field.isModified)
            try form.perform(.selectOption(value == "ru" ? 0 : 3))
            #expect(try form.field.isModified)
            try form.perform(.reset)
            #expect(try form.field.text == shown && form.field.value == value && !form.field.isModified)
        }
    }

    @Test("a program cannot set a text that is not an option", arguments: [true, false])
    func notListed(formats: Bool) throws {
        var form = try Self.options()
        try form.perform(.selectOption(0))
        for text in ["Mars", "germany", "Germ"] {
            #expect(throws: FormError.self) { try form.perform(.setText(text, formats: formats, validates: nil)) }
            #expect(throws: FormError.self) { try form.perform(.setValues(["a": text])) }
            #expect(throws: FormError.self) { try FormDriver(form.form.definition.fields, values: ["a": text]) }
            #expect(try form.field.text == "Germany" && form.field.selectedOption == 0)
        }
        try form.perform(.setText("", formats: formats, validates: nil))
        #expect(try form.field.text.isEmpty && form.field.selectedOption == nil)
        try form.perform(.setText("ge", formats: formats, validates: nil))
        #expect(try form.field.text == "Georgia" && form.field.value == "ge")
    }

    @Test(
        "when the field is left, an unambiguous beginning is completed to the option, and any other text is removed",
        arguments: [
            ("Germ", "de", "Germany"), ("germany", "de", "Germany"), ("many", "de", "Germany"), ("Ge", "", ""),
            ("geo", "", ""), ("Germany", "de", "Germany"),
        ]
    )
    func left(_ typed: String, _ value: String, _ text: String) throws {
        var form = try Self.options()
        try form.perform(.focus)
        try form.type(typed)
        #expect(try form.field.text == typed)
        try form.perform(.validate(force: true))
        #expect(try form.field.isValid == (typed == text))
        #expect(form.form.isComplete == (typed == text))
        try form.perform(.blur)
        #expect(try form.field.text == text && form.field.value == value)
        #expect(form.form.isComplete)
        try form.perform(.undo)
        #expect(try form.field.text.isEmpty)
        try form.perform(.redo)
        #expect(try form.field.text == text && form.field.value == value)
    }

    @Test("a character that no option continues with is refused and reported; a deletion is not")
    func refusedCharacter() throws {
        var form = try Self.options()
        try form.perform(.focus)
        try form.type("GerX")
        #expect(try form.field.text == "Ger")
        #expect(try form.field.refusals.map(\.reason) == [.values])
        try form.perform(.selectOption(0))
        try form.perform(.replaceRange(start: 2, length: 1, text: ""))
        #expect(try form.field.text == "Gemany" && form.field.selectedOption == nil)
        try form.perform(.blur)
        #expect(try form.field.text.isEmpty)
        try form.perform(.undo)
        #expect(try form.field.text == "Germany" && form.field.value == "de")
    }

    @Test("a change of the language shows the same choice with its label in that language, after an undo, too")
    func language() throws {
        var form = try Self.options()
        try form.perform(.selectOption(2))
        try form.perform(.selectOption(3))
        try form.perform(.setLocale("ru"))
        #expect(try form.field.text == "Россия" && form.field.value == "ru")
        #expect(form.events() == [.textChanged(.mask)])
        #expect(try form.field.options == ["Германия", "Грузия", "Джорджия", "Россия"])
        try form.perform(.undo)
        #expect(try form.field.text == "Джорджия" && form.field.value == "us_ga")
        #expect(form.events().contains(.textChanged(.undo)))
        try form.perform(.redo)
        #expect(try form.field.text == "Россия" && form.field.selectedOption == 3)
    }

    @Test("the first option can be chosen automatically when an empty field gets the focus")
    func preselect() throws {
        var form = try Self.options { $1.preselectsFirst = true }
        try form.perform(.focus)
        #expect(try form.field.value == "de")
        try form.perform(.setText("ru", formats: true, validates: nil))
        try form.perform(.blur)
        try form.perform(.focus)
        #expect(try form.field.value == "ru")
    }

    @Test("an unknown option cannot be chosen, nor an option in a field without a picker")
    func refusals() throws {
        func refusal(_ form: FormDriver, _ operation: FieldOperation) -> FormError.Code? {
            var form = form
            do throws(FormError) {
                _ = try form.form.perform([.field(0, operation)])
                return nil
            } catch {
                return error.code
            }
        }
        let options = try Self.options()
        #expect(refusal(options, .selectOption(4)) == .outOfRange)
        #expect(refusal(options, .selectOption(-1)) == .outOfRange)
        #expect(refusal(options, .selectDate("2026-03-05")) == .actionDisabled)
        #expect(refusal(try Self.options { field, _ in field.isEnabled = false }, .selectOption(0)) == .disabled)
        #expect(refusal(try FormDriver(), .selectOption(0)) == .actionDisabled)
        let date = try Self.date { $1.maximum = .today }
        #expect(refusal(date, .selectOption(0)) == .actionDisabled)
        #expect(refusal(date, .selectDate("2026-03-06")) == .outOfRange)
        #expect(refusal(date, .selectDate("2026-02-29")) == .invalidArgument)
        #expect(refusal(date, .selectDate("")) == .invalidArgument)
    }

    @Test(
        "a page contains the options whose labels contain the filter, regardless of case",
        arguments: [
            ("", 0, 10, 4, [0, 1, 2, 3]), ("", 1, 2, 4, [1, 2]), ("", 9, 2, 4, []), ("geor", 0, 10, 2, [1, 2]),
            ("GEOR", 1, 10, 2, [2]), ("a", 0, 1, 4, [0]), ("a", 0, 0, 4, []), ("Герм", 0, 10, 0, []),
            ("y", 0, 10, 1, [0]), ("yg", 0, 10, 0, []), ("\u{0}", 0, 10, 0, []),
        ]
    )
    func page(_ filter: String, _ offset: Int, _ limit: Int, _ total: Int, _ places: [Int]) throws {
        let page = try Self.options().field.listOptions(filter: filter, offset: offset, limit: limit)
        #expect(page.total == total && page.options.map(\.index) == places)
        #expect(page.options.allSatisfy { Self.countries[$0.index].value == $0.value })
    }

    @Test("the filter is searched in the labels of the session's language")
    func localizedPage() throws {
        var form = try Self.options()
        try form.perform(.setLocale("ru-RU"))
        #expect(try form.field.listOptions(filter: "ГЕРМ", offset: 0, limit: 9).options.map(\.label) == ["Германия"])
        #expect(try form.field.listOptions(filter: "geo", offset: 0, limit: 9).total == 0)
        #expect(throws: FormError.self) { try form.field.listOptions(filter: "", offset: 0, limit: 1_001) }
    }

    @Test("a search in tens of thousands of options finds the same as a plain search")
    func many() throws {
        let all = (0..<30_000).map { OptionsInput.Option(value: "v\($0)", label: LocalizedText("Option \($0)")) }
        let form = try Self.options { $1.options = all }
        #expect(try form.field.optionCount == 30_000 && form.field.options.count == FieldReading.shownOptions)
        for filter in ["n 29", "999", "option 1", "zz", "0\u{0}"] {
            let page = try form.field.listOptions(filter: filter, offset: 0, limit: 1_000)
            let places = all.indices.filter { "option \($0)".contains(filter) }
            #expect(page.total == places.count && page.options.map(\.index) == Array(places.prefix(1_000)))
        }
    }

    @Test("the most expensive filter takes no longer than others")
    func hardFilter() throws {
        let label = LocalizedText(String(repeating: "a", count: 1_000))
        let all = (0..<1_000).map { OptionsInput.Option(value: "v\($0)", label: label) }
        let form = try Self.options { $1.options = all }
        let filter = String(repeating: "a", count: FieldReading.maximumFilter - 1) + "b"
        let reading = try form.field
        let start = ContinuousClock.now
        #expect(try reading.listOptions(filter: filter, offset: 0, limit: 1_000).total == 0)
        // Comparing letter by letter takes 250 million steps, which is seconds.
        #expect(ContinuousClock.now - start < .milliseconds(500))
        #expect(throws: FormError.self) { try reading.listOptions(filter: filter + "b", offset: 0, limit: 1) }
    }

    @Test("the chosen option of a secret field cannot be read")
    func secret() throws {
        var form = try Self.options { field, _ in field.isSecret = true }
        try form.perform(.selectOption(0))
        #expect(try form.field.selectedOption == nil && form.field.value.isEmpty && form.field.text == "•••••••")
        #expect(form.form.values(includingSecrets: true).map(\.value) == ["de"])
        let told = form.changes.compactMap {
            if case .fieldProperties(_, let properties) = $0 { properties } else { nil }
        }
        #expect(told.allSatisfy { $0.intersection([.selectedOption, .value]).isEmpty })
    }

    // MARK: Dates

    @Test("choosing a day shows it, sets the value, and announces the date after the text")
    func chooseDay() throws {
        var form = try Self.date()
        try form.perform(.selectDate("2026-03-05"))
        #expect(try form.field.text == "05.03.2026" && form.field.value == "2026-03-05")
        #expect(form.events() == [.textChanged(.picker), .dateChanged])
        try form.perform(.undo)
        #expect(try form.field.text.isEmpty && form.field.date.isEmpty)
        #expect(form.events().suffix(2) == [.textChanged(.undo), .dateChanged])
    }

    @Test("a typed text becomes a day when it is complete, and stops being one when it is not")
    func typedDay() throws {
        var form = try Self.date()
        try form.type("5.03.202")
        #expect(try form.field.date.isEmpty && form.field.value == "5.03.202")
        try form.type("6")
        #expect(try form.field.date == "2026-03-05" && form.field.value == "2026-03-05")
        #expect(form.events() == [.textChanged(.user), .dateChanged])
        try form.perform(.deleteBackward)
        #expect(try form.field.date.isEmpty)
    }

    @Test("a day can be typed with a mask")
    func masked() throws {
        var form = try Self.date { field, _ in field.formatter = .mask(MaskDefinition(mask: "[00].[00].[0000]")) }
        try form.perform(.selectDate("2026-03-05"))
        #expect(try form.field.text == "05.03.2026" && form.field.maskStatus == .complete)
        #expect(try form.field.value == "2026-03-05")
        try form.perform(.setText("", formats: true, validates: nil))
        try form.type("24122025")
        #expect(try form.field.text == "24.12.2025" && form.field.date == "2025-12-24")
    }

    @Test(
        "a text that is not an allowed day is invalid",
        arguments: [
            ("05.03.2026", ""), ("06.03.2026", "The date must not be after 05.03.2026"),
            ("31.12.1899", "The date must not be before 01.01.1900"), ("30.02.2000", "There is no such date"),
            ("5.3.", "Enter a date in the form dd.MM.yyyy"), ("", ""),
        ]
    )
    func judged(_ text: String, _ message: String) throws {
        var form = try Self.date {
            $1.minimum = CalendarDay(iso: "1900-01-01").map(DayBound.date)
            $1.maximum = .today
        }
        try form.perform(.setText(text, formats: true, validates: true))
        #expect(try form.field.error == message && form.field.isValid == message.isEmpty)
        #expect(form.form.isComplete == message.isEmpty)
    }

    @Test(
        "letters that do not occur in the pattern are refused",
        arguments: [
            ("dd.MM.yyyy", "S-05x.03", "-05.03"), ("d MMMM yyyy", "5 Maßrchq 2026", "5 March 2026"),
            ("d'th' MM yyyy", "5th 3", "5th 3"),
        ]
    )
    func letters(pattern: String, typed: String, text: String) throws {
        var form = try Self.date(["": pattern])
        for character in typed { try form.type(String(character)) }
        #expect(try form.field.text == text)
    }

    @Test("the bounds are updated on the next day, and the text is validated against them")
    func tomorrow() throws {
        var form = try Self.date { $1.minimum = .today }
        try form.perform(.selectDate("2026-03-05"))
        #expect(form.form.isComplete)
        let tomorrow = try #require(CalendarDay(iso: "2026-03-06"))
        let outcome = try form.form.perform([.blur], today: tomorrow)
        #expect(!form.form.isComplete)
        #expect(
            try form.field.dateRange.map { [$0.minimum, $0.maximum, $0.initial] } == ["2026-03-06", "", "2026-03-06"]
        )
        #expect(
            outcome.changes.map(\.withoutRevision)
                == [.fieldProperties(0, [.dateRange]), .sessionProperties([.complete])]
        )
    }

    @Test("an empty calendar begins at its initial day, within its bounds, and can choose it when it gets the focus")
    func initial() throws {
        var form = try Self.date {
            $1.maximum = CalendarDay(iso: "2008-12-31").map(DayBound.date)
            $1.preselectsInitial = true
        }
        #expect(try form.field.dateRange?.initial == "2008-12-31")
        try form.perform(.focus)
        #expect(try form.field.text == "31.12.2008")
    }

    @Test("a change of the language shows the same day in the format of that language")
    func localizedDay() throws {
        var form = try Self.date(["en": "MMMM d, yyyy", "ru": "d MMMM yyyy 'г.'"])
        try form.perform(.setText("2026-03-05", formats: true, validates: nil))
        #expect(try form.field.text == "March 5, 2026")
        try form.perform(.setLocale("ru"))
        #expect(try form.field.text == "5 марта 2026 г." && form.field.date == "2026-03-05")
        try form.perform(.setText("12 МАЙ 2026 г.", formats: true, validates: nil))
        #expect(try form.field.date == "2026-05-12")
    }
}

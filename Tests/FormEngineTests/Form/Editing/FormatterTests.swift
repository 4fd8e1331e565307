import Formatters
import FormEngine
import FormModel
import FormPlugin
import Languages
import Testing
import TextEditing

/// What a form does with everything that a formatter can say.
@Suite("Formatters of a form")
struct FormatterTests {
    /// Hours and minutes: `730` shows as `7:30`, or with a comma in Russian. Editing's end fills the minutes up.
    struct Clock: TextFormatter {
        var separator = ":"

        func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
            // Typed at the end only, which is all that these tests do.
            if edit.replacement.isEmpty { return format(String(current.value.dropLast())) }
            let value = current.value + edit.replacement.filter(\.isNumber)
            return value.count > 3 ? current : format(value)
        }

        func format(_ text: String) -> FormattedText {
            let digits = text.filter(\.isNumber)
            let shown = digits.isEmpty ? "" : "\(digits.prefix(1))\(separator)\(digits.dropFirst())"
            return FormattedText(
                text: FormText(shown),
                selection: TextSelection(start: shown.unicodeScalars.count),
                value: digits,
                isComplete: digits.count == 3
            )
        }

        var prefix: FormattedText { format("") }

        func finish(_ current: FormattedText) -> FormattedText {
            format((current.value + "00").prefix(3).description)
        }

        func tail(of current: FormattedText) -> String {
            String("h:mm".dropFirst(current.text.count))
        }

        func canComplete(_ current: FormattedText) -> Bool {
            (current.value.dropFirst().first?.wholeNumberValue ?? 0) < 6
        }

        func localized(to locale: String) -> (any TextFormatter)? {
            Clock(separator: locale.hasPrefix("ru") ? "," : ":")
        }
    }

    struct ClockKind: TextFormatterKind {
        static let name = "clock"
        static let keys = KeyTable<ClockKind>("a clock formatter") {}

        func makeFormatter(_ symbols: any LocaleSymbols) -> any TextFormatter { Clock() }
    }

    static func form(
        locale: String = "en",
        value: String = "",
        _ change: (inout FieldDefinition) -> Void = { _ in }
    ) throws -> FormDriver {
        let field = FormDriver.field("a") {
            $0.formatter = FormatterDefinition(ClockKind())
            $0.value = value
            change(&$0)
        }
        return try FormDriver([field], locale: locale)
    }

    @Test("at the end of editing the formatter completes the text before it is validated")
    func finish() throws {
        var form = try Self.form { $0.validatesWithFormatter = true }
        try form.perform(.focus)
        try form.type("7")
        #expect(try form.field.text == "7:")
        try form.perform(.blur)
        #expect(try form.field.text == "7:00")
        #expect(try form.field.isValid)
        #expect(form.events() == [.stateChanged(.normal, previous: .active), .textChanged(.mask), .editingEnded])
    }

    @Test("the formatter's completion is undone together with the typed text")
    func undoFinished() throws {
        var form = try Self.form()
        try form.perform(.focus)
        try form.type("7")
        try form.perform(.blur)
        try form.perform(.undo)
        #expect(try form.field.text.isEmpty)
        #expect(!form.form.canUndo)
        try form.perform(.redo)
        #expect(try form.field.text == "7:00")
    }

    @Test("a complete text and an empty one do not change at the end of editing")
    func finished() throws {
        var form = try Self.form()
        try form.perform(.focus)
        try form.perform(.blur)
        #expect(
            try form.field.text.isEmpty && form.events() == [.stateChanged(.normal, previous: .active), .editingEnded]
        )
        try form.perform(.setText("730", formats: true, validates: false))
        try form.perform(.focus)
        try form.perform(.blur)
        #expect(form.events() == [.stateChanged(.normal, previous: .active), .editingEnded])
    }

    @Test("the missing part, and whether the text can be completed, change with the text and are announced")
    func ahead() throws {
        var form = try Self.form()
        #expect(try form.field.maskTail == "h:mm" && form.field.isMaskPossible)
        try form.type("7")
        #expect(try form.field.maskTail == "mm" && form.field.isMaskPossible)
        try form.type("8")
        #expect(try form.field.maskTail == "m" && !form.field.isMaskPossible)
        let announced = form.changes.compactMap { change in
            if case .fieldProperties(_, let properties) = change { return properties }
            return nil
        }
        #expect(announced.first?.isSuperset(of: [.maskTail, .maskPossible]) == true)
        try form.perform(.setFormatter(nil))
        #expect(try form.field.maskTail.isEmpty && form.field.isMaskPossible)
    }

    @Test("the missing part of a secret cannot be read")
    func secretTail() throws {
        var form = try Self.form { $0.mode = .password(reveal: .alwaysVisible) }
        try form.type("7")
        #expect(try form.field.maskTail.isEmpty)
    }

    @Test("a session's formatter uses its language from the start")
    func opensLocalized() throws {
        var form = try Self.form(locale: "ru", value: "730")
        #expect(try form.field.text == "7,30")
        #expect(try !form.field.isModified)
        try form.perform(.reset)
        #expect(try form.field.text == "7,30")
        try form.perform(.setFormatter(FormatterDefinition(ClockKind())))
        #expect(try form.field.text == "7,30")
    }

    @Test("a change of the language formats the value again and does not change it")
    func localizes() throws {
        var form = try Self.form(value: "730")
        try form.perform(.setLocale("ru-RU"))
        #expect(try form.field.text == "7,30" && form.field.value == "730")
        #expect(try !form.field.isModified && !form.field.isTouched)
        #expect(form.events() == [.textChanged(.mask)])
        try form.perform(.setLocale("en"))
        #expect(try form.field.text == "7:30")
        try form.perform(.setLocale("de"))
        #expect(form.events().isEmpty)
    }
}

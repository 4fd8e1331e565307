@testable import FormEngine
import FormModel
import FormPlugin
@testable import Rules
import Masks
import Testing
@testable import TextEditing

@Suite("Fixed defects of forms")
struct MendTests {
    private static func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

    private static func day(_ iso: String) throws -> CalendarDay { try #require(CalendarDay(iso: iso)) }

    /// Why an operation was refused; `nil` if it was not.
    private static func code(_ body: () throws -> Void) -> FormError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? FormError)?.code
        }
    }

    private static func grouped(_ limit: Int) -> (field: FieldDefinition, types: FormTypes) {
        var definition = GroupingDefinition()
        definition.groups = [1]
        let field = FormDriver.field("a") { $0.formatter = .grouping(definition) }
        return (field, FormTypes(maximumTextSize: limit))
    }

    // MARK: Canonical equivalence

    @Test(
        "replacing e with a combining accent by é changes the text, and so does the reverse",
        arguments: [("e\u{301}", "\u{E9}"), ("\u{E9}", "e\u{301}")]
    )
    func canonical(_ old: String, _ new: String) throws {
        var form = try FormDriver()
        try form.perform(.setText(old, formats: true, validates: false))
        let length = old.unicodeScalars.count
        let outcome = try form.perform(.replaceRange(start: 0, length: length, text: new))
        guard case .edit(let text, let caret, let accepted) = try #require(outcome.results.first) else {
            Issue.record("an edit's result is an edit")
            return
        }
        #expect(accepted && caret == new.unicodeScalars.count && Self.scalars(text) == Self.scalars(new))
        #expect(form.events() == [.textChanged(.user)])
        let announced = form.changes.contains { change in
            if case .fieldProperties(0, let properties) = change {
                properties.isSuperset(of: [.text, .value])
            } else {
                false
            }
        }
        #expect(announced)
        try form.perform(.undo)
        #expect(Self.scalars(try form.field.text) == Self.scalars(old))
        try form.perform(.redo)
        #expect(Self.scalars(try form.field.text) == Self.scalars(new))
    }

    @Test("a placeholder's plug-in is asked again when only the code points of the text have changed")
    func canonicalPlaceholder() throws {
        let field = FormDriver.field("a") {
            $0.placeholders = [PlaceholderDefinition(text: nil, service: .plugin(type: "x", configuration: "{}"))]
        }
        var form = try FormDriver([field], types: .builtIn.withPlugins)
        var asked: [String] = []
        form.answers = { question in
            if let context = question.context { asked.append(context.text) }
            return .unavailable
        }
        try form.perform(.setText("\u{E9}", formats: true, validates: false))
        try form.perform(.setText("e\u{301}", formats: true, validates: false))
        #expect(asked.map(Self.scalars) == [["\u{E9}"], ["e", "\u{301}"]])
    }

    @Test("placeholders are announced when only the code points of their text have changed")
    func canonicalLayer() throws {
        var form = try FormDriver()
        try form.perform(.setPlaceholder("\u{E9}"))
        try form.perform(.setPlaceholder("e\u{301}"))
        #expect(form.changes == [.fieldProperties(0, [.placeholder, .placeholders])])
    }

    // MARK: The longest text

    @Test("a text that becomes too long by formatting is refused, wherever it comes from")
    func limit() throws {
        let (field, types) = Self.grouped(8)
        #expect(Self.code { _ = try FormDriver([field], types: types, values: ["a": "12345"]) } == .textTooLong)
        var form = try FormDriver([field], types: types, values: ["a": "1234"])
        #expect(try form.field.text == "1 2 3 4")
        let before = RandomWalkTests.shows(form.form)
        for operation in [
            .setText("12345", formats: true, validates: nil), .insertText("5"),
            .performEditAction(.paste, text: "5"), .replaceRange(start: 0, length: 1, text: "12"),
        ] as [FieldOperation] {
            let code = Self.code { try form.perform(operation) }
            #expect(code == .textTooLong, "\(operation)")
            #expect(RandomWalkTests.shows(form.form) == before)
        }
        let values = Self.code { try form.perform(.setValues(["a": "12345"])) }
        #expect(values == .textTooLong)
        var plain = try FormDriver([FormDriver.field("a")], types: types, values: ["a": "12345"])
        let formatter = Self.code { try plain.perform(.setFormatter(field.formatter)) }
        #expect(formatter == .textTooLong)
        #expect(try plain.field.text == "12345")
    }

    @Test("a value of 65,536 digits in groups of one does not open; one of half that size does and can be edited")
    func largest() throws {
        let (field, types) = Self.grouped(65_536)
        let code = Self.code {
            _ = try FormDriver([field], types: types, values: ["a": String(repeating: "1", count: 65_536)])
        }
        #expect(code == .textTooLong)
        var form = try FormDriver([field], types: types, values: ["a": String(repeating: "1", count: 32_768)])
        #expect(try form.field.text.utf8.count == 65_535)
        #expect(throws: FormError.self) { try form.perform(.insertText("1")) }
        try form.perform(.deleteBackward)
        #expect(try form.field.value.utf8.count == 32_767)
    }

    @Test("a row whose initial text becomes too long by formatting is not added, and the form does not change")
    func row() throws {
        let (grouped, types) = Self.grouped(8)
        var field = grouped
        field.value = "12345"
        let group = GroupDefinition(id: "items", minimum: 0, maximum: 4, fields: [field])
        var form = try Self.form(of: group, types: types)
        let code = Self.code { try form.perform(.addRow(group: "items", position: nil)) }
        #expect(code == .textTooLong)
        #expect(form.form.fieldCount == 1 && form.form.groups.map(\.rows) == [[]] && form.form.revision == 0)
    }

    // MARK: Secrets

    @Test("an edit without any effect does not clear a secret that typing would clear")
    func secret() throws {
        for operation in [
            .insertText(""), .replaceRange(start: 1, length: 0, text: ""), .performEditAction(.paste, text: ""),
            .insertText("x"),
        ] as [FieldOperation] {
            var form = try FormDriver {
                $0.mode = .password(reveal: .alwaysVisible)
                $0.clearsOnRefocus = true
                $0.allowedCharacters = CharacterFilter(sets: [.digits])
            }
            try form.perform(.focus)
            try form.type("123")
            try form.perform(.blur)
            try form.perform(.focus)
            try form.perform(operation)
            #expect(form.changes.isEmpty)
            #expect(form.form.values(includingSecrets: true).map(\.value) == ["123"])
            try form.perform(.insertText("4"))
            #expect(form.form.values(includingSecrets: true).map(\.value) == ["4"])
        }
    }

    @Test("a secret whose message changed because of another field is not stored in the history")
    func secretInHistory() throws {
        var form = try FormDriver([
            FormDriver.field("a"),
            FormDriver.field("b") {
                $0.isSecret = true
                $0.rules = [Rule(.equals(field: "a"))]
            },
        ])
        try form.perform(.field(1, .setText("hidden", formats: true, validates: true)))
        try form.perform(.field(0, .insertText("hidden")))
        #expect(try form.field(1).isValid)
        let entries = form.form.history.undo.steps.flatMap(\.fields)
        #expect(entries.contains { $0.id == "b" })
        #expect(entries.allSatisfy { $0.id == "a" || $0.field == nil })
        try form.perform(.undo)
        #expect(try !form.field(1).isValid)
    }

    // MARK: Undo

    @Test(
        "an operation by a program between two keys does not end their undo step",
        arguments: [
            .field(0, .setMetrics(hintLines: 2, textLines: nil)), .field(0, .setHint("x")),
            .field(0, .setPlaceholder("x")), .field(0, .setMaxLength(9)), .field(0, .validate(force: true)),
            .field(1, .setEnabled(false)), .field(1, .setError("no")),
            .field(0, .setText("a", formats: true, validates: false)),
            .setViewport(height: 200, keyboardInset: 0), .setWidth(300), .setLocale("ru"), .validate(force: false),
            .setErrors(["b": "no"]), .refresh,
        ] as [Operation]
    )
    func burst(_ operation: Operation) throws {
        var form = try FormDriver([FormDriver.field("a"), FormDriver.field("b")])
        try form.type("a")
        try form.perform(operation)
        try form.type("b")
        try form.perform(.undo)
        #expect(try form.field.text == "" && !form.form.canUndo)
    }

    @Test(
        "an operation by the user between two keys ends their undo step",
        arguments: [.field(0, .focus), .field(0, .select(start: 1, length: 0)), .field(1, .insertText("x")), .blur]
            as [Operation]
    )
    func twoBursts(_ operation: Operation) throws {
        var form = try FormDriver([FormDriver.field("a"), FormDriver.field("b")])
        try form.type("a")
        try form.perform(operation)
        try form.type("b")
        try form.perform(.undo)
        #expect(try form.field.text == "a" && form.form.canUndo)
    }

    // MARK: Midnight

    @Test("after midnight a date rule with `today` is evaluated again, whatever the first operation is")
    func midnight() throws {
        var form = try FormDriver { $0.rules = [Rule(.date(DateRule(minimum: .today)))] }
        form.form = try Form(form.form.compiled, values: ["a": "2026-03-05"], today: Self.day("2026-03-05"))
        #expect(form.form.isComplete)
        let tomorrow = try Self.day("2026-03-06")
        #expect(throws: FormError.self) {
            try form.form.perform([.field(0, .select(start: 99, length: 0))], today: tomorrow)
        }
        #expect(form.form.isComplete, "an operation that is refused changes nothing")
        let outcome = try form.form.perform([.setViewport(height: 0, keyboardInset: 0)], today: tomorrow)
        #expect(outcome.changes == [.sessionProperties([.complete, .revision])] && !form.form.isComplete)
        try form.perform(.validate(force: true))
        #expect(try form.field.error == "The date must not be before 2026-03-06")
        try form.perform(.insertText("x"))
        try form.perform(.deleteBackward)
        #expect(!form.form.isComplete, "the day stays known where an operation does not tell it")
    }

    // MARK: The maximum length

    @Test("with a maximum length of 0 no text can be entered, and 4294967295 means no limit")
    func maximumLength() throws {
        var form = try FormDriver()
        let property = FieldProperty.maxLength.declaration
        let write = try #require(property.write)
        #expect(property.reader.value(of: try form.field) == .number(4_294_967_295))
        try form.perform(try #require(write(.number(0))))
        #expect(form.changes == [.fieldProperties(0, [.maxLength])])
        #expect(property.reader.value(of: try form.field) == .number(0))
        try form.perform(.insertText("a"))
        #expect(try form.field.text == "" && form.field.refusals == [Refusal("a", .length)])
        try form.perform(try #require(write(.number(4_294_967_295))))
        #expect(property.reader.value(of: try form.field) == .number(4_294_967_295))
        try form.perform(.insertText("a"))
        #expect(try form.field.text == "a" && form.field.maxLength == nil)
    }

    // MARK: Rows

    private static func form(of group: GroupDefinition, types: FormTypes) throws -> FormDriver {
        let structure = FormStructure(elements: [.field(FormDriver.field("name")), .group(group)])
        let definition = FormDefinition(name: "t", title: LocalizedText("T"), structure: structure, source: "{}")
        return FormDriver(form: try Form(CompiledForm(definition, types: types)))
    }

    @Test("a transaction attempt that waits for a plug-in does not use up the number of its added row")
    func rowNumber() throws {
        let field = FormDriver.field("what") {
            $0.formatter = .plugin(TypeReference(name: "upper", configuration: "{}"))
            $0.value = "x"
        }
        let group = GroupDefinition(id: "items", minimum: 0, maximum: 4, fields: [field])
        var form = try Self.form(of: group, types: .builtIn.withPlugins)
        let add = Operation.addRow(group: "items", position: nil)
        form.answers = { _ in nil }
        #expect(try !form.perform(add).questions.isEmpty)
        #expect(form.form.fieldCount == 1)
        form.answers = { _ in .unavailable }
        #expect(try form.perform(add).results == [.row(1)])
    }

    @Test("a next field set in the session is used as long as its row exists")
    func neighbour() throws {
        var form = try RowTests.driver()
        try form.perform(.addRow(group: "items", position: nil))
        try form.perform(.field(0, .setNextField("items_2_what")))
        #expect(try form.field.nextField == "items_2_what")
        try form.perform(.removeRow(group: "items", row: 2))
        #expect(try form.field.nextField == "items_1_what")
        try form.perform(.undo)
        #expect(try form.field.nextField == "items_2_what")
    }

    // MARK: Conditions

    @Test("a chosen option is removed together with its text when a condition clears the field")
    func clearedChoice() throws {
        var form = try FormDriver([
            FormDriver.field("asks"),
            FormDriver.field("country") {
                $0.input = .options(OptionsInput(options: [.init(value: "de", label: LocalizedText("Germany"))]))
                $0.visibleWhen = .test(field: "asks", .equals("yes"))
                $0.whenIrrelevant = .clear
            },
        ])
        func ask(_ text: String) -> Operation { .field(0, .setText(text, formats: true, validates: false)) }
        try form.perform(ask("yes"))
        try form.perform(.field(1, .selectOption(0)))
        #expect(try form.field(1).value == "de")
        try form.perform(ask("no"))
        try form.perform(ask("yes"))
        #expect(try form.field(1).isVisible && form.field(1).text == "")
        #expect(try form.field(1).value == "" && form.field(1).selectedOption == nil)
    }

    // MARK: Submission and messages

    @Test("another language leaves a submitted form submitted")
    func submittedInAnotherLanguage() throws {
        var form = try PartTests.driver(#"{"fields": [{"id": "a", "formatter": {"type": "number"}}]}"#)
        try form.perform(.field(0, .setText("1234.5", formats: true, validates: nil)))
        try form.perform(.submit)
        try form.perform(.setLocale("de"))
        #expect(try form.field(0).text == "1.234,5" && form.form.session.isSubmitted)
        let error = #expect(throws: FormError.self) { try form.perform(.submit) }
        #expect(error?.code == .alreadySubmitted)
    }

    @Test("a message shows the answer of a field that has the name of a parameter")
    func answerNamedAsParameter() throws {
        var form = try PartTests.driver(
            """
            {"fields": [{"id": "max", "value": "ten"},
              {"id": "b", "validators": [{"type": "maxValue", "max": 10, "message": "{{max}}: over {max}"}]}]}
            """
        )
        try form.perform(.field(1, .setText("11", formats: true, validates: true)))
        #expect(try form.field(1).error == "ten: over 10")
    }

    @Test("a refused submission names the label as it is shown")
    func shownLabel() throws {
        var form = try PartTests.driver(
            """
            {"markup": "basic", "fields": [{"id": "name", "value": "Ann"},
              {"id": "b", "label": "*Passport* of {{name}}", "required": true}]}
            """
        )
        let failure = try form.perform(.submit).failure
        #expect(failure?.message == "Passport of Ann: Field must be filled")
    }
}

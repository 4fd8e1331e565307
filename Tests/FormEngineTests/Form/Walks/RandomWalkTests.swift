@testable import Formatters
@testable import FormEngine
import FormModel
import FormPlugin
import Masks
import RandomTesting
import Rules
import Testing
@testable import TextEditing

/// What holds whatever happens: thousands of operations that nobody thought of.
@Suite("Random edits")
struct RandomWalkTests {
    static let pieces = [
        "a", "b", " ", "1", "é", "e\u{301}", "\u{301}", "👨‍👩‍👧‍👦", "\u{200D}", "🇷", "🇺", "\r", "\n", "\r\n", "漢", "\u{20E3}",
        "word word", "9123456789", "", "👋🏽", "\u{FE0F}", "ำ", "한", "ᄒ", "ᅡ",
    ]

    static func definition() -> [FieldDefinition] {
        [
            FormDriver.field("plain") {
                $0.isRequired = true
                $0.hint = LocalizedText("Hint")
            },
            FormDriver.field("limited") {
                $0.maxLength = 5
                $0.trims = true
            },
            FormDriver.field("filtered") {
                $0.allowedCharacters = CharacterFilter(sets: [.letters, .digits], allowsEmoji: true)
                $0.rules = [.length(2, 4)]
                $0.validation = .afterChanges
            },
            FormDriver.field("masked") {
                $0.formatter = .mask(MaskDefinition(mask: "+7 ([000]) [000]-[00]"))
                $0.validatesWithFormatter = true
            },
            FormDriver.field("secret") { $0.mode = .password(reveal: .visibleAfterFirstEntry) },
            FormDriver.field("view", .textView) {
                $0.maxTextHeight = 96
                $0.hint = LocalizedText("Long hint that wraps into several lines because it is long enough to do so")
            },
            FormDriver.field("off") { $0.isEnabled = false },
            FormDriver.field("options") {
                var input = OptionsInput(options: PickerTests.countries)
                input.preselectsFirst = true
                $0.input = .options(input)
                $0.trims = true
            },
            FormDriver.field("shown") {
                $0.visibleWhen = .not(.test(field: "plain", .empty))
                $0.rules = [.length(2, 4), Rule(.equals(field: "plain"))]
            },
            FormDriver.field("deep") {
                $0.visibleWhen = .any([.test(field: "shown", .equals("a")), .test(field: "filtered", .empty)])
                $0.enabledWhen = .not(.test(field: "limited", .equals("1")))
                $0.requiredWhen = .test(field: "view", .matches(pattern: "[ab].*"))
                $0.whenIrrelevant = .clear
                $0.rules = [Rule(.luhn, severity: .warning)]
            },
            FormDriver.field("computed") {
                $0.computed = .operation(.quotient, [.field(.field("filtered")), .field(.field("limited"))])
                $0.isReadOnly = true
                $0.isRequired = true
            },
            FormDriver.field("joined") {
                $0.computed = .concat([.field(.field("plain")), .field(.field("computed"))], separator: " ")
                $0.isReadOnly = true
                $0.visibleWhen = .comparison(.field(.field("computed")), .less, .number(DecimalNumber(7)))
                $0.rules = [.length(2, 4)]
            },
        ] + inputs() + dates()
    }

    /// Fields that are filled in otherwise than by typing, and what can be stepped.
    static func inputs() -> [FieldDefinition] {
        [
            FormDriver.field("toggle") {
                $0.input = .toggle
                $0.isRequired = true
                $0.visibleWhen = .not(.test(field: "plain", .equals("a")))
                $0.whenIrrelevant = .clear
            },
            FormDriver.field("several") {
                var input = OptionsInput(options: PickerTests.countries)
                (input.allowsSeveral, input.preselectsFirst, input.least, input.most) = (true, true, 2, 3)
                $0.input = .options(input)
                $0.requiredWhen = .test(field: "toggle", .equals("true"))
            },
            FormDriver.field("slider") {
                var input = SliderInput()
                (input.minimum, input.maximum) = (DecimalNumber(-2), DecimalNumber(1200))
                $0.input = .slider(input)
            },
            FormDriver.field("time") { $0.formatter = FormatterDefinition(DateDefinition(.dateTime)) },
        ]
    }

    static func dates() -> [FieldDefinition] {
        guard let english = try? DatePattern("d M yyyy", for: .picker),
            let russian = try? DatePattern("d MMMM yyyy", for: .picker)
        else {
            return []
        }
        let formats = [
            DateInput.Format(locale: "en", pattern: english), DateInput.Format(locale: "ru", pattern: russian),
        ]
        return [
            FormDriver.field("date") {
                var input = DateInput(formats: formats)
                input.minimum = .today
                $0.input = .date(input)
            }
        ]
    }

    static func operation(_ form: Form, _ random: inout SeededGenerator) -> FormEngine.Operation {
        let index = Int.random(in: 0..<form.fieldCount, using: &random)
        let piece = pieces.randomElement(using: &random) ?? ""
        let size = form.fields[index].text.count
        let start = Int.random(in: 0...max(size, 1), using: &random)
        let length = Int.random(in: 0...3, using: &random)
        switch Int.random(in: 0..<55, using: &random) {
        case 0..<12: return .field(index, .insertText(piece))
        case 12..<16: return .field(index, .deleteBackward)
        case 16: return .field(index, .deleteForward)
        case 17..<20: return .field(index, .select(start: start, length: length))
        case 20, 21: return .field(index, .replaceRange(start: start, length: length, text: piece))
        case 22, 23: return .field(index, .focus)
        case 24: return .blur
        case 25: return .field(index, .setText(piece + piece, formats: Bool.random(using: &random), validates: nil))
        case 26: return .field(index, .setError(Bool.random(using: &random) ? piece : nil))
        case 27: return .field(index, .reset)
        case 28: return .field(index, .setEnabled(Bool.random(using: &random)))
        case 29: return .validate(force: Bool.random(using: &random))
        case 30: return .submit
        case 31: return .setWidth([160, 320, 480].randomElement(using: &random) ?? 320)
        case 32: return .setLocale(Bool.random(using: &random) ? "en" : "ru")
        case 33:
            return .field(
                index,
                .performEditAction(EditAction.allCases.randomElement(using: &random) ?? .cut, text: piece)
            )
        case 34: return .undo
        case 35: return .redo
        case 36: return .field(index, .pressReturn)
        case 37: return .focusNext
        case 38: return .field(index, .setHint(piece))
        case 42: return .field(index, .setComposition(piece, caret: Int.random(in: 0...1, using: &random)))
        case 43: return .field(index, .setFocusable(Bool.random(using: &random)))
        case 44: return .field(index, .configure(nil))
        case 45:
            var field = form.field(index).definition
            field.style.height = .fixed(height: Double(start) + 40)
            field.visibleHintStates = [.normal]
            field.placeholders = Array(field.placeholders.prefix(start % 2))
            field.hint = LocalizedText(piece)
            return .field(index, .configure(field))
        case 39: return .field(index, .selectOption(Int.random(in: 0...4, using: &random)))
        case 40:
            return .field(index, .selectDate(["2026-03-05", "1970-01-01", "x"].randomElement(using: &random) ?? ""))
        case 49: return .field(index, .toggle)
        case 50: return .field(index, .selectOptions(Array(Set([start % 5, length]))))
        case 51, 52: return .field(index, .step(Int.random(in: -3...3, using: &random)))
        case 53: return .submitDocument
        case 54: return .field(index, .insertText("1"))
        case 41:
            return .field(
                index,
                .setText(
                    ["ge", "us_ga", "2000-02-29", "true", #"["ru", "de"]"#, "1200"].randomElement(using: &random) ?? "",
                    formats: true,
                    validates: nil
                )
            )
        case 46, 47:
            let unit = TextUnit.allCases.randomElement(using: &random) ?? .word
            let count = Int.random(in: -2...2, using: &random)
            return .field(
                index,
                start % 3 == 0 ? .delete(unit, count: count) : .moveCaret(unit, count: count, extends: start % 2 == 0)
            )
        default: return .field(index, .pressActionButton)
        }
    }

    @Test("invariants hold after every step", arguments: 1...10)
    func walk(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var form = try FormDriver(Self.definition()).form
        for step in 0..<RandomCases.count(1_500) {
            let before = form
            let operation = Self.operation(form, &random)
            let outcome: Outcome
            do {
                outcome = try form.perform([operation])
            } catch  where step % 8 > 0 {
                continue
            } catch {
                #expect(
                    Self.shows(before) == Self.shows(form),
                    "step \(step): \(operation) was refused, yet changed something"
                )
                continue
            }
            let violations = Self.violations(of: form, since: before, outcome)
            if !violations.isEmpty { Issue.record("step \(step), \(operation): \(violations)") }
        }
    }

    /// What of the invariants does not hold. Written without `#expect`, which would take most of the time.
    static func violations(of form: Form, since before: Form, _ outcome: Outcome) -> [String] {
        var violations: [String] = []
        let judge = Judge(fields: form.fields.all, context: form.context, attempt: Attempt())
        let shown = PageOrder(fields: form.fields, placement: form.placement, hidden: form.session.hidden?.value)
            .fields(ofPage: form.page)
        var errors = 0
        var incomplete = 0
        var height = 0.0
        for index in 0..<form.fieldCount {
            func require(_ holds: Bool, _ what: String) {
                if !holds { violations.append("\(what) of field \(index)") }
            }
            let field = form.fields[index]
            let text = field.text.string
            require(field.text.count == text.unicodeScalars.count, "size")
            require(field.selection.end <= field.text.count, "selection")
            for offset in [field.selection.start, field.selection.end] {
                let position = text.unicodeScalars.index(text.startIndex, offsetBy: offset)
                require(position == text.endIndex || text.indices.contains(position), "whole clusters")
            }
            require(!field.isOpen && field.dirty.isEmpty && field.textOrigin == nil, "marks of a transaction")
            if field.hasError, !field.isHidden { errors += 1 }
            let passes = judge.verdict(of: field, needsMessage: true)?.isValid ?? true
            require(passes == field.flags.contains(.passes), "verdict")
            if !passes, field.isJudged { incomplete += 1 }
            // The height is a function of the rest.
            let fresh = FormField(copying: field)
            fresh.dirty = FieldAspects(rawValue: .max)
            fresh.layOut(form.context, asking: Attempt())
            require(
                fresh.layout.height == field.layout.height && fresh.layout.hintLines == field.layout.hintLines,
                "height"
            )
            if let picker = field.plan.picker {
                require(
                    picker.choice(forText: field.judgedText, current: field.choice, locale: form.locale)
                        == field.choice,
                    "choice"
                )
            }
            require(field.isFocused == (form.focusedField == index), "focus")
            if shown.contains(index) { height += field.layout.height }
        }
        if form.isValid != (errors == 0) || form.isComplete != (incomplete == 0) { violations.append("counts") }
        let bands = form.frames.filter { [.section, .row, .addRow].contains($0.kind) }.map(\.frame.height)
        let buttons = form.isLaidOut && !form.pages.isEmpty ? 60 * form.textScale : 0
        if form.contentHeight != bands.reduce(height, +) + buttons { violations.append("content height") }
        if (form.revision != before.revision) == outcome.changes.isEmpty { violations.append("revision") }
        for change in outcome.changes {
            let isTrue =
                switch change {
                case .field(let index, .stateChanged(let state, let previous)):
                    state != previous && form.field(index).containerState == state
                        && before.field(index).containerState == previous
                case .field(let index, .heightChanged(let height, let previous)):
                    height != previous && form.field(index).height == height
                case .field(let index, .textChanged):
                    form.fields[index].text != before.fields[index].text
                case .fieldProperties(let index, let properties):
                    !properties.isEmpty && differs(properties, form.field(index), before.field(index))
                case .sessionProperties(let properties): !properties.isEmpty
                case .field, .session, .rows: true
                }
            if !isTrue { violations.append("\(change)") }
        }
        if outcome.changes.isEmpty, shows(form) != shows(before) { violations.append("silence") }
        return violations
    }

    /// Whether the structured properties that are announced are not what they were.
    static func differs(_ properties: FieldProperties, _ now: FieldReading, _ then: FieldReading) -> Bool {
        !(properties.contains(.placeholders) && now.placeholders == then.placeholders)
            && !(properties.contains(.presentation) && now.presentation == then.presentation)
            && !(properties.contains(.actionButton) && now.actionButton == then.actionButton)
    }

    /// All that a client could see.
    static func shows(_ form: Form) -> [String] {
        (0..<form.fieldCount).map { form.field($0) }.map { field in
            "\(field.text) \(field.value) \(field.selection) \(field.containerState) \(field.isFocused) \(field.error) "
                + "\(field.hintText) \(field.isHintVisible) \(field.height) \(field.hintHeight) \(field.textHeight) "
                + "\(field.isTouched) \(field.isModified) \(field.maskStatus) \(field.placeholders) "
                + "\(field.presentation) \(field.actionButton) \(field.returnKey) \(field.lastEdit) "
                + "\(field.selectedOptions) \(field.date)"
        } + ["\(form.focusedField as Int?) \(form.state) \(form.contentHeight) \(form.canUndo) \(form.canRedo)"]
    }

    @Test("undoing everything and redoing it restores every state exactly", arguments: 1...20)
    func travel(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &* 7919)
        // An undo moves the focus, and a field that is left trims its text, finishes its number or date, or drops what
        // is no option.
        var fields = Self.definition().filter { !["secret", "options", "slider", "time"].contains($0.id) }
        for index in fields.indices { fields[index].trims = false }
        var form = try FormDriver(fields).form
        var texts: [[String]] = [Self.texts(form)]
        for _ in 0..<400 {
            let index = Int.random(in: 0..<form.fieldCount, using: &random)
            let piece = Self.pieces.randomElement(using: &random) ?? ""
            let operation: FieldOperation = Bool.random(using: &random) ? .insertText(piece) : .deleteBackward
            guard (try? form.perform([.field(index, operation)])) != nil else { continue }
            // A step ends here.
            _ = try form.perform([.blur])
            let now = Self.texts(form)
            if now != texts.last { texts.append(now) }
        }
        let last = texts.suffix(101)
        for expected in last.dropLast().reversed() {
            _ = try form.perform([.undo])
            try #require(Self.withoutFocus(Self.texts(form)) == Self.withoutFocus(expected))
        }
        for expected in last.dropFirst() {
            _ = try form.perform([.redo])
            try #require(Self.withoutFocus(Self.texts(form)) == Self.withoutFocus(expected))
        }
    }

    static func texts(_ form: Form) -> [String] {
        form.fields.all.map { "\($0.text.string)|\($0.value)|\($0.selection)|\($0.hasError)" }
    }

    /// The texts without the mask's prefix, which comes and goes with the focus: an undo moves that.
    private static func withoutFocus(_ texts: [String]) -> [String] {
        let (prefix, nothing) = ("+7 (||\(TextSelection(start: 4))|", "||\(TextSelection(start: 0))|")
        return texts.map { $0.hasPrefix(prefix) ? nothing + $0.dropFirst(prefix.count) : $0 }
    }
}

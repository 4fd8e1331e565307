@testable import FormEngine
import FormModel
import FormPlugin
import Testing

/// What holds whatever happens: a hundred thousand operations that nobody thought of.
@Suite("Random walks")
struct RandomWalkTests {
    /// SplitMix64: the same walk for the same seed.
    struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }

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
        ]
    }

    static func operation(_ form: Form, _ random: inout Random) -> FormEngine.Operation {
        let index = Int.random(in: 0..<form.fieldCount, using: &random)
        let piece = pieces.randomElement(using: &random) ?? ""
        let size = form.field(index).text.unicodeScalars.count
        let start = Int.random(in: 0...max(size, 1), using: &random)
        let length = Int.random(in: 0...3, using: &random)
        switch Int.random(in: 0..<40, using: &random) {
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
        default: return .field(index, .pressActionButton)
        }
    }

    @Test("invariants hold along every walk", arguments: 1...10)
    func walk(seed: UInt64) throws {
        var random = Random(state: seed)
        var form = try FormDriver(Self.definition()).form
        for step in 0..<10_000 {
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
            try Self.check(form, since: before, outcome, Comment(rawValue: "step \(step)"))
        }
    }

    static func check(_ form: Form, since before: Form, _ outcome: Outcome, _ step: Comment) throws {
        var errors = 0
        var incomplete = 0
        var height = 0.0
        for index in 0..<form.fieldCount {
            let state = form.fields[index]
            let text = state.text
            #expect(Int(state.textSize) == text.unicodeScalars.count, step)
            #expect(state.selection.end <= Int(state.textSize), step)
            for offset in [state.selection.start, state.selection.end] {
                let position = text.unicodeScalars.index(text.startIndex, offsetBy: offset)
                #expect(position == text.endIndex || text.indices.contains(position), "\(step): split cluster")
            }
            #expect(state.flags.isDisjoint(with: .transient) && state.textOrigin == nil, step)
            if state.hasError { errors += 1 }
            let passes = form.verdict(of: index)?.isValid ?? !state.hasError
            #expect(passes == state.flags.contains(.passes), "\(step): verdict of \(index)")
            if !passes, !state.isDisabled { incomplete += 1 }
            // The height is a function of the rest.
            var fresh = state
            fresh.layOut(form.compiled.fields[index], locale: form.locale, width: form.width, isRelayout: true)
            #expect(fresh.height == state.height && fresh.hintLines == state.hintLines, "\(step): height of \(index)")
            height += state.height
        }
        #expect(form.isValid == (errors == 0) && form.isComplete == (incomplete == 0), step)
        #expect(form.contentHeight == height, step)
        #expect((form.revision != before.revision) == !outcome.changes.isEmpty, step)
        for change in outcome.changes {
            switch change {
            case .field(let index, .stateChanged(let state, let previous)):
                #expect(state != previous && form.field(index).containerState == state, step)
                #expect(before.field(index).containerState == previous, step)
            case .field(let index, .heightChanged(let height, let previous)):
                #expect(height != previous && form.field(index).height == height, step)
            case .field(let index, .textChanged):
                #expect(form.fields[index].text != before.fields[index].text, step)
            default: break
            }
        }
        if outcome.changes.isEmpty { #expect(shows(form) == shows(before), step) }
    }

    /// All that a client could see.
    static func shows(_ form: Form) -> [String] {
        (0..<form.fieldCount).map { form.field($0) }.map { field in
            "\(field.text) \(field.value) \(field.selection) \(field.containerState) \(field.isFocused) \(field.error) "
                + "\(field.hintText) \(field.isHintVisible) \(field.height) \(field.hintHeight) \(field.textHeight) "
                + "\(field.isTouched) \(field.isModified) \(field.maskStatus) \(field.placeholders) "
                + "\(field.presentation) \(field.actionButton) \(field.returnKey) \(field.lastEdit)"
        } + ["\(form.focusedField as Int?) \(form.state) \(form.contentHeight) \(form.canUndo) \(form.canRedo)"]
    }

    @Test("undoing everything and redoing it leads back exactly", arguments: 1...20)
    func travel(seed: UInt64) throws {
        var random = Random(state: seed &* 7919)
        var form = try FormDriver(Self.definition().filter { $0.id != "secret" }).form
        var texts: [[String]] = [Self.texts(form)]
        for _ in 0..<400 {
            let index = Int.random(in: 0..<form.fieldCount, using: &random)
            let piece = Self.pieces.randomElement(using: &random) ?? ""
            let operation: FieldOperation = Bool.random(using: &random) ? .insertText(piece) : .deleteBackward
            guard (try? form.perform([.field(index, operation)])) != nil else { continue }
            // A step ends here.
            _ = try form.perform([.setViewport(height: 100, keyboardInset: 0)])
            let now = Self.texts(form)
            if now != texts.last { texts.append(now) }
        }
        let last = texts.suffix(101)
        for expected in last.dropLast().reversed() {
            _ = try form.perform([.undo])
            #expect(Self.texts(form) == expected)
        }
        for expected in last.dropFirst() {
            _ = try form.perform([.redo])
            #expect(Self.texts(form) == expected)
        }
    }

    static func texts(_ form: Form) -> [String] {
        form.fields.map { "\($0.text)|\($0.value)|\($0.selection)|\($0.hasError)" }
    }
}

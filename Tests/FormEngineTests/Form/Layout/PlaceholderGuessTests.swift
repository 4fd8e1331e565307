import FormEngine
import FormModel
import FormPlugin
import Testing

/// A field whose text one plug-in formats and another one decorates.
@Suite("Prediction of a placeholder's text before a key is formatted")
struct PlaceholderGuessTests {
    private var form: FormDriver

    init() throws {
        form = try FormDriver([Self.field], types: .builtIn.withPlugins)
    }

    private static let field = FormDriver.field("a") {
        $0.formatter = .plugin(TypeReference(name: "upper", configuration: "{}"))
        $0.placeholders = [PlaceholderDefinition(text: nil, service: .plugin(type: "x", configuration: "{}"))]
    }

    /// The guess that the first attempt at an operation put along with the formatter's question, and what the
    /// placeholder was asked when that one had been answered.
    private mutating func ask(_ operation: FieldOperation) throws -> (guess: String?, asked: String?) {
        form.answers = { $0.context == nil ? nil : .answer(.placeholder([])) }
        let guess = try form.perform(operation).questions.compactMap(\.context).last?.text
        var asked: String?
        form.answers = { question in
            if let context = question.context { asked = context.text }
            return Self.capitals(question)
        }
        try form.perform(operation)
        return (guess, asked)
    }

    @Test("the prediction is that the typed text stays unchanged, at any position")
    mutating func asTyped() throws {
        for (operation, text) in [
            (.insertText("12"), "12"), (.insertText("é"), "12é"), (.select(start: 1, length: 1), nil),
            (.insertText("7"), "17é"), (.deleteForward, "17"), (.deleteBackward, "1"),
        ] as [(FieldOperation, String?)] {
            let (guess, asked) = try ask(operation)
            #expect(asked == text)
            // The first key finds a placeholder that has not been asked yet.
            if text != "12" { #expect(guess == text) }
        }
    }

    @Test("after two wrong predictions none is sent, until one would have been right")
    mutating func wrong() throws {
        for (letter, guessed, text) in [
            ("1", nil, "1"), ("a", "1a", "1A"), ("b", "1Ab", "1AB"), ("c", nil, "1ABC"), ("2", nil, "1ABC2"),
            ("3", "1ABC23", "1ABC23"), ("d", "1ABC23d", "1ABC23D"), ("4", "1ABC23D4", "1ABC23D4"),
            ("e", "1ABC23D4e", "1ABC23D4E"),
        ] {
            let (guess, asked) = try ask(.insertText(letter))
            if letter != "1" { #expect(guess == guessed) }
            #expect(asked == text)
        }
    }

    @Test("nothing is predicted without a plug-in's formatter, nor for a secret")
    mutating func unasked() throws {
        for change in [{ $0.formatter = nil }, { $0.isSecret = true }] as [(inout FieldDefinition) -> Void] {
            var field = Self.field
            change(&field)
            form = try FormDriver([field], types: .builtIn.withPlugins)
            for letter in ["1", "2"] {
                let (guess, asked) = try ask(.insertText(letter))
                #expect(guess == nil)
                #expect(asked != nil)
            }
        }
    }

    /// Answers a formatter's question: small letters of ASCII become capitals.
    private static func capitals(_ question: TypeQuestion) -> TypeReply {
        guard case .formatter(let asked) = question.question else { return .answer(.placeholder([])) }
        var text: FieldText
        switch asked.operation {
        case .apply(let edit, let current): text = current.applying(edit)
        case .format(let new): text = FieldText(new)
        case .finish(let current): return .answer(.formatter(current))
        case .prefix: return .answer(.formatter(FieldText()))
        }
        text.text = String(
            text.text.unicodeScalars.map { ("a"..."z").contains($0) ? Character($0).uppercased() : String($0) }.joined()
        )
        text.value = text.text
        return .answer(.formatter(text))
    }
}

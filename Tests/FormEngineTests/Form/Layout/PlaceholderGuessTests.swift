import FormEngine
import FormModel
import FormPlugin
import Synchronization
import Testing

/// A field whose text one plug-in formats and another one decorates.
@Suite("What a placeholder will be asked when a key has been formatted")
struct PlaceholderGuessTests {
    private let oracle = CapitalizingOracle()
    private var form: FormDriver

    init() throws {
        form = try FormDriver([Self.field], types: .builtIn.asking(oracle))
        _ = form.form.firstQuestions()
    }

    private static let field = FormDriver.field("a") {
        $0.formatter = .plugin(TypeReference(name: "upper", configuration: "{}"))
        $0.placeholders = [PlaceholderDefinition(text: nil, service: .plugin(type: "x", configuration: "{}"))]
    }

    /// What the oracle was told to anticipate during an operation, and what was asked afterwards.
    private mutating func ask(_ operation: FieldOperation) throws -> (guess: TypeQuestion?, asked: TypeQuestion?) {
        oracle.anticipated.withLock { $0 = [] }
        let asked = try form.perform(operation).questions
        return (oracle.anticipated.withLock { $0.last }, asked.first?.asked)
    }

    @Test("it is guessed that a key stays as it was typed, wherever")
    mutating func asTyped() throws {
        for (operation, text) in [
            (.insertText("12"), "12"), (.insertText("é"), "12é"), (.select(start: 1, length: 1), nil),
            (.insertText("7"), "17é"), (.deleteForward, "17"), (.deleteBackward, "1"),
        ] as [(FieldOperation, String?)] {
            let (guess, asked) = try ask(operation)
            #expect(guess?.text == text)
            #expect(guess === asked, "what was guessed is what is asked")
        }
    }

    @Test("after two wrong guesses none is told, until one would have been right")
    mutating func wrong() throws {
        for (letter, guessed, text) in [
            ("1", "1", "1"), ("a", "1a", "1A"), ("b", "1Ab", "1AB"), ("c", nil, "1ABC"), ("2", nil, "1ABC2"),
            ("3", "1ABC23", "1ABC23"), ("d", "1ABC23d", "1ABC23D"), ("4", "1ABC23D4", "1ABC23D4"),
            ("e", "1ABC23D4e", "1ABC23D4E"),
        ] {
            let (guess, asked) = try ask(.insertText(letter))
            #expect(guess?.text == guessed)
            #expect(asked?.text == text)
        }
    }

    @Test("nothing is guessed where no plug-in formats, nor of a secret")
    mutating func unasked() throws {
        for change in [{ $0.formatter = nil }, { $0.isSecret = true }] as [(inout FieldDefinition) -> Void] {
            var field = Self.field
            change(&field)
            form = try FormDriver([field], types: .builtIn.asking(oracle))
            _ = form.form.firstQuestions()
            for letter in ["1", "2"] {
                let (guess, asked) = try ask(.insertText(letter))
                #expect(guess == nil)
                #expect(asked != nil)
            }
        }
    }
}

extension TypeQuestion {
    fileprivate var text: String? {
        if case .placeholder(let context) = question { context.text } else { nil }
    }
}

/// Answers a formatter's question at once: small letters of ASCII become capitals.
private final class CapitalizingOracle: TypeOracle {
    let anticipated = Mutex<[TypeQuestion]>([])

    func reply(to question: TypeQuestion, of stage: QuestionStage, field: Int) -> TypeReply {
        guard case .formatter(let asked) = question.question else { return .unavailable }
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

    func expect(_ question: TypeQuestion) {}
    func anticipate(_ question: TypeQuestion) { anticipated.withLock { $0.append(question) } }
    var isOpen: Bool { false }
    var late: [LateQuestion] { [] }
}

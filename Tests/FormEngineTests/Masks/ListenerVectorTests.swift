import FormEngine
import FormModel
import Masks
import Testing
import TextEditing

@Suite("With the compatibility inputMask a session has the same results as the original's listener")
struct ListenerVectorTests {
    @Test("after each edit")
    func sessions() throws {
        guard let vectors = try Vectors<SessionVector>("inputmask_listener")?.vectors else { return }
        var failures: [String] = []
        var count = 0
        for vector in vectors {
            guard let mask = vector.mask else { continue }
            // One compilation used to serve masks with other notations; here it does not.
            if vector.name.contains("same format, other notations") { continue }
            count += 1
            guard let formatter = try? vector.formatter(mask) else {
                if vector.crash == nil { failures.append("\(vector.id): the mask does not compile") }
                continue
            }
            var session = Session(formatter: formatter)
            for (index, (step, expected)) in zip(vector.steps, vector.results).enumerated() {
                guard session.perform(step) else {
                    failures.append("\(vector.id): an unknown step \(step)")
                    break
                }
                guard let difference = session.difference(from: expected) else { continue }
                failures.append("\(vector.id) step \(index): \(difference) instead of \(expected)")
                break
            }
            // Where the original traps, the edit is refused or masked; either way there is a text and a caret in it.
            for step in vector.steps.dropFirst(vector.results.count) { _ = session.perform(step) }
            if !(0...session.current.text.string.unicodeScalars.count).contains(session.current.selection.end) {
                failures.append("\(vector.id): the caret is outside")
            }
        }
        print("inputmask_listener: \(count) sessions with a mask")
        report(failures, of: count)
    }
}

struct SessionVector: Decodable, Sendable {
    var id: String
    var name: String
    var mask: String?
    var notations: [NotationVector]?
    var affine: [String]?
    var strategy: String?
    var reversed: Bool?
    var autocomplete: Bool?
    var autoskip: Bool?
    var steps: [Step]
    var results: [Result]
    var crash: Crash?

    struct Step: Decodable, Sendable {
        var `do`: String
        var text: String?
        var caret: Int?
        var from: Int?
        var to: Int?
        var autocomplete: Bool?
    }

    struct Result: Decodable, Sendable {
        var text: String
        var caret: Int
        var value: String?
        var complete: Bool?
        var tail: String?
        var notifications: Int?
    }

    struct Crash: Decodable, Sendable {
        var atStep: Int?
    }

    func formatter(_ mask: String) throws -> (MaskDefinition, InputMaskFormatter) {
        var definition = MaskDefinition(mask: mask)
        definition.notations = try (notations ?? []).map { try $0.notation }
        definition.affineMasks = affine ?? []
        definition.affinity = strategy.flatMap { AffinityStrategy(rawValue: $0) } ?? .wholeString
        definition.isReversed = reversed ?? false
        definition.autocomplete = autocomplete ?? true
        definition.autoskip = autoskip ?? false
        definition.isLenient = true
        definition.compatibility = .inputMask
        return (definition, try InputMaskFormatter(definition))
    }
}

/// A field that does nothing but pass edits to its formatter.
struct Session {
    let definition: MaskDefinition
    let formatter: InputMaskFormatter
    var current = FormattedText(text: "", selection: TextSelection(start: 0), value: "", isComplete: false)
    var tail = ""
    var notifications = 0

    init(formatter: (MaskDefinition, InputMaskFormatter)) {
        (definition, self.formatter) = formatter
    }

    /// False: the step is not one that the tests know.
    mutating func perform(_ step: SessionVector.Step) -> Bool {
        notifications = 0
        switch step.do {
        case "focus":
            guard current.text.isEmpty else { break }
            show(formatter.withAutocomplete(definition, true)?.result(formatting: ""))
        case "put":
            show(
                formatter.withAutocomplete(definition, step.autocomplete ?? definition.autocomplete)?
                    .result(formatting: step.text ?? "")
            )
        case "clear":
            show(formatter.withAutocomplete(definition, false)?.result(formatting: ""))
        case "caret":
            current.selection = TextSelection(start: codePoints(step.caret ?? 0))
        case "select":
            let start = codePoints(step.from ?? 0)
            current.selection = TextSelection(start: start, length: codePoints(step.to ?? 0) - start)
        case "edit":
            edit(current.selection, step.text ?? "", .paste)
        case "backspace":
            var range = current.selection
            if range.length == 0 {
                let start = current.text.string.unicodeScalars.index(
                    current.text.string.startIndex,
                    offsetBy: range.start
                )
                guard start > current.text.string.startIndex else { break }
                let cluster = current.text.string[current.text.string.index(before: start)]
                range.start -= cluster.unicodeScalars.count
                range.length = cluster.unicodeScalars.count
            }
            edit(range, "", .deleteBackward)
        default:
            return false
        }
        return true
    }

    private mutating func edit(_ range: TextSelection, _ text: String, _ origin: TextEdit.Origin) {
        show(formatter.result(of: TextEdit(range: range, replacement: text, origin: origin), to: current))
    }

    private mutating func show(_ result: InputMaskResult?) {
        guard let result else { return }
        current = result.formatted
        tail = result.tail
        notifications = 1
    }

    /// From UTF-16.
    private func codePoints(_ offset: Int) -> Int {
        current.text.string.unicodeScalars.distance(
            from: current.text.string.startIndex,
            to: current.text.string.utf16.index(current.text.string.startIndex, offsetBy: offset)
        )
    }

    func difference(from expected: SessionVector.Result) -> String? {
        let index = current.text.string.unicodeScalars.index(
            current.text.string.startIndex,
            offsetBy: current.selection.start
        )
        let caret = current.text.string.utf16.distance(from: current.text.string.startIndex, to: index)
        var isSame = current.text.string == expected.text && caret == expected.caret
        if let value = expected.value { isSame = isSame && current.value == value }
        if let complete = expected.complete { isSame = isSame && current.isComplete == complete }
        if let tail = expected.tail { isSame = isSame && self.tail == tail }
        // One notification where the original sends one or two.
        if let count = expected.notifications { isSame = isSame && notifications == min(count, 1) }
        return isSame ? nil : "\(current) tail \(tail) notifications \(notifications)"
    }
}

extension InputMaskFormatter {
    func withAutocomplete(_ definition: MaskDefinition, _ autocomplete: Bool) -> InputMaskFormatter? {
        var definition = definition
        definition.autocomplete = autocomplete
        return try? InputMaskFormatter(definition)
    }
}

import FormModel
import Masks
import Testing

@testable import FormEngine
import TextEditing

@Suite("With the compatibility inputMask a field has the same results as the original's listener")
struct ListenerFieldTests {
    /// A field works the tail out from its text, and the original from the pass that made the text.
    private static let otherTails = [
        "iml-044": "a reversed mask with optional cells, run a second time", "iml-090": "the same",
        "iml-053": "autoskip took the literals before the caret from the tail, not from the text",
        "iml-069": "the same",
    ]

    @Test("after each edit, with and without the focus")
    func sessions() throws {
        guard let vectors = try Vectors<SessionVector>("inputmask_listener")?.vectors else { return }
        var failures: [String] = []
        var count = 0
        for vector in vectors where vector.crash == nil {
            guard let mask = vector.mask, let (definition, _) = try? vector.formatter(mask) else { continue }
            if vector.name.contains("same format, other notations") { continue }
            var form = try FormDriver { $0.formatter = .mask(definition) }
            for (index, (step, expected)) in zip(vector.steps, vector.results).enumerated() {
                guard let operation = try operation(step, definition, form.field) else { break }
                count += 1
                try form.perform(operation)
                let actual = shown(try form.field)
                // Where the original says nothing, what is there is as it was.
                let tail = Self.otherTails[vector.id] == nil ? expected.tail : nil
                // A field without a value is not complete, whatever its mask says of an empty text.
                let isComplete = actual.value == "" ? nil : expected.complete
                let isSame =
                    actual.text == expected.text && actual.caret == expected.caret
                    && actual.value == expected.value ?? actual.value
                    && actual.complete == isComplete ?? actual.complete
                    && actual.tail == tail ?? actual.tail
                if isSame { continue }
                failures.append("\(vector.id) \(mask) step \(index) \(step): \(actual) instead of \(expected)")
                break
            }
        }
        #expect(count > 100)
        report(failures, of: count)
    }

    /// nil: a field has no such operation, nor has it one under another setting of autocompletion.
    private func operation(
        _ step: SessionVector.Step,
        _ definition: MaskDefinition,
        _ field: FieldReading
    ) throws -> FieldOperation? {
        func codePoints(_ offset: Int?) -> Int {
            let text = field.text
            return text.unicodeScalars.distance(
                from: text.startIndex,
                to: text.utf16.index(text.startIndex, offsetBy: offset ?? 0)
            )
        }
        switch step.do {
        case "focus": return .focus
        case "put" where (step.autocomplete ?? definition.autocomplete) == definition.autocomplete:
            return .setText(step.text ?? "", formats: true, validates: false)
        case "caret": return .select(start: codePoints(step.caret), length: 0)
        case "select":
            let start = codePoints(step.from)
            return .select(start: start, length: codePoints(step.to) - start)
        case "edit": return .performEditAction(.paste, text: step.text ?? "")
        case "backspace": return .deleteBackward
        default: return nil
        }
    }

    private func shown(_ field: FieldReading) -> SessionVector.Result {
        let scalars = field.text.unicodeScalars
        let caret = scalars.index(scalars.startIndex, offsetBy: field.selection.start)
        return SessionVector.Result(
            text: field.text,
            caret: field.text.utf16.distance(from: field.text.startIndex, to: caret),
            value: field.value,
            complete: field.maskStatus == .complete,
            tail: field.maskTail
        )
    }
}

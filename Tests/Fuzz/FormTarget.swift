import FormEngine
import FormModel

/// Opens definitions and edits them at random, as a user and an application do.
enum FormTarget {
    static let decoder = DefinitionDecoder(kinds: .builtIn)

    /// The definition is decoded, and opened if it is right. A form that is refused is the usual case.
    static func open(_ input: [UInt8], _ mutator: inout Mutator) {
        guard let definition = decoder.decode(bytes: input, name: "fuzz").value else { return }
        walk(definition, &mutator)
    }

    /// One field whose keys are the input, so that most inputs are forms.
    static func openField(_ input: [UInt8], _ mutator: inout Mutator) {
        let field = Array(#"{"fields": [{"id": "other"}, {"id": "a", "#.utf8) + input + Array("}]}".utf8)
        open(field, &mutator)
    }

    private static func walk(_ definition: FormDefinition, _ mutator: inout Mutator) {
        // The limits of the daemon, so that an input cannot take longer here than there.
        let budget = WorkBudget(time: .milliseconds(500), timeForRules: .milliseconds(300)) { .zero }
        guard let compiled = try? CompiledForm(definition, types: .builtIn, within: budget),
            var form = try? Form(compiled)
        else { return }
        for _ in 0..<24 where form.fieldCount > 0 {
            let operation = operation(on: form, &mutator)
            // What is refused must not change anything; that is tested elsewhere.
            _ = try? form.perform([operation])
        }
        restore(form, compiled, &mutator)
    }

    /// The form as a record is read again, and then with some bytes changed.
    private static func restore(_ form: Form, _ compiled: CompiledForm, _ mutator: inout Mutator) {
        let saved = form.saved
        let definitions = SavedDefinitions { json in
            try decoder.decodeFormatter(json).value.orThrow()
        } mode: { json in
            try decoder.decodeMode(json).value.orThrow()
        } configuration: { json, field in
            try decoder.decodeConfiguration(json, of: field, in: form.definition).value.orThrow()
        }
        var bytes = saved.bytes
        do {
            _ = try FormRestorer(bytes[...], of: compiled, definitions)
        } catch {
            fatalError("a form that was saved cannot be restored: \(error)")
        }
        for _ in 0..<4 where !bytes.isEmpty {
            bytes[mutator.number(0...bytes.count - 1)] = UInt8(mutator.number(0...255))
            _ = try? FormRestorer(bytes[...], of: compiled, definitions)
        }
    }

    private static let texts = [
        "", "1", "12", "9161234567", "x", "Ä", "e\u{301}", "😀", "-", "1.5", "1,5", "31.12.1999", "a@b.c", "\u{202E}",
        "   ", "0000000000000000000000", "\u{65E5}\u{672C}",
    ]

    private static func operation(on form: Form, _ mutator: inout Mutator) -> FormEngine.Operation {
        let index = mutator.number(0...form.fieldCount - 1)
        let text = mutator.choice(texts)
        let number = mutator.number(-3...12)
        switch mutator.number(0...25) {
        case 0...7: return .field(index, .insertText(text))
        case 8, 9: return .field(index, .deleteBackward)
        case 10: return .field(index, .deleteForward)
        case 11: return .field(index, .replaceRange(start: number, length: mutator.number(0...4), text: text))
        case 12: return .field(index, .select(start: number, length: mutator.number(-2...5)))
        case 13: return .field(index, .setText(text, formats: number > 0, validates: number > 3))
        case 14: return .field(index, .performEditAction(mutator.choice(EditAction.allCases), text: text))
        case 15: return .field(index, .setComposition(text, caret: number))
        case 16: return .field(index, .selectOption(number))
        case 17: return .field(index, .step(number))
        case 18: return .field(index, .toggle)
        case 19: return .undo
        case 20: return .redo
        case 21: return .blur
        case 22: return .submit
        case 23: return .addRow(group: mutator.choice(form.groups.map(\.id) + [""]), position: nil)
        case 24: return .removeRow(group: mutator.choice(form.groups.map(\.id) + [""]), row: number)
        default: return .field(index, .focus)
        }
    }
}

private struct Missing: Error {}

extension Optional {
    fileprivate func orThrow() throws -> Wrapped {
        guard let self else { throw Missing() }
        return self
    }
}

import FormEngine
import FormModel
import FormPlugin
import FormTraces
import Foundation
import TextEditing

/// Plays traces in this process, straight on the engine.
final class EngineStage: TraceStage {
    private var form: Form

    init(_ definition: String) throws {
        let decoder = DefinitionDecoder(types: TypeNames(placeholders: ["currency"]))
        let decoded = decoder.decode(definition, name: "")
        guard let definition = decoded.value else { throw Undecodable(diagnostics: decoded.diagnostics) }
        form = try Form(CompiledForm(definition), attempt: Attempt(.defers, known: Self.answer))
    }

    struct Undecodable: Error {
        let diagnostics: [Diagnostic]
    }

    func perform(_ actions: [TraceAction]) async throws -> [TraceEvent] {
        do {
            let outcome = try form.perform(try actions.map(operation), attempt: Attempt(known: Self.answer))
            return outcome.changes.compactMap(event)
        } catch let error as FormError where error.code == .actionDisabled || error.code == .disabled {
            return []
        }
    }

    func focusedField() async throws -> String {
        form.reading.name(ofField: form.focusedField)
    }

    private func index(of name: String) throws -> Int {
        try form.index(ofField: name).required(name)
    }

    // MARK: Actions

    private func operation(_ action: TraceAction) throws -> FormEngine.Operation {
        switch action {
        case .field(let name, let action):
            let index = try index(of: name)
            return .field(index, try operation(action, at: index))
        case .blur: return .blur
        case .focusNext: return .focusNext
        case .focusPrevious: return .focusPrevious
        }
    }

    private func operation(_ action: TraceAction.Field, at index: Int) throws -> FieldOperation {
        switch action {
        case .focus: .focus
        case .insert(let text): .insertText(text)
        case .deleteBackward: .deleteBackward
        case .replace(let start, let length, let text): .replaceRange(start: start, length: length, text: text)
        case .select(let start, let length): .select(start: start, length: length)
        case .editAction(let name, let text):
            .performEditAction(try EditAction(rawValue: name).required(name), text: text)
        case .setText(let text, let formats, let validates): .setText(text, formats: formats, validates: validates)
        case .setError(let message): .setError(message)
        case .resetError: .resetError
        case .reset: .reset
        case .setHint(let hint): .setHint(hint)
        case .validate(let force): .validate(force: force)
        case .setEnabled(let isEnabled): .setEnabled(isEnabled)
        case .configure(let json): .configure(try configuration(json, of: form.definition.fields[index]))
        case .pressButton: .pressActionButton
        case .clear: .clear
        case .pressReturn: .pressReturn
        case .setNext(let name): .setNextField(name ?? "")
        case .selectOption(let place): .selectOption(place)
        }
    }

    struct Unplayable: Error {
        let action: String
    }

    private func configuration(_ json: String, of field: FieldDefinition) throws -> FieldDefinition? {
        guard !json.isEmpty else { return nil }
        let decoded = DefinitionDecoder().decodeConfiguration(json, of: field, in: form.definition)
        guard let value = decoded.value else { throw Undecodable(diagnostics: decoded.diagnostics) }
        return value
    }

    private func event(_ change: Change) -> TraceEvent? {
        guard case .field(let index, let event) = change else { return nil }
        let field = form.field(index)
        let kind: TraceEvent.Kind =
            switch event {
            case .stateChanged(let state, _): .state(state.rawValue)
            case .validationFailed: .validationFailed
            case .heightChanged(let height, _): .height(height)
            case .editingBegan: .began
            case .editingEnded: .ended
            case .textChanged(let origin): .text(field.text, value: field.value, origin: origin.rawValue)
            case .returnPressed: .returnPressed
            case .actionPressed: .actionPressed
            case .dateChanged: .date(field.date)
            }
        return TraceEvent(field: field.id, kind: kind)
    }

    // MARK: What is shown

    func reading(of name: String) async throws -> TraceReading {
        let field = form.field(try index(of: name))
        var reading = TraceReading()
        reading.text = field.text
        reading.value = field.value
        reading.state = field.containerState.rawValue
        reading.maskStatus = field.maskStatus.rawValue
        reading.hintText = field.hintText
        reading.returnKey = field.returnKey.rawValue
        reading.isValid = field.isValid
        reading.isHintVisible = field.isHintVisible
        reading.isSecureEntry = field.isSecureEntry
        reading.height = field.height
        reading.textHeight = field.textHeight
        reading.caret = field.selection.end
        reading.hasButton = field.actionButton.isPresent
        reading.showsButton = field.actionButton.isVisible
        reading.placeholders = field.placeholders.map { placeholder in
            let frame = placeholder.layer.frame
            return TraceReading.Placeholder(
                service: placeholder.service,
                text: placeholder.layer.text,
                isVisible: placeholder.layer.isVisible,
                frame: [frame.x, frame.y, frame.width, frame.height],
                fontSize: placeholder.layer.fontSize,
                color: placeholder.layer.color,
                position: placeholder.layer.position
            )
        }
        return reading
    }

    // MARK: The plug-in

    private struct Currency: Decodable {
        struct Insets: Decodable {
            var top: Double
            var left: Double
            var right: Double
        }

        var insets: Insets
        var height: Double
        var fontSize: Double
    }

    /// Answers as the currency plug-in does: the symbol follows the text.
    private static func answer(_ question: TypeQuestion) -> TypeReply? {
        let configuration = Data(question.configuration.utf8)
        guard let style = try? JSONDecoder().decode(Currency.self, from: configuration), let context = question.context
        else { return .unavailable }
        let layer = PlaceholderLayer(
            text: context.placeholder,
            isVisible: !context.text.isEmpty,
            frame: Frame(x: 0, y: style.insets.top, width: 0, height: style.height),
            fontSize: style.fontSize,
            color: "#FEFEFE",
            anchor: .text(space: style.insets.left, margin: style.insets.right)
        )
        return .answer(.placeholder([layer]))
    }
}

extension Optional {
    /// Throws where a row names what does not exist.
    fileprivate func required(_ name: String) throws -> Wrapped {
        guard let self else { throw EngineStage.Unplayable(action: name) }
        return self
    }
}

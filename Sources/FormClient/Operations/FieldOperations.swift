public import DBus
public import EventLoop

/// Sends operations on a field without waiting for replies: for a field of a followed session, the keyboard, or a field
/// in a transaction.
@LoopActor
public protocol FieldOperations {
    func perform(_ method: MemberName, _ arguments: Value...)
}

/// The unit of a caret's movement or of a deletion.
public enum TextUnit: String, Sendable, CaseIterable {
    /// A grapheme cluster.
    case character
    case word
    /// The start or the end of the line.
    case line
    case text
}

extension FieldOperations {
    // MARK: Keys

    /// Types a text at the caret, or in place of the selection.
    public func insert(_ text: String) { perform("InsertText", .string(text)) }

    /// Deletes the selection; without one, `count` units from the caret on. A negative count deletes backward.
    public func delete(_ unit: TextUnit = .character, by count: Int32 = -1) {
        perform("Delete", .string(unit.rawValue), .int32(count))
    }

    /// Moves the caret by `count` units; a negative count moves backward.
    ///
    /// - Parameter extending: whether the other end of the selection stays.
    public func move(_ unit: TextUnit = .character, by count: Int32, extending: Bool = false) {
        perform("MoveCaret", .string(unit.rawValue), .int32(count), .boolean(extending))
    }

    /// Sets the text that an input method composes. `insert` commits it; an empty text ends the composition.
    ///
    /// - Parameter caret: in the composition's code points.
    public func compose(_ text: String, caret: UInt32) {
        perform("SetComposition", .string(text), .uint32(caret))
    }

    /// Steps a number, date, time, option or toggle up, or down if `count` is negative.
    public func step(by count: Int32) {
        perform(count < 0 ? "StepDown" : "StepUp", .uint32(count.magnitude))
    }

    /// Presses the return key.
    public func pressReturn() { perform("PressReturn") }

    // MARK: Positions, which an unanswered operation may have changed

    /// Selects a part of the text, in code points.
    public func select(start: UInt32, length: UInt32 = 0) { perform("Select", .uint32(start), .uint32(length)) }

    /// Replaces a part of the text, in code points.
    public func replace(start: UInt32, length: UInt32, with text: String) {
        perform("ReplaceRange", .uint32(start), .uint32(length), .string(text))
    }

    // MARK: Pointers

    /// Gives the field the focus.
    public func focus() { perform("Focus") }
    /// Takes the focus from the field.
    public func blur() { perform("Blur") }
    /// Presses the clear button.
    public func clear() { perform("Clear") }
    /// Presses the field's action button.
    public func pressActionButton() { perform("PressActionButton") }
    /// Chooses an option by its index in the whole list.
    public func selectOption(_ index: UInt32) { perform("SelectOption", .uint32(index)) }
    /// Chooses these options and no others, by their indices in the whole list.
    public func selectOptions(_ indices: [UInt32]) { perform("SelectOptions", indices.busValue) }
    /// Switches a toggle.
    public func toggle() { perform("Toggle") }
    /// Chooses a day in ISO 8601: `2026-02-28`.
    public func selectDate(_ date: String) { perform("SelectDate", .string(date)) }

    // MARK: Programs

    /// Sets the text as a program does.
    public func setText(_ text: String, formats: Bool = true, validates: Bool = true) {
        perform(
            "SetText",
            .string(text),
            .properties([("format", .boolean(formats)), ("validate", .boolean(validates))])
        )
    }

    /// Shows an error at the field.
    public func setError(_ message: String) { perform("SetError", .string(message)) }
    /// Removes the error.
    public func resetError() { perform("ResetError") }
    /// Restores the text that the session was opened with.
    public func reset() { perform("Reset") }
}

/// Sends operations on a session without waiting for replies: for a followed session or a transaction.
@LoopActor
public protocol SessionOperations {
    func perform(_ method: MemberName, _ arguments: Value...)
}

extension SessionOperations {
    /// Moves the focus to the next field.
    public func focusNext() { perform("FocusNext") }
    /// Moves the focus to the previous field.
    public func focusPrevious() { perform("FocusPrevious") }
    /// Gives a field the focus.
    public func focus(_ field: String) { perform("FocusField", .string(field)) }
    /// Removes the focus from the field that has it.
    public func blur() { perform("Blur") }
    /// Restores the texts that the session was opened with.
    public func reset() { perform("Reset") }
    /// Sets the texts of fields, by name.
    public func setValues(_ values: [String: String]) { perform("SetValues", .texts(values)) }
    /// Shows a server's errors at fields.
    public func setErrors(_ messages: [String: String]) { perform("SetErrors", .texts(messages)) }

    /// Sets the visible height of the form, and the height of it that an on-screen keyboard covers, in logical pixels.
    public func setViewport(height: Double, keyboardInset: Double = 0) {
        perform("SetViewport", .double(height), .double(keyboardInset))
    }
}

extension Value {
    /// An `a{ss}`, sorted by name.
    fileprivate static func texts(_ texts: [String: String]) -> Value {
        let entries = texts.sorted { $0.key < $1.key }.map { Value.Entry(.string($0.key), .string($0.value)) }
        return .dictionary(.string, .string, entries)
    }
}

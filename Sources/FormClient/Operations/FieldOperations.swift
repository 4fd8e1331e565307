package import DBus
package import EventLoop

/// What takes operations on a field without waiting: a field of a followed session, the keyboard, a field in a transaction.
@LoopActor
package protocol FieldOperations {
    func perform(_ method: MemberName, _ arguments: Value...)
}

/// What carets move by and keys delete.
package enum TextUnit: String, Sendable, CaseIterable {
    /// A grapheme cluster.
    case character
    case word
    /// To the start or the end of the line.
    case line
    case text
}

extension FieldOperations {
    // MARK: Keys

    /// Types a text at the caret, or in place of the selection.
    package func insert(_ text: String) { perform("InsertText", .string(text)) }

    /// Deletes the selection, or else from the caret so many units on; a count below 0 goes backward.
    package func delete(_ unit: TextUnit = .character, by count: Int32 = -1) {
        perform("Delete", .string(unit.rawValue), .int32(count))
    }

    /// Moves the caret so many units on; a count below 0 goes backward.
    ///
    /// - Parameter extending: whether the other end of the selection stays.
    package func move(_ unit: TextUnit = .character, by count: Int32, extending: Bool = false) {
        perform("MoveCaret", .string(unit.rawValue), .int32(count), .boolean(extending))
    }

    /// Steps a number, date, time, option or toggle up, or down where `count` is below 0.
    package func step(by count: Int32) {
        perform(count < 0 ? "StepDown" : "StepUp", .uint32(count.magnitude))
    }

    package func pressReturn() { perform("PressReturn") }

    // MARK: Positions, which an operation that is under way may have moved

    package func select(start: UInt32, length: UInt32 = 0) { perform("Select", .uint32(start), .uint32(length)) }

    package func replace(start: UInt32, length: UInt32, with text: String) {
        perform("ReplaceRange", .uint32(start), .uint32(length), .string(text))
    }

    // MARK: Pointers

    package func focus() { perform("Focus") }
    package func blur() { perform("Blur") }
    /// Presses the clear button.
    package func clear() { perform("Clear") }
    package func pressActionButton() { perform("PressActionButton") }
    /// Chooses an option by its place in the whole list.
    package func selectOption(_ index: UInt32) { perform("SelectOption", .uint32(index)) }
    /// Chooses these options and no other, by their places in the whole list.
    package func selectOptions(_ indices: [UInt32]) { perform("SelectOptions", indices.busValue) }
    /// Turns a toggle on or off.
    package func toggle() { perform("Toggle") }
    /// Chooses a day, as ISO 8601 writes it: `2026-02-28`.
    package func selectDate(_ date: String) { perform("SelectDate", .string(date)) }

    // MARK: Programs

    package func setText(_ text: String, formats: Bool = true, validates: Bool = true) {
        perform(
            "SetText",
            .string(text),
            .properties([("format", .boolean(formats)), ("validate", .boolean(validates))])
        )
    }

    /// Puts the field in error with a message.
    package func setError(_ message: String) { perform("SetError", .string(message)) }
    package func resetError() { perform("ResetError") }
    /// Brings back the text that the session was opened with.
    package func reset() { perform("Reset") }
}

/// What takes operations on a session without waiting: a followed session, a transaction.
@LoopActor
package protocol SessionOperations {
    func perform(_ method: MemberName, _ arguments: Value...)
}

extension SessionOperations {
    package func focusNext() { perform("FocusNext") }
    package func focusPrevious() { perform("FocusPrevious") }
    package func focus(_ field: String) { perform("FocusField", .string(field)) }
    /// Takes the focus from whichever field has it.
    package func blur() { perform("Blur") }
    /// Brings back the texts that the session was opened with.
    package func reset() { perform("Reset") }
    package func setValues(_ values: [String: String]) { perform("SetValues", .texts(values)) }
    /// Shows messages at fields: what a server said.
    package func setErrors(_ messages: [String: String]) { perform("SetErrors", .texts(messages)) }

    /// Says how much of the form can be seen, and how much of that an on-screen keyboard covers, in logical pixels.
    package func setViewport(height: Double, keyboardInset: Double = 0) {
        perform("SetViewport", .double(height), .double(keyboardInset))
    }
}

extension Value {
    /// `a{ss}`, sorted by name.
    fileprivate static func texts(_ texts: [String: String]) -> Value {
        let entries = texts.sorted { $0.key < $1.key }.map { Value.Entry(.string($0.key), .string($0.value)) }
        return .dictionary(.string, .string, entries)
    }
}

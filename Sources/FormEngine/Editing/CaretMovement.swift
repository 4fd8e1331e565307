import TextEditing

/// Moves a caret through a field's text. It uses the text at the moment of the movement, so a client can send keys
/// without waiting for replies.
///
/// The caret does not stop between two characters that the formatter wrote, nor in a prefix or suffix. In a secret, a
/// word and a line are the whole text: their boundaries would reveal a part of it.
struct CaretMovement {
    private let field: FormField
    private let context: FormContext
    private let attempt: Attempt
    /// `nil` for a field without a formatter.
    private let formatted: FormattedStops?

    /// Where the caret may stop in a formatted text.
    private struct FormattedStops {
        /// For each code point and for the end of the text, whether the caret may stop before it.
        let stops: [Bool]
        /// The formatter's nearest position for the caret.
        let nearest: (Int) -> Int

        /// The nearest place, in the direction of the movement, where the caret may stop.
        func pass(_ position: Int, forward: Bool) -> Int {
            guard stops.indices.contains(position) else { return min(max(position, 0), stops.count - 1) }
            return (forward ? stops[position...].firstIndex(of: true) : stops[...position].lastIndex(of: true))
                ?? position
        }
    }

    init(_ field: FormField, _ context: FormContext, _ attempt: Attempt) {
        self.field = field
        self.context = context
        self.attempt = attempt
        let formatter = field.flags.contains(.verbatim) ? nil : field.builtInFormatter
        formatted = formatter.map {
            FormattedStops(stops: field.text.stops(around: field.value), nearest: $0.carets(in: field.formattedText))
        }
    }

    /// - Parameters:
    ///   - position: in code points, like the result.
    ///   - count: the number of steps; negative to move backward.
    func destination(from position: Int, by unit: TextUnit, count: Int) -> Int {
        let unit = field.isSecret && unit != .character ? .text : unit
        guard let formatted else { return destination(from: position, unit, count) }
        let isForward = count > 0
        var position = position
        // A step by characters goes to the next place where the caret may stop. Words and lines are stepped all at
        // once.
        let isByCharacter = unit == .character
        for _ in 0..<(isByCharacter ? min(Int(clamping: count.magnitude), field.text.count) : 1) {
            guard attempt.hasTime(for: 1) else { break }
            let next = isByCharacter ? position + count.signum() : destination(from: position, unit, count)
            let stop = formatted.nearest(formatted.pass(next, forward: isForward))
            // The caret never moves in the opposite direction, such as out of a prefix.
            if stop == position || (stop > position) != isForward { break }
            position = stop
        }
        return position
    }

    /// The destination if the text had no literals of a mask.
    private func destination(from position: Int, _ unit: TextUnit, _ count: Int) -> Int {
        field.text.destination(from: position, by: unit, count: count, words: context.words)
    }
}

extension FormText {
    /// Whether the caret may stop at each place, the text's end included. It stops neither inside a grapheme cluster
    /// nor between two characters that a formatter wrote.
    ///
    /// - Parameter value: the user's input. If it is not a subsequence of the text, the caret may stop at every
    ///   cluster.
    fileprivate func stops(around value: String) -> [Bool] {
        var stops = [Bool](repeating: isSimple, count: count + 1)
        if !isSimple {
            var position = 0
            for cluster in string {
                stops[position] = true
                position += cluster.unicodeScalars.count
            }
            stops[count] = true
        }
        var rest = value.unicodeScalars[...]
        var isEntered = string.unicodeScalars.reversed().map { scalar in
            guard rest.last == scalar else { return false }
            rest.removeLast()
            return true
        }
        guard rest.isEmpty else { return stops }
        isEntered.reverse()
        for position in stops.indices.dropFirst().dropLast() where !isEntered[position - 1] && !isEntered[position] {
            stops[position] = false
        }
        return stops
    }
}

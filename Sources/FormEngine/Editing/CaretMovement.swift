/// Moves a caret through a field's text. It uses the text at the moment of the movement, so a client can send keys
/// without waiting for replies.
///
/// The caret does not stop between two characters that the formatter wrote, nor in a prefix or suffix. In a secret, a
/// word and a line are the whole text: their boundaries would reveal a part of it.
struct CaretMovement {
    private let field: FormField
    private let formatter: (any TextFormatter)?
    private let context: FormContext
    /// Whether the caret may stop before each code point, and at the text's end; `nil` if it may stop anywhere.
    private let stops: [Bool]?

    init(_ field: FormField, _ context: FormContext) {
        self.field = field
        self.context = context
        formatter = field.flags.contains(.verbatim) ? nil : field.builtInFormatter
        stops = formatter == nil ? nil : field.text.stops(around: field.value)
    }

    /// - Parameters:
    ///   - place: in code points, like the result.
    ///   - count: the number of steps; negative to move backward.
    func destination(from place: Int, by unit: TextUnit, count: Int) -> Int {
        let unit = field.isSecret && unit != .character ? .text : unit
        guard let formatter else { return destination(from: place, unit, count) }
        var place = place
        // A step by characters goes to the next place where the caret may stop. Words and lines are stepped all at
        // once.
        let isByCharacter = unit == .character
        let step = isByCharacter ? count.signum() : count
        for _ in 0..<(isByCharacter ? min(Int(clamping: count.magnitude), field.text.count) : 1) {
            let next = destination(from: place, unit, step)
            let stop = formatter.caret(at: pass(next, forward: count > 0), in: field.formattedText)
            // The caret never moves in the opposite direction, such as out of a prefix.
            if stop == place || (stop > place) != (count > 0) { break }
            place = stop
        }
        return place
    }

    /// The destination if the text had no literals of a mask.
    private func destination(from place: Int, _ unit: TextUnit, _ count: Int) -> Int {
        field.text.destination(from: place, by: unit, count: count, words: context.words)
    }

    /// The nearest place, in the direction of the movement, where the caret may stop.
    private func pass(_ place: Int, forward: Bool) -> Int {
        guard let stops, stops.indices.contains(place) else { return place }
        return (forward ? stops[place...].firstIndex(of: true) : stops[...place].lastIndex(of: true)) ?? place
    }
}

extension FormText {
    /// Whether the caret may stop at each place, the text's end included. It does not stop between two characters that
    /// a formatter wrote.
    ///
    /// - Parameter value: the user's input. If it is not a subsequence of the text, the result is `nil`: every place is
    ///   allowed.
    fileprivate func stops(around value: String) -> [Bool]? {
        var rest = value.unicodeScalars[...]
        var isEntered = string.unicodeScalars.reversed().map { scalar in
            guard rest.last == scalar else { return false }
            rest.removeLast()
            return true
        }
        guard rest.isEmpty else { return nil }
        isEntered.reverse()
        return (0...isEntered.count).map { place in
            place == 0 || place == isEntered.count || isEntered[place - 1] || isEntered[place]
        }
    }
}

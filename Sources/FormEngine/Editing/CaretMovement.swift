/// A caret's way through a field's text, by what is there when it moves: so keys may follow one another without waiting for
/// replies.
///
/// The caret does not stop between two characters that the formatter wrote, nor in what it has around the user's text. A
/// secret has no words or lines: where they begin and end is a part of it.
struct CaretMovement {
    private let field: FormField
    private let formatter: (any TextFormatter)?
    private let context: FormContext
    /// Whether a caret can stand before each code point of the text, and behind the last; `nil` if it can stand anywhere.
    private let stops: [Bool]?

    init(_ field: FormField, _ context: FormContext) {
        self.field = field
        self.context = context
        formatter = field.flags.contains(.verbatim) ? nil : field.builtInFormatter
        stops = formatter == nil ? nil : field.text.stops(around: field.value)
    }

    /// - Parameters:
    ///   - place: code points, as the result.
    ///   - count: steps; below 0 backward.
    func destination(from place: Int, by unit: TextUnit, count: Int) -> Int {
        let unit = field.isSecret && unit != .character ? .text : unit
        guard let formatter else { return destination(from: place, unit, count) }
        var place = place
        // Each step of a character leads to the next place where the caret can stand; other units go all their steps at once.
        let isByCharacter = unit == .character
        let step = isByCharacter ? count.signum() : count
        for _ in 0..<(isByCharacter ? min(Int(clamping: count.magnitude), field.text.count) : 1) {
            let next = destination(from: place, unit, step)
            let stop = formatter.caret(at: pass(next, forward: count > 0), in: field.formattedText)
            // A caret never moves against its way, such as out of a prefix.
            if stop == place || (stop > place) != (count > 0) { break }
            place = stop
        }
        return place
    }

    /// The place that the caret would move to if the text had no literals of a mask.
    private func destination(from place: Int, _ unit: TextUnit, _ count: Int) -> Int {
        field.text.destination(from: place, by: unit, count: count, words: context.words)
    }

    /// The nearest place at or behind another one where a caret can stand.
    private func pass(_ place: Int, forward: Bool) -> Int {
        guard let stops, stops.indices.contains(place) else { return place }
        return (forward ? stops[place...].firstIndex(of: true) : stops[...place].lastIndex(of: true)) ?? place
    }
}

extension FormText {
    /// Whether a caret can stand at each place, the text's end included: not between two characters that a formatter wrote.
    ///
    /// - Parameter value: what the user entered, a part of the text; otherwise every place will do (`nil`).
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

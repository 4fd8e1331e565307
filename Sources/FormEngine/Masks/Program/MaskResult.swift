/// What a mask makes of a text.
package struct MaskResult: Sendable, Hashable {
    package var text: String
    /// Grapheme clusters of `text`.
    package var caret: Int
    /// Whether `caret` is where the pass left it: not if clusters of the text melted into one.
    var hasCaret = true
    /// What stands in cells, and the literals that belong to the value.
    package var value: String
    /// How well the text fits the mask; negative if badly.
    package var affinity: Int
    package var isComplete: Bool
    /// The node that the tail begins with.
    var tail: Int
    /// Characters in cells.
    var filled: Int
    /// Letters and digits of the mask that the text has, and those before its characters that it has not.
    var met: Int
    var missed: Int
    /// Literals of the mask that the text has.
    var matched = 0
    /// Characters that were dropped.
    var dropped = 0
    /// Dropped characters for which the mask has cells, but had no room.
    var lost: Int
    /// Literals at the end of `text` that autocompletion wrote: nobody typed them.
    var completed = 0
    /// How many characters the text begins with that the user has entered, too.
    var unbroken = 0
    /// Whether the text has a number that its range reports.
    var isOutOfRange = false
    /// Whether each cluster of `text` is one code point.
    var isASCII: Bool
    /// What was dropped, where somebody asked for it.
    var refusals: [Refusal] = []

    /// Characters that found a place.
    var placed: Int { filled + met }

    /// `caret` in code points.
    var caretInCodePoints: Int {
        isASCII ? caret : text.prefix(caret).unicodeScalars.count
    }

    /// `completed` in code points.
    var completionLength: Int {
        isASCII ? completed : text.suffix(completed).unicodeScalars.count
    }
}

extension MaskResult {
    /// A text that no mask has seen.
    static func unmasked(_ text: String) -> MaskResult {
        MaskResult(
            text: text,
            caret: text.count,
            value: "",
            affinity: 0,
            isComplete: false,
            tail: 0,
            filled: 0,
            met: 0,
            missed: 0,
            lost: 0,
            isASCII: false
        )
    }

    /// - Parameters:
    ///   - text: in reading order, as is `value`.
    ///   - count: clusters of `text`.
    ///   - caret: clusters, from the beginning of `text`.
    @inline(__always)
    init(_ pass: MaskPass, text: String, value: String, count: Int, caret: Int, isComplete: Bool, isASCII: Bool) {
        self.init(
            text: text,
            caret: min(max(0, caret), count),
            hasCaret: 0 <= caret && caret <= count,
            value: value,
            affinity: pass.affinity,
            isComplete: isComplete && !pass.isOutOfRange,
            tail: pass.tail,
            filled: pass.filled,
            met: pass.met,
            missed: pass.missed,
            matched: pass.matched,
            dropped: pass.dropped,
            lost: pass.lost,
            completed: pass.completed,
            unbroken: pass.unbroken,
            isOutOfRange: pass.isOutOfRange,
            isASCII: isASCII
        )
    }
}

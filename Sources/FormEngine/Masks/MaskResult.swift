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
    var placed: Int
    var recognized: Int
    var lost: Int
    /// Whether a cluster of `text` may have several code points.
    var isASCII: Bool

    /// `caret` in code points.
    var caretInCodePoints: Int {
        isASCII ? caret : text.prefix(caret).unicodeScalars.count
    }
}

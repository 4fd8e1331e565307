/// What a mask found in a text, in numbers of grapheme clusters. They decide which of several masks fits best.
struct MaskCounts: Sendable, Hashable {
    /// The number of characters in cells.
    var filled = 0
    /// The number of literals that the text has.
    var matched = 0
    /// The number of those among them that are letters or digits.
    var met = 0
    /// The number of letters and digits that the mask wrote before a character of the text, which did not have them.
    var missed = 0
    /// The number of characters that were dropped.
    var dropped = 0
    /// The number of dropped characters that some cell of the mask accepts.
    var lost = 0
    /// The number of literals at the end that the mask wrote ahead of the user.
    var completed = 0
    /// The number of characters before the first one that the text did not have.
    var unbroken = 0

    /// The number of characters that found a place in a cell, or are a letter or a digit of the mask.
    var placed: Int { filled + met }
}

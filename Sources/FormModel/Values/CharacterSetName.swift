/// The character sets that definitions name, in filters and in mask notations.
package enum CharacterSetName: String, Sendable, CaseIterable {
    case digits, letters, alphanumerics, hexDigits, whitespace, nonWhitespace, punctuation
    case latin, cyrillic, greek
}

import FormModel
import TextEditing

/// Numbers that people write in groups, such as those of cards, accounts and taxpayers.
enum GroupedNumber {
    /// The characters of a number without the separators between them, letters as capitals. `nil` if the text begins or
    /// ends with a separator, has two of them next to each other, or any other character: all rules about numbers treat
    /// blanks alike, and a field's `trim` removes those around a text.
    ///
    /// - Parameter hasLetters: whether letters and the symbols `+` and `*` are part of the number, as well as digits.
    static func characters(
        of text: String,
        separators: String = " -",
        hasLetters: Bool = false
    ) -> [UInt8]? {
        var characters: [UInt8] = []
        var wasSeparator = true
        for byte in text.utf8 {
            let isSeparator = separators.utf8.contains(byte)
            guard !isSeparator || !wasSeparator else { return nil }
            wasSeparator = isSeparator
            if isSeparator { continue }
            if byte.isDigit || hasLetters && "+*".utf8.contains(byte) {
                characters.append(byte)
            } else if hasLetters, byte.isLetter {
                characters.append(byte & ~0x20)
            } else {
                return nil
            }
        }
        return wasSeparator ? nil : characters
    }
}

/// What a mask's author wrote, cut into symbols.
struct MaskText {
    var symbols: [MaskSymbol]
    /// The clusters that the symbols index; empty if each is one byte of ASCII.
    private let characters: [Character]

    init(_ mask: String) {
        // Nearly every mask: each byte is a cluster and a code point.
        if mask.utf8.allSatisfy({ 0 < $0 && $0 < 0x80 && $0 != UInt8(ascii: "\r") }) {
            characters = []
            symbols = []
            symbols.reserveCapacity(mask.utf8.count)
            for byte in mask.utf8 {
                symbols.append(MaskSymbol(Unicode.Scalar(byte), index: symbols.count, position: symbols.count))
            }
            return
        }
        characters = Array(mask)
        var position = 0
        symbols = characters.enumerated().map { index, character in
            defer { position += character.unicodeScalars.count }
            return MaskSymbol(character, index: index, position: position)
        }
    }

    func character(of symbol: MaskSymbol) -> Character {
        symbol.ascii > 0 ? Character(Unicode.Scalar(symbol.ascii)) : characters[symbol.index]
    }
}

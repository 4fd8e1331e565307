extension Character {
    /// The ASCII digit of the same value, if this is a decimal digit of another script.
    var foreignDigit: Character? {
        let scalars = unicodeScalars
        guard let scalar = scalars.first, !scalar.isASCII, scalars.count == 1,
            scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue,
            let digit = Int(exactly: value), 0..<10 ~= digit
        else { return nil }
        return Character(Unicode.Scalar(UInt8(ascii: "0") + UInt8(digit)))
    }
}

// Bytes of UTF-8, looked at as ASCII.

extension UInt8 {
    /// Whether this is a digit from 0 to 9.
    public var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    /// Whether this is a letter from A to Z or a to z.
    public var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }

    /// What a hexadecimal digit is worth; `nil` for any other byte.
    package var hexDigit: UInt8? {
        if isDigit { return self - UInt8(ascii: "0") }
        let letter = self | 0x20
        return UInt8(ascii: "a")...UInt8(ascii: "f") ~= letter ? letter - UInt8(ascii: "a") + 10 : nil
    }
}

extension Int {
    /// The number that ASCII digits write; `nil` for none, for anything else, and for a number that is too large.
    package init?(asciiDigits digits: some Collection<UInt8>) {
        guard !digits.isEmpty, digits.count <= 18 else { return nil }
        var number = 0
        for digit in digits {
            guard digit.isDigit else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        self = number
    }
}

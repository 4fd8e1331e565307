extension Int {
    /// The number that ASCII digits write; nil for none, for anything else, and for a number that is too large.
    package init?(asciiDigits digits: some Collection<UInt8>) {
        guard !digits.isEmpty, digits.count <= 18 else { return nil }
        var number = 0
        for digit in digits {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        self = number
    }
}

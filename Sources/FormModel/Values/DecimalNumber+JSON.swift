extension DecimalNumber {
    /// A number of JSON, which may have an exponent; nil where it stands for more than `limit` digits.
    package init?(json text: String, limit: Int = DefinitionLimits.digits) {
        let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
        guard let mantissa = parts.first, let plain = DecimalNumber(Substring(mantissa)) else { return nil }
        var exponent = 0
        if parts.count > 1 {
            guard parts.count == 2, let value = Int(Substring(parts[1])) else { return nil }
            exponent = value
        }
        if plain.isZero {
            self = plain
            return
        }
        guard (-limit...limit).contains(exponent) else { return nil }
        var whole = Array(plain.integer.utf8)
        var rest = Array(plain.fraction.utf8)
        let zero = UInt8(ascii: "0")
        if exponent > 0 {
            rest += [UInt8](repeating: zero, count: max(0, exponent - rest.count))
            whole += rest.prefix(exponent)
            rest.removeFirst(exponent)
        } else if exponent < 0 {
            whole = [UInt8](repeating: zero, count: max(0, -exponent - whole.count)) + whole
            rest = whole.suffix(-exponent) + rest
            whole.removeLast(-exponent)
        }
        self.init(isNegative: plain.isNegative, integer: whole, fraction: rest)
        guard integer.utf8.count + fraction.utf8.count <= limit else { return nil }
    }
}

/// The alphabets and shapes that the D-Bus specification's names share.
enum NameGrammar {
    /// The longest bus, interface, member or error name, in bytes.
    static let maximumLength = 255

    @inline(__always)
    static func isLetter(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        return (lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_")
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    /// Two or more elements with dots between them, none of them empty.
    ///
    /// - Parameters:
    ///   - start: where the first element begins.
    ///   - hyphens: whether an element may contain hyphens.
    ///   - leadingDigits: whether an element may begin with a digit.
    static func isDotted(_ bytes: Span<UInt8>, from start: Int = 0, hyphens: Bool, leadingDigits: Bool) -> Bool {
        guard bytes.count <= maximumLength else { return false }
        var elements = 1
        var length = 0
        for index in start..<bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: ".") {
                guard length > 0 else { return false }
                elements += 1
                length = 0
                continue
            }
            let isFine =
                isLetter(byte) || (hyphens && byte == UInt8(ascii: "-"))
                || (isDigit(byte) && (leadingDigits || length > 0))
            guard isFine else { return false }
            length += 1
        }
        return elements >= 2 && length > 0
    }
}

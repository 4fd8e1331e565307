/// The check digit of payment cards and many other numbers (ISO/IEC 7812-1, annex B).
enum Luhn {
    enum Finding {
        case valid
        /// Something other than digits with single spaces or hyphens between them, or fewer than two digits.
        case notANumber
        case wrongDigit
    }

    static func check(_ text: String) -> Finding {
        var sums = (0, 0)
        var count = 0
        var wasSeparator = true
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = Int(byte - UInt8(ascii: "0"))
                let doubled = digit * 2 > 9 ? digit * 2 - 9 : digit * 2
                // Which digits are doubled counts from the end: both ways are kept, and change places at each digit.
                sums = (sums.1 + digit, sums.0 + doubled)
                sums = (sums.0 % 10, sums.1 % 10)
                count += 1
                wasSeparator = false
            case UInt8(ascii: " "), UInt8(ascii: "-"):
                guard !wasSeparator else { return .notANumber }
                wasSeparator = true
            default: return .notANumber
            }
        }
        guard count >= 2, !wasSeparator else { return .notANumber }
        return sums.0 == 0 ? .valid : .wrongDigit
    }
}

/// Check digits modulo 97 (ISO/IEC 7064, MOD 97-10).
enum Modulo97 {
    /// The remainder of the number that digits make, in which letters stand for 10 to 35; nil: something else stands
    /// there.
    static func remainder(_ bytes: some Sequence<UInt8>) -> Int? {
        var remainder = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                remainder = (remainder * 10 + Int(byte - UInt8(ascii: "0"))) % 97
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                remainder = (remainder * 100 + Int(byte - UInt8(ascii: "A")) + 10) % 97
            default: return nil
            }
        }
        return remainder
    }
}

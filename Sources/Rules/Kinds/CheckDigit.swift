import FormModel
import PaymentCards
import TextEditing

/// The computation of a number's check digit from its other characters.
///
/// Most countries multiply each digit by a weight, add the products, and take the remainder. Such checks are written as
/// one word. Weights are digits from 0 to 9, and letters from `A`, which is 10:
///
/// - `8765432:10987654321`: the check character follows the weighted digits; it is the character of the list whose
///   index is the remainder. The list's length is the modulus, and a hyphen means that no number has this remainder. A
///   shorter number uses the last weights.
/// - `12345678/3456789A`: modulo 11; if the remainder is 10, the sum is computed again with the second weights; if it
///   is 10 again, it counts as 0.
/// - `27654321%11`: the weighted sum of all digits is a multiple of 11.
///
/// All of them begin with the number's first digit. Other checks have a name.
struct CheckDigit: Sendable {
    /// Returns whether a number of ASCII capitals and digits has the correct check digit.
    let holds: @Sendable ([UInt8]) -> Bool

    private init(_ holds: @escaping @Sendable ([UInt8]) -> Bool) {
        self.holds = holds
    }

    /// Returns `nil` for a word that is not a check.
    init?(_ word: Substring) {
        if let named = Self.named[String(word)] {
            self.init(named)
            return
        }
        guard let separator = word.firstIndex(where: { ":/%".contains($0) }) else { return nil }
        let weights = word[..<separator].utf8.map(Self.value)
        let rest = word[word.index(after: separator)...]
        switch word[separator] {
        case ":":
            let characters = Array(rest.utf8)
            self.init { number in
                let digits = Self.fromFirstDigit(number)
                let own = weights.suffix(max(0, digits.count - 1))
                guard !characters.isEmpty, own.count < digits.count else { return false }
                return digits[own.count] == characters[Self.sum(digits, own) % characters.count]
            }
        case "/":
            let second = rest.utf8.map(Self.value)
            self.init { number in
                let first = Self.sum(number, weights) % 11
                let remainder = first < 10 ? first : Self.sum(number, second) % 11 % 10
                return number.last.map(Self.value) == remainder
            }
        default:
            guard let modulus = Int(rest), modulus > 0 else { return nil }
            self.init { Self.sum(Self.fromFirstDigit($0), weights).isMultiple(of: modulus) }
        }
    }

    /// The value of a digit, or of a letter from 10 for `A`.
    private static func value(_ byte: UInt8) -> Int {
        byte < UInt8(ascii: "A") ? Int(byte) - Int(UInt8(ascii: "0")) : Int(byte) - Int(UInt8(ascii: "A")) + 10
    }

    private static func sum(_ number: [UInt8], _ weights: some Sequence<Int>) -> Int {
        zip(number, weights).reduce(0) { $0 + value($1.0) * $1.1 }
    }

    private static func fromFirstDigit(_ number: [UInt8]) -> [UInt8] {
        Array(number.drop { !$0.isDigit })
    }

    /// The value of a sequence of at most 18 digits.
    private static func integer(_ digits: some Sequence<UInt8>) -> Int {
        digits.reduce(0) { $0 &* 10 &+ value($1) }
    }

    private static func character(_ position: Int, of characters: String) -> UInt8? {
        characters.utf8.dropFirst(position).first
    }

    private static let named: [String: @Sendable ([UInt8]) -> Bool] = [
        "luhn": { hasLuhnCheckDigit($0.filter(\.isDigit)) },
        "luhn10": { hasLuhnCheckDigit($0.prefix(10)) },
        "luhnOfLast10": { hasLuhnCheckDigit($0.filter(\.isDigit).suffix(10)) },
        "int11": { integer($0).isMultiple(of: 11) },
        // Brazil: the value of a character is its ASCII code less 48, also for letters.
        "cnpj": { number in
            let weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
            return [12, 13].allSatisfy { count in
                let sum = zip(number, weights.suffix(count)).reduce(0) { $0 + (Int($1.0) - 48) * $1.1 }
                return number.count > count && value(number[count]) == (11 - sum % 11) % 11 % 10
            }
        },
        // The Czech Republic: a person without a number of birth.
        "czOther": { number in
            let sum = sum(Array(number.dropFirst().prefix(7)), [8, 7, 6, 5, 4, 3, 2])
            return number.last.map(value) == (8 - (21 - sum % 11) % 11 + 10) % 10
        },
        "cz": { integer($0.prefix(9)) % 11 % 10 == $0.last.map(value) },
        // Germany: exactly one of the first ten digits occurs two or three times, and no other one repeatedly.
        "idnr": { number in
            let counts = Set(number.prefix(10)).map { digit in number.prefix(10).count { $0 == digit } }.filter {
                $0 > 1
            }
            return counts == [2] || counts == [3]
        },
        // ISO/IEC 7064, MOD 11,10.
        "mod1110": { number in
            let product = number.dropLast().reduce(10) { product, byte in
                let sum = (product + value(byte)) % 10
                return (sum == 0 ? 10 : sum) * 2 % 11
            }
            return (11 - product) % 10 == number.last.map(value)
        },
        // Austria: the Luhn sum of seven digits, plus 4 and the last digit, is a multiple of 10.
        "at": { number in
            let digits = number.dropFirst()
            let check =
                (6 - digits.prefix(7).enumerated().reduce(0) { sum, digit in
                    let doubled = value(digit.element) * (digit.offset % 2 + 1)
                    return sum + (doubled > 9 ? doubled - 9 : doubled)
                } % 10 + 10) % 10
            return digits.last.map(value) == check
        },
        "be": { 97 - integer($0.prefix(8)) % 97 == integer($0.suffix(2)) },
        "lu": { integer($0.prefix(6)) % 89 == integer($0.suffix(2)) },
        "fr13": { integer($0.prefix(10)) % 511 == integer($0.suffix(3)) },
        "gb": { number in
            let remainder = sum(Array(number.prefix(9)), [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97
            return remainder == 0 || integer(number.prefix(3)) >= 100 && [42, 55].contains(remainder)
        },
        // Great Britain: a government department or a health authority.
        "gb8888": { integer($0.suffix(5).prefix(3)) % 97 == integer($0.suffix(2)) },
        "ie": { number in
            let letter = number.count > 8 && number[8] <= UInt8(ascii: "I") ? value(number[8]) - 9 : 0
            let position = (sum(Array(number.prefix(7)), [8, 7, 6, 5, 4, 3, 2]) + 9 * letter) % 23
            return number.count > 7 && number[7] == character(position, of: "WABCDEFGHIJKLMNOPQRSTUV")
        },
        // Ireland: the form before 2013, with a letter or a symbol after the first digit.
        "ieOld": { number in
            let digits = Array(number.dropFirst(2).prefix(5) + number.prefix(1))
            return number.last == character(sum(digits, [7, 6, 5, 4, 3, 2]) % 23, of: "WABCDEFGHIJKLMNOPQRSTUV")
        },
        // Norway: the three digits after the date tell the century, which does not have all years.
        "no": { number in
            let (year, own) = (integer(number[4..<6]), integer(number[6..<9]))
            return own < 500 || own < 750 && year >= 54 || year < 40 || own >= 900
        },
        // Italy: the number of the business, the number of its province, and the check digit.
        "it": { number in
            let province = integer(number.dropFirst(7).prefix(3))
            return integer(number.prefix(7)) > 0 && (1...100 ~= province || [120, 121, 888, 999].contains(province))
                && hasLuhnCheckDigit(number)
        },
        "nl": { number in
            let digits = number.prefix(9)
            let isOld = sum(Array(digits), [9, 8, 7, 6, 5, 4, 3, 2]) % 11 == digits.last.map(value)
            return isOld || Modulo97.remainder(Array("NL".utf8) + number) == 1
        },
        // Turkey: the number of a business. Each digit and its distance from the end, modulo 10, is multiplied by a
        // power of 2 modulo 9.
        "vkn": { number in
            let sum = number.prefix(9).enumerated().reduce(0) { sum, digit in
                let distance = 9 - digit.offset
                let first = (value(digit.element) + distance) % 10
                let second = first * (1 << distance) % 9
                return sum + (first > 0 && second == 0 ? 9 : second)
            }
            return number.last.map(value) == (10 - sum % 10) % 10
        },
        "abn": { number in
            sum(number, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 == 10
        },
        "fi": { number in
            let digits = number.dropLast().filter(\.isDigit)
            return number.last == character(integer(digits) % 31, of: "0123456789ABCDEFHJKLMNPRSTUVWXY")
        },
        "cy": { number in
            let odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
            let total = number.dropLast().enumerated().reduce(0) { total, digit in
                let value = value(digit.element)
                return total + (digit.offset.isMultiple(of: 2) && odd.indices.contains(value) ? odd[value] : value)
            }
            return number.last.map(value) == total % 26 + 10
        },
        "fr": { number in
            let business = integer(number.dropFirst(2))
            guard business < 1_000_000 || hasLuhnCheckDigit(number.dropFirst(2)) else { return false }
            if number.allSatisfy(\.isDigit) {
                return (business * 100 + 12) % 97 == integer(number.prefix(2))
            }
            let letters = Array("0123456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
            let indices = number.prefix(2).compactMap { letters.firstIndex(of: $0) }
            guard indices.count == 2 else { return false }
            let (first, second) = (indices[0], indices[1])
            let check = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100
            return (business + 1 + check / 11) % 11 == check % 11
        },
        // Spain: the numbers of citizens, of foreigners (X, Y, Z) and of legal persons, whose check is a digit or a
        // letter.
        "es": { number in
            guard let first = number.first, let last = number.last else { return false }
            let letters = "TRWAGMYFPDXBNJZSQVHLCKE"
            let kind = Character(Unicode.Scalar(first))
            let digits = number.dropFirst().dropLast()
            if kind.isNumber { return last == character(integer(number.dropLast()) % 23, of: letters) }
            if "XYZ".contains(kind) {
                let sum = (value(first) - 33) * 10_000_000 + integer(digits)
                return last == character(sum % 23, of: letters)
            }
            if "KLM".contains(kind) { return last == character(integer(digits) % 23, of: letters) }
            guard "ABCDEFGHJNPQRSUVW".contains(kind) else { return false }
            let check = (0...9).first { hasLuhnCheckDigit(digits + [UInt8(ascii: "0") + UInt8($0)]) } ?? 0
            let isDigit = value(last) == check
            let isLetter = last == character(check, of: "JABCDEFGHI")
            return "PQRSNW".contains(kind) ? isLetter : "ABEH".contains(kind) ? isDigit : isDigit || isLetter
        },
        // Italy: the characters at odd positions have the values of a special table.
        "it16": { number in
            let odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
            let total = number.dropLast().enumerated().reduce(0) { total, character in
                let value = value(character.element)
                let letter = value < 10 ? value : value - 10
                let isOdd = character.offset.isMultiple(of: 2) && odd.indices.contains(letter)
                return total + (isOdd ? odd[letter] : letter)
            }
            return number.last.map(value) == total % 26 + 10
        },
        // Italy: the day of birth, plus 40 for women. Letters replace digits if the code had already been assigned.
        "it16date": { number in
            func digits(_ range: Range<Int>) -> Int {
                number[range].reduce(0) { sum, byte in
                    let letter = Array("LMNPQRSTUV".utf8).firstIndex(of: byte)
                    return sum * 10 + (letter ?? value(byte))
                }
            }
            guard number.count == 16, let month = Array("ABCDEHLMPRST".utf8).firstIndex(of: number[8]) else {
                return false
            }
            return NumberPart.isDate(2000 + digits(6..<8), month + 1, digits(9..<11), [0], [0, 40])
        },
    ]
}

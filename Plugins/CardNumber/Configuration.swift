import FormPlugin
import PaymentCards

extension CardNumberFormatter {
    /// The keys beside `"type": "cardNumber"` in a formatter.
    struct Configuration: Decodable, Sendable {
        /// The character between the groups, which must not be a digit.
        var separator: String

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case separator
        }

        init(from decoder: any Decoder) throws {
            try decoder.refuseKeys(except: CodingKeys.self)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            separator = try container.decodeIfPresent(String.self, forKey: .separator) ?? " "
            guard separator.unicodeScalars.count == 1, separator.asciiDigits.isEmpty, separator != "\n"
            else {
                throw ConfigurationError("/separator: one character is expected that is no digit")
            }
        }
    }
}

extension CardNumberValidator {
    /// The keys beside `"type": "cardNumber"` in a validator.
    struct Configuration: Decodable, Sendable {
        /// The brands that are accepted; all brands if the key is left out.
        var brands: [CardBrand]

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case brands
        }

        init(from decoder: any Decoder) throws {
            try decoder.refuseKeys(except: CodingKeys.self)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard let names = try container.decodeIfPresent([String].self, forKey: .brands) else {
                brands = CardBrand.allCases
                return
            }
            brands = try names.enumerated().map { index, name in
                guard let brand = CardBrand(rawValue: name) else {
                    let known = CardBrand.allCases.map(\.rawValue).joined(separator: ", ")
                    throw ConfigurationError("/brands/\(index): \(name) is none of \(known)")
                }
                return brand
            }
            guard !brands.isEmpty else { throw ConfigurationError("/brands: at least one is expected") }
        }
    }
}

extension Unicode.Scalar {
    /// The ASCII digit with the value of this decimal digit, which may be of any script; `nil` if this is no decimal
    /// digit.
    var asciiDigit: UInt8? {
        if isASCII { return (0x30...0x39).contains(value) ? UInt8(value) : nil }
        guard properties.generalCategory == .decimalNumber else { return nil }
        return properties.numericValue.flatMap(UInt8.init(exactly:)).map { 0x30 + $0 }
    }
}

extension String {
    /// The decimal digits of this text, which may be of any script, as ASCII digits.
    var asciiDigits: [UInt8] {
        var digits: [UInt8] = []
        for scalar in unicodeScalars { if let digit = scalar.asciiDigit { digits.append(digit) } }
        return digits
    }
}

package import FormModel

/// The rules `isbn`, `issn` and `gtin`: numbers of books, periodicals and trade items, which end with a check digit.
package struct ArticleNumberRule: RuleKind {
    private let kind: Kind

    private enum Kind: String, CaseIterable {
        /// ISO 2108: 13 digits, or the 10 of editions until 2006.
        case isbn
        /// ISO 3297.
        case issn
        /// GS1 General Specifications: GTIN-8, GTIN-12 (UPC), GTIN-13 (EAN) and GTIN-14.
        case gtin
    }

    package init() { self.init(named: Self.name) }
    package init(named name: String) { kind = Kind(rawValue: name) ?? .isbn }

    package static let name = Kind.isbn.rawValue
    package static var names: [String] { Kind.allCases.map(\.rawValue) }
    package var typeName: String { kind.rawValue }
    package static let about = """
        a number with a correct check digit: `isbn` of a book (10 or 13 digits), `issn` of a periodical, `gtin` of a \
        trade item (EAN, UPC); spaces and hyphens between the digits are ignored
        """
    package static let keys = KeyTable<ArticleNumberRule>("the validator for article numbers") {}
    package static let messages: [DefaultMessage] = [.wrongFormat, .mistyped]

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        let text = subject.text
        // The check digit 10 is written as X.
        let endsWithX = text.hasSuffix("X") || text.hasSuffix("x")
        guard let digits = GroupedNumber.characters(of: endsWithX ? String(text.dropLast()) + "0" : text) else {
            return RuleFinding(.wrongFormat)
        }
        // From the check digit backwards.
        var values = digits.reversed().map { Int($0) - Int(UInt8(ascii: "0")) }
        let isRight: Bool
        switch (kind, values.count) {
        case (.isbn, 10), (.issn, 8):
            if endsWithX { values[0] = 10 }
            isRight = values.enumerated().reduce(0) { $0 + ($1.offset + 1) * $1.element }.isMultiple(of: 11)
        case (.isbn, 13) where !endsWithX && (digits.starts(with: "978".utf8) || digits.starts(with: "979".utf8)),
            (.gtin, 8) where !endsWithX, (.gtin, 12...14) where !endsWithX:
            isRight = values.enumerated()
                .reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3) }.isMultiple(of: 10)
        default: return RuleFinding(.wrongFormat)
        }
        return isRight ? nil : RuleFinding(.mistyped)
    }
}

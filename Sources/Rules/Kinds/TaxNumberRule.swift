package import FormModel
import PaymentCards

/// The rules `vat` and `taxId`: the number under which a country taxes a business, and the number under which it taxes
/// any person, with correct check digits.
package struct TaxNumberRule: RuleKind {
    private let kind: TaxNumber.Kind
    private var countries: [String] = []

    package init() { self.init(named: "vat") }

    package init(named name: String) {
        kind = TaxNumber.Kind(rawValue: name) ?? .vat
    }

    package static let name = "vat"
    package static let names = TaxNumber.Kind.allCases.map(\.rawValue)
    package var typeName: String { kind.rawValue }
    package static let about = """
        a tax number of one of the countries with correct check digits and, if it contains a date of birth, an \
        existing date; single spaces, hyphens, points and slashes between the characters are ignored. A `vat` number begins \
        with the country's letters, which are optional if there is only one country
        """
    package static func keys(of name: String) -> KeyTable<TaxNumberRule> { name == "vat" ? keys : keysOfPeople }
    package static let keys = table(.vat)
    private static let keysOfPeople = table(.taxId)

    private static func table(_ kind: TaxNumber.Kind) -> KeyTable<TaxNumberRule> {
        KeyTable("the validator “\(kind.rawValue)”") {
            let known = TaxNumber.schemes[kind]?.keys.sorted() ?? []
            Key("countries", \.countries, .countries(among: known), default: "all", "of " + known.joinedAsCode)
        }
    }

    package static let messages = [wrong, .mistyped]
    private static let wrong = DefaultMessage("taxNumber", english: "Enter a valid tax number")

    /// The prefix of a country's VAT numbers if it is not the country's code.
    private static let prefixes = ["GR": "EL", "CH": "CHE"]

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        guard subject.text.utf8.count <= 64,
            let characters = GroupedNumber.characters(of: subject.text, separators: " -./", hasLetters: true)
        else { return RuleFinding(Self.wrong) }
        let number = String(decoding: characters, as: UTF8.self)
        let schemes = TaxNumber.schemes[kind] ?? [:]
        let known = countries.isEmpty ? Array(schemes.keys) : countries
        var candidates: [(rest: Substring, schemes: [TaxNumber.Scheme])] = []
        for country in known {
            let own = schemes[country] ?? []
            let prefix = Self.prefixes[country] ?? country
            if kind == .vat, number.hasPrefix(prefix) { candidates.append((number.dropFirst(prefix.count), own)) }
            if kind == .taxId || known.count == 1 { candidates.append((number[...], own)) }
        }
        var findings = candidates.map { TaxNumber.check($0.rest, by: $0.schemes) }
        findings.removeAll { $0 == .otherForm }
        if findings.contains(.valid) { return nil }
        return RuleFinding(findings.isEmpty ? Self.wrong : .mistyped)
    }
}

import Foundation

/// Cases of a suite that formd answers otherwise on purpose.
struct SuiteDifference: Sendable {
    /// The type of the rule, and the country for which the case asks, if there is one.
    let rule: [Substring]
    /// A pattern that the whole text matches.
    let pattern: String
    /// What the suite says of the text.
    let passes: Bool
    /// The difference, as the table of the article “Validation” has it.
    let reason: String

    func explains(_ fact: ForeignSuite.Fact) -> Bool {
        fact.passes == passes && rule.allSatisfy { fact.rule.contains("\"\($0)\"") }
            && fact.text.range(of: "^(?:\(pattern))$", options: .regularExpression) != nil
    }

    /// The suite takes the text, and formd refuses it.
    private static func taken(_ rules: String, _ pattern: String, _ reason: String) -> [SuiteDifference] {
        differences(rules, pattern, true, reason)
    }

    /// The suite refuses the text, and formd takes it.
    private static func refused(_ rules: String, _ pattern: String, _ reason: String) -> [SuiteDifference] {
        differences(rules, pattern, false, reason)
    }

    /// - Parameter rules: types, each followed by a colon and a country if the difference is only about that one.
    private static func differences(_ rules: String, _ pattern: String, _ passes: Bool, _ reason: String)
        -> [SuiteDifference]
    {
        rules.split(separator: " ").map {
            SuiteDifference(rule: $0.split(separator: ":"), pattern: pattern, passes: passes, reason: reason)
        }
    }

    static func all(of reader: ForeignSuite.Reader) -> [SuiteDifference] {
        switch reader {
        case .isemail: []
        case .stdnum: stdnum.flatMap { $0 }
        case .validator: validator.flatMap { $0 }
        case .cldr: cldr.flatMap { $0 }
        case .cards: cards.flatMap { $0 }
        }
    }

    private static let separators = "Other separators than those above are refused, and none of them is needed."
    private static let zeros = "Leading zeros cannot be left out (`BE`, `ES`, `IL`, `NL`, an ISBN of 9 digits)."
    private static let shorter =
        "`BE`, `GR`, `IL`, `NL`: a number has all its digits; python-stdnum puts zeros before a shorter one."
    private static let spain = "`ES`: whether the check is a digit or a letter depends on the first letter."
    private static let births =
        "`CZ`, `SK`: the month of birth is enlarged by 50, in ten digits also by 20 or 70, and 000 is not assigned."
    private static let parts =
        "`CH`, `NO`: the country's letters, and those behind the number (`MWST`, `TVA`, `IVA`, `TPV`, `MVA`), can be left "
        + "out."

    private static let stdnum = [
        taken("vat:BE", #"\(0\)\d{9}"#, separators),
        taken("vat:BE", #"(BE)?\d{8}(00|98|99)"#, "`BE`: the check digits are 01 to 97."),
        taken("vat:BE", #"(BE)?\d{9}"#, shorter), taken("vat:GR", #"(EL)?\d{8}"#, shorter),
        taken("vat:NL", #"(NL)?\d{7,8}B\d\d"#, shorter), taken("taxId:GR taxId:IL taxId:NL", #"\d{8}"#, shorter),
        taken("isbn", #"\d{9}"#, zeros),
        taken("vat:CZ taxId:CZ taxId:SK", #"(CZ)?\d\d([49]\d{7}|[2-47-9]\d{6})|\d{6}000\d?"#, births),
        taken("vat:ES taxId:ES", #"(ES)?([KNPQRSW]\d{8}|[ABEH]\d{7}[A-J])"#, spain),
        taken("vat:IE", #"(IE)?\d{7}[A-W][J-V]"#, "`IE`: the second letter is A to I, or W."),
        taken("vat:SK", #"(SK)?\d\d[0-8]\d[0-3]\d{5}"#, "`SK`: a number of birth does not pass."),
        refused("vat:CH", #"(CHE)?\d{9}(MWST|TVA|IVA|TPV)?"#, parts), refused("vat:NO", #"(NO)?\d{9}(MVA)?"#, parts),
        taken(
            "taxId:AU",
            #"\d{8}"#,
            "`AU`: a tax file number has nine digits; python-stdnum also takes eight."
        ),
        refused("taxId:CN", #"\d{17}[\dX]"#, "`CN`: the county of birth is not checked."),
        refused("taxId:FI", #"\d{6}[./].{4}"#, "`FI`: any separator stands for the hyphen, and none does."),
        taken("taxId:IT", #"[A-Z]{6}\d\d[A-Z][89]\d.{5}"#, "`IT`: the day of birth is enlarged by 40, not by 80."),
        taken("taxId:LT", #"[78]\d{10}"#, "`LT`: the first digit is 1 to 6, or 9; python-stdnum allows 7 and 8."),
        refused(
            "taxId:NO",
            #"\d{4}[3-9]\d{6}"#,
            "`IS`: a last digit 8 (born before 1900) passes. `NO`: a birth in the future passes."
        ),
        taken("taxId:PL", #"PL\d{10}"#, "A country's letters do not belong to the number, as they do in `vat`."),
        refused("taxId:TH", #"0\d{12}"#, "`TH`: a number may begin with 0; python-stdnum takes 1 to 8."),
        refused(
            "iban",
            #"ES[\d ]+"#,
            "The check digits within a country's own account number are not checked."
        ),
    ]

    private static let validator = [
        refused(
            "taxId:BR",
            #"[\d.]+[A-Z]+[A-Z\d./-]+"#,
            "`BR`: the numbers of businesses may have letters, which validator.js does not know."
        ),
        // The texts with separators are right without them.
        refused("taxId vat", #"[A-Z\d]+([ ./-][A-Z\d]+)+"#, separators),
        // The country's letters before digits that count up, or before nines: numbers without a check digit.
        taken("vat", #"([A-Z]{2})?(U|A|[1A]{2}|40)?123-?45-?6-?7.*|(RO)?12|GB999 ?9999.*"#, unchecked),
        refused(
            "taxId:CZ taxId:SK",
            #"\d{9}"#,
            "`CZ`, `SK`: nine digits are a birth from 1880 to 1953. validator.js refuses those before 1900."
        ),
        taken(
            "taxId:CA",
            #"0\d{8}"#,
            "`CA`: no number begins with 0 or 8, so not those that the tax authority gives to people without a SIN."
        ),
        taken("taxId:ES", #"\d{5}[A-Z]"#, zeros),
        refused("taxId:FI", #"\d{9}[\dA-Z]"#, "`FI`: any separator stands for the hyphen, and none does."),
        taken("taxId:IT", "[A-Z]{8}D41H501D", omitted), taken("taxId:RO", #"9\d{12}"#, omitted),
        taken("taxId:SE", #"\d{8}-?\d{4}"#, omitted), taken("taxId:SK", "1234567890", omitted),
        refused(
            "taxId:SE",
            #"\d{6}\+\d{4}"#,
            "`SE`: a plus before the last four digits passes with every year."
        ),
        taken("iban", #"(IR|MZ|MA|DZ)\d+"#, "Countries outside of the registry do not pass."),
        taken("luhn", "0", "A single digit fails."),
        refused("creditCard:discover", #"622[1-9]\d{12}"#, shared),
        taken("creditCard:unionPay", #"67\d{14}"#, shared),
        refused(
            "email",
            #"[^@]*[^\x00-\x7F][^@]*@[a-z.]+>?"#,
            "In a name any character but a control character passes."
        ),
        refused(
            "email",
            #".*@[^\x00-\x7F]+\.com"#,
            "A host has any letters; a full-width one stands for that of ASCII."
        ),
        taken("email:mailbox", #".*@.*[^\x00-\x7F].*"#, "A host has any letters; in `mailbox` those of ASCII."),
        refused("email", #"("\s*"|\s*)<.*"#, "A display name may be blank."),
        taken("email", ".*,.*<.*", "A display name with a comma needs quotation marks."),
        taken("ip ipv6", ".*%.*", "An address has no zone."),
        taken("url", #"(?!\w+://).*"#, "The scheme is written, with `//`."),
        refused("url", #"http://[^/]*:0/"#, "A port 0 passes."),
        refused(
            "url",
            "http://(:?|[a-z]+:[a-z]+:[a-z]+)@.*",
            "A user name may be empty, and a password may have colons."
        ),
        refused("url", ".{2084,}", "There is no limit of 2,083 characters."),
        refused("uuid", "[^-]{8}-[^-]{4}-[^-]{4}-[^89AB].*", "Any variant passes."),
        taken("color", "[0-9a-f]{3,4}", "The number sign is written."),
        refused("color", #"rgba?\([^,]*,.* .*\)"#, "A colour may have blanks between its values."),
        refused("color", #"rgba?\(.*(,256|,101%|,2)[,)].*"#, "A number beyond its range passes."),
        refused("color", #"rgba\([^,]*,[^,]*,[^,]*\)"#, "`rgb` and `rgba` have three or four values."),
        refused("postalCode:CN", #"\d{6}"#, "`CN`, `NP`: any digits."),
        refused("postalCode:NP", #"\d{5}"#, "`CN`, `NP`: any digits."),
        taken("postalCode:NP", "977", "`NP`: five digits."), taken("postalCode:KR", #"\d{6}"#, today),
        refused("postalCode:AR", #"[A-Z]\d{4}"#, "`AR`: a letter may stand before four digits alone."),
        taken("postalCode:GB", "SA99", "`GB`: a whole code."),
        taken("postalCode", #"(?!D6)[A-Z]\dW .{4}"#, "`IE`: only `D6W` has a letter in the third place."),
        refused("postalCode", #"[a-z]{4}|\d{10}"#, "Without `countries` the codes of all countries pass."),
        taken("dateTime", #"(?!.*23:59:60Z).*:60Z"#, "A 60th second passes only at the end of a day in UTC."),
        refused("date", #"\d\d[/-]\d[/-]\d\d|\d[/-]\d\d[/-]\d\d"#, "`d` and `M` also accept two digits."),
        taken("time", #"\d:\d\d(:\d\d)?"#, "An hour has two digits."),
        taken("length", #".*[\uFE0E\uFE0F].*"#, "Variation selectors count as code points."),
    ]

    private static let unchecked = "validator.js checks no check digits and fewer forms."
    private static let omitted = "`IT`, `RO`, `SK`, `SE`: validator.js omits the check digit, or checks another one."
    private static let shared = "A number belongs to each of its brands, and 67 to Maestro."

    private static let cldr = [
        taken("AD", #"AD(?![1-7]00)\d{3}"#, "`AD`: the seven parishes, 100 to 700."),
        taken("AR", #"\d{4}[A-Z]{3}|[A-Z]?0\d{3}([A-Z]{3})?"#, argentina),
        taken("BA", #"(?![78])\d{5}"#, first), taken("BD", #"(0\d|9[5-9])\d\d"#, first),
        taken("BY", #"(?!2[1-4])\d{6}"#, first), taken("ES", #"(00|5[3-9]|[6-9]\d)\d{3}"#, first),
        taken("IN", #"(0\d|10|29|35|54|55|65|66|8[6-9])\d{4}"#, first), taken("NL", #"0\d{3} ?[A-Z]{2}"#, first),
        taken("GG", #"GY(?!([1-9]|10) ?\d[A-Z]{2}$).*"#, first), taken("JE", #"JE(?![1-5] ?\d[A-Z]{2}$).*"#, first),
        taken("IM", #"IM\d[A-Z].*"#, first),
        taken("GB", #"[A-Z]{2}\d[CDFGIJKLOQSTUZ] ?\d[A-Z]{2}"#, "`GB`: a fourth letter is one of those in use."),
        taken(
            "GB GG IM JE",
            #".*\d([CIKMOV][A-Z]|[A-Z][CIKMOV])"#,
            "`GB`: C, I, K, M, O and V are not among the last two letters."
        ),
        taken("AM", #"\d{6}"#, today), taken("CR", #"\d{4}|\d{3}-\d{4}"#, today),
        taken("EC", #"[A-Z]\d{4}[A-Z]|[A-Z]{2}\d{6}"#, today), taken("IE", "(D|DUBLIN)?(\\d{1,2}|6[Ww])", today),
        taken("KR", #"\d{3}-\d{3}"#, today), taken("MT", #"[A-Z]{3} ?\d{2,3}"#, today),
        taken("MU", #"\d{3}[A-Z]{2}\d{3}"#, today), taken("NI", #"(\d{4}-)?\d{3}-\d{3}(-\d)?"#, today),
        taken("PT", #"\d{4}"#, today), taken("RS", #"\d{6}"#, today), refused("RS", #"\d{5}"#, today),
        refused("TW", #"\d{6}"#, today),
        taken("FR", #"\d\d \d{3}"#, alone), taken("OM", #"PC ?\d{3}"#, alone),
        taken("FR", #"98[0-35]\d\d"#, "`FR`: 980 is Monaco's, and 981 to 983 and 985 are nobody's."),
        refused("PL", #"\d{5}"#, hyphens), refused("PT", #"\d{7}"#, hyphens),
        refused("BH", #"1\d\d"#, "`BH`: blocks from 100."),
        taken("GF GP MQ PM RE", #"98\d{3}|970\d\d"#, "`GF`, `GP`, `MQ`, `PM`, `RE`: the codes begin with 971 to 975."),
    ]
    private static let first =
        "`BA`, `BD`, `BY`, `ES`, `GG`, `IM`, `IN`, `JE`, `NL`: only the first digits that are in use."
    private static let argentina =
        "`AR`: three letters behind the digits need one before them, and the digits do not begin with 0."
    private static let today =
        "`AM`, `CR`, `EC`, `IE`, `KR`, `MT`, `MU`, `NI`, `PT`, `RS`, `TW`: the codes of today, which are longer or shorter."
    private static let alone = "`FR`, `OM`: the digits alone."
    private static let hyphens = "`PL`, `PT`: the hyphen can be left out."

    private static let cards = [
        refused("discover", #"622\d{13,16}"#, shared), taken("visa", #"\d{18}"#, lengths),
        refused("visa", #"\d{13}"#, lengths), refused("dinersClub discover", #"\d{15}|\d{17,18}"#, lengths),
        taken("unionPay", #"\d{14,15}"#, lengths),
        taken("jcb", #"(1800|2131)\d+"#, "`jcb`: numbers that begin with 1800 or 2131 do not pass."),
        taken(
            "maestro",
            #"493698\d+|59\d+|6(?!39|304|7)\d+"#,
            "`maestro`: of those that begin with 6 only 639, 6304 and 67, and none with 59 or 493698."
        ),
        refused("maestro", #"50(4175|6699|67[0-7]\d|9\d{3})\d+"#, elo), refused("unionPay", #"627780\d+"#, elo),
    ]
    private static let elo = "Numbers of Elo are not told from those of `maestro` and `unionPay`."
    private static let lengths =
        "`visa`: 13, 16 or 19 digits. `unionPay`: 16 to 19. `dinersClub`, `discover`: up to 19."
}

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
        taken("vat:CZ taxId:CZ taxId:SK", #"(CZ)?\d{9,10}"#, births),
        taken("vat:ES taxId:ES", #"(ES)?[A-Z]\d{7}[\dA-J]"#, spain),
        taken("vat:IE", #"(IE)?\d{7}[A-W][J-V]"#, "`IE`: the second letter is A to I, or W."),
        taken("vat:SK", #"(SK)?\d{10}"#, "`SK`: a number of birth does not pass."),
        refused("vat:CH", #"(CHE)?\d{9}(MWST|TVA|IVA|TPV)?"#, parts), refused("vat:NO", #"(NO)?\d{9}(MVA)?"#, parts),
        taken(
            "taxId:AU",
            #"\d{8}"#,
            "`AU`: a tax file number has nine digits; python-stdnum also takes eight."
        ),
        refused("taxId:CN", #"\d{17}[\dX]"#, "`CN`: the county of birth is not checked."),
        refused("taxId:FI", #"\d{6}[./].{4}"#, "`FI`: any separator stands for the hyphen, and none does."),
        taken("taxId:IT", #"[A-Z]{6}\d\d[A-Z]\d\d.{5}"#, "`IT`: the day of birth is enlarged by 40, not by 80."),
        taken("taxId:LT", #"[78]\d{10}"#, "`LT`: the first digit is 1 to 6, or 9; python-stdnum allows 7 and 8."),
        refused(
            "taxId:NO",
            #"\d{11}"#,
            "`IS`: a last digit 8 (born before 1900) passes. `NO`: a birth in the future passes."
        ),
        taken("taxId:PL", #"PL\d{10}"#, "A country's letters do not belong to the number, as they do in `vat`."),
        refused("taxId:TH", #"0\d{12}"#, "`TH`: a number may begin with 0; python-stdnum takes 1 to 8."),
        refused(
            "iban",
            #"ES.*"#,
            "The check digits within a country's own account number are not checked."
        ),
    ]

    private static let validator = [
        refused(
            "taxId:BR",
            ".*[A-Z].*",
            "`BR`: the numbers of businesses may have letters, which validator.js does not know."
        ),
        // The texts with separators are right without them.
        refused("taxId vat", #".*[ ./-].*"#, separators),
        taken("vat", ".*", "validator.js checks no check digits and fewer forms."),
        refused("vat", #"GB(GD|HA).*"#, "validator.js checks no check digits and fewer forms."),
        refused(
            "taxId:CZ taxId:SK",
            #"\d{9}"#,
            "`CZ`, `SK`: nine digits are a birth from 1880 to 1953. validator.js refuses those before 1900."
        ),
        taken(
            "taxId:CA",
            "[08].*",
            "`CA`: no number begins with 0 or 8, so not those that the tax authority gives to people without a SIN."
        ),
        taken("taxId:ES", #"\d{5}[A-Z]"#, zeros),
        refused("taxId:FI", ".{10}", "`FI`: any separator stands for the hyphen, and none does."),
        taken(
            "taxId:IT taxId:RO taxId:SK taxId:SE",
            ".*",
            "`IT`, `RO`, `SK`, `SE`: validator.js omits the check digit, or checks another one."
        ),
        refused(
            "taxId:SE",
            #"\d{6}\+\d{4}"#,
            "`SE`: a plus before the last four digits passes with every year."
        ),
        taken("iban", "(IR|MZ|MA|DZ).*", "Countries outside of the registry do not pass."),
        taken("luhn", ".", "A single digit fails."),
        refused("creditCard", "622.*", "A number belongs to each of its brands, and 67 to Maestro."),
        taken("creditCard:unionPay", "67.*", "A number belongs to each of its brands, and 67 to Maestro."),
        refused("email", ".*", mailbox), taken("email:mailbox", ".*[^\\x00-\\x7F].*", mailbox),
        taken("email", ".*,.*<.*", "A display name may be blank; with a comma it needs quotation marks."),
        taken("ip ipv6", ".*%.*", "An address has no zone."),
        taken("url", #"(?!\w+://).*"#, url), refused("url", ".*", url),
        refused("uuid", ".*", "Any variant passes."),
        taken("color", "[0-9a-f]+", color), refused("color", "rgba?.*", color),
        refused("postalCode", ".*", postalCode), taken("postalCode", ".*", postalCode),
        taken("dateTime", ".*:60Z", "A 60th second passes only at the end of a day in UTC."),
        refused("date", #"\d\d?[/-]\d\d?[/-]\d\d"#, "`d` and `M` also accept two digits."),
        taken("time", #"\d:.*"#, "An hour has two digits."),
        taken("length", ".*", "Variation selectors count as code points."),
    ]

    private static let cldr = [
        taken(
            "AD AR BA BD BY ES GB GG IM IN JE NL",
            ".*",
            "`AD`, `AR`, `BA`, `BD`, `BY`, `ES`, `GB`, `GG`, `IM`, `IN`, `JE`, `NL`: only the first characters that are in "
                + "use, which CLDR does not restrict or lists."
        ),
        taken("AM CR EC IE KR MT MU NI PT RS", ".*", today), refused("RS TW", ".*", today),
        taken(
            "FR OM",
            ".*",
            "`FR`, `OM`: the digits alone. `PL`, `PT`: the hyphen can be left out. `BH`: blocks from 100."
        ),
        refused(
            "BH PL PT",
            ".*",
            "`FR`, `OM`: the digits alone. `PL`, `PT`: the hyphen can be left out. `BH`: blocks from 100."
        ),
        taken("GF GP MQ PM RE", "9[78].*", "`GF`, `GP`, `MQ`, `PM`, `RE`: the codes begin with 97 and one digit."),
    ]
    private static let today =
        "`AM`, `CR`, `EC`, `IE`, `KR`, `MT`, `MU`, `NI`, `PT`, `RS`, `TW`: the codes of today, which are longer or shorter."

    private static let cards = [
        refused("discover", #"622\d{13,16}"#, "A number belongs to each of its brands, and 67 to Maestro."),
        taken("visa", #"\d{18}"#, lengths), refused("visa", #"\d{13}"#, lengths),
        refused("dinersClub discover", #"\d{15}|\d{17,18}"#, lengths), taken("unionPay", #"\d{14,15}"#, lengths),
        taken("jcb", "(1800|2131).*", "`jcb`: numbers that begin with 1800 or 2131 do not pass."),
        taken("maestro", "(493698|59|6).*", maestro), refused("maestro", "50.*", maestro),
        refused("unionPay", "62778.*", maestro),
    ]
    private static let lengths =
        "`visa`: 13, 16 or 19 digits. `unionPay`: 16 to 19. `dinersClub`, `discover`: up to 19."
    private static let maestro =
        "`maestro`: of those that begin with 6 only 639, 6304 and 67. Numbers of `Elo` are not "
        + "told from the others."

    private static let mailbox =
        "In a name any character but a control character passes, in a host any letter; `mailbox` has ASCII hosts."
    private static let url =
        "The scheme is written. A port 0, a user name that is empty or has colons, and more than 2,084 characters pass."
    private static let color =
        "The number sign is written. A number beyond its range, a blank and any number of "
        + "values pass."
    private static let postalCode =
        "`CN`, `FR`, `NP`: any digits. `IE`: only `D6W` has a letter in the third place. "
        + "`KR`: five digits. `GB`: a whole code. Without `countries` those of all countries pass."
}

package import FormModel

/// The rule `bic`: the code of a bank (ISO 9362), of 8 or 11 characters.
package struct BICRule: RuleKind {
    package init() {}

    package static let name = "bic"
    package static let about =
        "the code of a bank (ISO 9362): 8 or 11 characters, with a country as the fifth and sixth"
    package static let keys = KeyTable<BICRule>("the validator “bic”") {}

    package static let messages = [wrong]
    private static let wrong = DefaultMessage("bic", english: "Enter a valid BIC")

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        let text = subject.text.uppercased()
        let isLetter = { (byte: UInt8) in UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }
        let isCode =
            (text.utf8.count == 8 || text.utf8.count == 11) && subject.text.utf8.count == text.utf8.count
            && text.utf8.allSatisfy { isLetter($0) || InternetAddress.isDigit($0) }
            && text.utf8.prefix(6).allSatisfy(isLetter) && Country.codes.contains(text.dropFirst(4).prefix(2))
        return isCode ? nil : RuleFinding(Self.wrong)
    }
}

/// Countries by their codes of two letters (ISO 3166-1), and Kosovo, which banks write as `XK`.
private enum Country {
    static let codes = Set(
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG
        CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL
        GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA
        LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP
        NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV
        SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
        """.split(whereSeparator: \.isWhitespace)
    )
}

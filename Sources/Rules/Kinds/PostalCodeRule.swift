package import FormModel

/// The rule `postalCode`: a postal code of one of several countries.
package struct PostalCodeRule: RuleKind {
    private var countries: [String] = []

    package init() {}

    package static let name = "postalCode"
    package static let about = "a postal code of one of the countries"
    package static let keys = KeyTable<PostalCodeRule>("the validator “postalCode”") {
        let known = PostalCode.patterns.keys
        Key("countries", \.countries, .countries(among: known), default: "all", "ISO 3166 codes of two letters")
    }

    package var pattern: String? {
        let known = countries.isEmpty ? PostalCode.patterns.keys.sorted() : countries
        return "(?i)(?:" + Set(known.compactMap { PostalCode.patterns[$0] }).sorted().joined(separator: "|") + ")"
    }

    package static let messages = [wrong, .checkUnavailable]
    private static let wrong = DefaultMessage("postalCode", english: "Enter a valid postal code")

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        RuleFinding(Self.wrong, for: aids.pattern, in: subject.text)
    }
}

extension ValueReader<[String]> {
    /// A list of countries, by their ISO 3166 codes of two letters.
    static func countries(among known: some Collection<String> & Sendable) -> ValueReader<[String]> {
        let country = ValueReader<String>.name(limit: 2).map { text, site, context -> String? in
            let code = text.uppercased()
            if known.contains(code) { return code }
            return context.unknown("country", text, at: site, allowed: known.sorted())
        }
        return country.list("countries", from: 1, to: 256, orReport: "there is no country, so no text would pass")
            .shown(nil)
    }
}

/// The formats of postal codes: the Unicode CLDR's `postalCodeData` (release 26, its last one), with the later changes
/// on the Universal Postal Union's addressing pages.
private enum PostalCode {
    /// By country; matching ignores case.
    static let patterns: [String: String] = {
        var patterns: [String: String] = [:]
        for line in table.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            var pattern = ""
            for character in line[line.index(after: colon)...] {
                switch character {
                case "#": pattern += "[0-9]"
                case "@": pattern += "[a-z]"
                case "_": pattern += "[ -]?"
                default: pattern.append(character)
                }
            }
            for country in line[..<colon].split(separator: " ") { patterns[String(country)] = pattern }
        }
        return patterns
    }()

    /// Countries, followed by a colon and a regular expression in which `#` is a digit, `@` a letter, and `_` a space,
    /// a hyphen or nothing.
    private static let table = """
        FO GN IS LS MG PG:###
        AL AM AT AU BE BG CH CY DK ET GE GW HM HU LR LU LV MK MZ NE NO NZ PH PY SI SJ TN VE ZA CV:####
        GL:39##
        DE DZ EE EG FI GT HN HR ID IQ IT JO KE KH KR KW LA LK LT MA MM MX MY NP PK RS SN TH TR UA UY VN ZM BT CU DO MU PE SD:#####
        CN EC KG KZ MN RO RU SG TJ TM UZ:#{6}
        BA:[78]####
        BD:[1-8]###|9[0-4]##
        CO:(?:05|08|11|13|15|17|18|19|20|23|25|27|41|44|47|50|52|54|63|66|68|70|73|76|81|85|86|88|91|94|95|97|99)####
        ES:(?:0[1-9]|[1-4]#|5[0-2])###
        FR:(?:0[1-9]|[1-8]#|9[0-57])###|98[46-9]##
        IN:(?!10|29|35|54|55|65|66|86|87|88|89)[1-9]#####
        BY:2[1-4]####
        CL:#{7}
        IL:#####(?:##)?
        IR:#####_#####
        JP:###_####
        SE SK CZ GR:###_##
        NL:[1-9]###_(?!SA|SD|SS)@@
        PL:##_###
        PT:####_###
        BR:#####_###
        AF:[1-4]###
        AD:AD_[1-7]00
        AR:[a-hj-np-z]?[1-9]###|[a-hj-np-z][1-9]###@@@
        AX:22###
        AZ:(?:AZ_)?####
        BB:BB#####
        BH:(?:1[0-2]|[1-9])##
        BM:@@_?[a-z0-9]{2}
        BN:@@_####
        CC:6799
        CX:6798
        NF:2899
        LI:94(?:8[5-9]|9[0-8])
        ME:8####
        SO:(?:@@_)?#####
        SZ:[hlms]###
        CA:[abceghj-nprstvxy]#[abceghj-nprstv-z]_#[abceghj-nprstv-z]#
        CR:#####(?:-?####)?
        GB:GIR_0AA|BFPO_#{1,4}|(?:[a-pr-uwyz](?:#[0-9a-hjkmnpr-y]?|[a-hk-y]#[0-9abehmnprvwxy]?))_#[abd-hjlnp-uw-z]{2}
        GG:GY(?:[1-9]|10)_#[abd-hjlnp-uw-z]{2}
        IM:IM#[0-9]?_#[abd-hjlnp-uw-z]{2}
        JE:JE[1-5]_#[abd-hjlnp-uw-z]{2}
        GI:GX11_1AA
        FK:FIQQ_1ZZ
        HT:(?:HT)?####
        IE:(?:[ac-fhknprtv-y]##|D6W)_[0-9ac-fhknprtv-y]{4}
        LB:####(?:_####)?
        MC:980##
        MD:(?:MD_)?####
        MT:@@@_####
        MV:#####
        NC:988##
        NG:#{6}
        NI:#####
        OM:###
        PF:987##
        PR:00[679]##(?:[ -]?####)?
        SA:#####(?:-?####)?
        SM:4789#
        TW:###(?:_##[0-9]?)?
        US:#####(?:[ -]####)?
        AS:96799(?:[ -]####)?
        FM:9694[1-4](?:[ -]####)?
        GU:969[1-3]#(?:[ -]####)?
        MH:969[67]#(?:[ -]####)?
        MP:9695[0-2](?:[ -]####)?
        PW:969(?:39|40)(?:[ -]####)?
        VI:008(?:[0-4]#|5[01])(?:[ -]####)?
        BL GP MF:971##
        MQ:972##
        GF:973##
        RE:974##
        PM:975##
        YT:976##
        WF:986##
        GS:SIQQ_1ZZ
        IO:BBND_1ZZ
        PN:PCRN_1ZZ
        SH:(?:STHL|ASCN|TDCU)_1ZZ
        TC:TKCA_1ZZ
        KY:KY#_####
        VG:VG####
        VA:00120
        XK:[1-7]####
        """
}

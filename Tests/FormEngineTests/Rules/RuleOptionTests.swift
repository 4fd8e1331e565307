import FormEngine
import FormModel
import Rules
import Testing

/// A rule as a definition writes it, with texts that pass and texts that fail.
struct RuleFacts: Sendable, CustomTestStringConvertible {
    var rule: String
    var good: [String]
    var bad: [String]

    init(_ rule: String, good: [String], bad: [String]) {
        (self.rule, self.good, self.bad) = (rule, good, bad)
    }

    var testDescription: String { rule }

    func check() throws {
        let decoded = DefinitionDecoder().decodeRules(#"[{"type": \#(rule)}]"#)
        let judge = try CompiledRule(try #require(decoded.value?.first, "\(decoded.diagnostics)"))
        for text in good { #expect(judge.judge(text: text, locale: "en").isValid, "\(text)") }
        for text in bad { #expect(!judge.judge(text: text, locale: "en").isValid, "\(text)") }
        for text in [
            "\0", "\u{202E}1", String(repeating: "9", count: 60_000), String(repeating: "/", count: 60_000), "👨‍👩‍👧‍👦",
        ] {
            _ = judge.judge(text: text, locale: "en")
        }
    }
}

@Suite("Options of rules")
struct RuleOptionTests {
    static let addressesFacts = [
        RuleFacts(
            #""ip""#,
            good: ["192.0.2.1", "::1", "2001:db8::"],
            bad: ["192.0.2", "192.0.2.256", "1::2::3", "10.0.0.0/8", "localhost"]
        ),
        RuleFacts(
            #""ip", "prefix": "allowed""#,
            good: ["10.0.0.0/8", "10.0.0.0", "2001:db8::/32", "::/0", "::/128", "0.0.0.0/32"],
            bad: ["10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/08", "10.0.0.0/8/8", "/8", "10.0.0.0/+8"]
        ),
        RuleFacts(#""ipv4", "prefix": "required""#, good: ["10.0.0.0/8"], bad: ["10.0.0.0", "::/8"]),
        RuleFacts(#""ipv6", "prefix": "required""#, good: ["::/8"], bad: ["10.0.0.0/8", "::"]),
        RuleFacts(
            #""hostname""#,
            good: ["localhost", "www.example.com", "xn--bcher-kva.example", "bücher.example", "a-b.c1", "1.example"],
            bad: [
                "", "-a", "a-", "a..b", "a b", "a_b", "example.com.", "192.0.2.1", "192.168.0", "a.0x1F",
                String(repeating: "a", count: 64),
            ]
        ),
        RuleFacts(
            #""hostname", "topLevelDomain": true, "international": false, "trailingPoint": true"#,
            good: ["example.com", "example.com.", "a.xn--p1ai"],
            bad: ["localhost", "bücher.example", "example.c", "example.c0m", "example.com..", "."]
        ),
        RuleFacts(
            #""email", "topLevelDomain": true, "hosts": ["example.com", "*.example.org"], "deniedHosts": ["old.example.org"]"#,
            good: ["a@example.com", "a@EXAMPLE.com", "a@b.example.org", "a@c.b.example.org"],
            bad: ["a@localhost", "a@example.net", "a@example.org", "a@old.example.org", "a@b.example.com"]
        ),
        RuleFacts(
            #""email", "displayName": true"#,
            good: [
                "ann@example.com", "Ann Lee <ann@example.com>", "<ann@example.com>", #""Lee, Ann" <ann@example.com>"#,
                #""Ann \"A\" Lee" <a@b.c>"#, "Änne Lée <a@b.c>",
            ],
            bad: [
                "Ann Lee", "Ann Lee <ann>", "Lee, Ann <ann@example.com>", "Ann <a@b.c> Lee", "Ann <<a@b.c>",
                #""Ann <a@b.c>"#, #""Ann\" <a@b.c>"#,
            ]
        ),
        RuleFacts(
            #""emails", "max": 3"#,
            good: ["a@b.c", "a@b.c, d@e.f", "a@b.c;d@e.f ; g@h.i"],
            bad: ["a@b.c,", ",", "a@b.c d@e.f", "a@b.c, x", "a@b.c,a@b.c,a@b.c,a@b.c"]
        ),
        RuleFacts(
            #""emails", "displayName": true"#,
            good: [#""Lee, Ann" <a@b.c>, Bob <d@e.f>"#],
            bad: [#"Lee, Ann <a@b.c>, Bob <d@e.f>"#]
        ),
        RuleFacts(
            #""url", "userInfo": false, "topLevelDomain": true, "deniedHosts": ["*.example.net"]"#,
            good: ["https://example.com/a?b#c", "http://www.example.com:80", "https://[::1]", "http://192.0.2.1"],
            bad: ["https://ann@example.com", "https://a:b@example.com", "https://localhost", "https://a.example.net"]
        ),
        RuleFacts(
            #""url", "hosts": ["localhost", "::1"]"#,
            good: ["http://localhost/", "http://[::1]:8/"],
            bad: ["http://a.b/"]
        ),
    ]

    @Test("options of rules about addresses", arguments: addressesFacts)
    func addresses(_ facts: RuleFacts) throws { try facts.check() }

    static let timesFacts = [
        RuleFacts(
            #""time""#,
            good: ["00:00", "23:59", "09:30", "09:30:15"],
            bad: ["24:00", "9:30", "09:60", "09:30:60", "09:30:15.5", "0930", "09:30Z", "09:3", "09:30 ", "０９:30"]
        ),
        RuleFacts(
            #""time", "fraction": "allowed", "offset": "allowed""#,
            good: ["09:30", "09:30:15", "09:30:15.25", "09:30Z", "09:30:15.5-23:59", "23:59:60Z", "01:29:60+01:30"],
            bad: ["09:30:15.", "09:30.5", "09:30:60Z", "09:30:61Z", "09:30+24:00", "09:30+1:00", "09:30:15,5"]
        ),
        RuleFacts(
            #""time", "seconds": "required", "offset": "required""#,
            good: ["09:30:15z"],
            bad: ["09:30Z", "09:30:15"]
        ),
        RuleFacts(#""time", "min": "09:00", "max": "17:30""#, good: ["09:00", "17:30"], bad: ["08:59", "17:31"]),
        RuleFacts(
            #""time", "min": "22:00", "max": "06:00""#,
            good: ["22:00", "23:59", "00:00", "06:00"],
            bad: ["06:01", "21:59"]
        ),
        RuleFacts(
            #""time", "fraction": "allowed", "max": "10:00:00.5""#,
            good: ["10:00:00.5", "10:00:00.50", "10:00:00.49999", "10:00"],
            bad: ["10:00:00.51", "10:00:01"]
        ),
        RuleFacts(
            #""dateTime", "offset": "allowed", "seconds": "allowed""#,
            good: ["2026-03-05T09:30", "2024-02-29t23:59", "2026-03-05 09:30:15+02:00"],
            bad: ["2026-02-29T09:30", "2026-03-05", "09:30", "2026-3-5T09:30", "2026-03-05T9:30"]
        ),
        RuleFacts(
            #""dateTime", "offset": "allowed", "min": "2026-03-05T00:00+02:00", "max": "2026-03-05T12:00Z""#,
            good: ["2026-03-04T22:00Z", "2026-03-05T00:00", "2026-03-05T14:00+02:00"],
            bad: ["2026-03-04T21:59Z", "2026-03-05T14:01+02:00", "2026-03-04T23:59"]
        ),
    ]

    @Test("options of rules about times", arguments: timesFacts)
    func times(_ facts: RuleFacts) throws { try facts.check() }

    /// Numbers that authorities and standards print as examples, or that were made by their rules.
    static let numbersFacts = [
        RuleFacts(
            #""postalCode", "countries": ["GB", "de", "CA", "NL", "US"]"#,
            good: ["SW1A 1AA", "EC1A1BB", "m1 1ae", "10115", "K1A 0B1", "1012 AB", "90210-1234"],
            bad: ["SW1A 1A", "1011", "K1A 0O1", "1012 SS", "90210-12", ""]
        ),
        RuleFacts(#""postalCode""#, good: ["220030", "00-950", "D02 AF30", "110-0001"], bad: ["x", "12345678901"]),
        RuleFacts(
            #""bic""#,
            good: ["DEUTDEFF", "deutdeff500", "NEDSZAJJXXX"],
            bad: ["DEUTDEF", "DEUTXXFF", "DEUT1EFF", "DEUTDEFF50", "DEUTDEFF5-0", "ﬀUTDEFF"]
        ),
        RuleFacts(
            #""iban""#,
            good: ["GB82 WEST 1234 5698 7654 32", "GB82-WEST-1234-5698-7654-32", "de89370400440532013000"],
            bad: ["GB82--WEST12345698765432", "-GB82WEST12345698765432", "GB83WEST12345698765432"]
        ),
        RuleFacts(
            #""creditCard""#,
            good: [
                "4242 4242 4242 4242", "4242-4242-4242-4242", "378282246310005", "5555555555554444", "6221261111111116",
            ],
            bad: ["4242 4242 4242 4241", "4242 4242", "4242x4242 4242 4242", "9999999999999995", "", "4"]
        ),
        // ISO 2108, ISO 3297 and the GS1 General Specifications; numbers of printed books, periodicals and goods.
        RuleFacts(
            #""isbn""#,
            good: [
                "978-3-16-148410-0", "9780306406157", "0-306-40615-2", "080442957X", "3-401-01319-x",
                "979 10 90636 07 1",
            ],
            bad: [
                "978-3-16-148410-1", "0-306-40615-3", "0804429570", "X", "080442957XX", "9771234567003", "0306406",
                "978316148410X", "0--306-40615-2", "",
            ]
        ),
        RuleFacts(
            #""issn""#,
            good: ["0378-5955", "20493630", "2434-561X", "2434-561x"],
            bad: ["0378-5954", "2434-5610", "0378-595", "0378-59555", "X378-5955"]
        ),
        RuleFacts(
            #""gtin""#,
            good: ["4006381333931", "036000291452", "73513537", "00012345600012", "9783161484100"],
            bad: ["4006381333932", "03600029145", "0360002914X", "123456789", "3378-5955x"]
        ),
        RuleFacts(#""creditCard", "brands": ["visa"]"#, good: ["4111111111111111"], bad: ["378282246310005"]),
        RuleFacts(
            #""creditCard", "brands": ["unionPay"]"#,
            good: ["6221261111111111", "6200000000000000"],
            bad: ["6011000990139424"]
        ),
        RuleFacts(
            #""creditCard", "brands": ["unionPay"]"#,
            good: ["8110000000000000", "8171999999999999", "8100000000000000003"],
            bad: ["8172000000000000", "8099000000000000"]
        ),
        RuleFacts(
            #""creditCard", "brands": ["maestro"]"#,
            good: ["6771 7980 2500 0004", "6706 0000 0000 0000 006", "6304000000000000", "500000000009"],
            bad: ["6011000990139424", "6771798025000005", "6800000000000000"]
        ),
        RuleFacts(#""creditCard", "brands": ["discover"]"#, good: ["6221261111111116"], bad: ["6221261111111111"]),
    ]

    @Test("options of rules about numbers", arguments: numbersFacts)
    func numbers(_ facts: RuleFacts) throws { try facts.check() }

    static let textsFacts = [
        RuleFacts(
            #""color""#,
            good: ["#1a2b3c", "#ABC"],
            bad: ["#12345", "1a2b3c", "red", "#12345678", "rgb(0,0,0)", "#xyz"]
        ),
        RuleFacts(
            #""color", "notations": ["hexAlpha", "rgb", "hsl"]"#,
            good: [
                "#1a2b3c4d", "#abcd", "rgb(0, 128, 255)", "rgb(0 128 255 / 50%)", "rgba(10%,20%,30%,.5)",
                "hsl(120deg 50% 50%)",
                "HSL(0.5turn, 0%, 100%)",
            ],
            bad: [
                "#abc", "rgb(0,0)", "rgb(0,0,0,0,0)", "rgb(10%,0,0)", "hsl(1,2,3)", "rgb(0 0,0)", "rgb()", "lab(0 0 0)",
                "rgb(0,0,0",
            ]
        ),
        RuleFacts(#""taxId", "countries": ["IS"]"#, good: ["120174-3399"], bad: ["120174-3389", "120174-3391"]),
        // Days of birth that do not exist, and numbers that are not given out.
        RuleFacts(
            #""taxId", "countries": ["CN"]"#,
            good: ["360426199101010071"],
            bad: ["360426199113010079", "990426199112010074"]
        ),
        RuleFacts(
            #""taxId", "countries": ["FI"]"#,
            good: ["131052-308T", "131052A308T"],
            bad: ["310252-308Y", "130052-308R", "131052-000V", "131052-9993"]
        ),
        RuleFacts(
            #""taxId", "countries": ["IT"]"#,
            good: ["RCCMNL83S18D969H", "CNTCHR83T41D969D"],
            bad: ["CNTCHR83T32D969H"]
        ),
        RuleFacts(
            #""taxId", "countries": ["KR"]"#,
            good: ["971013-9019902"],
            bad: ["971310-9019908", "971013-9999904"]
        ),
        RuleFacts(#""taxId", "countries": ["LT"]"#, good: ["33309240064"], bad: ["36813280103"]),
        RuleFacts(
            #""taxId", "countries": ["LV"]"#,
            good: ["161175-19997", "328673-00679", "40003521600"],
            bad: ["328673-00677"]
        ),
        RuleFacts(#""taxId", "countries": ["NO"]"#, good: ["151086 95088"], bad: ["19575770838"]),
        RuleFacts(#""taxId", "countries": ["PL"]"#, good: ["44051401359", "02220803391"], bad: ["02381307589"]),
        RuleFacts(#""taxId", "countries": ["RO"]"#, good: ["1630615123457"], bad: ["1630615993454"]),
        RuleFacts(
            #""taxId", "countries": ["SE"]"#,
            good: ["19880320-0016", "880320+0016", "18880320+0016", "880320-0016"],
            bad: ["19881320-0014", "881320+0014", "880320++0016", "880320+0017"]
        ),
        // Until 1953 numbers of birth had nine digits, without a check digit.
        RuleFacts(
            #""taxId", "countries": ["CZ", "SK"]"#,
            good: ["7103192745", "710319/2745", "991231123", "530915 123", "535915123"],
            bad: ["540915123", "531315123", "532115123", "7103192746", "000229123"]
        ),
        RuleFacts(
            #""vat", "countries": ["CZ"]"#,
            good: ["25123891", "CZ640903926", "CZ7103192745", "CZ 530915123"],
            bad: ["CZ640903925", "CZ531315123", "CZ540915123", "CZ7103192746"]
        ),
        RuleFacts(
            #""taxId", "countries": ["TH"]"#,
            good: ["1-2345-45678-78-1", "0-99-4-000-61772-1"],
            bad: ["9-2345-45678-78-8", "1-2345-45678-78-2"]
        ),
        // The two digits before the number of a business are check digits from 10 to 99.
        RuleFacts(#""taxId", "countries": ["AU"]"#, good: ["83 914 571 673"], bad: ["08 257 383 620"]),
        // The example of Serpro's manual for numbers with letters.
        RuleFacts(
            #""taxId", "countries": ["BR"]"#,
            good: ["12.ABC.345/01DE-35", "12abc34501de35", "16.727.230/0001-97"],
            bad: ["12.ABC.345/01DE-36", "12.ABC.345/01DE-3X", "12.ABC.346/01DE-35"]
        ),
        // Service Canada gives out no number that begins with 0 or 8.
        RuleFacts(
            #""taxId", "countries": ["CA"]"#,
            good: ["123-456-782", "130 692 544"],
            bad: ["046 454 286", "823456785"]
        ),
        RuleFacts(
            #""postalCode", "countries": ["GB"]"#,
            good: ["W1N 4DJ", "W1A 1HQ", "BFPO 801", "EC1A 1BB", "GIR 0AA", "M60 1NW"],
            bad: ["W1I 4DJ", "W1N 4CJ", "QN1 1AA", "BFPO", "EC1C 1BB"]
        ),
        RuleFacts(
            #""postalCode", "countries": ["FR"]"#,
            good: ["75001", "97110", "98600", "98800"],
            bad: ["98000", "98300", "96000", "00100"]
        ),
        RuleFacts(
            #""postalCode", "countries": ["AR"]"#,
            good: ["1425", "C1425", "C1425CLA"],
            bad: ["1425CLA", "I1425CLA", "C0425CLA", "0425"]
        ),
        RuleFacts(
            #""vat", "countries": ["GB"]"#,
            good: ["GB980780684", "GD888800101"],
            bad: ["GD888860018", "HA888820107", "HA888856700"]
        ),
        RuleFacts(
            #""json""#,
            good: ["{}", "[1, 2.5e3]", "\"a\"", " null "],
            bad: ["", "{a: 1}", "[1,]", "{} {}", "'a'", "01"]
        ),
        RuleFacts(#""json", "root": "object""#, good: [#"{"a": []}"#], bad: ["[]", "1"]),
        RuleFacts(
            #""passwordStrength", "strength": "good""#,
            good: ["correct horse battery", "Tr0ub4dor&3"],
            bad: ["password", "12345678901234567890", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "abcdefghijklmnopqrstuvwxyz"]
        ),
        RuleFacts(#""passwordStrength", "bits": 30"#, good: ["Tr0ub4dor&3x"], bad: ["qwzxplmk"]),
        RuleFacts(#""minValue", "min": 0, "exclusive": true"#, good: ["0.01", "1"], bad: ["0", "-1", "x"]),
        RuleFacts(#""maxValue", "max": 100, "exclusive": true"#, good: ["99.99"], bad: ["100", "100.0", "101"]),
        RuleFacts(
            #""any", "rules": [{"type": "email"}, {"type": "phone"}, {"type": "any", "rules": [{"type": "regex", "pattern": "@.+"}]}]"#,
            good: ["a@b.c", "+7 916 123-45-67", "@ann"],
            bad: ["ann", "12"]
        ),
        RuleFacts(#""oneOf", "values": ["\u00e9"]"#, good: ["\u{E9}"], bad: ["e\u{301}", "e"]),
    ]

    @Test("options of rules about texts", arguments: textsFacts)
    func texts(_ facts: RuleFacts) throws { try facts.check() }

    static let vatNumbers = [
        "ATU13585627", "BE0428759497", "BG175074752", "CHE-107.787.577 MWST", "CY10259033P", "CZ25123891",
        "DE136695976", "DK13585628",
        "EE100931558", "EL094259216", "ESA58818501", "ESB58378431", "FI20774740", "FR40303265045", "GB980780684",
        "HR33392005961",
        "HU12892312", "IE6433435F", "IE6433435OA", "IT00743110157", "LT119511515", "LT100001919017", "LU15027442",
        "LV40003521600",
        "MT11679112", "NL004495445B01", "NO995525828", "PL8567346215", "PT501964843", "RO18547290", "SE123456789701",
        "SI50223054",
        "SK2022749619",
    ]

    @Test(
        "single separators between the characters of a number are ignored by all rules, other blanks by none",
        arguments: [
            (#""vat""#, "DE 136 695 976"), (#""taxId", "countries": ["DE"]"#, "36 574 261 809"),
            (#""creditCard""#, "4242 4242 4242 4242"), (#""luhn""#, "7992 7398 713"), (#""isbn""#, "978 3 16 148410 0"),
            (#""issn""#, "0378 5955"), (#""gtin""#, "400638 133393 1"), (#""iban""#, "DE89 3704 0044 0532 0130 00"),
        ]
    )
    func blanks(_ rule: String, _ number: String) throws {
        try RuleFacts(
            rule,
            good: [number, number.replacing(" ", with: "-"), number.replacing(" ", with: "")],
            bad: [
                " " + number, number + " ", number.replacing(" ", with: "  "), number.replacing(" ", with: " -"),
                number.replacing(" ", with: "\u{A0}"), number.replacing(" ", with: "\t"),
            ]
        ).check()
    }

    @Test("valid VAT numbers of each country are accepted, and refused with another digit", arguments: vatNumbers)
    func vat(_ number: String) throws {
        let decoded = DefinitionDecoder().decodeRules(#"[{"type": "vat"}]"#)
        let judge = try CompiledRule(try #require(decoded.value?.first))
        #expect(judge.judge(text: number, locale: "en").isValid)
        var wrong = 0
        let places = number.indices.dropFirst(2).filter { number[$0].isNumber }
        for place in places {
            let other =
                (number[place].wholeNumberValue ?? 0) == 9 ? "0" : String((number[place].wholeNumberValue ?? 0) + 1)
            if !judge.judge(text: number.replacingCharacter(at: place, with: other), locale: "en").isValid {
                wrong += 1
            }
        }
        // Some countries have digits that no check covers.
        #expect(wrong * 10 >= places.count * 7)
    }

    static let taxNumbers = [
        ("AR", "20-05536168-2"), ("AU", "83 914 571 673"), ("AU", "123 456 782"), ("BR", "390.533.447-05"),
        ("BR", "16.727.230/0001-97"),
        ("CA", "130 692 544"), ("CH", "756.9217.0769.85"), ("CL", "12.531.909-2"), ("CN", "360426199101010071"),
        ("DE", "36 574 261 809"),
        ("EE", "36805280109"), ("ES", "54362315-K"), ("ES", "X-2482300W"), ("FI", "131052-308T"), ("HR", "33392005961"),
        ("IL", "1234567 82"), ("IT", "RCCMNL83S18D969H"), ("KR", "971013-9019902"), ("LV", "161175-19997"),
        ("NL", "1112.22.333"), ("NO", "151086 95088"), ("PL", "44051401359"), ("PT", "501964843"),
        ("RO", "1630615123457"),
        ("RU", "500100732259"), ("RU", "7736207543"), ("SE", "880320-0016"), ("TH", "1-2345-45678-78-1"),
        ("TR", "17291716060"), ("TR", "4540536920"),
        ("UA", "1759013776"), ("ZA", "7503305044089"),
    ]

    @Test(
        "valid tax numbers of people and companies are accepted, and refused with another last digit",
        arguments: taxNumbers
    )
    func taxId(_ country: String, _ number: String) throws {
        let decoded = DefinitionDecoder().decodeRules(#"[{"type": "taxId", "countries": ["\#(country)"]}]"#)
        let judge = try CompiledRule(try #require(decoded.value?.first))
        #expect(judge.judge(text: number, locale: "en").isValid)
        let last = number.index(before: number.endIndex)
        for other in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" where other != number[last] {
            #expect(!judge.judge(text: number.replacingCharacter(at: last, with: String(other)), locale: "en").isValid)
        }
    }

    @Test(
        "invalid options are refused",
        arguments: [
            #""any", "rules": []"#, #""any""#, #""any", "rules": [{"type": "regex", "pattern": "("}]"#,
            #""any", "rules": [{"type": "equals", "field": "b"}, {"type": "equals", "field": "c"}]"#,
            #""postalCode", "countries": []"#, #""postalCode", "countries": ["QQ"]"#, #""vat", "countries": ["US"]"#,
            #""creditCard", "brands": ["gold"]"#, #""creditCard", "brands": []"#, #""time", "min": "9""#,
            #""dateTime", "min": "2026-03-05T10:00", "max": "2026-03-05T09:00""#, #""emails", "max": 0"#,
            #""ip", "prefix": "maybe""#, #""passwordStrength", "bits": -1"#,
        ]
    )
    func wrongDefinitions(_ rule: String) {
        let field = #"{"fields": [{"id": "b"}, {"id": "c"}, {"id": "a", "validators": [{"type": \#(rule)}]}]}"#
        #expect(DefinitionDecoder().decode(field, name: "x").diagnostics.contains { $0.severity == .error })
    }

    @Test(
        "a rule inside `any` can compare with another field, and its message is the author's or that of the first rule"
    )
    func any() throws {
        let rules = #"[{"type": "equals", "field": "b"}, {"type": "oneOf", "values": ["x"]}]"#
        for (message, said) in [("", "The values do not match"), (#", "message": "Either"#, "Either")] {
            let any = #"{"type": "any", "rules": \#(rules)\#(message.isEmpty ? "" : message + "\"")}"#
            var form = try FormDriver(
                json: #"{"fields": [{"id": "a", "validators": [\#(any)]}, {"id": "b", "value": "y"}]}"#
            )
            for (text, isValid) in [("y", true), ("x", true), ("z", false), ("", true)] {
                try form.perform(.setText(text, formats: true, validates: true))
                #expect(try form.field.isValid == isValid)
                #expect(try form.field.error == (isValid ? "" : said))
            }
        }
    }
}

extension String {
    fileprivate func replacingCharacter(at index: Index, with other: String) -> String {
        String(self[..<index]) + other + self[self.index(after: index)...]
    }
}

@testable import FormEngine
import FormModel
@testable import Rules
import Testing

@Suite("The iban rule")
struct BankAccountTests {
    /// The examples that the registry prints, one a country.
    static let examples = [
        "AD1200012030200359100100", "AE070331234567890123456", "AL47212110090000000235698741", "AT611904300234573201",
        "AZ21NABZ00000000137010001944", "BA391290079401028494", "BE68539007547034", "BG80BNBG96611020345678",
        "BH67BMAG00001299123456", "BR1800360305000010009795493C1", "BY13NBRB3600900000002Z00AB00",
        "CH9300762011623852957", "CR05015202001026284066", "CY17002001280000001200527600", "CZ6508000000192000145399",
        "DE89370400440532013000", "DK5000400440116243", "DO28BAGR00000001212453611324", "EE382200221020145685",
        "EG380019000500000000263180002", "ES9121000418450200051332", "FI2112345600000785", "FO6264600001631634",
        "FR1420041010050500013M02606", "GB29NWBK60161331926819", "GE29NB0000000101904917", "GI75NWBK000000007099453",
        "GL8964710001000206", "GR1601101250000000012300695", "GT82TRAJ01020000001210029690", "HR1210010051863000160",
        "HU42117730161111101800000000", "IE29AIBK93115212345678", "IL620108000000099999999", "IQ98NBIQ850123456789012",
        "IS140159260076545510730339", "IT60X0542811101000000123456", "JO94CBJO0010000000000131000302",
        "KW81CBKU0000000000001234560101", "KZ86125KZT5004100100", "LB62099900000001001901229114",
        "LC55HEMM000100010012001200023015", "LI21088100002324013AA", "LT121000011101001000", "LU280019400644750000",
        "LV80BANK0000435195001", "MC5811222000010123456789030", "MD24AG000225100013104168", "ME25505000012345678951",
        "MK07250120000058984", "MR1300020001010000123456753", "MT84MALT011000012345MTLCAST001S",
        "MU17BOMM0101101030300200000MUR", "NL91ABNA0417164300", "NO9386011117947", "PK36SCBL0000001123456702",
        "PL61109010140000071219812874", "PS92PALS000000000400123456702", "PT50000201231234567890154",
        "QA58DOHB00001234567890ABCDEFG", "RO49AAAA1B31007593840000", "RS35260005601001611379",
        "SA0380000000608010167519", "SC18SSCB11010000000000001497USD", "SE4550000000058398257466",
        "SI56263300012039086", "SK3112000000198742637541", "SM86U0322509800000000270100",
        "ST68000100010051845310112", "SV62CENR00000000000000700025", "TL380080012345678910157",
        "TN5910006035183598478831", "TR330006100519786457841326", "UA213223130000026007233566001",
        "VA59001123000012345678", "VG96VPVG0000012345678901", "XK051212012345678906",
    ]

    @Test("a valid number of every country is accepted", arguments: examples)
    func good(number: String) {
        #expect(BankAccount.check(number) == .valid)
        #expect(BankAccount.check(number.lowercased()) == .valid)
        let printed = stride(from: 0, to: number.count, by: 4).map { String(number.dropFirst($0).prefix(4)) }
        #expect(BankAccount.check(printed.joined(separator: " ")) == .valid)
        // One character more or less, another check digit.
        #expect(BankAccount.check(number + "0") == .wrongLength(number.count))
        #expect(BankAccount.check(String(number.dropLast())) == .wrongLength(number.count))
        let digits = Array(number)
        let wrong = digits[3] == "9" ? "0" : String((digits[3].wholeNumberValue ?? 0) + 1)
        #expect(BankAccount.check(String(digits[..<3]) + wrong + String(digits[4...])) == .wrongCheckDigits)
    }

    @Test("the length of every country in the table is from 15 to 33")
    func table() {
        #expect(BankAccount.structures.count >= 80)
        for (country, parts) in BankAccount.structures {
            let length = 4 + parts.reduce(0) { $0 + $1.length }
            #expect((15...33).contains(length), "\(country) \(length)")
        }
    }

    @Test(
        "the message states the error",
        arguments: [
            ("", .notAnAccount), ("DE", .notAnAccount), ("1234567890", .notAnAccount), ("DE89", .wrongLength(22)),
            ("ZZ89370400440532013000", .unknownCountry), ("DE8937040044053201300", .wrongLength(22)),
            ("DE89 3704 0044 0532 0130 0O", .notAnAccount), ("DE89370400440532013001", .wrongCheckDigits),
            ("DEAA370400440532013000", .notAnAccount), ("GB29NWBK6016133192681A", .notAnAccount),
            ("GB291WBK60161331926819", .notAnAccount), ("DE89-3704-0044-0532-0130-00", .valid),
            ("DE89  370400440532013000", .notAnAccount), (" DE89370400440532013000", .notAnAccount),
            ("DE89370400440532013000 ", .notAnAccount), ("ДЕ89370400440532013000", .notAnAccount),
            ("DE٨٩370400440532013000", .notAnAccount), (String(repeating: "A", count: 60_000), .notAnAccount),
            ("NO0086011117947", .wrongCheckDigits), ("\0", .notAnAccount),
        ] as [(String, BankAccount.Finding)]
    )
    func bad(text: String, finding: BankAccount.Finding) {
        #expect(BankAccount.check(text) == finding)
    }

    @Test("check digits that cannot occur are refused although the division would accept them")
    func impossibleCheckDigits() throws {
        // 97 and 00 have the same remainder, as have 98 and 01, and 02 and 99.
        for (possible, impossible) in [("97", "00"), ("98", "01"), ("02", "99")] {
            let account = try #require(
                (0..<1_000).lazy.map { "1234567890\(String(1_000 + $0).dropFirst())1234567".suffix(18) }.first {
                    BankAccount.check("DE\(possible)\($0)") == .valid
                }
            )
            #expect(BankAccount.check("DE\(impossible)\(account)") == .wrongCheckDigits)
        }
    }
}

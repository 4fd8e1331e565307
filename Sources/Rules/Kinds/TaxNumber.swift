/// The tax numbers of countries. Their formats and check digits are taken from the documentation of python-stdnum,
/// which collects them from the authorities (https://arthurdejong.org/python-stdnum/), and for `vat` from the European
/// Commission's VIES.
enum TaxNumber {
    enum Kind: String, Sendable, CaseIterable {
        case vat, taxId
    }

    enum Finding {
        case valid, otherForm, wrongCheckDigit
    }

    /// One format of a country's numbers with its checks: of check digits (`CheckDigit`) and of other parts
    /// (`NumberPart`).
    struct Scheme: Sendable {
        fileprivate let form: [Part]
        fileprivate let checks: [@Sendable ([UInt8]) -> Bool]
    }

    static func check(_ number: Substring, by schemes: [Scheme]) -> Finding {
        let bytes = Array(number.utf8)
        let fitting = schemes.filter { $0.fits(bytes) }
        if fitting.isEmpty { return .otherForm }
        // A repeated digit can pass a check, but such numbers are not assigned.
        if bytes.allSatisfy({ $0 == bytes.first }) { return .wrongCheckDigit }
        return fitting.contains { $0.checks.allSatisfy { $0(bytes) } } ? .valid : .wrongCheckDigit
    }

    /// By kind and country.
    static let schemes: [Kind: [String: [Scheme]]] = [.vat: schemes(vat), .taxId: schemes(taxId)]

    private static func schemes(_ table: String) -> [String: [Scheme]] {
        var schemes: [String: [Scheme]] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 2 else { continue }
            for country in words[0].split(separator: ",") {
                schemes[String(country), default: []].append(
                    Scheme(
                        form: form(words[1]),
                        checks: words.dropFirst(2).compactMap { NumberPart($0)?.holds ?? CheckDigit($0)?.holds }
                    )
                )
            }
        }
        return schemes
    }

    /// Parses a format: `n` is a digit, `l` a letter, `c` either, `#` a digit or the letter that may replace it in
    /// Italy, `[…]` one of several characters, each followed by the
    /// number of repetitions, and by `?` if fewer are allowed; any other character is literal.
    private static func form(_ text: Substring) -> [Part] {
        let digits = Set("0123456789".utf8)
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        var form: [Part] = []
        var rest = text
        while let symbol = rest.popFirst() {
            var characters = Set(symbol.utf8)
            switch symbol {
            case "n": characters = digits
            case "l": characters = letters
            case "c": characters = digits.union(letters)
            case "#": characters = digits.union("LMNPQRSTUV".utf8)
            case "[":
                let inner = rest.prefix { $0 != "]" }
                rest = rest.dropFirst(inner.count + 1)
                characters = Set(inner.utf8)
            default:
                form.append(Part(characters: characters, count: 1...1))
                continue
            }
            let number = rest.prefix { $0.isNumber }
            rest = rest.dropFirst(number.count)
            let count = Int(number) ?? 1
            let isUpTo = rest.first == "?"
            if isUpTo { rest = rest.dropFirst() }
            form.append(Part(characters: characters, count: (isUpTo ? 1 : count)...count))
        }
        return form
    }

    /// Consecutive characters of a format with the same set of valid characters.
    fileprivate struct Part: Sendable {
        let characters: Set<UInt8>
        let count: ClosedRange<Int>
    }

    private static let vat = """
        AT Un8 at
        BE [01]n9 be
        BG n9 12345678/3456789A
        BG n10 2485A9736:01234567890 @YYMMDD+m20+m40
        BG n10 197319731:0123456789
        BG n10 432765432:0-987654321
        CH n9 54327654:0-987654321
        CH n9MWST 54327654:0-987654321
        CH n9TVA 54327654:0-987654321
        CH n9IVA 54327654:0-987654321
        CH n9TPV 54327654:0-987654321
        CY n8l cy =0,2:0-11;13-99
        CZ [012345678]n7 8765432:10987654321
        CZ 6n8 czOther
        CZ [01234]n8 @YYMMDD+m50+c19 =6,3:1-999
        CZ 5[0123]n7 @YYMMDD+m50+c19 =6,3:1-999
        CZ [89]n8 @YYMMDD+m50+c18 =6,3:1-999
        CZ n10 cz @YYMMDD+m20+m50+m70
        DE [123456789]n8 mod1110
        DK [123456789]n7 27654321%11
        EE n9 371371371%10
        ES cn7c es
        FI n8 79A5842:0-987654321
        FR ccn9 fr
        GB,XI n9 gb
        GB,XI n12 gb
        GB,XI GD[01234]n2
        GB,XI GD8888[01234]n4 gb8888
        GB,XI HA8888[56789]n4 gb8888
        GB,XI HA[56789]n2
        GR n9 379A5842:01234567890
        HR n11 mod1110
        HU n8 9731973:0987654321
        IE n7l ie
        IE n7l[ABCDEFGHIW] ie
        IE n[ABCDEFGHIJKLMNOPQRSTUVWXYZ+*]n5l ieOld
        IT n11 it
        LT n7[1]n 12345678/34567891
        LT n10[1]n 12345678912/34567891234
        LU n8 lu
        LV [456789]n10 91483A2576:3210-987654
        LV [012]n10 A584216379:12345678900 @DDMMYY
        LV 3[01]n9 A584216379:12345678900 @DDMMYY
        LV 32n9 A584216379:12345678900
        MT [123456789]n7 346789A1%37
        NL n9Bn2 nl =10,2:1-99
        NO n9 32765432:0-987654321
        NO n9MVA 32765432:0-987654321
        PL n10 657234567:0123456789-
        PT [123456789]n8 98765432:00987654321
        RO [123456789]n9? 753217532:00987654321
        RO [123456789]n12 279146358279:01234567891 @.YYMMDD =7,2:1-48;51;52;70;80-83
        SE n10[0][1] luhn10
        SI [123456789]n7 8765432:-0987654321
        SK [123456789]n[234789]n7 int11
        """

    private static let taxId = """
        AR 2[0347]n9 5432765432:09987654321
        AR 3[034]n9 5432765432:09987654321
        AR 5[015]n9 5432765432:09987654321
        AU [123456789]n10 abn
        AU n9 14375869A%11
        BR n11 A98765432:00987654321 BA98765432:00987654321
        BR c12n2 cnpj
        CA [12345679]n8 luhn
        CH 756n10 1313131313131%10
        CL n7c 2765432:0K987654321
        CL n8c 32765432:0K987654321
        CN n17c 79A584216379A5842:10X98765432 @......YYYYMMDD =0,2:11-15;21-23;31-37;41-46;50-54;61-65;71;81-83
        CZ,SK n10 cz @YYMMDD+m20+m50+m70
        CZ,SK [01234]n8 @YYMMDD+m50+c19 =6,3:1-999
        CZ,SK 5[0123]n7 @YYMMDD+m50+c19 =6,3:1-999
        CZ,SK [89]n8 @YYMMDD+m50+c18 =6,3:1-999
        DE [123456789]n10 mod1110 idnr
        EE [12345678]n10 1234567891/3456789123 @.YYMMDD
        LT [123456]n10 1234567891/3456789123 @.YYMMDD
        LT 9n10 1234567891/3456789123
        ES cn7c es
        FI n9c fi @DDMMYY =6,3:2-899
        FI n6[+ABCDEFUVWXY]n3c fi @DDMMYY =7,3:2-899
        FR [0123]n12 fr13
        GR n9 379A5842:01234567890
        HR n11 mod1110
        HU 8n9 123456789:0123456789-
        IE n7l ie
        IE n7l[ABHTWX] ie
        IL n9 luhn
        IS n9[089] 32765432:0-987654321 @DDMMYY+d40
        IT n11 it
        IT l6#2l#2l#3l it16 it16date
        KR n13 234567892345:10987654321 @YYMMDD =7,2:0-96
        LV [012]n10 A584216379:12345678900 @DDMMYY
        LV 3[01]n9 A584216379:12345678900 @DDMMYY
        LV 32n9 A584216379:12345678900
        LV [456789]n10 91483A2576:3210-987654
        NL n9 98765432:0123456789-
        NO n11 376189452:0-987654321 5432765432:0-987654321 @DDMMYY+d40+m40 no
        PL n11 1379137913:0987654321 @YYMMDD+m20+m40+m60+m80
        PL n10 657234567:0123456789-
        PT [123456789]n8 98765432:00987654321
        RO [123456789]n12 279146358279:01234567891 @.YYMMDD =7,2:1-48;51;52;70;80-83
        RU n10 24A359468:01234567890
        RU n12 724A359468:01234567890 3724A359468:01234567890
        SE n10 luhn
        SE n6+n4 luhn @YYMMDD+d60
        SE n12 luhnOfLast10 @YYYYMMDD+d60
        SE n8+n4 luhnOfLast10 @YYYYMMDD+d60
        SI [123456789]n7 8765432:-0987654321
        TH [012345678]n12 DCBA98765432:10987654321
        TR [123456789]n10 797979797:0123456789 1111111111:0123456789
        TR n10 vkn
        UA n10 A57946A57:01234567890
        ZA n13 luhn @YYMMDD =10,1:0-1
        """
}

extension TaxNumber.Scheme {
    /// Each part consumes as many characters as possible.
    fileprivate func fits(_ number: [UInt8]) -> Bool {
        var rest = number[...]
        for part in form {
            let count = rest.prefix(part.count.upperBound).prefix(while: part.characters.contains).count
            guard count >= part.count.lowerBound else { return false }
            rest = rest.dropFirst(count)
        }
        return rest.isEmpty
    }
}

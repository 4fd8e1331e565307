import FormModel
import Testing

@Suite("Decimal numbers")
struct DecimalNumberTests {
    @Test(
        "common notations are converted to the canonical one",
        arguments: [
            ("0", "0"), ("-0", "0"), ("+5", "5"), ("007", "7"), ("1.50", "1.5"), ("-0.10", "-0.1"), ("\u{2212}3", "-3"),
            ("123456789012345678901234567890.5", "123456789012345678901234567890.5"), ("0.0", "0"), ("-00.00", "0"),
        ]
    )
    func canonical(text: String, expected: String) {
        #expect(DecimalNumber(text)?.description == expected)
    }

    @Test(
        "all other texts are refused",
        arguments: [
            "", " ", " 5", "5 ", "1e3", "٥", "abc", "1_000", "1,5", "1.", ".5", "+", "-", "--1", "+-1", "1.2.3",
            "1 000",
            "0x10", "∞", "NaN", "5\n", "1\u{301}", "²", ".", "-.",
        ]
    )
    func refused(text: String) {
        #expect(DecimalNumber(text) == nil)
    }

    @Test(
        "numbers are compared exactly",
        arguments: [
            ("0.1", "0.10000000000000000000000000001"), ("-1", "0"), ("-2", "-1"), ("9", "10"), ("-10", "-9"),
            ("0.09", "0.1"), ("9007199254740992", "9007199254740993"), ("-0.5", "0.25"), ("1.5", "1.51"),
        ]
    )
    func order(smaller: String, larger: String) throws {
        let smaller = try #require(DecimalNumber(smaller))
        let larger = try #require(DecimalNumber(larger))
        #expect(smaller < larger)
        #expect(!(larger < smaller))
        #expect(smaller != larger)
    }

    @Test(
        "exponents in JSON move the decimal point",
        arguments: [
            ("1e3", "1000"), ("1.5E2", "150"), ("12.345e1", "123.45"), ("5e-3", "0.005"), ("1234e-2", "12.34"),
            ("-2.5e-1", "-0.25"), ("0e400", "0"), ("100", "100"),
            ("0e999999999999", "0"), ("1e99999999999999999999", nil), ("1e1001", nil), ("1e-1001", nil),
        ] as [(String, String?)]
    )
    func exponents(json: String, expected: String?) {
        #expect(DecimalNumber(json: json)?.description == expected)
    }

    @Test(
        "steps are counted without rounding",
        arguments: [
            ("3.6", "0.003", "0", true), ("0.3", "0.1", "0", true), ("1", "3", "0", false), ("10", "3", "1", true),
            ("-5", "3", "1", true), ("-4", "3", "1", false), ("2.5", "1", "0.5", true), ("2.55", "1", "0.5", false),
            ("1000000000000000000000000000001", "7", "0", false), ("7000000000000000000000000000000", "7", "0", true),
            ("-0.25", "0.25", "0", true), ("5", "2", "-1", true), ("4", "2", "-1", false),
        ]
    )
    func steps(number: String, step: String, base: String, expected: Bool) throws {
        let number = try #require(DecimalNumber(number))
        let step = try #require(DecimalNumber(step))
        let base = try #require(DecimalNumber(base))
        #expect(number.differs(from: base, byMultipleOf: step) == expected)
    }

    @Test("numbers of a hundred thousand digits are compared quickly")
    func long() throws {
        let long = try #require(DecimalNumber(String(repeating: "9", count: 100_000)))
        let time = ContinuousClock().measure {
            #expect(DecimalNumber(1) < long)
            #expect(long.differs(from: DecimalNumber(0), byMultipleOf: DecimalNumber(9)) == true)
            #expect(long.differs(from: DecimalNumber(0), byMultipleOf: DecimalNumber(10)) == false)
        }
        // A way that is quadratic in the digits takes minutes.
        #expect(time < .seconds(2))
    }
}

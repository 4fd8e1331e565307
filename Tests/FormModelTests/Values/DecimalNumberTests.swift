import FormModel
import Testing

@Suite("A decimal number")
struct DecimalNumberTests {
    @Test(
        "is read exactly, whatever its size",
        arguments: [
            ("0", "0"), ("-0", "0"), ("007", "7"), ("1.50", "1.5"), ("-1234.5", "-1234.5"), ("0.000", "0"),
            ("123456789012345678901234567890.1", "123456789012345678901234567890.1"),
        ] as [(String, String)]
    )
    func reading(_ text: String, _ shown: String) throws {
        #expect(DecimalNumber(text)?.description == shown)
    }

    @Test("is nothing else", arguments: ["", "-", "+1", "1.", ".5", "1e5", "1,5", "１", " 1", "--1", "1.2.3", "NaN"])
    func refused(_ text: String) {
        #expect(DecimalNumber(text) == nil)
    }

    @Test(
        "of JSON may have an exponent",
        arguments: [
            ("1e3", "1000"), ("1.5E2", "150"), ("1.5e+1", "15"), ("12.34e-1", "1.234"), ("5e-3", "0.005"),
            ("-2.50e0", "-2.5"),
            ("0e999999999999", "0"), ("1e99999999999999999999", nil), ("1e1001", nil), ("1e-1001", nil),
        ] as [(String, String?)]
    )
    func json(_ text: String, _ shown: String?) {
        #expect(DecimalNumber(json: text, limit: 1_000)?.description == shown)
    }

    @Test("is ordered as numbers are")
    func order() throws {
        let sorted = ["-100", "-20.5", "-20.25", "-3", "0", "0.05", "0.5", "0.50001", "1", "3", "20", "100"]
        let numbers = try sorted.map { try #require(DecimalNumber($0)) }
        for (left, first) in numbers.enumerated() {
            for (right, second) in numbers.enumerated() {
                #expect((first < second) == (left < right))
                #expect((first == second) == (left == right))
            }
        }
    }
}

@testable import FormEngine
import FormModel
import PCRE2
import Testing

@Suite("The telephone numbers of FormController")
struct PhoneNumberTests {
    @Test(
        "a number is valid if its parts are valid",
        arguments: [
            ("", true), ("79161234567", true), ("+7(916)1234567", true), ("8 (916) 123 45 67", false), ("123", true),
            ("+", false), ("+7--916", false), ("916 123", true), ("1-", true), ("12)", true), ("(12", true),
            ("(", false),
            (")", false), ("()", false), ("+7", true), ("+7 ", true), ("+7 (", false), ("7+", false),
            ("+7 12) 3 4", true),
            ("1 2", true), ("1  2", true), ("1\t2", true), ("1\t", false), ("-1", false), ("1--", false),
            ("12a", false),
            ("٣٤٥", false), ("1\u{2028}2", true), ("1\u{B}2", false), ("1\u{A0}2", true),
        ]
    )
    func parts(_ text: String, _ isValid: Bool) {
        #expect(PhoneNumber.isFormController(text) == isValid)
    }

    @Test("a single expression of the parts has the same result for every text of up to six symbols")
    func exhaustive() throws {
        let pattern = try Pattern(#"(?:\+[0-9]+[- ]?)?(?:\(?[0-9]+\)?[- ]?)?(?:[0-9][-0-9\s]+[0-9])*"#)
        let symbols: [Character] = ["1", "+", "(", ")", "-", " ", "\t"]
        var differing: [String] = []
        func extend(_ text: String) {
            if PhoneNumber.isFormController(text) != (pattern.match(text) == .matched) { differing.append(text) }
            if text.count < 6 { for symbol in symbols { extend(text + String(symbol)) } }
        }
        extend("")
        #expect(differing == [])
    }

    @Test("long numbers are accepted, and an error at the end of one is detected")
    func long() {
        #expect(!PhoneNumber.isFormController(String(repeating: "1", count: 1_000_000) + "x"))
        #expect(!PhoneNumber.isFormController(String(repeating: "1 ", count: 500_000) + "x"))
        #expect(PhoneNumber.isFormController(String(repeating: "1-", count: 500_000) + "1"))
    }
}

@testable import FormEngine
import FormModel
import PCRE2
@testable import Rules
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
        #expect((PhoneNumber.formController?.match(text) == .matched) == isValid)
    }

    @Test("long numbers are accepted, and an error at the end of one is detected")
    func long() throws {
        let pattern = try #require(PhoneNumber.formController)
        #expect(pattern.match(String(repeating: "1", count: 30_000) + "x") != .matched)
        #expect(pattern.match(String(repeating: "1 ", count: 500_000) + "x") != .matched)
        #expect(pattern.match(String(repeating: "1-", count: 500_000) + "1") == .matched)
    }
}

import FormEngine
import FormModel
import Testing
import TextEditing

/// A field for an amount of money, with thin spaces between thousands; these are written `_` here.
@Suite("A field for a sum")
struct SumFieldTests {
    private static let definition = #"""
        {"type": "number", "locale": "ru", "groupingSeparator": "\u2009", "decimalSeparator": ",",
         "decimalAliases": false, "maximumIntegerDigits": 9, "maximumFractionDigits": 2, "minimumFractionDigits": 2,
         "hideZeroFraction": true}
        """#

    private func form() throws -> FormDriver {
        let decoded = DefinitionDecoder().decodeFormatter(Self.definition)
        guard let formatter = decoded.value else {
            throw BadFormatter(diagnostics: decoded.diagnostics)
        }
        let field = FormDriver.field("sum") { field in
            field.formatter = formatter
            field.maxLength = 14
        }
        return try FormDriver([field], types: .inAllLanguages, locale: "ru")
    }

    private func shown(_ form: FormDriver) throws -> String {
        try form.field.text.replacing("\u{2009}", with: "_")
    }

    @Test(
        "a sum is formatted while it is typed",
        arguments: [
            ("1234", "1_234"), ("123456789", "123_456_789"), ("1234567890", "123_456_789"), (",", "0,"), (",5", "0,5"),
            ("1,234", "1,23"), ("1,2,", "1,2"), ("007", "7"), ("0,00", "0,00"), ("-5", "-5"), ("abc", ""),
            ("12a", "12"),
            // The text before the full stop is restored; the digit behind it is a key of its own.
            ("1.5", "15"),
            // The longest there is.
            ("999999999,99", "999_999_999,99"),
        ]
    )
    func typing(_ keys: String, _ text: String) throws {
        var form = try form()
        try form.perform(.focus)
        try form.type(keys)
        #expect(try shown(form) == text)
    }

    @Test(
        "a sum is formatted when the field is left",
        arguments: [
            ("1,", "1"), ("1,2", "1,20"), ("1,00", "1"), ("0,5", "0,50"), ("0,00", "0"), ("1000,5", "1_000,50"),
            ("abc", ""),
        ]
    )
    func end(_ keys: String, _ text: String) throws {
        var form = try form()
        try form.perform(.focus)
        try form.type(keys)
        try form.perform(.blur)
        #expect(try shown(form) == text)
    }

    @Test("a text that a program sets is kept even if it is not a number")
    func foreign() throws {
        var form = try form()
        try form.perform(.setText("abc", formats: false, validates: false))
        try form.perform(.focus)
        try form.perform(.blur)
        #expect(try shown(form) == "abc")
    }

    @Test("a refused character is dropped and reported")
    func refused() throws {
        var form = try form()
        try form.perform(.focus)
        try form.type("12a")
        #expect(try form.field.refusals == [Refusal("a", .place)])
    }
}

import FormPlugin
import PaymentCards
import Testing

@testable import CardNumber

@Suite("Card numbers")
struct CardNumberTests {
    private func formatter(_ configuration: String = "{}") throws -> any FormatterService {
        let instance = try PluginInstance(CardNumberFormatter.self, configuration: configuration)
        guard case .formatter(let service) = instance else { throw ConfigurationError("it is of another kind") }
        return service
    }

    private func verdict(_ number: String, _ configuration: String = "{}", locale: String = "en") throws
        -> ValidatorVerdict
    {
        let instance = try PluginInstance(CardNumberValidator.self, configuration: configuration)
        guard case .validator(let service) = instance else { throw ConfigurationError("it is of another kind") }
        return service.judge(ValidatorQuestion(text: number, value: number, locale: locale))
    }

    @Test(
        "a number typed key by key is grouped as on cards of its brand, with the caret at its end",
        arguments: [
            ("4242424242424242", "4242 4242 4242 4242", true),
            ("4000000000000000000", "4000 0000 0000 0000 000", true),
            ("42424242424242", "4242 4242 4242 42", false),
            ("378282246310005", "3782 822463 10005", true),
            ("3782822463100059", "3782 822463 10005", true),
            ("30569309025904", "3056 930902 5904", true),
            ("5555555555554444", "5555 5555 5555 4444", true),
            ("2223003122003222", "2223 0031 2200 3222", true),
            ("6200000000000005", "6200 0000 0000 0005", true),
            ("2200000000000004", "2200 0000 0000 0004", true),
            ("9999", "9999", false),
            ("4242-4242x", "4242 4242", false),
            ("٤٢٤٢٤", "4242 4", false),
        ]
    )
    func typed(_ keys: String, _ text: String, _ isComplete: Bool) throws {
        let formatter = try formatter()
        var current = FieldText()
        for key in keys {
            let edit = FieldEdit(
                start: current.selectionStart,
                length: current.selectionLength,
                replacement: String(key)
            )
            current = formatter.apply(edit, to: current, locale: "en")
        }
        #expect(current.text == text)
        #expect(current.value == text.filter(\.isNumber))
        #expect(current.selectionStart == text.unicodeScalars.count)
        #expect(current.isComplete == isComplete)
        #expect(formatter.format(keys, locale: "en").text == text, "pasted at once it is the same")
    }

    struct Edit: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var edit: FieldEdit
        var result: String
        var caret: Int
    }

    @Test(
        "after edits in the middle the caret stays after the same digit",
        arguments: [
            Edit(
                testDescription: "a digit typed before a separator",
                text: "4242 4242",
                edit: FieldEdit(start: 4, length: 0, replacement: "1"),
                result: "4242 1424 2",
                caret: 6
            ),
            Edit(
                testDescription: "backspace on a separator takes the digit before it",
                text: "4242 4242",
                edit: FieldEdit(start: 4, length: 1, replacement: "", origin: .deleteBackward),
                result: "4244 242",
                caret: 3
            ),
            Edit(
                testDescription: "delete on a separator takes the digit after it",
                text: "4242 4242",
                edit: FieldEdit(start: 4, length: 1, replacement: "", origin: .deleteForward),
                result: "4242 242",
                caret: 4
            ),
            Edit(
                testDescription: "a selection across separators is replaced",
                text: "4242 4242 4242",
                edit: FieldEdit(start: 2, length: 8, replacement: "99", origin: .paste),
                result: "4299 4242",
                caret: 4
            ),
            Edit(
                testDescription: "everything is cut",
                text: "4242 4",
                edit: FieldEdit(start: 0, length: 6, replacement: "", origin: .cut),
                result: "",
                caret: 0
            ),
            Edit(
                testDescription: "letters are refused",
                text: "4242",
                edit: FieldEdit(start: 4, length: 0, replacement: "x"),
                result: "4242",
                caret: 4
            ),
            Edit(
                testDescription: "a range beyond the text is cut to it",
                text: "4242",
                edit: FieldEdit(start: 99, length: 99, replacement: "1"),
                result: "4242 1",
                caret: 6
            ),
        ]
    )
    func edited(_ row: Edit) throws {
        let current = FieldText(row.text, value: row.text.filter(\.isNumber))
        let result = try formatter().apply(row.edit, to: current, locale: "en")
        #expect(result.text == row.result)
        #expect(result.selectionStart == row.caret)
        #expect(result.fault == nil)
    }

    @Test("the separator can be configured", arguments: [(#"{"separator": "-"}"#, "4242-4242-4242-4242")])
    func separator(_ configuration: String, _ text: String) throws {
        #expect(try formatter(configuration).format("4242424242424242", locale: "en").text == text)
    }

    @Test(
        "an invalid configuration is refused with the position",
        arguments: [
            (#"{"separator": ""}"#, "/separator: "), (#"{"separator": "--"}"#, "/separator: "),
            (#"{"separator": "1"}"#, "/separator: "), (#"{"seperator": "-"}"#, "/seperator: there is no such key"),
        ]
    )
    func refused(_ configuration: String, _ path: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try formatter(configuration) }
        #expect(error.description.hasPrefix(path), "\(error)")
    }

    @Test(
        "the test numbers of every brand are valid, and invalid with one digit changed",
        arguments: [
            "4242424242424242", "4000056655665556", "5555555555554444", "5200828282828210", "2223003122003222",
            "378282246310005", "371449635398431", "6011111111111117", "6011000990139424", "3056930009020004",
            "36227206271667", "3566002020360505", "6759649826438453", "2200000000000004", "4222222222222",
        ]
    )
    func valid(_ number: String) throws {
        #expect(try verdict(number) == .valid)
        let last = try #require(number.last?.wholeNumberValue)
        let wrong = number.dropLast() + String((last + 1) % 10)
        #expect(try verdict(String(wrong)) == .invalid("There is a mistake in the number of the card"))
        #expect(try verdict(String(number.prefix(11))) == .invalid("Enter the whole number of the card"))
    }

    @Test("a brand that is not accepted, or unknown, is reported in the session's language")
    func brands() throws {
        let visaOnly = #"{"brands": ["visa"]}"#
        #expect(try verdict("4242424242424242", visaOnly) == .valid)
        #expect(try verdict("5555555555554444", visaOnly) == .invalid("Cards of this brand are not taken"))
        #expect(try verdict("9999999999999999") == .invalid("Cards of this brand are not taken"))
        #expect(
            try verdict("5555555555554444", visaOnly, locale: "ru-RU")
                == .invalid("Карты этой платёжной системы не принимаются")
        )
        #expect(try verdict("6200000000000000") == .valid, "UnionPay issues numbers without a check digit")
        let error = try #require(throws: ConfigurationError.self) { try verdict("4", #"{"brands": ["diners"]}"#) }
        #expect(error.description.hasPrefix("/brands/0: diners is none of visa"))
    }

    @Test("a number with letters is invalid, and spaces and hyphens are ignored")
    func letters() throws {
        for text in ["4242 4242 4242 4242", "4242-4242-4242-4242", "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢"] {
            #expect(try verdict(text) == .valid)
        }
        for text in ["4242x424242424242", "4242 4242 4242 4242 a", "4242.4242.4242.4242"] {
            #expect(try verdict(text) == .invalid("The number of a card has only digits"))
        }
    }

    @Test("a number that Discover and UnionPay share is accepted for both")
    func shared() throws {
        for brand in ["discover", "unionPay"] {
            #expect(try verdict("6221261111111116", #"{"brands": ["\#(brand)"]}"#) == .valid)
        }
        #expect(try verdict("6221261111111111", #"{"brands": ["discover"]}"#) != .valid)
        #expect(try verdict("6221261111111111", #"{"brands": ["unionPay"]}"#) == .valid)
    }

    @Test(
        "the check digit by Luhn",
        arguments: [
            ("0", true), ("00", true), ("18", true), ("19", false), ("79927398713", true), ("79927398710", false),
            ("", false),
            ("1x", false),
        ]
    )
    func luhn(_ digits: String, _ isRight: Bool) {
        #expect(hasLuhnCheckDigit(Array(digits.utf8)) == isRight)
    }
}

import FormEngine
import FormModel
import Testing

@Suite("The brands of a card's number")
struct CardBrandTests {
    private static func form(_ members: String) throws -> FormDriver {
        try FormDriver(json: #"{"fields": [{"id": "a", "label": "Card", \#(members)}]}"#)
    }

    private static let rule = #""validators": [{"type": "creditCard"}]"#
    private static let mask = #""formatter": {"type": "mask", "mask": "[0000] [0000] [0000] [0000]"}"#

    @Test(
        "the brand is known as soon as the digits determine it",
        arguments: [
            ("", []), ("4", ["visa"]), ("4242 4242", ["visa"]), ("4242-", ["visa"]), ("2", []), ("2200", ["mir"]),
            ("2221", ["mastercard"]), ("37", ["americanExpress"]), ("62", ["unionPay"]), ("6221", ["unionPay"]),
            ("622126", ["discover", "unionPay"]), ("622926", ["unionPay"]), ("9", []), ("4242x", []), ("x4", []),
        ] as [(String, [String])]
    )
    func typed(_ text: String, _ brands: [String]) throws {
        var form = try Self.form(Self.rule)
        try form.type(text)
        #expect(try form.field.cardBrands == brands)
    }

    @Test("the brands are announced when they change, and not with other keys")
    func announced() throws {
        var form = try Self.form("\(Self.rule), \(Self.mask)")
        func isAnnounced(_ operation: FieldOperation) throws -> Bool {
            try form.perform(operation)
            return form.changes.contains {
                if case .fieldProperties(0, let properties) = $0 { properties.contains(.cardBrands) } else { false }
            }
        }
        #expect(try isAnnounced(.insertText("4")))
        #expect(try !isAnnounced(.insertText("2")))
        #expect(try !isAnnounced(.setText("4111111111111111", formats: true, validates: true)))
        #expect(try isAnnounced(.setText("5555", formats: true, validates: true)))
        #expect(try form.field.cardBrands == ["mastercard"])
        try form.perform(.undo)
        #expect(try form.field.cardBrands == ["visa"])
        #expect(try isAnnounced(.setText("", formats: true, validates: true)))
        #expect(try form.field.cardBrands.isEmpty)
    }

    @Test("the brands do not depend on the brands that the rule accepts, and a rule inside `any` determines them, too")
    func otherRules() throws {
        for validator in [
            #"{"type": "creditCard", "brands": ["visa"]}"#,
            #"{"type": "any", "rules": [{"type": "length", "min": 99}, {"type": "creditCard"}]}"#,
        ] {
            var form = try Self.form(#""validators": [\#(validator)]"#)
            try form.type("5105")
            #expect(try form.field.cardBrands == ["mastercard"])
        }
    }

    @Test(
        "there are no brands in a field without the rule, and for a secret",
        arguments: [mask, #"\#(rule), "secret": true"#]
    )
    func others(_ members: String) throws {
        var form = try Self.form(members)
        try form.type("4242")
        #expect(try form.field.cardBrands.isEmpty)
        #expect(
            !form.changes.contains {
                if case .fieldProperties(_, let properties) = $0 { properties.contains(.cardBrands) } else { false }
            }
        )
    }
}

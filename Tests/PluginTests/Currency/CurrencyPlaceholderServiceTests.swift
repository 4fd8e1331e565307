import FormPlugin
import PluginWire
import Testing

@testable import CurrencyPlaceholder

@Suite("The currency placeholder")
struct CurrencyPlaceholderServiceTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var text: String
        var symbol = "₽"
        var width = 320.0
        var x: Double
        var symbolWidth = 25.0
        var isVisible = true

        var testDescription: String {
            "\"\(text)\" \(symbol) in \(width)"
        }
    }

    /// With the metrics of the `sum` style every grapheme cluster is 25 wide, the text begins at 16, and 10 separate it
    /// from the symbol.
    @Test(
        "the symbol follows the text and stops at the right",
        arguments: [
            Row(text: "", x: 26, isVisible: false),
            Row(text: "1", x: 51),
            Row(text: " ", x: 51),
            Row(text: "12", x: 76),
            Row(text: "1\u{2009}250", x: 151),
            // 26 + 10 × 25 = 276 leaves 44 for 25 + 16, another cluster would not.
            Row(text: "1234567890", x: 276),
            Row(text: "12345678901", x: 279),
            Row(text: "999\u{2009}999\u{2009}999,99", x: 279),
            Row(text: "999\u{2009}999\u{2009}999,99", width: 1000, x: 376),
            Row(text: "12", symbol: "CHF", x: 76, symbolWidth: 75),
            Row(text: "12345678", symbol: "CHF", x: 226, symbolWidth: 75),
            Row(text: "123456789", symbol: "CHF", x: 229, symbolWidth: 75),
            Row(text: "👨‍👩‍👧", x: 51),
            Row(text: "12", symbol: "", x: 76, symbolWidth: 0),
        ]
    )
    func geometry(_ row: Row) throws {
        let service = try service("{}")
        let layers = service.layers(for: field(row.text, symbol: row.symbol, width: row.width))
        #expect(
            layers == [
                PlaceholderLayer(
                    text: row.symbol,
                    isVisible: row.isVisible,
                    frame: Frame(x: row.x, y: 37, width: row.symbolWidth, height: 54),
                    fontSize: 50,
                    color: "#9FACC7"
                )
            ]
        )
    }

    @Test("widths are rounded up to whole pixels, each for itself")
    func rounding() throws {
        let service = try service(#"{"fontSize": 17, "insets": {"top": 1, "left": 2, "right": 3}, "height": 20}"#)
        let layer = try #require(service.layers(for: field("123", symbol: "₽", width: 320)).first)
        // 3 × 8.5 is 25.5, the symbol 8.5.
        #expect(layer.frame == Frame(x: 16 + 26 + 2, y: 1, width: 9, height: 20))
    }

    @Test("neither state nor a button changes anything", arguments: ContainerState.allCases, FieldState.allCases)
    func states(_ containerState: ContainerState, _ fieldState: FieldState) throws {
        let service = try service(##"{"color": "#80FF0000"}"##)
        var field = field("12", symbol: "€", width: 320)
        let layers = service.layers(for: field)
        field.containerState = containerState
        field.fieldState = fieldState
        field.hasActionButton = true
        #expect(service.layers(for: field) == layers)
        #expect(layers.map(\.color) == ["#80FF0000"])
    }

    @Test(
        "a configuration that makes no sense is refused by the key at fault",
        arguments: [
            (#"{"fontSize": 0}"#, "/fontSize"),
            (#"{"fontSize": "large"}"#, "/fontSize"),
            (#"{"height": -1}"#, "/height"),
            (#"{"insets": {"top": 1}}"#, "/insets/left"),
            (#"{"insets": {"top": 1, "left": -2, "right": 0}}"#, "/insets/left"),
            (#"{"insets": {"top": 1, "left": 2, "right": 0, "bottom": 0}}"#, "/insets/bottom"),
            (#"{"color": "gray"}"#, "/color"),
            (##"{"colour": "#112233"}"##, "/colour"),
            (#"[]"#, "/:"),
        ]
    )
    func refused(_ configuration: String, _ path: String) throws {
        let error = try #require(throws: ConfigurationError.self) {
            try PluginInstance(CurrencyPlaceholderService.self, configuration: configuration)
        }
        #expect(error.description.hasPrefix(path), "\(error)")
    }

    private func service(_ configuration: String) throws -> any PlaceholderService {
        let instance = try PluginInstance(CurrencyPlaceholderService.self, configuration: configuration)
        guard case .placeholder(let service) = instance else { throw ConfigurationError("it is of another kind") }
        return service
    }

    private func field(_ text: String, symbol: String, width: Double) -> FieldContext {
        FieldContext(
            fieldState: .normal,
            containerState: .normal,
            text: text,
            placeholder: symbol,
            width: width,
            inputFrame: Frame(x: 16, y: 37, width: width - 66, height: 54),
            hasActionButton: false
        )
    }
}

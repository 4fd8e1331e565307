import FormPlugin
import PluginWire
import Testing

@testable import CurrencyPlaceholder

@Suite("The currency placeholder")
struct CurrencyPlaceholderServiceTests {
    @Test("the symbol follows the text, and is hidden without a text", arguments: ["", "1", " ", "1\u{2009}250", "👨‍👩‍👧"])
    func follows(_ text: String) throws {
        let layers = try service("{}").layers(for: field(text, symbol: "₽", width: 320))
        #expect(
            layers == [
                PlaceholderLayer(
                    text: "₽",
                    isVisible: !text.isEmpty,
                    frame: Frame(x: 0, y: 37, width: 0, height: 54),
                    fontSize: 50,
                    color: "secondary",
                    anchor: .text(space: 10, margin: 16)
                )
            ]
        )
    }

    @Test("the insets come from the configuration")
    func insets() throws {
        let service = try service(#"{"fontSize": 17, "insets": {"top": 1, "left": 2, "right": 3}, "height": 20}"#)
        let layer = try #require(service.layers(for: field("123", symbol: "₽", width: 320)).first)
        #expect(layer.anchor == .text(space: 2, margin: 3))
        #expect(layer.frame.y == 1 && layer.frame.height == 20)
    }

    @Test("the state and the button have no effect", arguments: ContainerState.allCases, FieldState.allCases)
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
        "an invalid configuration is refused with the invalid key",
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

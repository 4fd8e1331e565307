import FormPlugin

/// Shows the symbol of a currency after the amount that is being typed: "1 250 ₽".
///
/// The symbol is the placeholder's text. It follows the field's text, and moves no further than to the right inset. An
/// empty field shows no symbol. Neither the place nor the colour of the symbol depends on the field's state.
struct CurrencyPlaceholderService: PlaceholderService {
    static let typeName = "currency"

    private let configuration: Configuration

    init(configuration: Configuration) throws {
        try configuration.check()
        self.configuration = configuration
    }

    func layers(for field: FieldContext) -> [PlaceholderLayer] {
        let insets = configuration.insets
        return [
            PlaceholderLayer(
                text: field.placeholder,
                isVisible: !field.text.isEmpty,
                frame: Frame(x: 0, y: insets.top, width: 0, height: configuration.height),
                fontSize: configuration.fontSize,
                color: configuration.color,
                anchor: .text(space: insets.left, margin: insets.right)
            )
        ]
    }
}

import FormPlugin

/// Shows the symbol of a currency after the amount that is being typed: "1 250 ₽".
///
/// The symbol is the placeholder's text. It stands after the field's text, whose width is computed in the font size of
/// the symbol, and moves no further than to the right inset. An empty field shows no symbol. Neither the place nor the
/// colour of the symbol depends on the field's state.
struct CurrencyPlaceholderService: PlaceholderService {
    static let typeName = "currency"

    private let configuration: Configuration

    init(configuration: Configuration) throws {
        try configuration.check()
        self.configuration = configuration
    }

    func layers(for field: FieldContext) -> [PlaceholderLayer] {
        let insets = configuration.insets
        let width = self.width(of: field.placeholder)
        let behindText = field.inputFrame.x + self.width(of: field.text) + insets.left
        let rightmost = field.width - insets.right - width
        return [
            PlaceholderLayer(
                text: field.placeholder,
                isVisible: !field.text.isEmpty,
                frame: Frame(
                    x: min(behindText, rightmost),
                    y: insets.top,
                    width: width,
                    height: configuration.height
                ),
                fontSize: configuration.fontSize,
                color: configuration.color
            )
        ]
    }

    /// The width of a text, rounded to whole logical pixels so that the symbol is drawn sharply.
    private func width(of text: String) -> Double {
        ReferenceMetrics.width(of: text, fontSize: configuration.fontSize).rounded(.up)
    }
}

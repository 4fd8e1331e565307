import FormPlugin

/// A currency's symbol that follows the amount being typed: "1 250 ₽".
///
/// The symbol is the placeholder's text. It stands behind the field's text as that would be in the symbol's own font, and
/// stops at the right inset. An empty field shows no symbol. The field's state changes neither place nor colour.
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

    /// In whole logical pixels, so that the symbol does not blur.
    private func width(of text: String) -> Double {
        ReferenceMetrics.width(of: text, fontSize: configuration.fontSize).rounded(.up)
    }
}

/// One line of text that a client draws over the field.
public struct PlaceholderLayer: Sendable, Hashable, Codable {
    /// The text of the layer, which has no line breaks.
    public var text: String
    /// Whether the layer is visible. Invisible layers have a place too, so that a client can fade them in and out.
    public var isVisible: Bool
    /// The rectangle in which the layer is drawn, in the field's coordinates.
    public var frame: Frame
    /// The size of the font in logical pixels, above 0 and at most 1000.
    public var fontSize: Double
    /// The colour of the text: `#RRGGBB` or `#AARRGGBB`.
    public var color: String
    /// The service's own name for the place of the layer, such as `top` and `bottom`: an identifier, or empty if the
    /// service has only one place.
    public var position: String

    /// Makes a layer from all its parts.
    public init(
        text: String,
        isVisible: Bool,
        frame: Frame,
        fontSize: Double,
        color: String,
        position: String = ""
    ) {
        self.text = text
        self.isVisible = isVisible
        self.frame = frame
        self.fontSize = fontSize
        self.color = color
        self.position = position
    }
}

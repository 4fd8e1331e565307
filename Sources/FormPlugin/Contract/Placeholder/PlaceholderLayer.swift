/// One line of text that a client draws over the field.
public struct PlaceholderLayer: Sendable, Hashable, Codable {
    /// The text of the layer, which has no line breaks.
    public var text: String
    /// Whether the layer is visible. Hidden layers have a frame, too, so that a client can fade them in and out.
    public var isVisible: Bool
    /// The rectangle in which the layer is drawn, in the field's coordinates.
    public var frame: Frame
    /// Whether the position of the layer is fixed, or follows the end of the field's text.
    public var anchor: LayerAnchor
    /// The size of the font in logical pixels, above 0 and at most 1000.
    public var fontSize: Double
    /// The colour of the text: `#RRGGBB` or `#AARRGGBB`, or what it is for, so that it follows the form's palette:
    /// `accent`, `error`, `text`, `secondary`, `disabled` or `background`.
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
        position: String = "",
        anchor: LayerAnchor = .field
    ) {
        self.text = text
        self.isVisible = isVisible
        self.frame = frame
        self.fontSize = fontSize
        self.color = color
        self.position = position
        self.anchor = anchor
    }
}

/// What the frame of a layer is bound to.
public enum LayerAnchor: Sendable, Hashable, Codable {
    /// The position of the frame is fixed.
    case field
    /// The layer follows the end of the field's text, which the daemon or the client measures. `x` and the width of the
    /// frame are ignored.
    ///
    /// The distance from the text to the layer is `space` logical pixels, and that from the layer to the end of the
    /// field is at least `margin`.
    case text(space: Double, margin: Double)
}

/// One line of text that a client draws over the field.
public struct PlaceholderLayer: Sendable, Hashable, Codable {
    /// One line.
    public var text: String
    /// A layer that is not visible keeps its place: a client may fade it in and out.
    public var isVisible: Bool
    /// Where it is drawn, in the field's coordinates.
    public var frame: Frame
    /// Logical pixels; above 0, at most 1000.
    public var fontSize: Double
    /// `#RRGGBB` or `#AARRGGBB`.
    public var color: String
    /// Where the layer is in the service's own terms, such as `top` and `bottom`; empty when there is one
    /// place only. An identifier, as a type's name is.
    public var position: String

    /// A layer with everything said.
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

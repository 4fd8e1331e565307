/// One line of text that a client draws over the field.
public struct PlaceholderLayer: Sendable, Hashable, Codable {
    public var text: String
    public var isVisible: Bool
    public var frame: Frame
    /// Logical pixels.
    public var fontSize: Double
    /// `#RRGGBB` or `#AARRGGBB`.
    public var color: String
    /// Where the layer is in the service's own terms, such as `top` and `bottom`; empty when there is one place only.
    public var position: String

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

/// Computes what one placeholder of a field shows. The daemon decides when, the client draws.
public protocol PlaceholderService: Sendable {
    /// The name that definitions use in `"service"`: an identifier of at most 64 characters.
    static var typeName: String { get }

    /// Decoded from the keys that stand beside `service` and `text` in the definition.
    associatedtype Configuration: Decodable & Sendable

    /// Throws when the configuration makes no sense; the message reaches the author of the form.
    init(configuration: Configuration) throws

    /// The layers for a field in this situation, back to front. A pure function.
    func layers(for field: FieldContext) -> [PlaceholderLayer]
}

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

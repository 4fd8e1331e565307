/// Says how much room a text takes, laid out as the clients of a form draw it.
///
/// A pure function of the text and the configuration: the daemon may remember an answer and give it again.
public protocol TextMeasurerService: PluginType {
    func measure(_ text: TextToMeasure) -> TextMeasure
}

/// A text, and the room for it.
public struct TextToMeasure: Sendable, Hashable, Codable {
    /// May be empty, and have line breaks.
    public var text: String
    /// A family's name; empty: the client's own, which is `sans-serif` where nothing else is known.
    public var fontFamily: String
    /// Logical pixels.
    public var fontSize: Double
    /// From one baseline to the next, in logical pixels; 0: the font's own.
    public var lineHeight: Double
    /// Logical pixels; lines break so that they are not wider, where they can.
    public var width: Double

    /// A text with everything said.
    public init(text: String, fontFamily: String, fontSize: Double, lineHeight: Double, width: Double) {
        self.text = text
        self.fontFamily = fontFamily
        self.fontSize = fontSize
        self.lineHeight = lineHeight
        self.width = width
    }
}

/// The room that a text takes.
public struct TextMeasure: Sendable, Hashable, Codable {
    /// At least 1, also for an empty text, in which the caret stands; at most 65,535.
    public var lines: Int
    /// Logical pixels, from the top of the first line to the bottom of the last.
    public var height: Double
    /// Logical pixels: the longest line's.
    public var width: Double

    /// A measure with everything said.
    public init(lines: Int, height: Double, width: Double) {
        self.lines = lines
        self.height = height
        self.width = width
    }

    /// Why no layout could use the measure; `nil` if every layout can.
    package var fault: String? {
        guard (1...65_535).contains(lines) else { return "\(lines) lines are not between 1 and 65535" }
        let largest = 10_000_000.0
        guard (0...largest).contains(height), (0...largest).contains(width) else {
            return "a size is not between 0 and \(largest)"
        }
        return nil
    }
}

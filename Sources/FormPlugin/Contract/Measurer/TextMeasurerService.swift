/// A text measurer computes the size of a text as the clients of a form draw it.
///
/// An answer must depend only on the text and the configuration: the daemon may cache it and use it again.
public protocol TextMeasurerService: PluginType {
    func measure(_ text: TextToMeasure) -> TextMeasure
}

/// A text, its font, and the width of the room for it.
public struct TextToMeasure: Sendable, Hashable, Codable {
    /// The text, which may be empty and may have line breaks.
    public var text: String
    /// The name of the font's family. Empty for the client's own font: `sans-serif`, where nothing else is known.
    public var fontFamily: String
    /// The size of the font in logical pixels.
    public var fontSize: Double
    /// The distance from one baseline to the next, in logical pixels; 0 for that of the font.
    public var lineHeight: Double
    /// The width of the room in logical pixels. Lines break where they would be wider, if they can be broken.
    public var width: Double

    /// Makes a question from all its parts.
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
    /// The number of lines: at least 1, because the caret needs a line in an empty text too, and at most 65,535.
    public var lines: Int
    /// The distance from the top of the first line to the bottom of the last, in logical pixels.
    public var height: Double
    /// The width of the longest line in logical pixels.
    public var width: Double

    /// Makes a measure from all its parts.
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

/// Whether a field can be edited and is being edited.
public enum FieldState: String, Sendable, Codable, CaseIterable {
    case normal, active, disabled
}

/// The state on which colours depend: `error` while an error is shown, otherwise the field's state.
public enum ContainerState: String, Sendable, Codable, CaseIterable {
    case error, active, normal, disabled
}

/// A rectangle in the field's own coordinates, in logical pixels. The y axis points down.
public struct Frame: Sendable, Hashable, Codable {
    /// The distance from the field's left edge.
    public var x: Double
    /// The distance from the field's top edge.
    public var y: Double
    /// The width, which is not negative.
    public var width: Double
    /// The height, which is not negative.
    public var height: Double

    /// Makes a rectangle from its top left corner and its size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// The question to a placeholder service: the state of the field over which the layers are drawn.
///
/// The layers must depend only on this and on the configuration: the daemon may cache an answer and use it again.
public struct FieldContext: Sendable, Hashable, Codable {
    /// Whether the field can be edited and is being edited.
    public var fieldState: FieldState
    /// The state on which the field's colours depend.
    public var containerState: ContainerState
    /// The text that the field shows, before trimming. In a secret field it is one bullet for each code point.
    public var text: String
    /// The service's own text, in the session's language.
    public var placeholder: String
    /// The field's width in logical pixels.
    public var width: Double
    /// The rectangle in which the text is drawn.
    public var inputFrame: Frame
    /// Whether there is a button at the right end of the field.
    public var hasActionButton: Bool

    /// Makes a context from all its parts.
    public init(
        fieldState: FieldState,
        containerState: ContainerState,
        text: String,
        placeholder: String,
        width: Double,
        inputFrame: Frame,
        hasActionButton: Bool
    ) {
        self.fieldState = fieldState
        self.containerState = containerState
        self.text = text
        self.placeholder = placeholder
        self.width = width
        self.inputFrame = inputFrame
        self.hasActionButton = hasActionButton
    }
}

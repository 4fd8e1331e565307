/// Whether a field can be edited and is being edited.
public enum FieldState: String, Sendable, Codable, CaseIterable {
    case normal, active, disabled
}

/// What colours follow: `error` while an error is shown, else the field's state.
public enum ContainerState: String, Sendable, Codable, CaseIterable {
    case error, active, normal, disabled
}

/// A rectangle in the field's own coordinates: logical pixels, y grows downwards.
public struct Frame: Sendable, Hashable, Codable {
    /// From the field's left edge.
    public var x: Double
    /// From the field's top edge.
    public var y: Double
    /// Not negative.
    public var width: Double
    /// Not negative.
    public var height: Double

    /// A rectangle by its corner and size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// All that a placeholder service may know of the field it decorates.
///
/// Its layers are a function of this and of its configuration, of nothing else: the daemon may remember an answer and
/// give it again.
public struct FieldContext: Sendable, Hashable, Codable {
    /// Whether it is being edited.
    public var fieldState: FieldState
    /// What its colours follow.
    public var containerState: ContainerState
    /// What the field shows, before trimming. A secret field's characters are bullets.
    public var text: String
    /// The service's own text, in the session's language.
    public var placeholder: String
    /// The field's width in logical pixels.
    public var width: Double
    /// Where the text is drawn.
    public var inputFrame: Frame
    /// Whether a button takes the right end of the field.
    public var hasActionButton: Bool

    /// A situation with everything said.
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

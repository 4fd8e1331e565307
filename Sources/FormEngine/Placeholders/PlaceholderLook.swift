import FormModel
import FormPlugin

/// What a placeholder's looks follow in a field whose texts, style and width stay.
struct PlaceholderCue: Hashable {
    var fieldState: FieldState
    var containerState: ContainerState
    var hasText: Bool

    init(_ field: FieldContext) {
        fieldState = field.fieldState
        containerState = field.containerState
        hasText = !field.text.isEmpty
    }

    @inline(__always)
    init(_ field: FieldStorage) {
        fieldState = field.fieldState
        containerState = field.containerState
        hasText = !field.text.isEmpty
    }
}

/// What follows the cue.
struct PlaceholderLook: Hashable {
    /// Of a floating one.
    var isOnTop = false
    var isVisible = true
    var color: Color
}

extension PlaceholderDefinition {
    /// nil: a plug-in's affair.
    func look(_ cue: PlaceholderCue) -> PlaceholderLook? {
        switch service {
        case .floating(let style): style.look(cue)
        case .static(let style): style.look(cue)
        case .native(let style): style.look(cue)
        case .plugin: nil
        }
    }
}

/// Where a trace is played: a form that can be worked with and looked at.
package protocol TraceStage {
    /// Carries the actions out as one transaction, and gives what the fields said, in order. A refusal because of a
    /// field or an edit action that is disabled says nothing.
    func perform(_ actions: [TraceAction]) async throws -> [TraceEvent]
    func reading(of field: String) async throws -> TraceReading
    /// Empty: no field.
    func focusedField() async throws -> String
}

/// One thing done to a form. The strings are those of the bus: names of fields, words, JSON.
package enum TraceAction: Sendable {
    case field(String, Field)
    case blur
    case focusNext
    case focusPrevious

    /// What is done to one field. Offsets are code points.
    package enum Field: Sendable {
        case focus
        case insert(String)
        case deleteBackward
        case replace(start: Int, length: Int, text: String)
        case select(start: Int, length: Int)
        case editAction(String, text: String)
        case setText(String, formats: Bool, validates: Bool)
        /// nil: the message that is shown stays.
        case setError(String?)
        case resetError
        case reset
        case setHint(String)
        case validate(force: Bool)
        case setEnabled(Bool)
        case configure(String)
        case pressButton
        case clear
        case pressReturn
        /// nil: the form's order.
        case setNext(String?)
        case selectOption(Int)
    }
}

/// What a field said.
package struct TraceEvent: Sendable {
    package var field: String
    package var kind: Kind

    package enum Kind: Sendable {
        case state(String)
        case validationFailed
        case height(Double)
        case began
        case ended
        case text(String, value: String, origin: String)
        case returnPressed
        case actionPressed
        case date(String)
    }

    package init(field: String, kind: Kind) {
        self.field = field
        self.kind = kind
    }
}

/// What a field shows.
package struct TraceReading: Sendable {
    package var text = ""
    package var value = ""
    package var state = ""
    package var maskStatus = ""
    package var hintText = ""
    package var returnKey = ""
    package var isValid = false
    package var isHintVisible = false
    package var isSecureEntry = false
    package var height = 0.0
    package var textHeight = 0.0
    /// The selection's end in code points.
    package var caret = 0
    package var hasButton = false
    package var showsButton = false
    package var placeholders: [Placeholder] = []

    package struct Placeholder: Sendable {
        package var service: String
        package var text: String
        package var isVisible: Bool
        /// x, y, width, height
        package var frame: [Double]
        package var fontSize: Double
        package var color: String
        package var position: String

        package init(
            service: String,
            text: String,
            isVisible: Bool,
            frame: [Double],
            fontSize: Double,
            color: String,
            position: String
        ) {
            self.service = service
            self.text = text
            self.isVisible = isVisible
            self.frame = frame
            self.fontSize = fontSize
            self.color = color
            self.position = position
        }
    }

    package init() {}
}

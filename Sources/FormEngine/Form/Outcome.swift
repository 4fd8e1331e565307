package import FormPlugin

/// What one transaction did.
package struct Outcome: Sendable {
    /// One for each operation, in their order.
    package var results: [OperationResult] = []
    /// In the order in which they are announced; empty when nothing changed.
    package var changes: [Change] = []
    /// A plug-in must be asked first: the form is as it was, and the operations are to be performed again. The oracle has
    /// the questions.
    package var isOpen = false
    /// What only a plug-in knows. The transaction goes on with `Form.answer`.
    package var questions: [Question] = []
    /// The last operation was refused, and what it did before that stays: a `submit` that showed what is wrong.
    package var failure: FormError?

    /// A plug-in must be asked first.
    static let open = Outcome(isOpen: true)
}

/// One thing to announce. Properties come before the events that they explain.
package enum Change: Sendable, Hashable {
    case fieldProperties(Int, FieldProperties)
    case sessionProperties(SessionProperties)
    case field(Int, FieldEvent)
    case session(SessionEvent)
    /// Fields came, went or changed places; comes first. Numbers of fields, here and in what follows, are the new ones.
    case rows(added: [Int], removed: [String])
}

/// The signals of the Field interface. Text and value are read from the form when they are sent.
package enum FieldEvent: Sendable, Hashable {
    case stateChanged(ContainerState, previous: ContainerState)
    case validationFailed(message: String)
    case heightChanged(Double, previous: Double)
    case editingBegan
    case textChanged(TextOrigin)
    case editingEnded
    case returnPressed
    case actionPressed
    /// Sent after `textChanged`; the day is read from the form.
    case dateChanged
}

package enum TextOrigin: String, Sendable {
    case user, program, picker, mask, trim, clear, reset, undo
}

/// The signals of the Session interface. A focus of nil is no field.
package enum SessionEvent: Sendable, Hashable {
    case focusChanged(Int?, previous: Int?)
    case focusRefused(Int, FocusRefusal)
    case heightChanged(Double, previous: Double)
    case validated(valid: Bool, errors: [FieldMessage])
    case submitted
    case pageChanged(Int, previous: Int)
}

/// Why a field did not take the focus.
package enum FocusRefusal: String, Sendable {
    case disabled
    /// The application does not let the focus in.
    case vetoed
}

/// Properties of the Field interface that can change, one bit each.
package struct FieldProperties: OptionSet, Sendable, Hashable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static let label = Self(rawValue: 1 << 0)
    package static let text = Self(rawValue: 1 << 1)
    package static let value = Self(rawValue: 1 << 2)
    package static let selection = Self(rawValue: 1 << 3)
    package static let state = Self(rawValue: 1 << 4)
    package static let enabled = Self(rawValue: 1 << 5)
    package static let focused = Self(rawValue: 1 << 6)
    package static let valid = Self(rawValue: 1 << 7)
    package static let touched = Self(rawValue: 1 << 8)
    package static let modified = Self(rawValue: 1 << 9)
    package static let pending = Self(rawValue: 1 << 10)
    package static let error = Self(rawValue: 1 << 11)
    package static let hint = Self(rawValue: 1 << 12)
    package static let hintText = Self(rawValue: 1 << 13)
    package static let hintVisible = Self(rawValue: 1 << 14)
    package static let height = Self(rawValue: 1 << 15)
    package static let hintHeight = Self(rawValue: 1 << 16)
    package static let textHeight = Self(rawValue: 1 << 17)
    package static let maxLength = Self(rawValue: 1 << 18)
    package static let maskStatus = Self(rawValue: 1 << 19)
    package static let lastEdit = Self(rawValue: 1 << 20)
    package static let placeholder = Self(rawValue: 1 << 21)
    package static let placeholders = Self(rawValue: 1 << 22)
    package static let presentation = Self(rawValue: 1 << 23)
    package static let actionButton = Self(rawValue: 1 << 24)
    package static let secureEntry = Self(rawValue: 1 << 25)
    package static let returnKey = Self(rawValue: 1 << 26)
    package static let nextField = Self(rawValue: 1 << 27)
    package static let previousField = Self(rawValue: 1 << 28)
    package static let maskTail = Self(rawValue: 1 << 29)
    package static let maskPossible = Self(rawValue: 1 << 30)
    package static let maskBlocks = Self(rawValue: 1 << 39)
    package static let disabledEditActions = Self(rawValue: 1 << 31)
    package static let date = Self(rawValue: 1 << 32)
    package static let dateRange = Self(rawValue: 1 << 33)
    package static let options = Self(rawValue: 1 << 34)
    package static let selectedOption = Self(rawValue: 1 << 35)
    package static let visible = Self(rawValue: 1 << 36)
    package static let required = Self(rawValue: 1 << 37)
    package static let warning = Self(rawValue: 1 << 38)
    package static let focusable = Self(rawValue: 1 << 40)
    package static let readOnly = Self(rawValue: 1 << 50)
    package static let allowedEdits = Self(rawValue: 1 << 51)
}

/// Properties of the Session interface that can change and say so, one bit each.
package struct SessionProperties: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let title = Self(rawValue: 1 << 0)
    package static let state = Self(rawValue: 1 << 1)
    package static let valid = Self(rawValue: 1 << 2)
    package static let complete = Self(rawValue: 1 << 3)
    package static let focusedField = Self(rawValue: 1 << 4)
    package static let locale = Self(rawValue: 1 << 5)
    package static let width = Self(rawValue: 1 << 6)
    package static let contentHeight = Self(rawValue: 1 << 7)
    package static let scrollOffset = Self(rawValue: 1 << 8)
    package static let canUndo = Self(rawValue: 1 << 9)
    package static let canRedo = Self(rawValue: 1 << 10)
    package static let fields = Self(rawValue: 1 << 20)
    package static let groups = Self(rawValue: 1 << 21)
    package static let page = Self(rawValue: 1 << 22)
    package static let pages = Self(rawValue: 1 << 23)
    package static let hasNext = Self(rawValue: 1 << 24)
    package static let hasPrevious = Self(rawValue: 1 << 25)
}

/// What the engine asks of a placeholder service that it does not know itself.
package struct Question: Sendable, Hashable {
    package var field: Int
    package var placeholder: Int
    package let asked: TypeQuestion
}

package struct Answer: Sendable {
    package var question: Question
    /// nil: the type is not to be had; the placeholder's own text is shown instead.
    package var layers: [PlaceholderLayer]?

    package init(question: Question, layers: [PlaceholderLayer]?) {
        self.question = question
        self.layers = layers
    }
}

package import FormPlugin

/// The result of one attempt at a transaction. It is passed from function to function, so copies would take time.
package final class Outcome {
    /// The result of each operation, in their order.
    package let results: [OperationResult]
    /// The name of the field for each operation on the focused field, in their order.
    package let focusedFields: [String]
    /// The changes in the order in which they are announced; empty if there are none.
    package let changes: [Change]
    /// The error of a last operation that was refused although its effects stay: a `submit` that showed errors.
    package let failure: FormError?
    /// The questions to plug-ins that have no answer yet. If there are any, the form is unchanged: perform the same
    /// operations again when they have been answered.
    package let questions: [TypeQuestion]
    /// The transaction, if it stays open until its record is stored.
    package let pending: Transition?

    init(
        results: [OperationResult] = [],
        focusedFields: [String] = [],
        changes: [Change] = [],
        failure: FormError? = nil,
        questions: [TypeQuestion] = [],
        pending: Transition? = nil
    ) {
        self.results = results
        self.focusedFields = focusedFields
        self.changes = changes
        self.failure = failure
        self.questions = questions
        self.pending = pending
    }
}

/// One change to announce. Properties come before the events that explain them.
package enum Change: Sendable, Hashable {
    case fieldProperties(Int, FieldProperties)
    case sessionProperties(SessionProperties)
    case field(Int, FieldEvent)
    case session(SessionEvent)
    /// Rows were added, removed or moved. Comes first: this and all later changes use the new field indices.
    case rows(added: [Int], removed: [String])
}

/// The signals of the Field interface. Text and value are read from the form when the signal is sent.
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

/// The signals of the Session interface. A focus of `nil` means that no field has it.
package enum SessionEvent: Sendable, Hashable {
    case focusChanged(Int?, previous: Int?)
    case focusRefused(Int, FocusRefusal)
    case heightChanged(Double, previous: Double)
    case validated(valid: Bool, errors: [FieldMessage])
    case submitted
    case submitRequested
    case pageChanged(Int, previous: Int)
}

/// Why a field did not accept the focus.
package enum FocusRefusal: String, Sendable {
    case disabled
    /// The application set `Focusable` to false.
    case vetoed
}

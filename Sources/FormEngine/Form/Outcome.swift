package import FormPlugin

/// What became of an attempt at a transaction.
package struct Outcome: Sendable {
    /// One for each operation, in their order.
    package var results: [OperationResult] = []
    /// In the order in which they are announced; empty when nothing changed.
    package var changes: [Change] = []
    /// The last operation was refused, and what it did before that stays: a `submit` that showed what is wrong.
    package var failure: FormError?
    /// The answers of plug-ins that are missing. With any, the form is as it was before the attempt, and the same operations
    /// are to be performed again when the questions have been answered.
    package var questions: [TypeQuestion] = []
    /// The form as it is to be once its record is kept, where the keeper does not know yet; until then it is as it was.
    package var awaited: Awaited?

    /// A form on the heap, since hardly any outcome has one.
    package final class Awaited: Sendable {
        package let form: Form

        init(_ form: Form) {
            self.form = form
        }
    }
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

/// The signals of the Session interface. A focus of `nil` is no field.
package enum SessionEvent: Sendable, Hashable {
    case focusChanged(Int?, previous: Int?)
    case focusRefused(Int, FocusRefusal)
    case heightChanged(Double, previous: Double)
    case validated(valid: Bool, errors: [FieldMessage])
    case submitted
    case submitRequested
    case pageChanged(Int, previous: Int)
}

/// Why a field did not take the focus.
package enum FocusRefusal: String, Sendable {
    case disabled
    /// The application does not let the focus in.
    case vetoed
}

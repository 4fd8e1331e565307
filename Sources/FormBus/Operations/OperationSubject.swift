import EventLoop
import FormEngine
import FormRuntime

/// What an operation is performed on.
enum OperationSubject: Sendable {
    case session
    case field(Int)
    /// The field that has the focus when the operation is performed.
    case focusedField

    func operation(_ operation: FieldOperation) -> FormEngine.Operation {
        if case .field(let index) = self { .field(index, operation) } else { .focused(operation) }
    }

    /// The index of the field at present. Throws `unknownField` if no field has the focus.
    @LoopActor
    func index(in session: Session) throws -> Int {
        if case .field(let index) = self { return index }
        guard let index = session.form.focusedField else {
            throw FormError(.unknownField, "no field has the focus")
        }
        return index
    }

    /// The argument `field` of the operation in `Apply`; `nil` for an operation on the session.
    @LoopActor
    func name(in session: Session) -> String? {
        switch self {
        case .session: nil
        case .field(let index): session.form.name(ofField: index)
        case .focusedField: ""
        }
    }
}

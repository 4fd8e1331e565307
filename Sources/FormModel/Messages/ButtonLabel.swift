/// The words that a front end writes on a form's buttons, by their names in the definition's `labels` and the property `Labels`.
package enum ButtonLabel: String, CaseIterable, Sendable {
    case submit, cancel, next, previous, addRow, removeRow, show, hide, clear, done, choose

    package var message: DefaultMessage { DefaultMessage("button.\(rawValue)", english: english) }

    private var english: String {
        switch self {
        case .submit: "Submit"
        case .cancel: "Cancel"
        case .next: "Next"
        case .previous: "Back"
        case .addRow: "Add"
        case .removeRow: "Remove"
        case .show: "Show"
        case .hide: "Hide"
        case .clear: "Clear"
        case .done: "Done"
        case .choose: "Choose"
        }
    }
}

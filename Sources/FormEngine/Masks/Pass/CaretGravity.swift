/// Which way an edit pulls the caret, and what it may do with literals next to it.
package enum CaretGravity: Sendable, Hashable {
    /// An insertion: the caret goes behind literals. With autocompletion the literals after the last character appear.
    case forward(autocomplete: Bool)
    /// A deletion: the caret stays before literals. With autoskip those left of the caret go too.
    case backward(autoskip: Bool)

    var isForward: Bool {
        if case .forward = self { true } else { false }
    }

    var completesLiterals: Bool {
        if case .forward(autocomplete: true) = self { true } else { false }
    }

    var takesLiterals: Bool {
        if case .backward(autoskip: true) = self { true } else { false }
    }
}

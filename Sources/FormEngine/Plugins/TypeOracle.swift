package import FormPlugin

/// Knows what types outside of the engine answer.
///
/// The engine does not wait. A question that has no answer yet is *open*: the engine goes on with a guess, and whoever
/// runs the transaction throws away what came of it (`Form.perform` does, and says so), gets the answer, and performs the
/// transaction again. An answer follows from its question alone, so the second time ends as the first would have.
package protocol TypeOracle: AnyObject, Sendable {
    /// - Parameter field: whose question it is, by its place in the form.
    func reply(to question: TypeQuestion, of stage: QuestionStage, field: Int) -> TypeReply

    /// A question that is certain to be put when the transaction has ended.
    func expect(_ question: TypeQuestion)

    /// A question that is likely to be put when the next one has been answered: worth putting while that is waited for.
    func anticipate(_ question: TypeQuestion)

    /// Whether a question of this attempt is open: nothing that came of the attempt counts.
    var isOpen: Bool { get }

    /// The questions of this attempt that were answered with `late`, in the order in which they were asked.
    var late: [LateQuestion] { get }
}

/// What depends on the answer. Questions of an earlier stage decide what is asked in a later one.
package enum QuestionStage: Int, Sendable, Comparable {
    /// Which text there is.
    case edit
    /// What is said of it.
    case verdict
    /// How high it is.
    case measure

    package static func < (one: QuestionStage, other: QuestionStage) -> Bool {
        one.rawValue < other.rawValue
    }
}

package enum TypeReply: Sendable, Hashable {
    case answer(PluginAnswer)
    /// There is none, for good.
    case unavailable
    /// There will be one, after this transaction.
    case late
    /// Nobody has asked yet.
    case open
}

package struct LateQuestion: Sendable, Hashable {
    package var field: Int
    package var stage: QuestionStage
    package var question: TypeQuestion

    package init(field: Int, stage: QuestionStage, question: TypeQuestion) {
        self.field = field
        self.stage = stage
        self.question = question
    }
}

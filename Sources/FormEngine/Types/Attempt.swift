package import FormModel
package import FormPlugin

/// One attempt at a transaction: what plug-ins have answered so far, what the attempt asks besides, and what it has cost.
///
/// The engine does not wait. Where an answer is missing it goes on with a stand-in, and the question stands in `questions`
/// when the attempt ends. Whoever runs the transaction gets the answers and attempts the transaction again. An answer follows
/// from its question alone, so the last attempt ends as a single one would have with all answers at hand.
package final class Attempt {
    /// How an attempt treats a question that has no answer yet.
    package enum Policy: Sendable {
        /// The question is noted in `questions`: the attempt does not count.
        case asks
        /// The question counts as late: the attempt counts, and `Form.perform([.refresh])` takes the answer later.
        case defers
    }

    private let policy: Policy
    private let known: (TypeQuestion) -> TypeReply?
    private var budget: WorkBudget
    /// Work of small steps that the budget has not been told of.
    private var uncounted = 0
    /// Whether something was left out because the time was used up: the transaction fails.
    private var isCutShort = false
    /// `nil` while no question has been put that has no answer, as in most attempts.
    private var unanswered: UnansweredQuestions?
    /// What rules and conditions were asked. Of this module alone, so that counting needs no check of who else writes it.
    var counts = EvaluationCounts()
    package var evaluations: EvaluationCounts { counts }

    /// - Parameters:
    ///   - budget: the time that the attempt may take. Rules that have not been asked within theirs are unavailable; an
    ///     attempt that needs more than all of it fails.
    ///   - known: the answer to a question that has been put before; `nil` if it has not.
    package init(
        _ policy: Policy = .asks,
        budget: WorkBudget = .unlimited,
        known: @escaping (TypeQuestion) -> TypeReply? = { _ in .unavailable }
    ) {
        self.policy = policy
        self.budget = budget
        self.known = known
    }

    /// Whether there is time for a step. If not, the step is left out, and the transaction fails with `outOfTime`.
    ///
    /// - Parameter work: see `WorkBudget`.
    func hasTime(for work: Int = WorkBudget.largeStep) -> Bool {
        count(work)
        if !budget.hasTime { isCutShort = true }
        return !isCutShort
    }

    /// Whether there is time to ask a rule. If not, the rule is unavailable.
    func hasTimeForRule(_ work: Int) -> Bool {
        count(work)
        return budget.hasTimeForRules
    }

    private func count(_ work: Int) {
        uncounted &+= work
        if uncounted >= WorkBudget.largeStep { tellBudget() }
    }

    @inline(never)
    private func tellBudget() {
        // The clock is not asked while the property is being written.
        var budget = budget
        budget.count(uncounted)
        self.budget = budget
        uncounted = 0
    }

    /// Throws `outOfTime` if something was left out.
    func checkTime() throws(FormError) {
        if isCutShort { throw outOfTime }
    }

    var outOfTime: FormError {
        FormError(.limitExceeded, budget.excess)
    }

    /// Whether an answer is missing: nothing that came of the attempt counts.
    package var isOpen: Bool { unanswered?.stage != nil }

    /// What is to be asked before the next attempt.
    package var questions: [TypeQuestion] {
        guard let unanswered, isOpen else { return [] }
        return unanswered.open + unanswered.anticipated
    }

    /// The questions that were answered with `late`, in the order in which they were put.
    var late: [LateQuestion] { unanswered?.late ?? [] }

    /// - Returns: `nil` if the question has not been put yet: whatever the caller makes of that will be thrown away.
    func reply(to question: TypeQuestion, of stage: QuestionStage, field: Int) -> TypeReply? {
        let reply = known(question)
        if let reply, reply != .late { return reply }
        if reply == nil, policy == .asks {
            note { $0.note(question, stage, field) }
            return nil
        }
        note { $0.late.append(LateQuestion(field: field, stage: stage, question: question)) }
        return .late
    }

    func anticipate(_ question: TypeQuestion) {
        note { $0.anticipated.append(question) }
    }

    private func note(_ change: (inout UnansweredQuestions) -> Void) {
        var questions = unanswered.take() ?? UnansweredQuestions()
        change(&questions)
        unanswered = questions
    }
}

/// The questions of an attempt that have no answer yet.
private struct UnansweredQuestions {
    /// The questions that must be answered before the transaction can succeed. All of them may be put at once.
    private(set) var open: [TypeQuestion] = []
    /// Questions that are likely to be put when those in `open` have been answered: worth putting along with them.
    var anticipated: [TypeQuestion] = []
    var late: [LateQuestion] = []
    /// The stage of the open questions.
    private(set) var stage: QuestionStage?
    /// The fields whose texts open questions are about.
    private var fields: Set<Int> = []

    /// Notes a question, unless it was put because of a stand-in for the answer to another open one: then it may never be
    /// asked. That is so of later stages, and of a second question about one field's text.
    mutating func note(_ question: TypeQuestion, _ stage: QuestionStage, _ field: Int) {
        if let open = self.stage, open < stage { return }
        if let open = self.stage, open > stage { self.open = [] }
        self.stage = stage
        guard stage != .edit || fields.insert(field).inserted, !open.contains(question) else { return }
        open.append(question)
    }
}

/// What depends on the answer to a question. Answers of an earlier stage decide what is asked in a later one.
package enum QuestionStage: Int, Sendable, Comparable {
    /// Which text the field has.
    case edit
    /// What is said of the text.
    case verdict
    /// How high the text is.
    case measure
    /// How placeholders look.
    case placeholder

    package static func < (one: QuestionStage, other: QuestionStage) -> Bool {
        one.rawValue < other.rawValue
    }
}

/// What has become of a question that was put to a plug-in.
package enum TypeReply: Sendable, Hashable {
    case answer(PluginAnswer)
    /// There is no answer, and there will be none.
    case unavailable
    /// The answer comes after this transaction.
    case late
}

struct LateQuestion: Sendable, Hashable {
    /// The field's place in the form.
    var field: Int
    var stage: QuestionStage
    var question: TypeQuestion
}

/// How often rules and conditions were asked.
package struct EvaluationCounts: Sendable, Hashable {
    package var rules: UInt64 = 0
    package var conditions: UInt64 = 0

    package init() {}

    package static func += (left: inout EvaluationCounts, right: EvaluationCounts) {
        left.rules &+= right.rules
        left.conditions &+= right.conditions
    }
}

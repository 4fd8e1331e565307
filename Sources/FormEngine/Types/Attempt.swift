package import FormModel
package import FormPlugin

/// One attempt at a transaction: the plug-ins' answers so far, the new questions, and the costs.
///
/// The engine does not wait for answers. If an answer is missing, it continues with a substitute and records the
/// question in `questions`. The caller gets the answers and attempts the transaction again. An answer depends on its
/// question alone, so the last attempt has the same result as if all answers had been known from the start.
package final class Attempt {
    /// How an attempt treats a question that has no answer yet.
    package enum Policy: Sendable {
        /// The question is recorded in `questions`, and the attempt is rolled back.
        case asks
        /// The question is recorded as late, and the attempt succeeds. `Form.perform([.refresh])` applies the answer
        /// later.
        case defers
    }

    private let policy: Policy
    private let known: (TypeQuestion) -> TypeReply?
    private var budget: WorkBudget
    /// The work of small steps that has not been added to the budget.
    private var uncounted = 0
    /// Whether a step was skipped because the time is used up. The transaction then fails.
    private var isCutShort = false
    /// What the error says takes the time.
    var task = "this"
    /// `nil` until there is a question without an answer, as in most attempts.
    private var unanswered: UnansweredQuestions?
    /// How many rules and conditions were evaluated. The property is internal: for accesses from this module alone the
    /// compiler can omit the check for exclusive access.
    var counts = EvaluationCounts()
    package var evaluations: EvaluationCounts { counts }

    /// - Parameters:
    ///   - budget: the time of the attempt. Rules whose part of it is used up are unavailable; an attempt that needs
    ///     more than the whole fails.
    ///   - known: the answer to a question; `nil` if the question has not been asked.
    package init(
        _ policy: Policy = .asks,
        budget: WorkBudget = .unlimited,
        known: @escaping (TypeQuestion) -> TypeReply? = { _ in .unavailable }
    ) {
        self.policy = policy
        self.budget = budget
        self.known = known
    }

    /// Whether there is time for a step. If not, the step is skipped, and the transaction fails with `outOfTime`.
    ///
    /// - Parameter work: see `WorkBudget`.
    func hasTime(for work: Int = WorkBudget.largeStep) -> Bool {
        count(work)
        if !budget.hasTime { isCutShort = true }
        return !isCutShort
    }

    /// Whether there is time to evaluate a rule. If not, the rule is unavailable.
    func hasTimeForRule(_ work: Int) -> Bool {
        count(work)
        return budget.hasTimeForRules
    }

    private func count(_ work: Int) {
        uncounted &+= work
        if uncounted >= WorkBudget.largeStep { chargeBudget() }
    }

    @inline(never)
    private func chargeBudget() {
        // Reads the clock outside the access to the property.
        var budget = budget
        budget.count(uncounted)
        self.budget = budget
        uncounted = 0
    }

    /// Throws `outOfTime` if a step was skipped.
    func checkTime() throws(FormError) {
        if isCutShort { throw outOfTime }
    }

    var outOfTime: FormError {
        FormError(.limitExceeded, budget.excess(task))
    }

    /// Whether an answer is missing, so that the attempt must be rolled back.
    package var isOpen: Bool { unanswered?.stage != nil }

    /// The questions to ask before the next attempt.
    package var questions: [TypeQuestion] {
        guard let unanswered, isOpen else { return [] }
        return unanswered.open + unanswered.anticipated
    }

    /// The questions whose answers are late, in the order in which they were asked.
    var late: [LateQuestion] { unanswered?.late ?? [] }

    /// - Returns: `nil` if the question has no answer yet. The caller continues with any substitute: the attempt will
    ///   be rolled back.
    func reply(to question: TypeQuestion, of stage: QuestionStage, field: Int) -> TypeReply? {
        let reply = known(question)
        if let reply, reply != .late { return reply }
        if reply == nil, policy == .asks {
            record { $0.record(question, stage, field) }
            return nil
        }
        record { $0.late.append(LateQuestion(field: field, stage: stage, question: question)) }
        return .late
    }

    func anticipate(_ question: TypeQuestion) {
        record { $0.anticipated.append(question) }
    }

    private func record(_ change: (inout UnansweredQuestions) -> Void) {
        var questions = unanswered.take() ?? UnansweredQuestions()
        change(&questions)
        unanswered = questions
    }
}

/// The questions of an attempt that have no answer yet.
private struct UnansweredQuestions {
    /// The questions that must be answered before the transaction can succeed. They can be asked at the same time.
    private(set) var open: [TypeQuestion] = []
    /// The questions that will probably follow those in `open`, and are worth asking at the same time.
    var anticipated: [TypeQuestion] = []
    var late: [LateQuestion] = []
    /// The stage of the open questions.
    private(set) var stage: QuestionStage?
    /// The fields whose texts the open questions concern.
    private var fields: Set<Int> = []

    /// Records a question, unless it depends on the missing answer to another open question: the answer may change it.
    /// Questions of later stages do, and so does a second question about the text of the same field.
    mutating func record(_ question: TypeQuestion, _ stage: QuestionStage, _ field: Int) {
        if let open = self.stage, open < stage { return }
        if let open = self.stage, open > stage { self.open = [] }
        self.stage = stage
        guard stage != .edit || fields.insert(field).inserted, !open.contains(question) else { return }
        open.append(question)
    }
}

/// What the answer to a question determines. Answers of an earlier stage determine the questions of later ones.
package enum QuestionStage: Int, Sendable, Comparable {
    /// The text of the field.
    case edit
    /// The verdict about the text.
    case verdict
    /// The size of the text.
    case measure
    /// The appearance of placeholders.
    case placeholder

    package static func < (one: QuestionStage, other: QuestionStage) -> Bool {
        one.rawValue < other.rawValue
    }
}

/// The state of a question to a plug-in.
package enum TypeReply: Sendable, Hashable {
    case answer(PluginAnswer)
    /// There is no answer, and none will come.
    case unavailable
    /// The answer will come after this transaction.
    case late
}

struct LateQuestion: Sendable, Hashable {
    /// The field's index in the form.
    var field: Int
    var stage: QuestionStage
    var question: TypeQuestion
}

/// How many rules and conditions were evaluated.
package struct EvaluationCounts: Sendable, Hashable {
    package var rules: UInt64 = 0
    package var conditions: UInt64 = 0

    package init() {}

    package static func += (left: inout EvaluationCounts, right: EvaluationCounts) {
        left.rules &+= right.rules
        left.conditions &+= right.conditions
    }
}

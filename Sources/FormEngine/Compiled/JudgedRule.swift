import FormModel

/// A rule of a field with what every key asks of it.
final class JudgedRule: Sendable {
    let judge: any RuleJudge
    let isWarning: Bool
    /// Whether the rule wants to hear of empty text; the others pass it.
    let judgesEmptyText: Bool
    /// Whether an edit that leaves the text as it was clears what the rule said of it, as FormController does.
    let forgetsAtEachEdit: Bool
    /// The field that the rule reads besides its own.
    let other: Int?
    /// Whether the judge is a plug-in's.
    let asksPlugin: Bool

    init(_ rule: Rule, judge: any RuleJudge, other: Int?) {
        self.judge = judge
        self.other = other
        isWarning = rule.severity == .warning
        judgesEmptyText = rule.judgesEmptyText
        forgetsAtEachEdit = rule.compatibility == .formController
        if case .plugin = rule.kind { asksPlugin = true } else { asksPlugin = false }
    }

    private init(_ rule: JudgedRule, judge: any RuleJudge, other: Int?) {
        self.judge = judge
        self.other = other
        isWarning = rule.isWarning
        judgesEmptyText = rule.judgesEmptyText
        forgetsAtEachEdit = rule.forgetsAtEachEdit
        asksPlugin = rule.asksPlugin
    }

    /// The same rule where its field and others have other numbers.
    func bound(to field: Int, _ number: (Int) -> Int) -> JudgedRule {
        guard asksPlugin || other != nil else { return self }
        return JudgedRule(self, judge: judge.bound(to: field), other: other.map(number))
    }
}

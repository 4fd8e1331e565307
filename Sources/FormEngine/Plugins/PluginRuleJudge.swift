import FormModel
import FormPlugin

/// A rule that a plug-in judges. Without an answer the verdict is *unavailable*, never *valid*.
final class PluginRuleJudge: RuleJudge {
    let type: AskedType
    let rule: Rule
    /// The ids of the fields whose values go along.
    let fields: [String]

    init(type: AskedType, rule: Rule, fields: [String]) {
        self.type = type
        self.rule = rule
        self.fields = fields
    }

    func judge(text: String, locale: String) -> Verdict {
        judge(ValidatorQuestion(text: text, value: text, locale: locale), .verdict, isSecret: false)
    }

    /// - Parameter isSecret: whether something in the question is a secret.
    func judge(_ question: ValidatorQuestion, _ stage: QuestionStage, isSecret: Bool) -> Verdict {
        var type = type
        type.isSecret = isSecret
        let locale = question.locale
        let unavailable = DefaultMessage.checkUnavailable.text(in: locale)
        switch type.ask(.validator(question), stage) {
        case .answer(.validator(.valid)): return .valid
        case .answer(.validator(.warning(let words))): return .warning(message(words, in: locale))
        case .answer(.validator(.invalid(let words))): return .invalid(message(words, in: locale))
        case .answer(.validator(.unavailable(let words))): return .unavailable(words.isEmpty ? unavailable : words)
        case .late, .open: return .pending
        case .answer, .unavailable: return .unavailable(unavailable)
        }
    }

    /// What the form's author says goes before what the plug-in says.
    private func message(_ words: String, in locale: String) -> String {
        if let own = rule.message { return own.text(in: locale) }
        return words.isEmpty ? DefaultMessage.wrongFormat.text(in: locale) : words
    }

    /// For a field by its place in the form.
    func bound(to field: Int) -> any RuleJudge {
        var type = type
        type.field = field
        return PluginRuleJudge(type: type, rule: rule, fields: fields)
    }
}

extension Form {
    /// What one rule says of a field's text. A plug-in's rule hears more than the text.
    ///
    /// - Parameter stage: `edit` for a rule that decides on an edit. One that has no answer lets the edit through: a
    ///   plug-in cannot keep anybody from typing.
    func judge(_ judge: any RuleJudge, _ text: String, of index: Int, _ stage: QuestionStage = .verdict) -> Verdict {
        guard asksPlugins, let plugin = judge as? PluginRuleJudge else {
            return judge.judge(text: text, locale: session.locale)
        }
        var isSecret = fields[index].isSecret
        var question = ValidatorQuestion(text: text, value: text, locale: session.locale)
        if stage != .edit { question.value = fields[index].fieldValue(compiled.fields[index]) }
        for id in plugin.fields {
            guard let other = compiled.definition.indices[id] else { continue }
            question.fields[id] = readValue(of: other)
            if fields[other].isSecret { isSecret = true }
        }
        let verdict = plugin.judge(question, stage, isSecret: isSecret)
        guard stage == .edit else { return verdict }
        switch verdict {
        case .pending, .unavailable: return .valid
        case .valid, .warning, .invalid: return verdict
        }
    }
}

import FormModel
import FormPlugin

/// A type outside of the engine with its configuration, for one field.
struct AskedType: Sendable {
    let oracle: any TypeOracle
    let reference: TypeReference
    /// The field's place in the form; 0 until it has one.
    var field = 0
    /// Whether the field's text is one.
    var isSecret = false

    func ask(_ question: PluginQuestion, _ stage: QuestionStage) -> TypeReply {
        let question = TypeQuestion(
            reference.name,
            configuration: reference.configuration,
            question,
            isSecret: isSecret
        )
        return oracle.reply(to: question, of: stage, field: field)
    }
}

extension TextFormatter {
    /// The formatter as it is for a field by its place in the form.
    func bound(to field: Int) -> any TextFormatter {
        (self as? PluginTextFormatter)?.bound(to: field) ?? self
    }
}

extension FormTypes {
    /// These types, and those that `oracle` knows.
    package func asking(_ oracle: any TypeOracle) -> FormTypes {
        var types = self
        types.oracle = oracle
        types.makeFormatter = { [makeFormatter] definition in
            guard case .plugin(let reference) = definition else { return try makeFormatter(definition) }
            return PluginTextFormatter(type: AskedType(oracle: oracle, reference: reference))
        }
        types.ruleMaker = { [ruleMaker] rule, patterns in
            guard case .plugin(let reference, let fields) = rule.kind else { return try ruleMaker(rule, patterns) }
            return PluginRuleJudge(type: AskedType(oracle: oracle, reference: reference), rule: rule, fields: fields)
        }
        types.makeMeasurer = { PluginMeasurer(type: AskedType(oracle: oracle, reference: $0)) }
        return types
    }
}

import EventLoop
import FormPlugin
import PluginWire

/// Types that are part of formd or of a test and answer without a process.
@LoopActor
final class OwnTypes {
    private struct Key: Hashable {
        var type: TypeIdentity
        var configuration: String
    }

    private let types: [TypeIdentity: any PluginType.Type]
    private var instances = AnswerMemory<Key, Result<PluginInstance, ConfigurationError>>(capacity: 256)

    /// Leaves out types that are of no kind.
    init(_ types: [any PluginType.Type]) {
        var known: [TypeIdentity: any PluginType.Type] = [:]
        for type in types {
            if let identity = type.identity { known[identity] = type }
        }
        self.types = known
    }

    var identities: Set<TypeIdentity> {
        Set(types.keys)
    }

    /// `nil` if the question is for none of these types.
    func answer(_ question: TypeQuestion) -> PluginRunner.Reply? {
        guard !types.isEmpty, let known = types[question.type] else { return nil }
        switch instance(of: known, question.type, question.configuration) {
        case .success(let instance):
            if let answer = instance.answer(question.question) { return .answer(answer) }
            return .refused(Refusal(.question, "it is for another kind of type"))
        case .failure(let error):
            return .refused(Refusal(.configuration, error.description))
        }
    }

    private func instance(
        of type: any PluginType.Type,
        _ identity: TypeIdentity,
        _ configuration: String
    ) -> Result<PluginInstance, ConfigurationError> {
        let key = Key(type: identity, configuration: configuration)
        if let known = instances.answer(to: key) { return known }
        let made = Result { () throws(ConfigurationError) in
            try PluginInstance(type, configuration: configuration)
        }
        instances.remember(made, to: key)
        return made
    }
}

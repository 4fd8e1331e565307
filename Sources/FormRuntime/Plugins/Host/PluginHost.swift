package import EventLoop
package import FormPlugin
package import Logging
package import PluginWire

/// The registry's face of plug-ins: which types there are, and what they answer.
///
/// Types come from plug-ins, each a process of its own that starts with the first question, and from formd itself. Who
/// asks sees no difference. Nothing here waits.
@LoopActor
package final class PluginHost {
    /// A type that definitions can name.
    package struct RegisteredType: Sendable, Hashable {
        package var kind: TypeKind
        package var name: String
        /// The plug-in's name; empty for a type of formd's own.
        package var plugin: String
    }

    /// A longer text makes an answer that is not worth keeping.
    private static let longestRemembered = 4096
    private static let memoryCapacity = 1024

    private let paths: [String]
    private let limits: PluginLimits
    private let loop: EventLoop
    private let logger: Logger
    private let ownTypes: OwnTypes
    private let taken: Set<TypeIdentity>
    private var runners: [PluginRunner] = []
    private var runnerOfType: [TypeIdentity: PluginRunner] = [:]
    private var memory = AnswerMemory<PlaceholderQuestion, PlaceholderResult>(capacity: memoryCapacity)

    /// Looks for plug-ins, and runs none yet.
    ///
    /// - Parameters:
    ///   - paths: searched in this order; see `PluginDirectory.searchPaths`.
    ///   - types: of formd's own, answered without a process.
    ///   - reserved: names of placeholders that the engine itself draws.
    package init(
        paths: [String],
        types: [any PluginType.Type] = [],
        reserved: Set<String> = ["floating", "static", "native"],
        limits: PluginLimits = PluginLimits(),
        loop: EventLoop,
        logger: Logger
    ) {
        self.paths = paths
        self.limits = limits
        self.loop = loop
        self.logger = logger
        ownTypes = OwnTypes(types)
        taken = Set(reserved.map { TypeIdentity(.placeholder, $0) }).union(ownTypes.identities)
        load()
    }

    /// Every type that can be asked, by kind and name.
    package var types: [RegisteredType] {
        let own = ownTypes.identities.map { RegisteredType(kind: $0.kind, name: $0.name, plugin: "") }
        let others = runnerOfType.map { type, runner in
            RegisteredType(kind: type.kind, name: type.name, plugin: runner.plugin.manifest.name)
        }
        return (own + others).sorted { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }
    }

    /// Every plug-in that is used, in the order of the search.
    package var states: [PluginStatus] {
        runners.map(\.status)
    }

    /// Looks for plug-ins anew: ends all processes and quarantines, forgets all answers, and puts the questions that are
    /// pending to whoever offers their types now.
    package func reload() {
        let questions = stopRunners()
        memory = AnswerMemory(capacity: Self.memoryCapacity)
        load()
        dispatch(questions)
    }

    /// Ends all processes, for good. What is pending becomes unavailable.
    package func stop() {
        for question in stopRunners() {
            question.handler(.unavailable("formd is stopping", isCulprit: false))
        }
    }

    private func stopRunners() -> [PluginRunner.Question] {
        let questions = runners.flatMap { $0.stop() }
        runners = []
        runnerOfType = [:]
        return questions
    }

    private func load() {
        let findings = PluginDirectory.discover(paths, taken: taken)
        for refused in findings.refused {
            logger.warning(
                "a plug-in is refused",
                metadata: ["path": "\(refused.path)", "reason": "\(refused.reason)"]
            )
        }
        for shadowed in findings.shadowed {
            logger.notice(
                "a plug-in is shadowed by another one of its name",
                metadata: ["plugin": "\(shadowed.name)", "path": "\(shadowed.path)", "by": "\(shadowed.by)"]
            )
        }
        if !findings.plugins.isEmpty {
            logger.notice("plug-ins run as processes of formd's own user; this version does not confine them further")
        }
        for plugin in findings.plugins {
            let runner = PluginRunner(plugin, limits: limits, loop: loop, logger: logger)
            runners.append(runner)
            for type in plugin.manifest.types {
                runnerOfType[type] = runner
            }
        }
    }
}

// MARK: - Questions

extension PluginHost {
    /// Asks for the layers of placeholders, all at once.
    ///
    /// - Parameters:
    ///   - onLate: called for each question that was late in `completion`, by its index, when the answer has come or is
    ///     known not to come; never with `.late`. Whether it is still of use, the caller knows.
    ///   - completion: called once, with a result for each question in their order, at the latest when the deadline
    ///     for lateness has passed. It is called before this returns if every answer is known already.
    package func ask(
        _ questions: [PlaceholderQuestion],
        onLate: @escaping @LoopActor (Int, PlaceholderResult) -> Void,
        completion: @escaping @LoopActor ([PlaceholderResult]) -> Void
    ) {
        let batch = PlaceholderBatch(count: questions.count, onLate: onLate, completion: completion)
        var open: [PluginRunner.Question] = []
        for (index, question) in questions.enumerated() {
            if let result = immediateResult(question) {
                batch.settle(index, result)
                continue
            }
            do throws(WireError) {
                let payload = try encode(question)
                open.append(
                    PluginRunner.Question(
                        type: TypeIdentity(.placeholder, question.type),
                        configuration: question.configuration,
                        payload: payload,
                        handler: { [weak self] reply in
                            batch.settle(
                                index,
                                self?.result(reply, of: question) ?? .unavailable(reason: "formd is stopping")
                            )
                        }
                    )
                )
            } catch {
                batch.settle(index, .unavailable(reason: "the question cannot be sent: \(error)"))
            }
        }
        batch.open()
        dispatch(open)
    }

    /// Starts the plug-ins that offer these types, so that the first question need not wait for that.
    package func prepare(_ types: Set<String>) {
        for runner in runners where runner.plugin.manifest.types.contains(where: { types.contains($0.name) }) {
            runner.prepare()
        }
    }

    private func immediateResult(_ question: PlaceholderQuestion) -> PlaceholderResult? {
        if let known = memory.answer(to: question) { return known }
        let type = TypeIdentity(.placeholder, question.type)
        if let reply = ownTypes.answer(question, type) { return result(reply, of: question) }
        return runnerOfType[type] == nil ? .unavailable(reason: "there is no \(type)") : nil
    }

    /// Throws what makes it impossible to send.
    private func encode(_ question: PlaceholderQuestion) throws(WireError) -> [UInt8] {
        let payload = try question.context.payload()
        // With room for what a frame has beside them.
        let length = max(payload.count, question.configuration.utf8.count)
        let limit = WireFrame.maximumPayload - 256
        guard length <= limit else { throw .tooLong(length, limit: limit) }
        guard !question.configuration.utf8.contains(0) else { throw .invalidText }
        return payload
    }

    private func result(_ reply: PluginRunner.Reply, of question: PlaceholderQuestion) -> PlaceholderResult {
        let result = PlaceholderResult(reply, type: question.type)
        guard reply.isLasting else { return result }
        if case .unavailable(let reason) = result {
            // Remembered from now on, and so logged once.
            logger.warning("a placeholder shows its own text", metadata: ["reason": "\(reason)"])
        }
        let length =
            question.context.text.utf8.count + question.context.placeholder.utf8.count
            + question.configuration.utf8.count
        if length <= Self.longestRemembered, result.textLength <= Self.longestRemembered {
            memory.remember(result, to: question)
        }
        return result
    }

    /// Hands questions to the plug-ins that offer their types, those of one plug-in together.
    private func dispatch(_ questions: [PluginRunner.Question]) {
        for runner in runners {
            let own = questions.filter { runnerOfType[$0.type] === runner }
            if !own.isEmpty {
                runner.ask(own)
            }
        }
        for question in questions where runnerOfType[question.type] == nil {
            question.handler(.unavailable("there is no \(question.type)", isCulprit: false))
        }
    }
}

package import EventLoop
package import FormPlugin
package import Logging
package import PluginWire

/// The registry's face of plug-ins: which types there are, and what they answer.
///
/// Types come from plug-ins, each a process of its own that starts with the first question, and from formd itself. Who
/// asks sees no difference. Nothing here waits longer than `Promptness` says.
@LoopActor
package final class PluginHost {
    /// A longer text makes an answer that is not worth keeping.
    private static let longestRemembered = 4096
    private static let memoryCapacity = 1024

    private let paths: [String]
    private let launcher: String?
    private let mayReadSecrets: Set<String>
    private let limits: PluginLimits
    private let loop: EventLoop
    private let logger: Logger
    private let ownTypes: OwnTypes
    private let taken: Set<TypeIdentity>
    private var runners: [PluginRunner] = []
    private var runnerOfType: [TypeIdentity: PluginRunner] = [:]
    /// What the last search did not use, and why.
    package private(set) var findings = PluginDirectory.Findings()
    package let confinement = Confinement.ofThisMachine
    private var memory = AnswerMemory<TypeQuestion, TypeResult>(capacity: memoryCapacity)

    /// Looks for plug-ins, and runs none yet.
    ///
    /// - Parameters:
    ///   - paths: searched in this order; see `PluginDirectory.searchPaths`.
    ///   - types: of formd's own, answered without a process.
    ///   - reserved: types of the engine's own.
    ///   - launcher: the path of `formd-plugin-launcher`; nil: no plug-in can be started.
    ///   - mayReadSecrets: the names of the plug-ins that the administrator lets see secrets, if they ask for it.
    package init(
        paths: [String],
        types: [any PluginType.Type] = [],
        reserved: Set<TypeIdentity> = RegisteredType.reserved,
        launcher: String?,
        mayReadSecrets: Set<String> = [],
        limits: PluginLimits = PluginLimits(),
        loop: EventLoop,
        logger: Logger
    ) {
        self.paths = paths
        self.launcher = launcher
        self.mayReadSecrets = mayReadSecrets
        self.limits = limits
        self.loop = loop
        self.logger = logger
        ownTypes = OwnTypes(types)
        taken = reserved.union(ownTypes.identities)
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
        runners.map { runner in
            var status = runner.status
            status.seesSecrets = secretRefusal(runner) == nil
            return status
        }
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
        findings = PluginDirectory.discover(paths, taken: taken)
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
        if !findings.plugins.isEmpty, !confinement.gaps.isEmpty {
            logger.notice(
                "this kernel cannot confine plug-ins as they should be",
                metadata: ["missing": "\(confinement.gaps.joined(separator: "; "))"]
            )
        }
        for plugin in findings.plugins {
            let runner = PluginRunner(plugin, launcher: launcher, limits: limits, loop: loop, logger: logger)
            runners.append(runner)
            for type in plugin.manifest.types {
                runnerOfType[type] = runner
            }
        }
    }
}

// MARK: - Questions

extension PluginHost {
    /// Asks questions, all at once.
    ///
    /// - Parameters:
    ///   - isPatient: whether to wait for answers that are late: each then comes, or is known not to come.
    ///   - onLate: called for each question that was late in `completion`, by its index, when the answer has come or is
    ///     known not to come; never with `.late`. Whether it is still of use, the caller knows.
    ///   - completion: called once, with a result for each question in their order; without patience at the latest when
    ///     the deadline for lateness has passed. It is called before this returns if every answer is known already.
    package func ask(
        _ questions: [TypeQuestion],
        isPatient: Bool = false,
        onLate: @escaping @LoopActor (Int, TypeResult) -> Void,
        completion: @escaping @LoopActor ([TypeResult]) -> Void
    ) {
        let batch = QuestionBatch(count: questions.count, isPatient: isPatient, onLate: onLate, completion: completion)
        var open: [PluginRunner.Question] = []
        for (index, question) in questions.enumerated() {
            if let result = remembered(question) {
                batch.settle(index, result)
                continue
            }
            do throws(NoAnswer) {
                _ = try provider(of: question)
                open.append(
                    try runnerQuestion(question) { [weak self] reply in
                        batch.settle(
                            index,
                            self?.result(reply, of: question) ?? .unavailable(reason: "formd is stopping")
                        )
                    }
                )
            } catch {
                batch.settle(index, .unavailable(reason: error.reason))
            }
        }
        batch.open()
        dispatch(open)
    }

    /// What is known without asking anybody; nil: nothing.
    package func remembered(_ question: TypeQuestion) -> TypeResult? {
        if let known = memory.answer(to: question) { return known }
        return ownTypes.answer(question).map { result($0, of: question) }
    }

    /// Puts a question that is about to be asked, unless its answer is known, to a plug-in that has nothing else to do.
    func expect(_ question: TypeQuestion) {
        guard runnerThatHasPut(question) == nil, remembered(question) == nil else { return }
        do throws(NoAnswer) {
            let runner = try provider(of: question)
            // An answer for which nobody waits is worth remembering.
            runner.put(try runnerQuestion(question) { [weak self] reply in _ = self?.result(reply, of: question) })
        } catch {
            // `ask` will say so.
        }
    }

    /// What is known, or is answered on the spot. nil: `ask`.
    package func resultAtOnce(_ question: TypeQuestion) -> TypeResult? {
        if let runner = runnerThatHasPut(question) { return awaitResult(of: question, from: runner) }
        return remembered(question) ?? promptResult(of: question)
    }

    /// What a plug-in answers on the spot to a question that is not remembered, or why none can. nil: `ask`.
    ///
    /// - Parameter anticipated: what to expect while this is waited for.
    func promptResult(of question: TypeQuestion, anticipated: [TypeQuestion] = []) -> TypeResult? {
        do throws(NoAnswer) {
            let runner = try provider(of: question)
            runner.put(try runnerQuestion(question) { _ in })
            guard runner.hasPut(question) else { return nil }
            for question in anticipated { expect(question) }
            return awaitResult(of: question, from: runner)
        } catch {
            return .unavailable(reason: error.reason)
        }
    }

    private func runnerThatHasPut(_ question: TypeQuestion) -> PluginRunner? {
        for runner in runners where runner.hasPut(question) { return runner }
        return nil
    }

    private func awaitResult(of question: TypeQuestion, from runner: PluginRunner) -> TypeResult? {
        guard let reply = runner.replyAtOnce() else { return nil }
        return result(reply, of: question)
    }

    /// Starts the plug-ins that offer these types, so that the first question need not wait for that.
    package func prepare(_ types: Set<String>) {
        for runner in runners where runner.plugin.manifest.types.contains(where: { types.contains($0.name) }) {
            runner.prepare()
        }
    }

    /// Why a question cannot be put.
    private struct NoAnswer: Error {
        var reason: String
    }

    /// Who is to be asked.
    private func provider(of question: TypeQuestion) throws(NoAnswer) -> PluginRunner {
        guard let runner = runnerOfType[question.type] else { throw NoAnswer(reason: "there is no \(question.type)") }
        if question.isSecret, let reason = secretRefusal(runner) { throw NoAnswer(reason: reason) }
        return runner
    }

    /// Why a plug-in is not shown secrets; nil: it is.
    private func secretRefusal(_ runner: PluginRunner) -> String? {
        let manifest = runner.plugin.manifest
        if !manifest.secrets { return "\(manifest.name) does not ask to see secrets" }
        if !mayReadSecrets.contains(manifest.name) {
            return "the administrator does not let \(manifest.name) see secrets"
        }
        return nil
    }

    /// Throws what makes it impossible to send.
    private func runnerQuestion(
        _ question: TypeQuestion,
        handler: @escaping @LoopActor (PluginRunner.Reply) -> Void
    ) throws(NoAnswer) -> PluginRunner.Question {
        do throws(WireError) {
            let frame = try AskFrame { writer throws(WireError) in try question.question.write(to: &writer) }
            // With room for what a frame has beside them.
            let length = max(frame.bytes.count, question.configuration.utf8.count)
            let limit = WireFrame.maximumPayload - 256
            guard length <= limit else { throw .tooLong(length, limit: limit) }
            guard !question.configuration.utf8.contains(0) else { throw .invalidText }
            return PluginRunner.Question(asked: question, frame: frame, handler: handler)
        } catch {
            throw NoAnswer(reason: "the question cannot be sent: \(error)")
        }
    }

    private func result(_ reply: PluginRunner.Reply, of question: TypeQuestion) -> TypeResult {
        let result = TypeResult(reply, type: question.type)
        guard reply.isLasting, !question.isSecret else { return result }
        if case .unavailable(let reason) = result {
            // Remembered from now on, and so logged once.
            logger.warning("a \(question.type.kind) has no answer", metadata: ["reason": "\(reason)"])
        }
        if question.size <= Self.longestRemembered, result.size <= Self.longestRemembered {
            memory.remember(result, to: question)
        }
        return result
    }

    /// Hands questions to the plug-ins that offer their types, those of one plug-in together.
    private func dispatch(_ questions: [PluginRunner.Question]) {
        // After a reload another plug-in may offer a type, which must not see what the one before might.
        var asked: [(runner: PluginRunner, questions: [PluginRunner.Question])] = []
        for question in questions {
            do throws(NoAnswer) {
                let runner = try provider(of: question.asked)
                if let place = asked.firstIndex(where: { $0.runner === runner }) {
                    asked[place].questions.append(question)
                } else {
                    asked.append((runner, [question]))
                }
            } catch {
                question.handler(.unavailable(error.reason, isCulprit: false))
            }
        }
        for (runner, questions) in asked { runner.ask(questions) }
    }
}

package import EventLoop
package import FormPlugin
import Logging
import PluginWire

/// The plug-ins as one user has them: processes of the user's own, and the answers that were given to the user.
///
/// Nothing here is shared between users, so that nothing of one user shows in another's answers, in how fast they come or
/// in which plug-in is quarantined.
@LoopActor
package final class UserPlugins {
    private unowned let host: PluginHost
    private var runners: [PluginRunner] = []
    private var runnerOfType: [TypeIdentity: PluginRunner] = [:]
    private var memory = UserPlugins.emptyMemory

    private static var emptyMemory: AnswerMemory<TypeQuestion, TypeResult> {
        AnswerMemory(capacity: 1024, byteCapacity: 1 << 20)
    }

    init(_ host: PluginHost) {
        self.host = host
        makeRunners()
    }

    /// Asks questions, those of one plug-in in one packet. Equal questions are asked once.
    ///
    /// A plug-in that had nothing else to do is waited for on the spot, at most as long as `Promptness` says; so most answers
    /// are returned. Otherwise `completion` gets them in a later turn of the loop.
    ///
    /// - Parameters:
    ///   - deadline: when to go on without the answers that have not come, which are then `late`; `nil` to wait until each
    ///     has come or is known not to come.
    ///   - onLate: called for a question that was `late` in the results, when its answer has come or is known not to come;
    ///     never with `late`. Whether it is still of use, the caller knows.
    ///   - completion: called once, unless the results are returned.
    /// - Returns: the results of all questions; `nil` if `completion` gets them.
    package func ask(
        _ questions: [TypeQuestion],
        until deadline: EventLoop.Instant?,
        onLate: @escaping @LoopActor (TypeQuestion, TypeResult) -> Void = { _, _ in },
        completion: @escaping @LoopActor (TypeResults) -> Void
    ) -> TypeResults? {
        let batch = QuestionBatch(onLate: onLate)
        var asked: [(runner: PluginRunner, questions: [PluginRunner.Question])] = []
        for question in questions where batch.add(question) {
            if let result = remembered(question) {
                batch.settle(question, result)
                continue
            }
            do throws(NoAnswer) {
                let runner = try runner(for: question)
                let frame = try frame(of: question)
                let open = PluginRunner.Question(asked: question, frame: frame, lateAt: deadline) { [weak self] reply in
                    let result = self?.result(reply, of: question)
                    batch.settle(question, result ?? .unavailable(reason: PluginHost.stopping))
                }
                if let place = asked.firstIndex(where: { $0.runner === runner }) {
                    asked[place].questions.append(open)
                } else {
                    asked.append((runner, [open]))
                }
            } catch {
                batch.settle(question, .unavailable(reason: error.reason))
            }
        }
        let start = EventLoop.now
        var prompt: [PluginRunner] = []
        for (runner, questions) in asked where runner.ask(questions) { prompt.append(runner) }
        for runner in prompt { runner.awaitAnswers(since: start, until: start + host.limits.promptWait) }
        return batch.results(orLater: completion)
    }

    /// What was answered before; `nil` if nothing is remembered.
    package func remembered(_ question: TypeQuestion) -> TypeResult? {
        memory.answer(to: question)
    }

    /// Starts the plug-ins that offer these types, so that the first question need not wait for that.
    package func prepare(_ types: Set<String>) {
        for runner in runners where runner.plugin.manifest.types.contains(where: { types.contains($0.name) }) {
            runner.prepare()
        }
    }

    /// How each plug-in fares for this user, in the order of the search.
    package var states: [PluginStatus] {
        runners.map { runner in
            var status = runner.status
            status.seesSecrets = host.secretRefusal(runner.plugin) == nil
            return status
        }
    }

    /// The bytes of remembered questions and answers.
    package var byteCount: Int { memory.byteCount }

    package func forgetAnswers() {
        memory = Self.emptyMemory
    }

    // MARK: For the host

    /// Ends all processes and forgets all answers. Returns the pending questions, which nobody has replied to.
    func stop() -> [PluginRunner.Question] {
        let questions = runners.flatMap { $0.stop() }
        runners = []
        runnerOfType = [:]
        forgetAnswers()
        return questions
    }

    /// Begins anew with the plug-ins that the host has found now.
    func makeRunners() {
        for plugin in host.findings.plugins {
            let runner = host.makeRunner(plugin)
            runners.append(runner)
            for type in plugin.manifest.types { runnerOfType[type] = runner }
        }
    }

    /// Puts pending questions to whoever offers their types now: after a reload that may be another plug-in, which must not
    /// see what the one before was allowed to.
    func putAgain(_ questions: [PluginRunner.Question]) {
        for question in questions {
            do throws(NoAnswer) {
                _ = try runner(for: question.asked).ask([question])
            } catch {
                question.handler(.unavailable(error.reason, isCulprit: false))
            }
        }
    }

    // MARK: Questions and replies

    /// Why a question cannot be put.
    private struct NoAnswer: Error {
        let reason: String
    }

    private func runner(for question: TypeQuestion) throws(NoAnswer) -> PluginRunner {
        guard let runner = runnerOfType[question.type] else { throw NoAnswer(reason: "there is no \(question.type)") }
        if question.isSecret, let reason = host.secretRefusal(runner.plugin) { throw NoAnswer(reason: reason) }
        return runner
    }

    private func frame(of question: TypeQuestion) throws(NoAnswer) -> AskFrame {
        do throws(WireError) {
            let limit = host.limits.questionSize
            guard question.size <= limit else { throw .tooLong(question.size, limit: limit) }
            guard !question.configuration.utf8.contains(0) else { throw .invalidText }
            return try question.frame.get()
        } catch {
            throw NoAnswer(reason: "the question cannot be sent: \(error)")
        }
    }

    private func result(_ reply: PluginRunner.Reply, of question: TypeQuestion) -> TypeResult {
        let result = TypeResult(reply, type: question.type)
        guard reply.isLasting, !question.isSecret else { return result }
        if case .unavailable(let reason) = result {
            // The answer is remembered, so this is logged once for each question.
            host.logger.warning("a \(question.type.kind) has no answer", metadata: ["reason": "\(reason)"])
        }
        memory.remember(result, to: question, size: question.size + result.size)
        return result
    }
}

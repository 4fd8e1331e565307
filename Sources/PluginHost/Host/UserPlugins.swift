package import EventLoop
package import FormPlugin
import Logging
import PluginWire

/// The plug-ins of one user: the user's own processes, and the answers to the user's questions.
///
/// Nothing is shared between users, so that a user cannot learn anything about another one from answers, from their
/// speed, or from plug-ins in quarantine.
@LoopActor
package final class UserPlugins {
    private unowned let host: PluginHost
    private var runners: [PluginRunner] = []
    private var runnerOfType: [TypeIdentity: PluginRunner] = [:]
    private var cache = UserPlugins.emptyCache

    private static var emptyCache: AnswerCache<TypeQuestion, TypeResult> {
        AnswerCache(capacity: 1024, byteCapacity: 1 << 20)
    }

    init(_ host: PluginHost) {
        self.host = host
        makeRunners()
    }

    /// Asks questions, those to one plug-in in one packet. Equal questions are asked once.
    ///
    /// If a plug-in had nothing else to do, this blocks for its answer, at most as long as `Promptness` determines; so
    /// most answers are returned directly. Otherwise `completion` is called with them in a later iteration of the loop.
    ///
    /// - Parameters:
    ///   - deadline: the time at which to continue without missing answers, which are then `late`; `nil` to wait until
    ///     each answer has arrived or is known to be unavailable.
    ///   - onLate: called when the answer to a question that was `late` has arrived or is known to be unavailable,
    ///     never with `late`. The caller must check whether the answer is still needed.
    ///   - completion: called once, unless the results are returned.
    /// - Returns: the results of all questions; `nil` if `completion` will be called with them.
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

    /// The cached answer; `nil` if there is none.
    package func remembered(_ question: TypeQuestion) -> TypeResult? {
        cache.answer(to: question)
    }

    /// Starts the plug-ins that provide these types, so that the first question does not wait for their start.
    package func prepare(_ types: Set<String>) {
        for runner in runners where runner.plugin.manifest.types.contains(where: { types.contains($0.name) }) {
            runner.prepare()
        }
    }

    /// The state of each plug-in for this user, in the order of the search.
    package var states: [PluginStatus] {
        runners.map { runner in
            var status = runner.status
            status.seesSecrets = host.secretRefusal(runner.plugin) == nil
            return status
        }
    }

    /// The size of cached questions and answers in bytes.
    package var byteCount: Int { cache.byteCount }

    package func removeCachedAnswers() {
        cache = Self.emptyCache
    }

    /// Erases what plug-ins know of the user's input: ends their processes, and discards the cached answers.
    package func forgetInput() {
        removeCachedAnswers()
        for runner in runners { runner.forget() }
    }

    // MARK: For the host

    /// Ends all processes and discards all answers. Returns the pending questions without replying to them.
    func stop() -> [PluginRunner.Question] {
        let questions = runners.flatMap { $0.stop() }
        runners = []
        runnerOfType = [:]
        removeCachedAnswers()
        return questions
    }

    /// Creates runners for the plug-ins that the host has found.
    func makeRunners() {
        for plugin in host.findings.plugins {
            let runner = host.makeRunner(plugin)
            runners.append(runner)
            for type in plugin.manifest.types { runnerOfType[type] = runner }
        }
    }

    /// Asks pending questions again after a reload. Another plug-in may provide their types now, which must not see
    /// secrets that only the previous one was allowed to see.
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

    /// Why a question cannot be asked.
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
            // The answer is cached, so this is logged once for each question.
            host.logger.warning("a \(question.type.kind) has no answer", metadata: ["reason": "\(reason)"])
        }
        cache.insert(result, to: question, size: question.size + result.size)
        return result
    }
}

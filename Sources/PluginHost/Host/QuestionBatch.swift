import EventLoop
package import FormPlugin

/// The results of questions that were asked together.
package typealias TypeResults = [TypeQuestion: TypeResult]

/// Collects the results of questions that were asked together, until each is known or late.
@LoopActor
final class QuestionBatch {
    private var results: TypeResults = [:]
    private var open: Set<TypeQuestion> = []
    /// Called with the final results of questions that were late; see `UserPlugins.ask`.
    private let onLate: @LoopActor (TypeQuestion, TypeResult) -> Void
    private var completion: (@LoopActor (TypeResults) -> Void)?
    private var isComplete = false

    init(onLate: @escaping @LoopActor (TypeQuestion, TypeResult) -> Void) {
        self.onLate = onLate
    }

    /// Adds a question; returns `false` if it had been added before.
    func add(_ question: TypeQuestion) -> Bool {
        results[question] == nil && open.insert(question).inserted
    }

    func settle(_ question: TypeQuestion, _ result: TypeResult) {
        if isComplete {
            if results[question] == .late, result != .late { onLate(question, result) }
            return
        }
        results[question] = result
        open.remove(question)
        guard open.isEmpty, let completion else { return }
        isComplete = true
        completion(results)
    }

    /// The results, if each question is settled; otherwise `completion` gets them later.
    func results(orLater completion: @escaping @LoopActor (TypeResults) -> Void) -> TypeResults? {
        guard open.isEmpty else {
            self.completion = completion
            return nil
        }
        isComplete = true
        return results
    }
}

import EventLoop
import FormPlugin

/// Questions that were asked together: gathers their results until each is known, or late for those who do not wait.
@LoopActor
final class QuestionBatch {
    private var results: [TypeResult?]
    private var missing: Int
    private var isOpen = false
    private let isPatient: Bool
    private var onLate: (@LoopActor (Int, TypeResult) -> Void)?
    private var completion: (@LoopActor ([TypeResult]) -> Void)?

    /// - Parameter isPatient: whether to wait for what is late.
    init(
        count: Int,
        isPatient: Bool,
        onLate: @escaping @LoopActor (Int, TypeResult) -> Void,
        completion: @escaping @LoopActor ([TypeResult]) -> Void
    ) {
        results = Array(repeating: nil, count: count)
        missing = count
        self.isPatient = isPatient
        self.onLate = onLate
        self.completion = completion
    }

    /// The results may be given away as soon as there are all.
    func open() {
        isOpen = true
        completeIfSettled()
    }

    /// A question's result, or a late one's true result.
    func settle(_ index: Int, _ result: TypeResult) {
        if result == .late, isPatient { return }
        switch results[index] {
        case nil:
            results[index] = result
            missing -= 1
            completeIfSettled()
        case .late where result != .late:
            results[index] = result
            // Before the completion nobody has been told that it is late.
            if completion == nil { onLate?(index, result) }
        default: break
        }
    }

    private func completeIfSettled() {
        guard isOpen, missing == 0, let completion else { return }
        self.completion = nil
        completion(results.map { $0 ?? .late })
    }
}

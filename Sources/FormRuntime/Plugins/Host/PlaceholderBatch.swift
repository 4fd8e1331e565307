import EventLoop

/// Questions that were asked together: gathers their results until each is known or late.
@LoopActor
final class PlaceholderBatch {
    private var results: [PlaceholderResult?]
    private var missing: Int
    private var isOpen = false
    private var onLate: (@LoopActor (Int, PlaceholderResult) -> Void)?
    private var completion: (@LoopActor ([PlaceholderResult]) -> Void)?

    init(
        count: Int,
        onLate: @escaping @LoopActor (Int, PlaceholderResult) -> Void,
        completion: @escaping @LoopActor ([PlaceholderResult]) -> Void
    ) {
        results = Array(repeating: nil, count: count)
        missing = count
        self.onLate = onLate
        self.completion = completion
    }

    /// The results may be given away as soon as there are all.
    func open() {
        isOpen = true
        completeIfSettled()
    }

    /// A question's result, or a late one's true result.
    func settle(_ index: Int, _ result: PlaceholderResult) {
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

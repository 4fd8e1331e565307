/// A cache of answers, limited by their number and size.
///
/// The cache has two halves. New answers are added to the young half. When it is full, it becomes the old half, and the
/// previous old half is discarded. An answer that is used from the old half moves to the young one, so that answers in
/// use stay in the cache.
struct AnswerCache<Question: Hashable, Answer> {
    private struct Half {
        var answers: [Question: (answer: Answer, size: Int)] = [:]
        var bytes = 0
    }

    private var young = Half()
    private var old = Half()
    private let capacity: Int
    private let byteCapacity: Int

    /// - Parameters:
    ///   - capacity: the maximum number of answers.
    ///   - byteCapacity: the maximum size of all answers; one answer may take an eighth of that.
    init(capacity: Int, byteCapacity: Int = .max) {
        self.capacity = capacity
        self.byteCapacity = byteCapacity
    }

    var count: Int { young.answers.count + old.answers.count }

    var byteCount: Int { young.bytes + old.bytes }

    mutating func answer(to question: Question) -> Answer? {
        if let known = young.answers[question] { return known.answer }
        guard let known = old.answers.removeValue(forKey: question) else { return nil }
        old.bytes -= known.size
        insert(known.answer, to: question, size: known.size)
        return known.answer
    }

    /// - Parameter size: the size of the question and its answer in bytes.
    mutating func insert(_ answer: Answer, to question: Question, size: Int = 0) {
        guard size <= byteCapacity / 8 else { return }
        if young.answers.count >= max(1, capacity / 2) || young.bytes + size > byteCapacity / 2 {
            old = young
            young = Half()
        }
        let replaced = young.answers.updateValue((answer, size), forKey: question)
        young.bytes += size - (replaced?.size ?? 0)
    }
}

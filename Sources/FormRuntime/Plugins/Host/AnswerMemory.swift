/// Answers that were given before, bounded: at least the last `capacity` that were used, at most twice as many.
///
/// Two generations: what is used moves to the young one; when that is full, it becomes the old one, and the old one is
/// forgotten. So every step costs the same, and nothing is kept in order.
struct AnswerMemory<Question: Hashable, Answer> {
    private let capacity: Int
    private var young: [Question: Answer] = [:]
    private var old: [Question: Answer] = [:]

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    mutating func answer(to question: Question) -> Answer? {
        if let answer = young[question] { return answer }
        guard let answer = old[question] else { return nil }
        remember(answer, to: question)
        return answer
    }

    mutating func remember(_ answer: Answer, to question: Question) {
        if young.count >= capacity, young[question] == nil {
            // The room for so many is kept.
            swap(&old, &young)
            young.removeAll(keepingCapacity: true)
        }
        young[question] = answer
    }

    var count: Int {
        young.count + old.keys.count { young[$0] == nil }
    }
}
